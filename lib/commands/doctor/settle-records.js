import { appendFile } from 'node:fs/promises';
import { PostHistories } from '../../content/history.js';
import { settleStore } from '../../store/inspect.js';
/** @import { Clock } from '../../clock.js' */
/** @import { Kind, Store } from '../../types.js' */

/** In the working folder. It may have digests of passwords. */
const file = 'settled.jsonl';

/**
 * Settles the records of which there are several texts. What loses goes to the history of its post, or to a file.
 *
 * @param {Store} store
 * @param {string} storeUrl
 * @param {Clock} clock
 */
export function settleRecords(store, storeUrl, clock) {
  const histories = new PostHistories({ store });
  /** @param {Kind} kind @param {any} losing */
  async function keep(kind, losing) {
    if (kind === 'post') return void (await store.write(await histories.keep(losing)));
    await appendFile(file, `${JSON.stringify({ kind, ...losing })}\n`, { mode: 0o600 });
  }
  const sleep = (/** @type {number} */ ms) =>
    new Promise((resolve) => clock.after(ms, () => resolve(undefined)));
  return settleStore(storeUrl, { clock, sleep }, keep);
}
