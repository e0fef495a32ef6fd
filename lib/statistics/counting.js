import { createHmac } from 'node:crypto';
import { readAgent } from './agents.js';
import { dayOf, hourAt } from './calendar.js';
import { isLeftOut, LONGEST_PATH } from './conventions.js';
import { Hour, Visitor } from './hour.js';
import { FIELDS } from './recorder.js';
import { readReferrer } from './referrers.js';
import { HASH_BYTES } from './visitors.js';
/** @import { LarderError } from '../errors.js' */
/** @import { createClients } from '../router/clients.js' */
/** @import { Agent } from './agents.js' */
/** @import { Likeness } from './sums.js' */

/**
 * @typedef {object} Seen  A request that was answered.
 * @property {number} at  milliseconds since 1970
 * @property {(string | undefined)[]} fields  those of FIELDS in recorder.js, in that order
 * @property {string} remote  the address at the other end of the connection
 * @property {string} path  canonical; of a search that found nothing, what was looked for
 * @property {string} kind  pages, feeds or searches
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
/** Characters that are looked at of a field. */
const LONGEST_FIELD = 512;
/** Characters of Accept-Language that are looked at. */
const FIRST_LANGUAGE = 8;

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
  /** By User-Agent. @type {Map<string, Agent>} */
  #agents = new Map();
  /** By a checksum of what tells them apart. @type {Map<number, Visitor>} */
  #visitors = new Map();
  /** @type {Map<string, Likeness>} */
  #likenesses = new Map();
  /** By Referer. @type {Map<string, ReturnType<typeof readReferrer>>} */
  #referrers = new Map();

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
   * Waits only at the beginning of an hour.
   * @param {Seen[]} seen  is emptied
   * @returns {Promise<void> | void}
   * @throws {LarderError} `unavailable` when the salt of a day cannot be read; `seen` then holds what is not counted yet
   */
  count(seen) {
    for (let done = 0; done < seen.length; done++) {
      const hour = this.#hourOf(seen[done].at);
      if (hour === undefined) {
        seen.splice(0, done);
        return this.#open(seen[0].at).then(() => this.count(seen));
      }
      this.#add(hour, seen[done]);
    }
    seen.length = 0;
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
  }

  /** @param {Hour} hour @param {Seen} seen */
  #add(hour, { at, fields, remote, path, kind, isFound }) {
    if (fields[DNT] === '1' || fields[GPC] === '1' || isLeftOut(fields[COOKIE])) return;
    const userAgent = fields[USER_AGENT] ?? '';
    const accepted = (fields[LANGUAGE] ?? '').slice(0, FIRST_LANGUAGE);
    const key = this.#clients.keyOf(remote, fields[FORWARDED]);
    const known = this.#knownVisitor(userAgent, accepted, key);
    const agent = known?.agent ?? this.#agentOf(userAgent);
    const isFeed = kind === 'feeds';
    if (agent.crawler && !(isFeed && agent.readsFeeds)) return hour.countBot(agent.crawler.name);
    const visitorOf = () => known ?? this.#makeVisitor(agent, accepted, remote, key);
    const second = Math.floor(at / 1000);
    if (isFeed) return hour.countFeedRead(path, visitorOf(), second);
    // Not for someone who looks at it now, as far as the browser tells.
    if ((fields[MODE] ?? NAVIGATE) !== NAVIGATE || fields[SEC_PURPOSE] || fields[PURPOSE]) return;
    if (kind === 'searches') return hour.countSearch(path.slice(0, LONGEST_PATH));
    const referer = fields[REFERER];
    const { site, isSpam } = referer ? this.#referrerOf(referer) : NOWHERE;
    if (isSpam) return hour.countBot(SPAM);
    if (!isFound) return hour.countNotFound(path.slice(0, LONGEST_PATH));
    hour.countView(path, visitorOf(), second, site);
  }

  /** @param {string} userAgent */
  #agentOf(userAgent) {
    const known = this.#agents.get(userAgent);
    return (
      known ??
      remember(this.#agents, userAgent, readAgent(copied(userAgent.slice(0, LONGEST_FIELD))))
    );
  }

  /** @param {Agent} agent @param {string} language @param {string} country @returns {Likeness} the same one for those that are alike */
  #likenessOf({ device, browser }, language, country) {
    const name = `${device} ${browser} ${language} ${country}`;
    return (
      this.#likenesses.get(name) ??
      remember(this.#likenesses, name, { device, browser, language, country })
    );
  }

  /** @param {string} referer */
  #referrerOf(referer) {
    return (
      this.#referrers.get(referer) ??
      remember(this.#referrers, referer, readReferrer(referer, this.#ownHost))
    );
  }

  /** @param {string} userAgent @param {string} accepted  the beginning of Accept-Language @param {string} key @returns {Visitor | undefined} */
  #knownVisitor(userAgent, accepted, key) {
    const known = this.#visitors.get(checksum(userAgent, accepted, key));
    const isSame =
      known?.key === key && known.accepted === accepted && known.agent.userAgent === userAgent;
    return isSame ? known : undefined;
  }

  /** @param {Agent} agent @param {string} accepted @param {string} remote @param {string} key */
  #makeVisitor(agent, accepted, remote, key) {
    const { userAgent } = agent;
    const headers = { 'x-forwarded-for': key === remote ? undefined : key };
    const address = this.#clients
      .addressOf({ socket: { remoteAddress: remote }, headers })
      // An address of IPv4 may come as one of IPv6.
      .replace(/^::ffff:(?=\d+\.)/i, '');
    const hash = createHmac('sha256', this.#salt)
      .update(`${address} ${userAgent}`)
      .digest()
      .toString('latin1', 0, HASH_BYTES);
    const language = /^ *([a-z]{2,3})(?![a-z])/i.exec(accepted)?.[1].toLowerCase() ?? '';
    const visitor = new Visitor({
      key: copied(key),
      accepted: copied(accepted),
      agent,
      hash,
      likeness: this.#likenessOf(agent, language, this.#countryOf(address)),
    });
    if (this.#visitors.size >= VISITORS) this.#visitors.clear();
    this.#visitors.set(checksum(userAgent, accepted, key), visitor);
    return visitor;
  }
}

/**
 * Of some of the characters: a text that was just read has no hash yet, and to make one of all costs more than the rest of counting.
 * Where it is the same for two clients, only the last one is remembered.
 * @param {string} userAgent
 * @param {string} accepted
 * @param {string} key
 */
function checksum(userAgent, accepted, key) {
  let sum = userAgent.length * 31 + accepted.length;
  for (let at = 0; at < key.length; at++) sum = (Math.imul(sum, 31) + key.charCodeAt(at)) | 0;
  for (let at = 0; at < userAgent.length; at += 16)
    sum = (Math.imul(sum, 31) + userAgent.charCodeAt(at)) | 0;
  return sum;
}

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
