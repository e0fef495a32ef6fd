import assert from 'node:assert/strict';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { blogFile } from './blog-file.js';

describe('The SQLite file', () => {
  /** @type {ReturnType<typeof blogFile>} */
  let blog;
  beforeEach(() => {
    blog = blogFile();
  });
  afterEach(() => blog.dispose());

  it('is made with the folder of the default, and nobody else may read them', async () => {
    const here = process.cwd();
    process.chdir(blog.folder);
    try {
      await blog.open('./data/larder.db');
    } finally {
      process.chdir(here);
    }
    const mode = (/** @type {string} */ name) => statSync(join(blog.folder, name)).mode & 0o777;
    assert.equal(mode('data'), 0o700);
    assert.equal(mode('data/larder.db'), 0o600);
    assert.equal(mode('data/larder.db-wal'), 0o600);
  });

  it('is not made where there is no folder, since its name may be mistyped', async () => {
    const file = join(blog.folder, 'jasm', 'larder.db');
    await assert.rejects(blog.open(file), {
      code: 'invalid',
      message: /jasm of STORE_URL|jasm does/,
    });
    assert.deepEqual(readdirSync(blog.folder), ['jams']);
  });
});
