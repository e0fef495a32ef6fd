import { recordContract } from './contract/records.js';
import { summaryContract } from './contract/summaries.js';
import { watchContract } from './contract/watch.js';
import { writeContract } from './contract/writes.js';
/** @import { Kind, Store } from '../../lib/store/types.js' */

/**
 * @typedef {object} Bench  An empty store, and what else has a hand in its data.
 * @property {Store} store
 * @property {() => Promise<Store>} another  the same data, as another process has it open
 * @property {(kind: Kind, records: any[]) => Promise<void>} insertInConsole
 * @property {(kind: Kind, id: string, fields: Record<string, any>) => Promise<void>} editInConsole
 * @property {(kind: Kind, id: string) => Promise<void>} removeInConsole
 * @property {() => Promise<void>} renewEpoch  what a restore does
 *
 * @typedef {Bench & { dispose: () => Promise<void> }} OpenBench
 */

/**
 * What every store must do, whatever lies behind it.
 *
 * @param {string} name
 * @param {() => Promise<OpenBench>} open makes an empty store for each test
 */
export function storeContract(name, open) {
  describe(`The ${name} store`, () => {
    /** @type {OpenBench} */
    let bench;
    beforeEach(async () => {
      bench = await open();
    });
    afterEach(() => bench.dispose());
    const current = () => bench;

    recordContract(current);
    writeContract(current);
    summaryContract(current);
    watchContract(current);
  });
}
