import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Database } from '../../lib/base/sqlite.js';
import { openStore } from '../../lib/store/open.js';
import { tables } from '../../lib/store/sqlite/tables.js';
import { storeContract } from './contract.js';
import { clock, quietLog } from './fixtures.js';

storeContract('SQLite', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'larder-'));
  const file = join(folder, 'larder.db');
  const open = () => openStore(`sqlite:${file}`, { log: quietLog(), clock });
  const stores = [await open()];
  /** @param {(console: Database) => void} work */
  const inConsole = async (work) => {
    const console = new Database(file);
    console.transaction(work)(console);
    console.close();
  };
  return {
    store: stores[0],
    async another() {
      const other = await open();
      stores.push(other);
      return other;
    },
    insertInConsole: (kind, records) =>
      inConsole((console) => {
        const { name, columns, toRow } = tables[kind];
        const values = columns.map((column) => `@${column}`).join(', ');
        const insert = console.prepare(
          `INSERT INTO ${name} (${columns.join(', ')}) VALUES (${values})`,
        );
        for (const record of records) insert.run(toRow(record));
      }),
    editInConsole: (kind, id, fields) =>
      inConsole((console) => {
        const changes = Object.keys(fields).map((column) => `${column} = ?`);
        const sql = `UPDATE ${tables[kind].name} SET ${changes.join(', ')} WHERE id = ?`;
        console.prepare(sql).run(...Object.values(fields), id);
      }),
    removeInConsole: (kind, id) =>
      inConsole((console) => {
        console.prepare(`DELETE FROM ${tables[kind].name} WHERE id = ?`).run(id);
      }),
    renewEpoch: () =>
      inConsole((console) => {
        console.exec(`UPDATE meta SET value = hex(randomblob(16)) WHERE name = 'epoch'`);
      }),
    async dispose() {
      for (const store of stores) await store.close();
      rmSync(folder, { recursive: true });
    },
  };
});
