import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { openStore } from '../../lib/store/open.js';
import { tables } from '../../lib/store/sqlite/tables.js';
import { storeContract } from './contract.js';
import { clock, quietLog } from './fixtures.js';

storeContract('SQLite', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'larder-'));
  const file = join(folder, 'larder.db');
  const open = () => openStore(`sqlite:${file}`, { log: quietLog(), clock });
  const stores = [await open()];
  /** @param {string} sql @param {any[]} values */
  const inConsole = async (sql, ...values) => {
    const console = new Database(file);
    console.prepare(sql).run(...values);
    console.close();
  };
  return {
    store: stores[0],
    async another() {
      const other = await open();
      stores.push(other);
      return other;
    },
    editInConsole(kind, id, fields) {
      const changes = Object.keys(fields).map((column) => `${column} = ?`);
      const sql = `UPDATE ${tables[kind].name} SET ${changes.join(', ')} WHERE id = ?`;
      return inConsole(sql, ...Object.values(fields), id);
    },
    removeInConsole: (kind, id) => inConsole(`DELETE FROM ${tables[kind].name} WHERE id = ?`, id),
    renewEpoch: () => inConsole(`UPDATE meta SET value = hex(randomblob(16)) WHERE name = 'epoch'`),
    async dispose() {
      for (const store of stores) await store.close();
      rmSync(folder, { recursive: true });
    },
  };
});
