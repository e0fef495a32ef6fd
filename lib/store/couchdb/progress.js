import { asResponse } from './client.js';
import { newestGeneration } from './feed.js';
/** @import { Sleep } from '../open.js' */
/** @import { Client } from './client.js' */
/** @import { Line } from './feed.js' */

/** How many of the newest changes the first check reads, and how many the others; how many documents are remembered. */
const firstLimit = 200;
const limit = 50;
const maxSeen = 2000;
/** In milliseconds: between two checks, and for one. */
const pause = 300;
const timeout = 1500;

/**
 * Checks whether the feed keeps up. A sequence belongs to particular shard copies: while one of them is frozen, the feed
 * has none of its changes, but still sends heartbeats. The newest changes, requested without a sequence, come from any copy
 * that responds, and from each node that is known: one may be cut off. A change that is among them in one check, and has not come through the feed by the next, shows that the
 * feed has stalled.
 *
 * @param {Client} client
 * @param {object} deps
 * @param {Sleep} deps.sleep
 * @param {AbortSignal} deps.closing ends it
 * @param {(lines: Line[]) => Promise<void>} deps.onMissed gets the missed changes, oldest first
 * @returns {{ markSeen: (lines: Line[]) => void }} must get all lines of the feed
 */
export function watchProgress(client, { sleep, closing, onMissed }) {
  /** The newest generation of each document, from the feed or the first check. @type {Map<string, number>} */
  const seen = new Map();

  /** @param {Line[]} lines */
  function markSeen(lines) {
    for (const line of lines) {
      const { id } = line;
      const known = seen.get(id) ?? 0;
      seen.delete(id);
      seen.set(id, Math.max(known, newestGeneration(line)));
      if (seen.size > maxSeen) seen.delete(/** @type {string} */ (seen.keys().next().value));
    }
  }

  const isUnseen = (/** @type {Line} */ line) => newestGeneration(line) > (seen.get(line.id) ?? 0);

  /** @param {string} origin @param {number} limit @returns {Promise<Line[] | null>} null without a response */
  async function readNewest(origin, limit) {
    const query = { descending: true, style: 'all_docs', limit };
    const { status, body } = await client
      .requestOnce({ path: '_changes', query, timeout, origin })
      .catch(asResponse);
    return status === 200 ? body.results : null;
  }

  /** @param {string} origin */
  async function check(origin) {
    let found = await readNewest(origin, firstLimit);
    markSeen(found ?? []);
    /** @type {Line[]} */
    let expected = [];
    while (!closing.aborted) {
      await sleep(pause, { ref: false, signal: closing }).catch(() => {});
      found = await readNewest(origin, limit);
      if (closing.aborted || !found) continue;
      const missed = expected.filter(isUnseen);
      expected = found.filter(isUnseen).reverse();
      if (missed.length === 0) continue;
      markSeen(missed);
      await onMissed(missed);
    }
  }

  // Each by itself: one of them may be silent.
  client.nodes.origins.forEach(check);
  return { markSeen };
}
