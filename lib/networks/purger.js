import { messageOf } from '../base/errors.js';
import { steady } from '../base/clock.js';
import { cut } from '../base/unicode.js';
/** @import { Clock } from '../base/clock.js' */
/** @import { Log } from '../base/log.js' */
/** @import { Transport, Reply } from './transports.js' */

/**
 * @typedef {object} Owed  A tag that a network is still to forget.
 * @property {string} tag
 * @property {boolean} isSecond  once more, since an old answer may have come to it after the first time
 * @property {number} since  of the change, in milliseconds since 1970
 *
 * @typedef {object} NetworkState  As in /status.
 * @property {string} network
 * @property {number} owed  tags, second purges too
 * @property {string | null} since  of the oldest
 * @property {number | null} lastStatus  of the last answer; 0: there was none
 * @property {number | null} lagMs  from the last change that is done to its second purge
 *
 * @typedef {ReturnType<typeof createPurger>} Purger
 */

/** Milliseconds: changes within it are one request; the pauses after failures. */
const TOGETHER = 1000;
const SHORTEST_PAUSE = 1000;
const LONGEST_PAUSE = 5 * 60_000;
/** Of what a network says about the next time. */
const LONGEST_WAIT = 60 * 60_000;
/** From one sign of life to the next. */
const SIGN_EVERY = 1000;
/** Beyond so many tags, all of the blog is forgotten in one request. */
const MOST_OWED = 2000;
/** Requests in a row for one round; beyond, likewise. */
const MOST_REQUESTS = 5;
const MINUTE = 60_000;
/** Of Cloudflare, whatever the status. */
const REFUSAL = /"success"\s*:\s*false/;
/** Characters of what a network says that are kept. */
const REASON = 300;

/**
 * Has one network forget what changed: at once, and again later. What it cannot be told now waits, and grows into fewer
 * and larger requests.
 * @param {object} deps
 * @param {string} deps.name
 * @param {string} deps.all  the tag of the whole blog
 * @param {boolean} deps.isShared  whether each change is told several times, at about the same time
 * @param {Transport} deps.transport
 * @param {Clock} deps.clock
 * @param {Log} deps.log
 */
export function createPurger({ name, all, isShared, transport, clock, log }) {
  const now = steady(clock);
  /**
   * By tag: when it is due, by `now`, and when it changed, by the clock; `by`: until when the same, changed again, may
   * put it off; `next`: what has changed again later.
   * @typedef {{ at: number, since: number, by: number, next?: Change }} Change
   */
  /** @type {Map<string, Change>} */
  const first = new Map();
  /** @type {Map<string, Change>} */
  const second = new Map();
  /** When each tag was last sent, as long as it matters. @type {Map<string, number>} */
  const sent = new Map();
  const bucket = transport.rate && createBucket(transport.rate, now);
  let [failures, notBefore] = [0, 0];
  /** @type {number | null} */
  let lastStatus = null;
  /** @type {number | null} */
  let lagMs = null;
  let problem = '';
  let isStopped = false;
  let cancelSign = () => {};
  let cancel = () => {};
  /** @type {Promise<void> | null} */
  let working = null;
  let hasBegun = false;
  return { add, left, state, problem: () => problem, stop };

  /** Only who has told all may seem to be there: it would be believed that nothing has changed. */
  function giveSign() {
    const isBehind = failures > 0 || working !== null;
    (isBehind ? Promise.resolve() : transport.purge([]))
      .catch(() => {})
      .then(() => {
        if (!isStopped) cancelSign = clock.after(SIGN_EVERY, giveSign);
      });
  }

  /** @returns {Owed[]} */
  function left() {
    return [first, second].flatMap((each) =>
      [...each].map(([tag, { since }]) => ({ tag, isSecond: each === second, since })),
    );
  }

  /**
   * @param {string[]} tags
   * @param {{ isSecond?: boolean, since?: number, after?: number }} [how]  `after`: milliseconds from now
   */
  function add(tags, { isSecond = false, since = clock.now(), after = 0 } = {}) {
    const into = isSecond ? second : first;
    const at = now() + after;
    const isKnown = (/** @type {string} */ tag) => at - (sent.get(tag) ?? -Infinity) < TOGETHER;
    // A second purge follows.
    const own = isShared && !isSecond ? tags.filter((tag) => !isKnown(tag)) : tags;
    if (into.size + own.length > MOST_OWED) {
      const oldest = [...into.values()].reduce((least, each) => Math.min(least, each.since), since);
      into.clear();
      into.set(all, { at, since: oldest, by: at });
      // What is put off with the newest is forgotten in between.
      if (isSecond) first.set(all, { at: now(), since: oldest, by: Infinity });
    } else
      for (const tag of own) {
        const known = into.get(tag);
        const isLater = known !== undefined && at > known.by;
        const before = isLater ? known.next : known;
        const by = before && !isLater ? before.by : at + TOGETHER;
        const change = { ...before, at, since: Math.min(since, before?.since ?? since), by };
        into.set(tag, isLater ? { ...known, next: change } : change);
      }
    if (first.has(all)) for (const tag of first.keys()) if (tag !== all) first.delete(tag);
    if (transport.wantsSigns && !hasBegun) cancelSign = clock.after(SIGN_EVERY, giveSign);
    hasBegun = true;
    wake();
  }

  function wake() {
    if (isStopped || working) return;
    cancel();
    const pause = untilDue();
    if (pause === Infinity) return;
    if (pause > 0) {
      cancel = clock.after(pause, wake);
      return;
    }
    working = purgeDue().finally(() => {
      working = null;
      wake();
    });
  }

  /** @returns {number} milliseconds until something can be sent */
  function untilDue() {
    let next = first.size > 0 ? now() : Infinity;
    for (const { at } of second.values()) next = Math.min(next, at);
    if (next === Infinity) return Infinity;
    return Math.max(next, notBefore, now() + (bucket?.wait() ?? 0)) - now();
  }

  async function purgeDue() {
    const begun = now();
    const due = [first, second].map((each) => [...each].filter(([, { at }]) => at <= begun));
    const tags = [...new Set(due.flat().map(([tag]) => tag))];
    const most = transport.most * Math.min(MOST_REQUESTS, bucket?.left() ?? Infinity);
    const isAll = tags.includes(all) || tags.length > most;
    const batches = isAll ? [[all]] : inBatches(tags, transport.most);
    notBefore = begun + TOGETHER;
    for (const [tag, at] of sent) if (begun - at >= TOGETHER) sent.delete(tag);
    for (const batch of batches) {
      if (!(await send(batch))) return;
      for (const tag of batch) sent.set(tag, begun);
      const isDone = (/** @type {string} */ tag) => isAll || batch.includes(tag);
      for (const [place, each] of [first, second].entries())
        for (const [tag, change] of due[place].filter(([tag]) => isDone(tag))) {
          const { next } = each.get(tag) ?? {};
          if (next && next.at > begun) each.set(tag, next);
          // It may have changed again meanwhile.
          else if (next || each.get(tag) === change) each.delete(tag);
        }
      const live = due[1].filter(([tag]) => isDone(tag));
      if (live.length > 0) lagMs = clock.now() - Math.min(...live.map(([, { since }]) => since));
    }
  }

  /** @param {string[]} tags @returns {Promise<boolean>} whether the network has done it */
  async function send(tags) {
    bucket?.take();
    try {
      const reply = await transport.purge(tags);
      lastStatus = reply.status;
      const why = explain(reply);
      if (why) putOff(why, retryAfter(reply));
      else {
        if (problem) log.info({ network: name }, 'The network is told of changes again');
        [problem, failures] = ['', 0];
        return true;
      }
    } catch (error) {
      lastStatus = 0;
      putOff(messageOf(error), 0);
    }
    return false;
  }

  /** @param {string} reason @param {number} wait  milliseconds that the network asks for */
  function putOff(reason, wait) {
    const pause = Math.min(LONGEST_PAUSE, SHORTEST_PAUSE * 2 ** failures);
    notBefore = now() + Math.max(pause, Math.min(wait, LONGEST_WAIT));
    failures++;
    if (reason !== problem)
      log.warn(
        { network: name, reason },
        'A network could not be told of a change; it is tried again',
      );
    problem = reason;
  }

  /** @returns {NetworkState} */
  function state() {
    const waiting = left();
    const oldest = Math.min(...waiting.map(({ since }) => since));
    return {
      network: name,
      owed: waiting.length,
      since: waiting.length > 0 ? new Date(oldest).toISOString() : null,
      lastStatus,
      lagMs,
    };
  }

  function stop() {
    isStopped = true;
    cancel();
    cancelSign();
  }
}

