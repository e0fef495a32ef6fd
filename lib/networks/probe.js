import { setTimeout } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { isLive } from './purger.js';
import { askServer } from './transports.js';
/** @import { Log } from '../base/log.js' */
/** @import { Entry } from '../responses/entry.js' */
/** @import { NetworkState } from './purger.js' */
/** @import { NetworkSetting } from './settings.js' */
/** @import { Ask } from './transports.js' */

/** @typedef {(path: string) => Promise<Entry | undefined>} Render  a page as it is now, cached or not */

/** The share of changed pages that are asked for, and from how many. */
const SHARE = 1 / 100;
const REMEMBERED = 100;
/** Milliseconds from one look to the next, and how often it is looked. */
const LOOK_EVERY = 1000;
const LOOKS = 60;
/** A page that differs is asked for once more. */
const TRIES = 2;

/**
 * Asks networks for pages that they were told to forget, and compares: a network may say that it has forgotten them,
 * and go on.
 * @param {object} deps
 * @param {NetworkSetting[]} deps.networks
 * @param {string} deps.baseUrl
 * @param {() => NetworkState[] | Promise<NetworkState[]>} deps.states
 * @param {() => number} [deps.random]  from 0 to 1
 * @param {(milliseconds: number) => Promise<unknown>} [deps.wait]
 * @param {Ask} [deps.ask]
 * @param {Log} deps.log
 */
export function createProbe({ networks, baseUrl, states, log, ...deps }) {
  const { random = Math.random, ask = askServer } = deps;
  const { wait = (milliseconds) => setTimeout(milliseconds, null, { ref: false }) } = deps;
  /** By the network's name. @type {Map<string, string>} */
  const problems = new Map();
  /** The pages that were made last, and what they depend on: also of those that the cache has no more. */
  const latest = /** @type {LRUCache<string, readonly string[]>} */ (
    new LRUCache({ max: REMEMBERED })
  );
  let isBusy = false;
  /** @type {Render} */
  let render = async () => undefined;
  return { note, begin, compareWith: (/** @type {Render} */ own) => void (render = own), problems };

  /** A network may have it. @param {Pick<Entry, 'key' | 'dependsOn'>} page */
  function note({ key, dependsOn }) {
    latest.set(key, dependsOn);
  }

  /** @param {Set<string> | null} keys  that a change touched; null: all @param {number} since  when, in milliseconds */
  function begin(keys, since) {
    const chosen = [...latest].filter(() => random() < SHARE);
    const [path] = chosen.find(([, own]) => !keys || own.some((key) => keys.has(key))) ?? [];
    if (isBusy || path === undefined) return;
    isBusy = true;
    compare(path, since)
      .catch((error) => log.debug({ err: error, path }, 'A network could not be asked for a page'))
      .finally(() => (isBusy = false));
  }

  /** @param {string} path @param {number} since */
  async function compare(path, since) {
    if (!(await isTold(since))) return;
    for (const network of networks) {
      for (let tries = 1; tries <= TRIES; tries++) {
        const isOld = await differs(network, path);
        if (isOld === false) problems.delete(network.name);
        else if (isOld && tries === TRIES) report(network, path);
        if (!isOld) break;
        await wait(LOOK_EVERY);
      }
    }
  }

  /** @param {number} since @returns {Promise<boolean>} whether all have done what they were told of a change */
  async function isTold(since) {
    for (let look = 0; look < LOOKS; look++) {
      await wait(LOOK_EVERY);
      const all = await states();
      if (isLive(all, since)) return true;
    }
    return false;
  }

  /** @param {NetworkSetting} network @param {string} path @returns {Promise<boolean | null>} null: it is not known */
  async function differs({ target }, path) {
    const host = new URL(baseUrl).host;
    const origin = target.startsWith('http') ? target : baseUrl;
    const { status, headers } = await ask(origin + path, {
      method: 'GET',
      headers: { Host: host },
    });
    // Where the network answers all, the cache has it no more.
    const own = await render(path);
    // It changed meanwhile, or the network tells no tag.
    if (!own || status !== 200 || typeof headers.etag !== 'string') return null;
    return plain(headers.etag) !== plain(own.etag);
  }

  /** @param {NetworkSetting} network @param {string} path */
  function report({ name }, path) {
    const problem = `It says that it has forgotten ${path}, and still shows an old one: check that it gets our headers and acts on them.`;
    if (problems.get(name) !== problem)
      log.warn({ network: name, path }, 'A network shows an old page after it was told');
    problems.set(name, problem);
  }
}

/** Some servers add to a tag what compressed it. @param {string} etag */
const plain = (etag) => etag.replace(/^W\//, '').replace(/-(gzip|br|zstd)"$/, '"');
