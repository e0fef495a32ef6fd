import { generation } from '../../base/revision.js';
import { visibleKinds } from '../record.js';
import { isBaseReplaced, leavesOrError } from './answer.js';
import { asResponse } from './client.js';
import { parseDocumentId, pathOf } from './documents.js';
import { newestGeneration } from './feed.js';
import { spread } from './spread.js';
/** @import { FeedChange, Watcher } from '../types.js' */
/** @import { Sleep } from '../open.js' */
/** @import { Line } from './feed.js' */
/** @import { Row } from './read.js' */
/** @import { Database as Client } from './store.js' */

/**
 * @typedef {object} News
 * @property {string} id  of the document
 * @property {FeedChange} change
 * @property {number} generation
 * @property {boolean} [isOthers]  others have replaced what writes of this process are about to
 */

/** In milliseconds. */
const pausesWhileBehind = [10, 20, 40, 80, 160, 320];
/** After such a pause another node is asked: this one may be cut off. */
const patience = 80;
/** Of the first check, for which the feed waits, and of the others. */
const checkTimeout = 200;
const laterCheckTimeout = 400;

/** Larger batches of changes are reported without checking that they can be read. */
const maxChecked = 200;
/** So many are checked one by one if CouchDB does not respond for all of them. */
const maxCheckedAlone = 16;

/**
 * Reports what the feed brings. In a cluster it comes from one node, which may report a change a moment before the
 * others have it. The watcher then reads the record, so a change is reported once a majority has it. Nothing else waits
 * for that: while copies differ and a node is silent, it takes CouchDB seconds.
 *
 * @param {string} sequence from which the feed begins
 * @param {Watcher} watcher
 * @param {object} deps
 * @param {Client} deps.client
 * @param {Sleep} deps.sleep
 * @param {AbortSignal} deps.closing
 * @returns {(lines: Line[], sequence: string) => Promise<void>} reports these lines of the feed, and those that were
 *   held up; `sequence`: of the last line. Rejects when the watcher fails; then they are reported again with the next
 *   lines
 */
export function createReporter(sequence, watcher, { client, sleep, closing }) {
  /**
   * The newest change of documents that is reported with the next lines: writes of this process to them were undecided,
   * or the watcher has failed on it.
   * @type {Map<string, News>}
   */
  const held = new Map();
  /** All that the watcher has not taken yet. @type {Set<News>} */
  const pending = new Set();
  let newest = sequence;
  /** Of held news, it is being read whether they are of others. @type {Set<News>} */
  const looking = new Set();
  /** Before all that is pending: a later start has to go on from here. */
  let reported = sequence;
  return report;

  /** @param {Line[]} lines @param {string} sequence */
  async function report(lines, sequence) {
    newest = sequence;
    const busy = [...held.values()].filter(isBusy);
    for (const one of lines.flatMap(newsOf)) {
      const former = held.get(one.id);
      if (former) pending.delete(former);
      pending.add(one);
      held.set(one.id, one);
    }
    const now = [...held.values()].filter((one) => !isBusy(one));
    for (const { id } of now) held.delete(id);
    try {
      const unknown = now.filter(({ change }) => !watcher.isKnown?.(change));
      const late =
        unknown.length <= maxChecked ? await unreadable(client, unknown, checkTimeout) : [];
      reportLater(late).catch(() => hold(late));
      for (const one of busy) if (held.get(one.id) === one) reportIfOthers(one).catch(() => {});
      await notifyWatcher(now.filter((one) => !late.includes(one)));
    } catch (error) {
      hold(now);
      throw error;
    }
  }

  /**
   * A write of this process may hang for seconds. What others have made of the same base meanwhile is news, and reading
   * it does not show ours.
   *
   * @param {News} one held since the lines before
   */
  async function reportIfOthers(one) {
    if (looking.has(one)) return;
    looking.add(one);
    try {
      const { kind, id } = parseDocumentId(one.id);
      const leaves = await leavesOrError(client, pathOf(kind, id));
      const ours = client.undecided.ofDocument(one.id);
      if (!Array.isArray(leaves) || !ours.some((write) => isBaseReplaced(leaves, write))) return;
      one.isOthers = true;
      if (held.get(one.id) === one) await report([], newest);
    } finally {
      looking.delete(one);
    }
  }

  /** What others have just made cannot be read while one copy lacks it and another one is silent. @param {News} news */
  async function spreadOne({ id }) {
    await spread(client, encodeURIComponent(id), checkTimeout / 2);
  }

  /** @param {News[]} late */
  async function reportLater(late) {
    let waiting = late;
    if (late.length <= maxCheckedAlone) await Promise.all(late.map(spreadOne));
    for (const pause of pausesWhileBehind) {
      if (waiting.length === 0 || closing.aborted) return;
      await sleep(pause);
      const asked = client.nodes.preferred();
      const still = await unreadable(client, waiting, laterCheckTimeout);
      if (still.length > 0 && pause >= patience) client.nodes.leave(asked);
      await reportOrHold(waiting.filter((one) => !still.includes(one)));
      waiting = still;
    }
    await reportOrHold(waiting);
  }

  /** This process may have begun to write them meanwhile. @param {News[]} some */
  async function reportOrHold(some) {
    hold(some.filter(isBusy));
    await notifyWatcher(some.filter((one) => !isBusy(one)));
  }

  /** @param {News[]} some */
  async function notifyWatcher(some) {
    if (some.length === 0 || closing.aborted) return;
    const own = new Set(some);
    const place = [...pending].every((one) => own.has(one)) ? newest : reported;
    await watcher.onChanges(
      some.map(({ change }) => change),
      place,
    );
    for (const one of some) pending.delete(one);
    reported = place;
  }

  /** @param {News[]} some */
  function hold(some) {
    for (const one of some) {
      if (held.has(one.id)) pending.delete(one);
      else if (pending.has(one)) held.set(one.id, one);
    }
  }

  /** @param {News} one */
  function isBusy({ id, isOthers }) {
    return !isOthers && client.undecided.isUnsettled(id);
  }
}

