import { createHmac } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { dayOf, hourAt } from './calendar.js';
import { readAgent } from './agents.js';
import { Hour } from './hour.js';
import { readReferrer } from './referrers.js';
import { HASH_BYTES } from './visitors.js';
/** @import { IncomingHttpHeaders } from 'node:http' */
/** @import { LarderError } from '../errors.js' */
/** @import { Agent } from './agents.js' */
/** @import { Visitor } from './hour.js' */

/**
 * @typedef {object} Seen  A request that was answered.
 * @property {number} at  milliseconds since 1970
 * @property {IncomingHttpHeaders} headers
 * @property {string} remote  the address at the other end of the connection
 * @property {string} path  canonical
 * @property {string} kind  pages or feeds
 * @property {boolean} isFound  false: there is no such page
 *
 * @typedef {object} Clients
 * @property {(remote: string, headers: IncomingHttpHeaders) => string} addressOf  the address of the client
 * @property {(remote: string, headers: IncomingHttpHeaders) => string} keyOf  what it follows from, quicker to find
 *
 * @typedef {Agent & { number: number, userAgent: string }} KnownAgent
 */

/** Requests that are counted before others get their turn: 3 ms, if nothing of them was seen before. */
const SLICE = 128;
/** What is remembered, so that most requests need no parsing: user agents and their visitors, referrers. */
const AGENTS = 1000;
const VISITORS = 20_000;
const REFERRERS = 1000;
/** Milliseconds; every hour of every time zone begins with one. */
const QUARTER = 15 * 60_000;
/** Characters that are kept of a path which does not exist, and that are looked at of other fields. */
const LONGEST_PATH = 200;
const LONGEST_FIELD = 300;

/** Turns answered requests into the figures of hours, in memory. */
export class Counting {
  /** By hour: those that are not written, and the present one. @type {Map<string, Hour>} */
  hours = new Map();
  #saltOf;
  #timeZone;
  #ownHost;
  #clients;
  #countryOf;
  #writer;
  #made = 0;
  /** @type {Hour | undefined} */
  #hour;
  #quarter = NaN;
  #day = '';
  /** @type {Buffer} */
  #salt = Buffer.alloc(0);
  /** @type {LRUCache<string, KnownAgent>} */
  #agents = new LRUCache({ max: AGENTS });
  /** @type {LRUCache<string, Visitor>} */
  #visitors = new LRUCache({ max: VISITORS });
  /** @type {LRUCache<string, ReturnType<typeof readReferrer>>} */
  #referrers = new LRUCache({ max: REFERRERS });
  #agentNumber = 0;

  /**
   * @param {object} deps
   * @param {(day: string) => Promise<Buffer>} deps.saltOf
   * @param {() => string} deps.timeZone
   * @param {string} deps.ownHost
   * @param {Clients} deps.clients
   * @param {(address: string) => string} deps.countryOf  its code; '' when it is not known
   * @param {string} deps.writer  a name that no other process has
   */
  constructor({ saltOf, timeZone, ownHost, clients, countryOf, writer }) {
    this.#saltOf = saltOf;
    this.#timeZone = timeZone;
    this.#ownHost = ownHost;
    this.#clients = clients;
    this.#countryOf = countryOf;
    this.#writer = writer;
  }

  /**
   * @param {Seen[]} seen  is emptied
   * @throws {LarderError} `unavailable` when the salt of a day cannot be read; `seen` then holds what is not counted yet
   */
  async count(seen) {
    while (seen.length > 0) {
      let done = 0;
      try {
        for (const each of seen.slice(0, SLICE)) {
          const hour = this.#hourOf(each.at) ?? (await this.#open(each.at));
          this.#add(hour, each);
          done++;
        }
      } finally {
        seen.splice(0, done);
      }
      if (seen.length > 0) await setImmediate();
    }
  }

  /** @param {Hour} hour @returns {boolean} whether another one has begun */
  isOver(hour) {
    return hour !== this.#hour && !hour.isDirty;
  }

  /** @param {Hour} hour  that must not be written any more */
  forget(hour) {
    if (hour === this.#hour) this.#hour = undefined;
    this.hours.delete(hour.hour);
  }

  /** @param {number} at */
  #hourOf(at) {
    return Math.floor(at / QUARTER) === this.#quarter ? this.#hour : undefined;
  }

