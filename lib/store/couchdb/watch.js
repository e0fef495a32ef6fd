import { LarderError } from '../../errors.js';
import { generation } from '../../util/revision.js';
import { makeWakeableTimer } from '../wakeable-timer.js';
import { asResponse } from './client.js';
import { visibleKinds } from '../record.js';
import { documentId, parseDocumentId } from './documents.js';
import { newestGeneration, openFeed, Stalled, InvalidSequence } from './feed.js';
import { watchProgress } from './progress.js';
import { fromSequence, toSequence } from './sequence.js';
import { isEpoch, readEpoch } from './setup.js';
/** @import { Log } from '../../log.js' */
/** @import { Change, Watcher } from '../../types.js' */
/** @import { Sleep } from '../open.js' */
/** @import { Line } from './feed.js' */
/** @import { Database as Client } from './store.js' */

/** In milliseconds. Restarting from the beginning is expensive in a large blog; until then, missed changes are still reported. */
const pauseBetweenRestarts = 20_000;
const pausesAfterABreak = [0, 100, 250, 500, 1000, 2000, 5000];
const pausesWhileBehind = [10, 20, 40, 80, 160, 320];
/** Of the first check, for which the feed waits, and of the others. */
const checkTimeout = 200;
const laterCheckTimeout = 400;

/** Larger batches of changes are reported without checking that they can be read. */
const maxChecked = 200;
/** So many are checked one by one if CouchDB does not respond for all of them. */
const maxCheckedAlone = 16;

/**
 * Reports all changes after a sequence to a watcher. After a reset, or when the feed stalls, it continues from the beginning,
 * which reports every record once more and misses none.
 *
 * @param {string} sequence
 * @param {Watcher} watcher
 * @param {object} deps
 * @param {Client} deps.client
 * @param {Sleep} deps.sleep
 * @param {Log} deps.log
 * @returns {{ close: () => Promise<void> }} close() does not wait for a running callback, so that a callback can close its own
 *   watch; none is called afterwards
 */
export function watch(sequence, watcher, { client, sleep, log }) {
  const closing = new AbortController();
  const timer = makeWakeableTimer(sleep);
  const close = async () => {
    closing.abort();
    timer.wake();
  };
  follow(fromSequence(sequence), watcher, { client, sleep, log, timer, closing: closing.signal });
  return { close };
}

/**
 * @param {{ epoch: string, since: string }} place
 * @param {Watcher} watcher
 * @param {object} deps
 * @param {Client} deps.client
 * @param {Sleep} deps.sleep
 * @param {Log} deps.log
 * @param {ReturnType<typeof makeWakeableTimer>} deps.timer
 * @param {AbortSignal} deps.closing
 */
async function follow(place, watcher, { client, sleep, log, timer, closing }) {
  let breaks = 0;
  let reachable = true;
  let isStalled = false;
  let isReporting = false;
  let silences = 0;
  let mayStartOver = true;
  /**
   * The newest changes that are still to be reported, by document: writes of this process to it are undecided, or the watcher
   * has failed on it.
   * @type {Map<string, Line>}
   */
  const held = new Map();
  /** @param {Line[]} lines @param {string} since the sequence of the last one */
  const reportLines = async (lines, since) => {
    for (const line of lines) {
      held.delete(line.id);
      held.set(line.id, line);
    }
    const now = [...held.values()].filter(({ id }) => !client.undecided.isBusy(id));
    for (const { id } of now) held.delete(id);
    const hold = (/** @type {Line[]} */ failed) => {
      for (const line of failed) if (!held.has(line.id)) held.set(line.id, line);
    };
    try {
      await report(now, { ...place, since }, watcher, { client, sleep, closing, hold });
    } catch (error) {
      hold(now);
      throw error;
    }
  };
  const progress = watchProgress(client, {
    sleep,
    closing,
    async onMissed(lines) {
      // While the watcher is busy, the feed is not read; and one that has just begun anew first tells what is old.
      if (!isReporting && mayStartOver) isStalled = true;
      // Not in turn with the feed's own. If this fails, they are held.
      await reportLines(lines, place.since).catch(() => {});
    },
  });
  const setReachable = (/** @type {boolean} */ now) => {
    if (now !== reachable) watcher.onReachable(now);
    reachable = now;
  };
  while (!closing.aborted) {
    try {
      const epoch = await readEpoch(client);
      if (closing.aborted) return;
      setReachable(true);
      if (epoch !== place.epoch) {
        await watcher.onReset('the database was restored or created again');
        place = { epoch, since: '0' };
      }
      for await (const lines of openFeed(client, place.since, { sleep, closing })) {
        breaks = 0;
        silences = 0;
        progress.markSeen(lines);
        const since = String(lines.at(-1)?.seq ?? place.since);
        isReporting = true;
        await reportLines(lines, since).finally(() => (isReporting = false));
        if (closing.aborted) return;
        place.since = since;
        if (lines.some(({ id }) => isEpoch(id))) break;
        if (isStalled) throw new Stalled('it missed changes');
      }
    } catch (error) {
      if (closing.aborted) return;
      if (error instanceof InvalidSequence) place.epoch = '';
      if (error instanceof Stalled && (isStalled || ++silences > 1) && mayStartOver) {
        place.since = '0';
        mayStartOver = false;
        sleep(pauseBetweenRestarts, { ref: false, signal: closing }).then(
          () => (mayStartOver = true),
          () => {},
        );
      }
      isStalled = false;
      if (error instanceof LarderError) setReachable(false);
      log.warn({ err: error }, 'The changes feed was interrupted; reconnecting');
    }
    await timer.wait(pausesAfterABreak[Math.min(breaks, pausesAfterABreak.length - 1)]);
    breaks += 1;
  }
}

