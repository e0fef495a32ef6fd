import { createHmac } from 'node:crypto';
import { readAgent } from './agents.js';
import { dayOf, hourAt } from './calendar.js';
import { Hour } from './hour.js';
import { FIELDS } from './recorder.js';
import { readReferrer } from './referrers.js';
import { HASH_BYTES } from './visitors.js';
/** @import { LarderError } from '../errors.js' */
/** @import { createClients } from './clients.js' */
/** @import { KnownAgent, Visitor } from './hour.js' */

/**
 * @typedef {object} Seen  A request that was answered.
 * @property {number} at  milliseconds since 1970
 * @property {(string | undefined)[]} fields  those of FIELDS in recorder.js, in that order
 * @property {string} remote  the address at the other end of the connection
 * @property {string} path  canonical
 * @property {string} kind  pages or feeds
 * @property {boolean} isFound  false: there is no such page
 */

/** Places in `fields`. */
const [USER_AGENT, REFERER, LANGUAGE, COOKIE, FORWARDED, MODE, SEC_PURPOSE, PURPOSE, DNT, GPC] =
  FIELDS.keys();
const NAVIGATE = 'navigate';

/** What is remembered, so that most requests need no parsing; when there is more, all is forgotten. */
const VISITORS = 16_000;
const NAMES = 1000;
/** Milliseconds; every hour of every time zone begins with one. */
const QUARTER = 15 * 60_000;
/** Characters that are kept of a path which does not exist, and that are looked at of a field. */
const LONGEST_PATH = 200;
const LONGEST_FIELD = 512;

/** The name under which requests with a forged Referer are counted. */
const SPAM = 'Referrer spam';
const NOWHERE = { site: '', isSpam: false };

/** Turns answered requests into the figures of hours, in memory. */
export class Counting {
  /** By name: those that are not written, and the present one. @type {Map<string, Hour>} */
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
  /** By User-Agent. @type {Map<string, KnownAgent>} */
  #agents = new Map();
  #visitors = 0;
  /** By Referer. @type {Map<string, ReturnType<typeof readReferrer>>} */
  #referrers = new Map();
  /** By Accept-Language. @type {Map<string, string>} */
  #languages = new Map();

  /**
   * @param {object} deps
   * @param {(day: string) => Promise<Buffer>} deps.saltOf
   * @param {() => string} deps.timeZone
   * @param {string} deps.ownHost
   * @param {ReturnType<typeof createClients>} deps.clients
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
    let done = 0;
    try {
      for (const each of seen) {
        const hour = this.#hourOf(each.at) ?? (await this.#open(each.at));
        this.#add(hour, each);
        done++;
      }
    } finally {
      seen.splice(0, done);
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
      this.#forgetVisitors();
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
  #add(hour, { at, fields, remote, path, kind, isFound }) {
    if (fields[DNT] === '1' || fields[GPC] === '1' || isLeftOut(fields[COOKIE])) return;
    const agent = this.#agentOf(fields[USER_AGENT] ?? '');
    const forwarded = fields[FORWARDED];
    const isFeed = kind === 'feeds';
    if (agent.crawler && !(isFeed && agent.readsFeeds)) return hour.countBot(agent.crawler.name);
    const second = Math.floor(at / 1000);
    if (isFeed) return hour.countFeedRead(path, this.#visitorOf(agent, remote, forwarded), second);
    // Not for someone who looks at it now, as far as the browser tells.
    if ((fields[MODE] ?? NAVIGATE) !== NAVIGATE || fields[SEC_PURPOSE] || fields[PURPOSE]) return;
    const referer = fields[REFERER];
    const accepted = fields[LANGUAGE];
    const { site: referrer, isSpam } = referer ? this.#referrerOf(referer) : NOWHERE;
    if (isSpam) return hour.countBot(SPAM);
    if (!isFound) return hour.countNotFound(path.slice(0, LONGEST_PATH));
    const visitor = this.#visitorOf(agent, remote, forwarded);
    const language = accepted ? this.#languageOf(accepted) : '';
    hour.countView(path, { visitor, second, referrer, language });
  }

  /** @param {string} userAgent @returns {KnownAgent} */
  #agentOf(userAgent) {
    const known = this.#agents.get(userAgent);
    if (known) return known;
    if (this.#agents.size >= NAMES) this.#forgetVisitors();
    const agent = { ...readAgent(copied(userAgent.slice(0, LONGEST_FIELD))), visitors: new Map() };
    return remember(this.#agents, userAgent, agent);
  }

  #forgetVisitors() {
    this.#agents.clear();
    this.#visitors = 0;
  }

  /** @param {string} referer */
  #referrerOf(referer) {
    return (
      this.#referrers.get(referer) ??
      remember(this.#referrers, referer, readReferrer(referer, this.#ownHost))
    );
  }

  /** @param {string} accepted @returns {string} the language of the first */
  #languageOf(accepted) {
    const known = this.#languages.get(accepted);
    if (known !== undefined) return known;
    const language = /^ *([a-z]{2,3})(?![a-z])/i.exec(accepted)?.[1].toLowerCase() ?? '';
    return remember(this.#languages, accepted, language);
  }

  /** @param {KnownAgent} agent @param {string} remote @param {string} [forwarded] @returns {Visitor} */
  #visitorOf(agent, remote, forwarded) {
    const key = this.#clients.keyOf(remote, forwarded);
    const known = agent.visitors.get(key);
    if (known) return known;
    const address = this.#clients.addressOf(remote, key);
    const hash = createHmac('sha256', this.#salt)
      .update(`${address} ${agent.userAgent}`)
      .digest()
      .toString('latin1', 0, HASH_BYTES);
    const visitor = { hash, country: this.#countryOf(address), agent };
    if (++this.#visitors > VISITORS) this.#forgetVisitors();
    agent.visitors.set(copied(key), visitor);
    return visitor;
  }
}

/** @param {string} [cookie] @returns {boolean} whether the author wants this browser left out */
const isLeftOut = (cookie) =>
  cookie !== undefined && /(?:^|[;,] *)larder-uncounted=1(?:[;,]|$)/.test(cookie);

/**
 * @template V
 * @param {Map<string, V>} map
 * @param {string} field
 * @param {V} value
 * @returns {V}
 */
function remember(map, field, value) {
  if (map.size >= NAMES) map.clear();
  if (field.length <= LONGEST_FIELD) map.set(copied(field), value);
  return value;
}

/** A part of a text holds on to the whole of it, here to all that was read. @param {string} text */
const copied = (text) => Buffer.from(text, 'latin1').toString('latin1');