  /** @param {number} at */
  async #open(at) {
    const name = hourAt(at, this.#timeZone());
    const day = dayOf(name);
    if (day !== this.#day) {
      this.#salt = await this.#saltOf(day);
      this.#day = day;
      this.#visitors.clear();
    }
    let hour = this.hours.get(name);
    if (!hour) {
      hour = new Hour(`hour:${name}:${this.#writer}:${++this.#made}`, name);
      this.hours.set(name, hour);
    }
    this.#hour = hour;
    this.#quarter = Math.floor(at / QUARTER);
    return hour;
  }

  /** @param {Hour} hour @param {Seen} seen */
  #add(hour, { at, headers, remote, path, kind, isFound }) {
    if (asksNotToBeCounted(headers)) return;
    const agent = this.#agentOf(headers['user-agent'] ?? '');
    const isFeed = kind === 'feeds';
    if (agent.crawler && !(isFeed && agent.readsFeeds)) return hour.countBot(agent.crawler.name);
    const second = Math.floor(at / 1000);
    if (isFeed) return hour.countFeedRead(path, this.#visitorOf(agent, remote, headers), second);
    if (!isNavigation(headers)) return;
    const { site: referrer, isSpam } = this.#referrerOf(headers.referer ?? '');
    if (isSpam) return hour.countBot(SPAM);
    if (!isFound) return hour.countNotFound(path.slice(0, LONGEST_PATH));
    const visitor = this.#visitorOf(agent, remote, headers);
    const language = languageOf(headers['accept-language']);
    hour.countView(path, { visitor, second, referrer, language });
  }

  /** @param {string} userAgent */
  #agentOf(userAgent) {
    const known = this.#agents.get(userAgent);
    if (known) return known;
    const agent = { ...readAgent(userAgent), number: ++this.#agentNumber, userAgent };
    this.#agents.set(userAgent, agent);
    return agent;
  }

  /** @param {string} field */
  #referrerOf(field) {
    if (field === '') return NOWHERE;
    const start = field.slice(0, LONGEST_FIELD);
    const known = this.#referrers.get(start);
    if (known) return known;
    const referrer = readReferrer(start, this.#ownHost);
    this.#referrers.set(start, referrer);
    return referrer;
  }

  /** @param {KnownAgent} agent @param {string} remote @param {IncomingHttpHeaders} headers @returns {Visitor} */
  #visitorOf(agent, remote, headers) {
    const key = `${agent.number} ${this.#clients.keyOf(remote, headers)}`;
    const known = this.#visitors.get(key);
    if (known) return known;
    const address = this.#clients.addressOf(remote, headers);
    const hash = createHmac('sha256', this.#salt)
      .update(`${address} ${agent.userAgent}`)
      .digest()
      .toString('latin1', 0, HASH_BYTES);
    const visitor = { hash, country: this.#countryOf(address), agent };
    this.#visitors.set(key, visitor);
    return visitor;
  }
}

/** The name under which requests with a forged Referer are counted. */
const SPAM = 'Referrer spam';
const NOWHERE = { site: '', isSpam: false };

/** @param {IncomingHttpHeaders} headers  Do Not Track, Global Privacy Control, and a cookie by which authors leave their own browser out */
const asksNotToBeCounted = (headers) =>
  headers.dnt === '1' ||
  headers['sec-gpc'] === '1' ||
  (headers.cookie !== undefined && /(?:^|; *)larder-uncounted=1(?:;|$)/.test(headers.cookie));

/** @param {IncomingHttpHeaders} headers @returns {boolean} whether someone looks at the page now, as far as the browser tells */
const isNavigation = (headers) =>
  (headers['sec-fetch-mode'] ?? 'navigate') === 'navigate' &&
  headers['sec-purpose'] === undefined &&
  headers.purpose === undefined;

/** @param {string} [field] Accept-Language @returns {string} the language of the first, or '' */
function languageOf(field) {
  if (field === undefined) return '';
  return /^ *([a-z]{2,3})(?![a-z])/i.exec(field)?.[1].toLowerCase() ?? '';
}