/**
 * @param {Line} line
 * @returns {News[]} one, or none when readers do not see the record
 */
function newsOf(line) {
  const { kind, id } = parseDocumentId(line.id);
  const known = visibleKinds.find((visible) => visible === kind);
  if (!known) return [];
  const { rev } = line.changes[0];
  // A rival that would be shown if it were not removed.
  const replaces = newestGeneration(line);
  const replaced = replaces > generation(rev) && { replaces };
  const change = line.deleted ? { revision: null, removedAt: rev } : { revision: rev, ...replaced };
  return [{ id: line.id, change: { kind: known, id, ...change }, generation: generation(rev) }];
}

/**
 * @param {Client} client
 * @param {News[]} news
 * @param {number} timeout
 * @returns {Promise<News[]>} those that cannot be read yet: the record is still older, or there was no response
 */
async function unreadable(client, news, timeout) {
  if (news.length === 0) return [];
  const keys = news.map(({ id }) => id);
  const request = { path: '_all_docs', method: 'POST', body: { keys }, timeout };
  const { status, body } = await client.requestOnce(request).catch(asResponse);
  if (status === 200) return news.filter((one, at) => isOlder(body.rows[at], one));
  // Without a response it is unknown: while replicas differ, CouchDB waits for a frozen node. Perhaps those of one
  // record do.
  if (news.length === 1 || news.length > maxCheckedAlone) return news;
  const alone = await Promise.all(news.map((one) => unreadable(client, [one], timeout)));
  return alone.flat();
}

/**
 * @param {Row} row of _all_docs
 * @param {News} news
 * @returns {boolean}
 */
function isOlder(row, { change, generation: reported }) {
  const { revision, replaces = 0 } = change;
  const isRemoval = revision === null;
  if (row.error) return !isRemoval;
  const found = generation(row.value.rev);
  // In the same generation a text wins over a removal: a restored one over its refused removal.
  if (row.value.deleted) return !isRemoval && found <= reported;
  if (found < replaces && row.value.rev !== revision) return true;
  return found < reported || (isRemoval && found === reported);
}
