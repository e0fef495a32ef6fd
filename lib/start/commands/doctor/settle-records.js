import { appendFile } from 'node:fs/promises';
import { PostHistories } from '../../../content/history.js';
import { settleStore } from '../../../store/inspect.js';
/** @import { Context } from '../types.js' */
/** @import { Settling } from '../../../store/inspect.js' */
/** @import { Store } from '../../../store/types.js' */

/** In the working folder. It may have digests of passwords. */
const file = 'settled.jsonl';

/**
 * Settles the records of which there are several texts. What loses goes to the history of its post, or to a file.
 *
 * @param {Store} store
 * @param {Pick<Context, 'config' | 'clock' | 'sleep'>} context
 */
export function settleRecords(store, { config, clock, sleep }) {
  const histories = new PostHistories({ store });
  /** @type {Settling['keep']} */
  async function keep(kind, losing) {
    if (kind === 'post') return void (await store.write(await histories.keep(losing)));
    await appendFile(file, `${JSON.stringify({ kind, ...losing })}\n`, { mode: 0o600 });
  }
  return settleStore(config.storeUrl, { clock, sleep }, keep);
}
