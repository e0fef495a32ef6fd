import assert from 'node:assert/strict';
import { join } from 'node:path';
import { makeFolder } from '../support/blog.js';
import { runSearch } from './random.js';

describe('The search, over random changes of a blog', () => {
  it('finds what a plain scan finds after each of them, also with an index that was made anew', async () => {
    const { folder, remove } = makeFolder();
    try {
      const { madeAnew } = await runSearch({
        storeUrl: `sqlite:${join(folder, 'blog.db')}`,
        folder,
        steps: 80,
        seed: 1,
      });
      assert.ok(madeAnew > 0);
    } finally {
      remove();
    }
  });
});
