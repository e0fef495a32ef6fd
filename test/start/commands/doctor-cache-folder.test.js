import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { checkCacheFolder } from '../../../lib/start/commands/doctor/check-cache-folder.js';
import { eachTest } from '../../support/blog.js';

describe('larder doctor, of CACHE_DIR,', () => {
  const { makeFolder } = eachTest();
  const disk = (/** @type {number} */ free) => async () => ({ free, total: 1e9 });
  const storeUrl = 'sqlite:larder.db';

  it('says nothing where there is room, and leaves nothing there', async () => {
    const cacheDir = makeFolder();
    assert.deepEqual(await checkCacheFolder({ cacheDir, storeUrl }, disk(1e9)), []);
    assert.deepEqual(readdirSync(cacheDir), []);
  });

  it('says nothing before there is one', async () => {
    const cacheDir = join(makeFolder(), 'later');
    assert.deepEqual(await checkCacheFolder({ cacheDir, storeUrl }, disk(0)), []);
  });

  it('finds a full disk', async () => {
    const [problem] = await checkCacheFolder({ cacheDir: makeFolder(), storeUrl }, disk(1000));
    assert.match(problem.what, /^CACHE_DIR, .* is nearly full/);
    assert.match(problem.todo, /Free some space on its disk, or set CACHE_DIR/);
  });

  it('finds a folder to which nothing can be written', async () => {
    const [problem] = await checkCacheFolder({ cacheDir: '/proc/self', storeUrl }, disk(1e9));
    assert.match(problem.what, /^CACHE_DIR, the folder \/proc\/self .*, cannot be written to\. /);
  });
});
