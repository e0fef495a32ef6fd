import { createPurger } from './purger.js';
import { tokenOf } from './settings.js';
import { createTags } from './tags.js';
import { ALL, createTransport } from './transports.js';
/** @import { Clock } from '../base/clock.js' */
/** @import { Log } from '../base/log.js' */
/** @import { HandedOut } from './handed-out.js' */
/** @import { NetworkState, Owed } from './purger.js' */
/** @import { NetworkSetting } from './settings.js' */
/** @import { Ask, programs } from './transports.js' */

/**
 * @typedef {{ networks: NetworkSetting[], tokens: string[], baseUrl: string }} NetworksConfig
 *
 * @typedef {{ tags: string[], paths: string[] } | 'all'} Touched  `paths`: for networks without tags
 *
 * @typedef {ReturnType<typeof createPurgers>} Purgers
 */

/** Milliseconds after which an answer that has left the house has come to a network. */
const SETTLED_AFTER = 2000;

/**
 * What has the networks forget what changed: once for all workers of a server.
 * @param {object} deps
 * @param {NetworksConfig} deps.config
 * @param {boolean} [deps.isShared]  whether several workers tell of each change
 * @param {() => HandedOut} deps.handedOut  opened at first use
 * @param {Ask} [deps.ask]
 * @param {typeof programs} [deps.api]
 * @param {Clock} deps.clock
 * @param {Log} deps.log
 */
export function createPurgers({ config, isShared = false, handedOut, ask, api, clock, log }) {
  const { networks, tokens, baseUrl } = config;
  const { all } = createTags(baseUrl);
  const host = baseUrl && new URL(baseUrl).host;
  const purgers = networks.map(({ kind, target, name }, place) => ({
    name,
    isNamed: kind === 'urls',
    purger: createPurger({
      name,
      all: kind === 'urls' ? ALL : all,
      isShared,
      transport: createTransport(
        { kind, target, name },
        {
          token: tokenOf(tokens, place),
          host,
          allPaths: () => handedOut().all(),
          ask,
          api,
        },
      ),
      clock,
      log,
    }),
  }));
  return { owe, oweAgain, resume, left, states, problems, stop };

  /** What changed is to be forgotten at once. @param {Touched} touched */
  function owe(touched) {
    add(touched, { isSecond: false });
  }

  /**
   * The last answer from before the change has left the house.
   * @param {Touched} touched
   * @param {number} since  of the change, in milliseconds since 1970
   */
  function oweAgain(touched, since) {
    add(touched, { isSecond: true, since, after: SETTLED_AFTER });
  }

  /** @param {Touched} touched @param {Parameters<(typeof purgers)[0]['purger']['add']>[1]} how */
  function add(touched, how) {
    for (const { isNamed, purger } of purgers) {
      if (touched === 'all') purger.add([isNamed ? ALL : all], how);
      else {
        const own = isNamed ? touched.paths : touched.tags;
        if (own.length > 0) purger.add(own, how);
      }
    }
  }

  /** Goes on with what an earlier process left. @param {Record<string, Owed[]>} owed  by the network's name */
  function resume(owed) {
    for (const { name, purger } of purgers) {
      for (const { tag, isSecond, since } of owed[name] ?? [])
        purger.add([tag], { isSecond, since, after: isSecond ? SETTLED_AFTER : 0 });
      // Also one that owes nothing has begun.
      purger.add([]);
    }
  }

  /** @returns {Record<string, Owed[]>} by the network's name */
  function left() {
    return Object.fromEntries(purgers.map(({ name, purger }) => [name, purger.left()]));
  }

  function stop() {
    for (const { purger } of purgers) purger.stop();
  }

  /** @returns {NetworkState[]} */
  function states() {
    return purgers.map(({ purger }) => purger.state());
  }

  /** @returns {{ network: string, problem: string }[]} */
  function problems() {
    return purgers.flatMap(({ name, purger }) =>
      purger.problem() ? { network: name, problem: purger.problem() } : [],
    );
  }
}
