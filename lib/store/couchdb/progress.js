import { generation } from '../../revision.js';
import { asAnswer } from './client.js';

/**
 * @typedef {import('./client.js').Client} Client
 * @typedef {import('./feed.js').Line} Line
 */

/** How many of the newest changes are looked at, first and later; how many are remembered; and milliseconds between two looks. */
const first = 200;
const later = 50;
const most = 2000;
const pause = 400;
const timeout = 1500;

/**
 * Knows whether the feed keeps up. A place in it belongs to the copies of shards that gave it: while one of them is
 * frozen the feed brings nothing from there, though its heart goes on beating. The newest changes of all, asked for
 * without a place, come from whichever copies answer. So what was among them in one look, and has still not come through
 * the feed at the next, says that the feed is stuck.
 *
 * @param {Client} client
 * @param {import('../open.js').Sleep} sleep
 */
export function watchProgress(client, sleep) {
  /** The newest generation that was heard of, by the feed or in the first look. @type {Map<string, number>} */
  const heard = new Map();
  /** @type {Line[]} */
  let expected = [];
  /** @type {Line[] | null} */
  let look = null;
  let isLooking = false;
  let isFirst = true;

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

  async function lookAgain() {
    isLooking = true;
    const query = { descending: true, limit: isFirst ? first : later };
    const asked = client.askOnce({ path: '_changes', query, timeout }).catch(asAnswer);
    const [{ status, body }] = await Promise.all([asked, sleep(pause, { ref: false })]);
    if (status === 200) look = body.results;
    isLooking = false;
  }

  return {
    hear,
    /**
     * Called at each sign of life of the feed; asks by the way.
     *
     * @returns {Line[]} what should have come and has not, the oldest first
     */
    missed() {
      const missing = expected.filter(isNews);
      if (look) {
        if (isFirst) hear(look);
        isFirst = false;
        expected = look.filter(isNews).reverse();
        look = null;
        if (missing.length > 0) return missing;
      }
      if (!isLooking) lookAgain().catch(() => (isLooking = false));
      return [];
    },
  };
}
