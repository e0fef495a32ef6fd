#!/usr/bin/env node
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listFiles } from '../../lib/base/files.js';
import { Database } from '../../lib/base/sqlite.js';
import { exportBlog } from '../../lib/exchange/export/export-blog.js';
import { exportFolder } from '../../lib/exchange/export/folder.js';
import { openStore } from '../../lib/store/open.js';
import { makeFolder } from '../support/blog.js';
import { createQuietLog } from '../support/log.js';
import { collect, watchVariables } from './collect.js';
import { makeDatabase } from './couchdb.js';
import { writeLines, writeZipped } from './fixtures.js';
import { kinds, liveSmall } from './life.js';
import { recordsOf } from './records.js';
/** @import { Store } from '../../lib/store/types.js' */

/**
 * `node test/promise/make.js`: writes what 1.0.0 promises into 1.0.0/. Once 1.0.0 is out it is not run again: what is
 * added later goes into a folder of that version.
 *
 * The dump of CouchDB is made on COUCHDB_TEST_URL, or on the stand-in in test/couch, which `npm run test:couch`
 * installs.
 */

const folder = fileURLToPath(new URL('1.0.0/', import.meta.url));
const here = makeFolder();
const exported = join(here.folder, 'export');
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);

const { seen, stop } = watchVariables();
const life = await liveSmall();
const { store, index } = life.blog.open;
try {
  await exportBlog({ target: exportFolder(exported), store, index, progress: () => {} });
  const parts = await collect(life, seen, exported);
  for (const [part, lines] of Object.entries(parts)) writeLines(part, lines);
  const files = listFiles(exported, '').map((path) => [
    path,
    readFileSync(join(exported, path)).toString('base64'),
  ]);
  writeZipped('export.json', JSON.stringify(Object.fromEntries(files)));
  writeZipped('records.json', JSON.stringify(await recordsOf(store)));
  writeZipped('larder.db', await databaseOf(life.blog.config.storeUrl));
  writeZipped('couchdb.json', JSON.stringify(await dumpOf(store)));
} finally {
  stop();
  await life.close();
  here.remove();
}

/** @param {string} storeUrl @returns {Promise<Buffer>} the file, in one piece */
async function databaseOf(storeUrl) {
  const file = join(here.folder, 'larder.db');
  const db = new Database(storeUrl.slice('sqlite:'.length));
  db.prepare('VACUUM INTO ?').run(file);
  db.close();
  return readFileSync(file);
}

/** @param {Store} from @returns {Promise<object[]>} the same blog in CouchDB */
async function dumpOf(from) {
  const standIn = process.env.COUCHDB_TEST_URL ? null : await startStandIn();
  const { url, dump, remove } = await makeDatabase(
    process.env.COUCHDB_TEST_URL ?? standIn?.url ?? '',
  );
  const to = await openStore(url, { clock: life.blog.clock, log: createQuietLog(), create: true });
  for (const kind of kinds)
    for await (const { revision: _, ...record } of from.all(kind)) {
      const whole = kind === 'media' ? await from.get(kind, record.id) : record;
      const { revision: __, ...written } = whole;
      await to.write([{ kind, record: written, revision: null }]);
    }
  const docs = await dump();
  await to.close();
  await remove();
  standIn?.close();
  return docs;
}

async function startStandIn() {
  if (!existsSync(new URL('../couch/node_modules', import.meta.url)))
    throw new Error('Set COUCHDB_TEST_URL, or run npm run test:couch once.');
  return (await import('../couch/server.js')).startStandIn();
}
