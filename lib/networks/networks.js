import { setImmediate } from 'node:timers/promises';
import { createAnswers } from './answers.js';
import { createProbe } from './probe.js';
import { createTags } from './tags.js';
import { createUnderWay } from './under-way.js';
import { isError } from '../base/errors.js';
/** @import { CacheManager } from '../cache/cache-manager.js' */
/** @import { Clock } from '../base/clock.js' */
/** @import { Log } from '../base/log.js' */
/** @import { Entry } from '../responses/entry.js' */
/** @import { Store } from '../store/types.js' */
/** @import { HandedOut } from './handed-out.js' */
/** @import { NetworkState, Owed } from './purger.js' */
/** @import { NetworksConfig, Purgers, Touched } from './purgers.js' */
/** @import { NetworkSetting } from './settings.js' */

/**
 * @typedef {{ [Name in Exclude<keyof Purgers, 'stop'>]: (...given: Parameters<Purgers[Name]>) =>
 *   ReturnType<Purgers[Name]> | Promise<Awaited<ReturnType<Purgers[Name]>>> } & { stop?: () => void }} SharedPurgers
 *   those of the server, which may be in another process, and stop there
 *
 * @typedef {object} Left  What a server leaves at its end, for its next start.
 * @property {string} id
 * @property {boolean} isOpen  it serves, or has ended without a word
 * @property {string} identity  of what its pages were made of
 * @property {Record<string, Owed[]>} owed  by the network's name
 * @property {string} [revision]
 *
 * @typedef {{ owed: number, since: number }} Held  of a change: tags or paths, and when it was
 * @typedef {{ network: string, problem: string }} Problem
 *
 * @typedef {ReturnType<typeof createNetworks>} Networks
 */

/** How often the record is written when another worker has written it meanwhile. */
const TRIES = 10;

/**
 * The networks in front of the blog, as one process that serves it sees them: it says to them what they may keep, and
 * tells of each change what they are to forget.
 * @param {object} deps
 * @param {NetworksConfig & { maxAge: number }} deps.config
 * @param {string} deps.server  an id of this server among those of the store
 * @param {Store} deps.store
 * @param {CacheManager<Entry>} deps.cache
 * @param {SharedPurgers} deps.purgers
 * @param {HandedOut | null} deps.handedOut  for networks without tags
 * @param {() => Promise<Held[][][]>} deps.heldByAll  what `held` is in each worker
 * @param {() => Promise<Problem[][]>} deps.seenByAll  what `seen` is in each worker
 * @param {Clock} deps.clock
 * @param {Log} deps.log
 */
