import assert from 'node:assert/strict';
import { join } from 'node:path';
import { exportBlog } from '../../../lib/exchange/export/export-blog.js';
import { exportFolder } from '../../../lib/exchange/export/folder.js';
import { importBlog } from '../../../lib/exchange/import/importer.js';
import { run as copyBlog } from '../../../lib/start/commands/copy.js';
import { openStore } from '../../../lib/store/open.js';
import { makeFolder, startBlog } from '../../support/blog.js';
/** @import { Store } from '../../../lib/store/types.js' */
/** @import { TestBlog } from '../../support/blog.js' */

const silent = { write: () => true };
const report = { progress() {}, warning() {}, refusal() {} };

/**
 * Exports a blog, and imports it into another one.
 * @param {TestBlog} blog
 * @param {(twin: TestBlog, bring: () => Promise<unknown>) => Promise<void>} look  `bring`: imports it once more
 */
export async function inExport({ open: { store, index } }, look) {
  const { folder, remove } = makeFolder();
  const twin = await startBlog();
  try {
    const target = join(folder, 'out');
    await exportBlog({ target: exportFolder(target), store, index, progress: () => {} });
    const bring = () => importBlog({ path: target, content: twin.open.content, report });
    await bring();
    await look(twin, bring);
  } finally {
    await twin.close();
    remove();
  }
}

/**
 * Copies a blog to another store.
 * @param {TestBlog} blog
 * @param {(store: Store) => Promise<void>} look
 */
export async function inCopy({ config, clock, log }, look) {
  const { folder, remove } = makeFolder();
  const to = `sqlite:${join(folder, 'copy.db')}`;
  const context = { clock, log, stdout: silent, stderr: silent };
  const args = ['--from', config.storeUrl, '--to', to];
  try {
    assert.equal(await copyBlog(args, /** @type {any} */ (context)), 0);
    const store = await openStore(to, { clock, log });
    await look(store).finally(() => store.close());
  } finally {
    remove();
  }
}
