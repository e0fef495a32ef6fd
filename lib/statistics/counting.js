import { createHmac } from 'node:crypto';
import { readAgent } from './agents.js';
import { dayOf, hourAt } from './calendar.js';
import { isLeftOut, LONGEST_PATH } from './conventions.js';
import { Hour } from './hour.js';
import { KnownVisitors } from './known-visitors.js';
import { FIELDS } from './recorder.js';
import { MAIL, readReferrer } from './referrers.js';
import { Remembered } from './remembered.js';
import { readHash } from './visitors.js';
/** @import { LarderError } from '../base/errors.js' */
/** @import { createClients } from '../http/clients.js' */
/** @import { Agent } from './agents.js' */
/** @import { Visitor } from './known-visitors.js' */
/** @import { Likeness } from './sums.js' */

/**
 * @typedef {object} Seen  A request that was answered.
 * @property {number} at  milliseconds since 1970
 * @property {(string | undefined)[]} fields  those of FIELDS in recorder.js, in that order
 * @property {string} remote  the address at the other end of the connection
 * @property {string} path  canonical; of a search that found nothing, what was looked for
 * @property {string} kind  pages, feeds or searches
 * @property {boolean} isFound  false: there is no such page
 * @property {boolean} isByMail  by the link of a mailing
 */

/** Places in `fields`. */
const [USER_AGENT, REFERER, LANGUAGE, COOKIE, FORWARDED, MODE, SEC_PURPOSE, PURPOSE, DNT, GPC] =
  FIELDS.keys();
const NAVIGATE = 'navigate';

/**
 * Names of each kind that are remembered, so that most requests need no parsing; when there are more, all are
 * forgotten.
 */
const NAMES = 1000;
/** Milliseconds; every hour of every time zone begins with one. */
const QUARTER = 15 * 60_000;
/** Characters that are looked at of a field. */
const LONGEST_FIELD = 512;
/** Characters of Accept-Language that are looked at. */
const FIRST_LANGUAGE = 8;

/** The name under which requests with a forged Referer are counted. */
const SPAM = 'Referrer spam';
const MAILING = { site: MAIL, isSpam: false };
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
  #visitors = new KnownVisitors();
  /** By User-Agent. @type {Remembered<Agent>} */
  #agents = new Remembered(NAMES);
  /** @type {Remembered<Likeness>} */
  #likenesses = new Remembered(NAMES, () => this.#visitors.clear());
  /** By Referer. @type {Remembered<ReturnType<typeof readReferrer>>} */
  #referrers = new Remembered(NAMES);

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
   * Waits only at the beginning of an hour, and when there are many more visitors than before.
   * @param {Seen[]} seen  is emptied
   * @returns {Promise<void> | void}
   * @throws {LarderError} `unavailable` when the salt of a day cannot be read; `seen` then holds what is not counted
   *   yet
   */
  count(seen) {
    const making = this.#hour?.makeRoom();
    if (making) return making.then(() => this.count(seen));
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
  #add(hour, { at, fields, remote, path, kind, isFound, isByMail }) {
    // Each may come twice.
    if (fields[DNT]?.startsWith('1') || fields[GPC]?.startsWith('1')) return;
    if (isLeftOut(fields[COOKIE])) return;
    const userAgent = (fields[USER_AGENT] ?? '').slice(0, LONGEST_FIELD);
    const accepted = (fields[LANGUAGE] ?? '').slice(0, FIRST_LANGUAGE);
    const key = this.#clients.keyOf(remote, fields[FORWARDED]);
    const known = this.#visitors.find(userAgent, accepted, key);
    const isFeed = kind === 'feeds';
    if (known === null) {
      const { crawler, readsFeeds } = this.#agentOf(userAgent);
      if (crawler && !(isFeed && readsFeeds)) return hour.countBot(crawler.name);
    }
    const visitorOf = () => known ?? this.#readVisitor(userAgent, accepted, remote, key);
    if (isFeed) return hour.countFeedRead(path, visitorOf(), this.#agentOf(userAgent), at);
    // Not for someone who looks at it now, as far as the browser tells.
    if ((fields[MODE] ?? NAVIGATE) !== NAVIGATE || fields[SEC_PURPOSE] || fields[PURPOSE]) return;
    if (kind === 'searches') return hour.countSearch(beginningOf(path));
    const referer = fields[REFERER];
    const from = referer ? this.#referrerOf(referer) : NOWHERE;
    const { site, isSpam } = isByMail ? MAILING : from;
    if (isSpam) return hour.countBot(SPAM);
    if (!isFound) return hour.countNotFound(beginningOf(path));
    const visitor = visitorOf();
    hour.countView(path, visitor, this.#likenesses.list[visitor.likeness], at, site);
  }

  /** @param {string} userAgent */
  #agentOf(userAgent) {
    return this.#agents.get(userAgent, readAgent);
  }

  /**
   * @param {Agent} agent
   * @param {string} language
   * @param {string} country
   * @returns {number} of it, the same one for those that are alike
   */
  #likenessOf({ device, browser }, language, country) {
    const name = `${device} ${browser} ${language} ${country}`;
    return this.#likenesses.numberOf(name, () => ({ device, browser, language, country }));
  }

  /** @param {string} referer */
  #referrerOf(referer) {
    return this.#referrers.get(referer.slice(0, LONGEST_FIELD), (beginning) => {
      const { site, isSpam } = readReferrer(beginning, this.#ownHost);
      return { site: beginningOf(site), isSpam };
    });
  }

  /**
   * @param {string} userAgent
   * @param {string} accepted
   * @param {string} remote
   * @param {string} key
   * @returns {Visitor}
   */
  #readVisitor(userAgent, accepted, remote, key) {
    const agent = this.#agentOf(userAgent);
    const headers = { 'x-forwarded-for': key === remote ? undefined : key };
    const address = this.#clients
      .addressOf({ socket: { remoteAddress: remote }, headers })
      // An address of IPv4 may come as one of IPv6.
      .replace(/^::ffff:(?=\d+\.)/i, '');
    const hash = createHmac('sha256', this.#salt).update(`${address} ${agent.userAgent}`).digest();
    const language = /^ *([a-z]{2,3})(?![a-z])/i.exec(accepted)?.[1].toLowerCase() ?? '';
    const likeness = this.#likenessOf(agent, language, this.#countryOf(address));
    const { high, low } = readHash(hash);
    const visitor = { high, low, likeness };
    if (!agent.crawler) this.#visitors.add(userAgent, accepted, key, visitor);
    return visitor;
  }
}

/** A part of a text would hold on to the whole of it. @param {string} text */
const beginningOf = (text) => Buffer.from(text.slice(0, LONGEST_PATH)).toString();