export function createNetworks({ config, server, store, cache, purgers, ...deps }) {
  const { handedOut, heldByAll, seenByAll, clock, log } = deps;
  const { networks, maxAge, baseUrl } = config;
  const id = `networks:${server}`;
  const tags = createTags(baseUrl);
  const underWay = createUnderWay({ clock });
  const record = handedOut?.record;
  /** Changes whose old answers are still under way. @type {Set<{ touched: Touched, since: number }>} */
  const waiting = new Set();
  let own = '';
  cache.haveCopies();
  const probe = createProbe({ networks, baseUrl, states, log });
  cache.onClear(({ keys }) => tell(keys && new Set(keys)));
  return {
    answers: createAnswers({ networks, maxAge, tags, underWay, record, note: probe.note, log }),
    underWay,
    compareWith: probe.compareWith,
    states,
    /** Milliseconds since 1970; what was owed before, and whether it still is, may not be known. */
    since: clock.now(),
    held,
    seen,
    problems,
    begin,
    close,
  };

  /** @returns {Promise<NetworkState[]>} with what waits in any worker until the old answers have left */
  async function states() {
    const held = await heldByAll();
    const all = await purgers.states();
    return all.map((state, place) => {
      const own = held.flatMap((each) => each[place]);
      if (own.length === 0) return state;
      const times = own.map(({ since }) => since);
      const since = Math.min(...times, state.since === null ? Infinity : Date.parse(state.since));
      const owed = own.reduce((sum, each) => sum + each.owed, state.owed);
      return { ...state, owed, since: new Date(since).toISOString() };
    });
  }

  /** @returns {Held[][]} what waits in this worker, of each network */
  function held() {
    return networks.map(({ kind }) =>
      [...waiting]
        .map(({ touched, since }) => ({ owed: countOf(touched, kind), since }))
        .filter(({ owed }) => owed > 0),
    );
  }

  /** @returns {Problem[]} of old pages that this worker has seen */
  function seen() {
    return [...probe.problems].map(([network, problem]) => ({ network, problem }));
  }

  async function problems() {
    return [...(await purgers.problems()), ...(await seenByAll()).flat()];
  }

  /** @param {Set<string> | null} keys  null: all may have changed */
  function tell(keys) {
    const since = clock.now();
    // At once: a page that is rendered again has other tags.
    const touched = keys ? touchedBy(tags.ofChange(keys)) : 'all';
    const change = { touched, since };
    attempt(purgers.owe(touched));
    waiting.add(change);
    settled(keys).then(() => {
      if (waiting.delete(change)) attempt(purgers.oweAgain(touched, since));
    });
    probe.begin(keys, since);
  }

  /** @param {string[]} own  tags @returns {Touched} */
  function touchedBy(own) {
    try {
      return { tags: own, paths: handedOut?.of(own) ?? [] };
    } catch (error) {
      log.error({ err: error }, 'It cannot be read which pages a network has: it forgets all');
      return 'all';
    }
  }

  /** @param {Set<string> | null} keys @returns {Promise<void>} when nobody gets what was before any more */
  async function settled(keys) {
    // What was rendered just before is sent first; and a grace begins after the clear.
    await setImmediate();
    await cache.grace;
    await underWay.flushed(keys);
  }

  /**
   * Goes on where the process before has ended. If it has ended without a word, or made other pages, or what changed
   * meanwhile is not known, the networks forget all.
   * @param {{ identity: string, isFirst: boolean, isRestored: boolean }} start  `isRestored`: what changed since is
   *   told
   */
  async function begin({ identity, isFirst, isRestored }) {
    const left = await read();
    own = JSON.stringify([identity, networks.map(({ name }) => name)]);
    const isSame = identity !== '' && left?.identity === own;
    const isKnown = isSame && (!isFirst || (isRestored && !left.isOpen));
    if (!isKnown) owe('all');
    else if (isFirst) {
      attempt(purgers.resume(left.owed));
      owe(touchedBy([tags.unknown]));
    }
    if (isFirst || !isKnown) await write(() => ({ isOpen: true, identity: own, owed: {} }));
  }

  /** @param {boolean} isLast  whether the server stops, and not this worker alone */
  async function close(isLast) {
    for (const { touched, since } of waiting) await purgers.oweAgain(touched, since);
    waiting.clear();
    if (!isLast) {
      // What this worker has shown since those after it began.
      if ((await read())?.identity !== own) owe('all');
      return;
    }
    const owed = await purgers.left();
    purgers.stop?.();
    await write(({ identity }) => ({ identity, isOpen: false, owed }));
  }

  /** @param {Touched} touched */
  function owe(touched) {
    attempt(purgers.owe(touched));
    attempt(purgers.oweAgain(touched, clock.now()));
  }

  /** @returns {Promise<Left | null>} */
  async function read() {
    return /** @type {any} */ (await store.get('job', id));
  }

  /** @param {(before: { identity: string }) => Omit<Left, 'id'>} make */
  async function write(make) {
    for (let tries = 1; ; tries++) {
      const { revision = null, ...before } = (await read()) ?? { identity: '' };
      const record = /** @type {any} */ ({ id, ...make(before) });
      try {
        await store.write([{ kind: 'job', record, revision }]);
        return;
      } catch (error) {
        if (tries === TRIES || !isError(error, 'conflict')) throw error;
      }
    }
  }

  /** @param {unknown} told */
  function attempt(told) {
    Promise.resolve(told).catch((error) =>
      log.error({ err: error }, 'The networks could not be told of a change'),
    );
  }
}

/** @param {Touched} touched @param {NetworkSetting['kind']} kind @returns {number} how much a network is to forget */
const countOf = (touched, kind) =>
  touched === 'all' ? 1 : touched[kind === 'urls' ? 'paths' : 'tags'].length;
