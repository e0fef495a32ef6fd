import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Database } from '../../lib/base/sqlite.js';
import { openStore } from '../../lib/store/open.js';
import { clock, quietLog } from './fixtures.js';
/** @import { Sleep } from '../../lib/store/open.js' */

/**
 * A SQLite file in a folder of its own, and what a test does with it.
 *
 * @param {{ sleep?: Sleep }} [means]
 */
export function blogFile({ sleep } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'larder-'));
  const file = join(folder, 'jams', 'larder.db');
  mkdirSync(join(folder, 'jams'));
  /** @type {(() => unknown)[]} */
  const closing = [];
  return {
    folder,
    file,
    /** @param {string} [other] */
    async open(other = file) {
      const store = await openStore(`sqlite:${other}`, { log: quietLog(), clock, sleep });
      closing.push(() => store.close());
      return store;
    },
    /** A connection such as the sqlite3 console has. */
    console() {
      const console = new Database(file, { timeout: 0 });
      closing.push(() => console.close());
      return console;
    },
    async dispose() {
      for (const close of closing) await close();
      rmSync(folder, { recursive: true });
    },
  };
}