/**
 * @param {Pick<NetworkState, 'since'>[]} states
 * @param {number} at  milliseconds since 1970
 * @returns {boolean} whether all networks show what was changed until then
 */
export const isLive = (states, at) =>
  states.every(({ since }) => since === null || Date.parse(since) > at);

/** By status. @type {Record<number, string>} */
const reasons = {
  401: 'it does not let us purge: check CDN_TOKEN and its rights',
  403: 'it does not let us purge: check CDN_TOKEN and its rights',
  404: 'it does not know this: check the zone or service in CDN',
  405: 'it does not know this request: check that it is set up for purging',
  429: 'it has had too many requests',
};

/** @param {Reply} reply  to a purge @returns {string} why it was not done, and what to do; '' when it was */
export function explain({ status, text }) {
  if (status >= 200 && status < 300 && !REFUSAL.test(text)) return '';
  const said = cut(text.replace(/\s+/g, ' ').trim(), REASON);
  const why = reasons[status] ?? 'it could not';
  return `It answered ${status}: ${why}.${said ? ` It said: ${said}` : ''}`;
}

/** RFC 9110 section 10.2.3. @param {Reply} reply @returns {number} milliseconds */
function retryAfter({ headers }) {
  const value = String(headers['retry-after'] ?? '');
  if (/^\d{1,7}$/.test(value)) return Number(value) * 1000;
  const at = Date.parse(value);
  return Number.isNaN(at) ? 0 : Math.max(0, at - Date.parse(String(headers.date ?? '')) || 0);
}

/** @param {string[]} tags @param {number} most */
const inBatches = (tags, most) =>
  Array.from({ length: Math.ceil(tags.length / most) }, (_, place) =>
    tags.slice(place * most, (place + 1) * most),
  );

/** A token bucket. @param {{ burst: number, perMinute: number }} rate @param {() => number} now */
function createBucket({ burst, perMinute }, now) {
  let [tokens, at] = [burst, now()];
  return { left, wait, take };

  function left() {
    tokens = Math.min(burst, tokens + ((now() - at) / MINUTE) * perMinute);
    at = now();
    return Math.floor(tokens);
  }

  /** @returns {number} milliseconds until there is one */
  function wait() {
    return left() >= 1 ? 0 : Math.ceil(((1 - tokens) / perMinute) * MINUTE);
  }

  function take() {
    left();
    tokens--;
  }
}
