import { LarderError } from '../../errors.js';
import { generation } from '../../util/revision.js';
import { makeWakeableTimer } from '../wakeable-timer.js';
import { asAnswer } from './client.js';
import { visibleKinds } from '../record.js';
import { documentId, identify } from './documents.js';
import { openFeed, Stuck, UnknownPlace } from './feed.js';
import { watchProgress } from './progress.js';
import { fromSequence, toSequence } from './sequence.js';
import { isEpoch, readEpoch } from './setup.js';
/** @import { Log } from '../../log.js' */
/** @import { Change, Watcher } from '../../types.js' */
/** @import { Sleep } from '../open.js' */
/** @import { Line } from './feed.js' */
/** @import { Database as Client } from './store.js' */

/** In milliseconds. To start over costs CouchDB dear in a large blog; what is new is told meanwhile all the same. */
const restAfterStartingOver = 20_000;
const pausesAfterABreak = [0, 100, 250, 500, 1000, 2000, 5000];
const pausesWhileBehind = [10, 20, 40, 80, 160, 320];
const askingForNews = 200;

/** Of so many changes that come together it is asked whether they can be read; of more, whoever reads them finds out. */
const mostAskedFor = 200;

/**
 * Tells a watcher of all changes after a place. After a reset, and when a place gives no answer, it goes on from the
 * beginning: that tells of every record once more, and misses none.
 *
 * @param {string} sequence
 * @param {Watcher} watcher
 * @param {object} deps
 * @param {Client} deps.client
 * @param {Sleep} deps.sleep
 * @param {Log} deps.log
 * @returns {{ close: () => Promise<void> }} close() answers at once: a callback that runs may close its
 *   own watch, and none is called afterwards
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
  let isStuck = false;
  let isTelling = false;
  let silences = 0;
  let mayStartOver = true;
  /** What is told later: a write of this process that is still undecided. @type {Line[]} */
  let held = [];
  let last = Promise.resolve();
  /** The watcher is told one thing after the other. @param {() => Promise<void>} work */
  const inTurn = (work) => (last = last.catch(() => {}).then(work));
  /** @param {Line[]} lines @param {string} since the place behind them */
  const tellInTurn = (lines, since) =>
    inTurn(async () => {
      const news = [...held, ...lines];
      const later = news.filter(({ id }) => client.undecided.isBusy(id));
      const now = news.filter((line) => !later.includes(line));
      await tellOf(now, { ...place, since }, watcher, { client, sleep, closing });
      held = later;
    });
  const progress = watchProgress(client, {
    sleep,
    closing,
    async onMissed(lines) {
      // While the watcher is busy, nothing is read that may well have come.
      if (!isTelling) isStuck = true;
      // What cannot be taken now comes again from the beginning.
      await tellInTurn(lines, place.since).catch(() => {});
    },
  });
  const tell = (/** @type {boolean} */ now) => {
    if (now !== reachable) watcher.onReachable(now);
    reachable = now;
  };
  while (!closing.aborted) {
    try {
      const epoch = await readEpoch(client);
      if (closing.aborted) return;
      tell(true);
      if (epoch !== place.epoch) {
        await inTurn(() => watcher.onReset('the database was restored or created again'));
        place = { epoch, since: '0' };
      }
      for await (const lines of openFeed(client, place.since, { sleep, closing })) {
        breaks = 0;
        silences = 0;
        progress.hear(lines);
        const since = String(lines.at(-1)?.seq ?? place.since);
        isTelling = true;
        await tellInTurn(lines, since).finally(() => (isTelling = false));
        if (closing.aborted) return;
        place.since = since;
        if (lines.some(({ id }) => isEpoch(id))) break;
        if (isStuck) throw new Stuck('it missed changes');
      }
    } catch (error) {
      if (closing.aborted) return;
      if (error instanceof UnknownPlace) place.epoch = '';
      if (error instanceof Stuck && (isStuck || ++silences > 1) && mayStartOver) {
        place.since = '0';
        mayStartOver = false;
        sleep(restAfterStartingOver, { ref: false, signal: closing }).then(
          () => (mayStartOver = true),
          () => {},
        );
      }
      isStuck = false;
      if (error instanceof LarderError) tell(false);
      log.warn({ err: error }, 'the change feed was interrupted; reconnecting');
    }
    await timer.wait(pausesAfterABreak[Math.min(breaks, pausesAfterABreak.length - 1)]);
    breaks += 1;
  }
}

/**
 * @param {Line[]} lines
 * @param {{ epoch: string, since: string }} place of the last one
 * @param {Watcher} watcher
 * @param {{ client: Client, sleep: Sleep, closing: AbortSignal }} deps
 */
async function tellOf(lines, place, watcher, { client, sleep, closing }) {
  const news = newestOf(lines);
  if (news.length === 0) return;
  if (news.length <= mostAskedFor) await untilReadable(client, news, sleep);
  if (closing.aborted) return;
  const changes = news.map(({ change }) => change);
  await watcher.onChanges(changes, toSequence(place));
}

/** @typedef {{ change: Change, generation: number }} News */

/**
 * @param {Line[]} lines
 * @returns {News[]} of records that readers see; each once, in the order of the newest change of each
 */
function newestOf(lines) {
  /** @type {Map<string, News>} */
  const newest = new Map();
  for (const { id: document, changes, deleted } of lines) {
    const { kind, id } = identify(document);
    const known = visibleKinds.find((visible) => visible === kind);
    if (!known) continue;
    const { rev } = changes[0];
    newest.delete(document);
    newest.set(document, {
      change: {
        kind: known,
        id,
        ...(deleted ? { revision: null, removedAt: rev } : { revision: rev }),
      },
      generation: generation(rev),
    });
  }
  return [...newest.values()];
}

/**
 * In a cluster the feed comes from one node, which may tell of a change a moment before the others have
 * it. Whoever is told reads the record next, so we wait until a majority answers with that change.
 *
 * @param {Client} client
 * @param {News[]} news
 * @param {Sleep} sleep
 */
async function untilReadable(client, news, sleep) {
  let waiting = news;
  for (const pause of pausesWhileBehind) {
    waiting = await unreadable(client, waiting);
    if (waiting.length === 0) return;
    await sleep(pause);
  }
}

/**
 * @param {Client} client
 * @param {News[]} news
 * @returns {Promise<News[]>} those of which the database, asked for the record, still answers with an older revision, or not
 */
async function unreadable(client, news) {
  const keys = news.map(({ change }) => documentId(change.kind, change.id));
  const question = { path: '_all_docs', method: 'POST', body: { keys }, timeout: askingForNews };
  const { status, body } = await client.askOnce(question).catch(asAnswer);
  // Without an answer nobody knows: nodes that differ wait for one that is frozen.
  return news.filter((one, at) => status !== 200 || isOlder(body.rows[at], one));
}

/**
 * @param {any} row of _all_docs
 * @param {News} news
 * @returns {boolean}
 */
function isOlder(row, { change, generation: told }) {
  const isRemoval = change.revision === null;
  if (row.error) return !isRemoval;
  const found = generation(row.value.rev);
  // What lives is shown before what is removed in the same generation: a text that was put back before its refused removal.
  if (row.value.deleted) return !isRemoval && found <= told;
  return found < told || (isRemoval && found === told);
}
