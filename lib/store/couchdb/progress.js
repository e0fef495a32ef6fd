import { generation } from '../../util/revision.js';
import { asAnswer } from './client.js';
/** @import { Sleep } from '../open.js' */
/** @import { Client } from './client.js' */
/** @import { Line } from './feed.js' */

/** How many of the newest changes are looked at, first and later; how many are remembered; and milliseconds between two looks. */
const first = 200;
const later = 50;
const most = 2000;
const pause = 300;
const timeout = 1500;

/**
 * Looks whether the feed keeps up. A place in it belongs to the copies of shards that gave it: while one of them is
 * frozen the feed brings nothing from there, though its heart goes on beating. The newest changes of all, asked for
 * without a place, come from whichever copies answer. So what was among them in one look, and has still not come through
 * the feed at the next, says that the feed is stuck.
 *
 * @param {Client} client
 * @param {object} deps
 * @param {Sleep} deps.sleep
 * @param {AbortSignal} deps.closing ends it
 * @param {(lines: Line[]) => Promise<void>} deps.onMissed is given what should have come and has not, the oldest first
 * @returns {{ hear: (lines: Line[]) => void }} is told what comes through the feed
 */
export function watchProgress(client, { sleep, closing, onMissed }) {
  /** The newest generation that was heard of, by the feed or in the first look. @type {Map<string, number>} */
  const heard = new Map();

  /** @param {Line[]} lines */
  function hear(lines) {
    for (const { id, changes } of lines) {
      const known = heard.get(id) ?? 0;
      heard.delete(id);
      heard.set(id, Math.max(known, generation(changes[0].rev)));
      if (heard.size > most) heard.delete(/** @type {string} */ (heard.keys().next().value));
    }
  }

  const isNews = (/** @type {Line} */ { id, changes }) =>
    generation(changes[0].rev) > (heard.get(id) ?? 0);

  /** @param {number} limit @returns {Promise<Line[] | null>} null: no answer */
  async function look(limit) {
    const query = { descending: true, limit };
    const { status, body } = await client
      .askOnce({ path: '_changes', query, timeout })
      .catch(asAnswer);
    return status === 200 ? body.results : null;
  }

  async function lookOnAndOn() {
    let found = await look(first);
    hear(found ?? []);
    /** @type {Line[]} */
    let expected = [];
    while (!closing.aborted) {
      await sleep(pause, { ref: false, signal: closing }).catch(() => {});
      found = await look(later);
      if (closing.aborted || !found) continue;
      const missed = expected.filter(isNews);
      expected = found.filter(isNews).reverse();
      if (missed.length === 0) continue;
      hear(missed);
      await onMissed(missed);
    }
  }

  lookOnAndOn();
  return { hear };
}
