import { join } from 'node:path';
import { makeFolder } from '../support/blog.js';
import { runSearch } from './random.js';

describe('The search, over random changes of a blog', () => {
  it('finds what a plain scan finds after each of them', async function () {
    this.timeout(60_000);
    const { folder, remove } = makeFolder();
    try {
      await runSearch({
        storeUrl: `sqlite:${join(folder, 'blog.db')}`,
        folder,
        steps: 80,
        seed: 1,
      });
    } finally {
      remove();
    }
  });
});
