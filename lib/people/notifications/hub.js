import { feedPaths } from '../../base/paths.js';
import { Outbox } from './outbox.js';
/** @import { Change } from '../../changes/changes.js' */
/** @import { Clock } from '../../base/clock.js' */
/** @import { Log } from '../../base/log.js' */
/** @import { Network } from './network.js' */

/**
 * Milliseconds without a further post after which the hub is told of those before, and after which it is told at the
 * latest.
 */
const TOGETHER = 1000;
const LATEST = 30_000;

/** Tells a WebSub hub (W3C WebSub, section 7) that the feeds have new posts. */
export class Hub {
  #baseUrl;
  #clock;
  #outbox;
  /** @type {(() => void) | null} */
  #cancel = null;
  /** When the first of them was published: milliseconds since 1970. */
  #since = 0;

  /**
   * @param {object} deps
   * @param {string} deps.hub  its URL
   * @param {string} deps.baseUrl
   * @param {Network} deps.network
   * @param {Clock} deps.clock
   * @param {Log} deps.log
   */
  constructor({ hub, baseUrl, network, clock, log }) {
    this.#baseUrl = baseUrl;
    this.#clock = clock;
    /** @type {Outbox<URLSearchParams>} */
    this.#outbox = new Outbox({
      send: (body) => network.post(hub, body),
      what: 'call to WEBSUB_HUB',
      clock,
      log,
    });
  }

  /** A post was published. Returns at once. */
  notify() {
    const now = this.#clock.now();
    if (this.#cancel) this.#cancel();
    else this.#since = now;
    const wait = Math.min(TOGETHER, this.#since + LATEST - now);
    this.#cancel = this.#clock.after(Math.max(0, wait), () => this.#send());
  }

  /** @returns {Promise<void>} as that of `Outbox` */
  close() {
    if (this.#cancel) this.#send();
    return this.#outbox.close();
  }

  #send() {
    this.#cancel?.();
    this.#cancel = null;
    for (const feed of Object.values(feedPaths))
      this.#outbox.add(
        new URLSearchParams({ 'hub.mode': 'publish', 'hub.url': this.#baseUrl + feed }),
      );
  }
}

/**
 * @param {Change} change
 * @returns {boolean} whether it published a post, here or by the clock: of another process, that process tells the hub
 */
export const publishesPost = ({ by, effects }) =>
  by !== 'elsewhere' &&
  effects.some(
    ({ of, effect }) => of === 'post' && !effect.before && effect.after?.type === 'post',
  );