/**
 * In a cluster the feed comes from one node, which may report a change a moment before the others have it. The watcher then
 * reads the record, so a change is reported once a majority has it. Nothing else waits for that: while copies differ and a
 * node is silent, it takes CouchDB seconds.
 *
 * @param {Line[]} lines one for each document
 * @param {{ epoch: string, since: string }} place the sequence of the last one
 * @param {Watcher} watcher
 * @param {{ client: Client, sleep: Sleep, closing: AbortSignal, hold: (lines: Line[]) => void }} deps `hold` gets those
 *   that are to be reported again, after this has returned
 */
async function report(lines, place, watcher, { client, sleep, closing, hold }) {
  const news = lines.flatMap(newsOf);
  const tell = async (/** @type {News[]} */ some) => {
    if (some.length === 0 || closing.aborted) return;
    await watcher.onChanges(
      some.map(({ change }) => change),
      toSequence(place),
    );
  };
  const unknown = news.filter(({ change }) => !watcher.isKnown?.(change));
  const late = unknown.length <= maxChecked ? await unreadable(client, unknown, checkTimeout) : [];
  tellLater().catch(() => hold(late.map(({ line }) => line)));
  await tell(news.filter((one) => !late.includes(one)));

  async function tellLater() {
    let waiting = late;
    for (const pause of pausesWhileBehind) {
      if (waiting.length === 0 || closing.aborted) return;
      await sleep(pause);
      const still = await unreadable(client, waiting, laterCheckTimeout);
      await tellOrHold(waiting.filter((one) => !still.includes(one)));
      waiting = still;
    }
    await tellOrHold(waiting);
  }

  /** This process may have begun to write them meanwhile. @param {News[]} some */
  async function tellOrHold(some) {
    const isBusy = (/** @type {News} */ { line }) => client.undecided.isBusy(line.id);
    hold(some.filter(isBusy).map(({ line }) => line));
    await tell(some.filter((one) => !isBusy(one)));
  }
}

/** @typedef {{ line: Line, change: Change, generation: number }} News */

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
  return [{ line, change: { kind: known, id, ...change }, generation: generation(rev) }];
}

/**
 * @param {Client} client
 * @param {News[]} news
 * @param {number} timeout
 * @returns {Promise<News[]>} those that cannot be read yet: the record is still older, or there was no response
 */
async function unreadable(client, news, timeout) {
  if (news.length === 0) return [];
  const keys = news.map(({ change }) => documentId(change.kind, change.id));
  const request = { path: '_all_docs', method: 'POST', body: { keys }, timeout };
  const { status, body } = await client.requestOnce(request).catch(asResponse);
  if (status === 200) return news.filter((one, at) => isOlder(body.rows[at], one));
  // Without a response it is unknown: while replicas differ, CouchDB waits for a frozen node. Perhaps those of one record do.
  if (news.length === 1 || news.length > maxCheckedAlone) return news;
  const alone = await Promise.all(news.map((one) => unreadable(client, [one], timeout)));
  return alone.flat();
}

/**
 * @param {any} row of _all_docs
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
