import { asResponse } from './client.js';
import { newestGeneration } from './feed.js';
/** @import { Sleep } from '../open.js' */
/** @import { Client } from './client.js' */
/** @import { Line } from './feed.js' */

/**
 * How many of the newest changes the first check reads, how many the others, and how many one after which there were as
 * many new ones; how many documents are remembered.
 */
const firstLimit = 200;
const limit = 50;
const highLimit = 1000;
const maxSeen = 2000;
/** In milliseconds: between two checks, and for one. */
const pause = 300;
const timeout = 1500;
/** In milliseconds: once or twice as long the feed may be behind. On a busy machine it is so by a second. */
const patience = 2000;

/**
 * Checks whether the feed keeps up. A sequence belongs to particular shard copies: while one of them is frozen, the
 * feed has none of its changes, but still sends heartbeats. The newest changes, requested without a sequence, come from
 * any copy that responds, and from each node that is known: one may be cut off. A change that is among them in one
 * check, and has not come through the feed by the next, is missed, and told. When the feed does not bring it for
 * seconds, it has stalled.
 *
 * @param {Client} client
 * @param {object} deps
 * @param {Sleep} deps.sleep
 * @param {AbortSignal} deps.closing ends it
 * @param {(lines: Line[]) => Promise<void>} deps.onMissed gets the missed changes, oldest first
 * @param {() => void} deps.onStalled
 * @returns {{ markBrought: (lines: Line[]) => void }} must get all lines of the feed
 */
export function watchProgress(client, { sleep, closing, onMissed, onStalled }) {
  /** The newest generation of each document, from the feed or a check. @type {Map<string, number>} */
  const seen = new Map();
  /** What was missed, and the feed has not brought since. @type {Map<string, Line>} */
  const behind = new Map();

  /** @param {Line[]} lines of the feed */
  function markBrought(lines) {
    markSeen(lines);
    for (const line of lines) {
      const missed = behind.get(line.id);
      if (missed && newestGeneration(line) >= newestGeneration(missed)) behind.delete(line.id);
    }
  }

  /** @param {Line[]} lines */
  function markSeen(lines) {
    for (const line of lines) {
      const { id } = line;
      const known = seen.get(id) ?? 0;
      seen.delete(id);
      seen.set(id, Math.max(known, newestGeneration(line)));
      const [oldest] = seen.keys();
      if (seen.size > maxSeen) seen.delete(oldest);
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
    let isFull = false;
    while (!closing.aborted) {
      await sleep(pause, { ref: false, signal: closing }).catch(() => {});
      found = await readNewest(origin, isFull ? highLimit : limit);
      if (closing.aborted || !found) continue;
      const missed = expected.filter(isUnseen);
      expected = found.filter(isUnseen).reverse();
      isFull = expected.length >= limit;
      if (missed.length === 0) continue;
      markSeen(missed);
      for (const line of missed)
        if (!behind.has(line.id) && behind.size < maxSeen) behind.set(line.id, line);
      await onMissed(missed);
    }
  }

  async function checkBehind() {
    /** @type {Set<Line>} */
    let before = new Set();
    while (!closing.aborted) {
      await sleep(patience, { ref: false, signal: closing }).catch(() => {});
      const isStalled = [...behind.values()].some((line) => before.has(line));
      before = new Set(behind.values());
      if (!isStalled) continue;
      behind.clear();
      onStalled();
    }
  }

  // Each by itself: one of them may be silent.
  client.nodes.origins.forEach(check);
  checkBehind();
  return { markBrought };
}
