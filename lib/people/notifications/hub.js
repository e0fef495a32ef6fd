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

/** @typedef {ReturnType<typeof createHub>} Hub */

/**
 * Tells a WebSub hub (W3C WebSub, section 7) that the feeds have new posts.
 * @param {object} deps
 * @param {string} deps.hub  its URL
 * @param {string} deps.baseUrl
 * @param {Network} deps.network
 * @param {Clock} deps.clock
 * @param {Log} deps.log
 */
export function createHub({ hub, baseUrl, network, clock, log }) {
  /** @type {(() => void) | null} */
  let cancel = null;
  /** When the first of them was published: milliseconds since 1970. */
  let since = 0;
  /** @type {Outbox<URLSearchParams>} */
  const outbox = new Outbox({
    send: (body) => network.post(hub, body),
    what: 'call to WEBSUB_HUB',
    clock,
    log,
  });
  return { notify, close };

  /** A post was published. Returns at once. */
  function notify() {
    const now = clock.now();
    if (cancel) cancel();
    else since = now;
    const wait = Math.min(TOGETHER, since + LATEST - now);
    cancel = clock.after(Math.max(0, wait), () => send());
  }

  /** @returns {Promise<void>} as that of `Outbox` */
  function close() {
    if (cancel) send();
    return outbox.close();
  }

  function send() {
    cancel?.();
    cancel = null;
    for (const feed of Object.values(feedPaths))
      outbox.add(new URLSearchParams({ 'hub.mode': 'publish', 'hub.url': baseUrl + feed }));
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
