import { Sums } from './sums.js';
import { extend, Visitors } from './visitors.js';
/** @import { Agent } from './agents.js' */
/** @import { DumpedSums, Likeness, Origins } from './sums.js' */
/** @import { Span } from './visitors.js' */

/**
 * @typedef {{ level: number, spans: string }} DumpedVisitors
 *
 * @typedef {{ told: Record<string, number>, visitors: DumpedVisitors }} DumpedFeed  who reads it: the number of subscribers by reader, and
 *   those that told none
 *
 * @typedef {DumpedSums & { id: string, hour: string, origins: Origins, visitors: DumpedVisitors, feeds: Record<string, DumpedFeed>, revision?: string }} HourRecord
 */

/** An hour holds more names than a day keeps, so that what is frequent on a day but not in an hour is not lost. */
const SCALE = 2;
/** Visitors and readers of feeds of a part of an hour, which is written in one go. */
const MOST = 2 ** 11;
/** Feeds of which readers are counted, and readers that tell their subscribers, of each. */
const FEEDS = 500;
const TELLERS = 200;

/** Someone who was here today. */
export class Visitor {
  /** The one in which `span` is. @type {Hour | null} */
  hour = null;
  /** @type {Span | null} */
  span = null;

  /** @param {{ key: string, accepted: string, agent: Agent, hash: string, likeness: Likeness }} deps  `key`: from which the address follows; `accepted`: the beginning of Accept-Language */
  constructor({ key, accepted, agent, hash, likeness }) {
    this.key = key;
    this.accepted = accepted;
    this.agent = agent;
    this.hash = hash;
    this.likeness = likeness;
  }
}

/** What one process has counted in an hour, or in a part of it: those are added up as those of several processes are. */
export class Hour {
  /** Whether there is more than was dumped last. */
  isDirty = false;
  /** Whether another part must be begun. */
  isFull = false;
  /** Of the record in the store. @type {string | null} */
  revision = null;
  #sums = new Sums(SCALE);
  #visitors;
  /** @type {Map<string, { told: Map<string, number>, visitors: Visitors }>} */
  #feeds = new Map();
  #left;

  /**
   * @param {string} id  of its record
   * @param {string} hour  such as '2026-11-22T14', in the time zone of the blog
   * @param {number} [level]  how many bits of a visitor's hash must be zero
   */
  constructor(id, hour, level = 0) {
    this.id = id;
    this.hour = hour;
    this.#visitors = new Visitors(2 * MOST, level);
    this.#left = MOST * 2 ** level;
  }

  /** @param {string} path @param {Visitor} visitor @param {number} second @param {string} referrer  '': none */
  countView(path, visitor, second, referrer) {
    this.isDirty = true;
    this.#sums.view(path, visitor.likeness, referrer);
    const here = visitor.hour === this ? visitor.span : null;
    const span = here ?? this.#enter(this.#visitors, visitor.hash, second);
    if (here === null) {
      visitor.hour = this;
      visitor.span = span;
    }
    extend(span, second);
    span.page = path;
  }

  /** @param {string} path @param {Visitor} visitor @param {number} second */
  countFeedRead(path, { hash, agent: { reader, subscribers } }, second) {
    this.isDirty = true;
    let feed = this.#feeds.get(path);
    if (!feed) {
      if (this.#feeds.size >= FEEDS) return;
      this.#feeds.set(path, (feed = { told: new Map(), visitors: new Visitors(MOST) }));
    }
    const { told, visitors } = feed;
    if (subscribers === 0) extend(this.#enter(visitors, hash, second), second);
    else if (told.has(reader) || told.size < TELLERS)
      told.set(reader, Math.max(told.get(reader) ?? 0, subscribers));
  }

  /** @param {Visitors} visitors @param {string} hash @param {number} second */
  #enter(visitors, hash, second) {
    const known = visitors.find(hash);
    if (known) return known;
    this.isFull = --this.#left <= 0;
    return visitors.enter(hash, second);
  }

  /** @param {Visitor} visitor @returns {boolean} whether they were here, so that their further views belong here as well */
  recall(visitor) {
    const span = this.#visitors.find(visitor.hash);
    if (!span) return false;
    visitor.hour = this;
    visitor.span = span;
    return true;
  }

  /** @param {string} name  of a crawler */
  countBot(name) {
    this.isDirty = true;
    this.#sums.bots++;
    this.#sums.by.crawlers.add(name);
  }

  /** @param {string} path */
  countNotFound(path) {
    this.isDirty = true;
    this.#sums.by.notFound.add(path);
  }

  /** @param {string} q  that found nothing */
  countSearch(q) {
    this.isDirty = true;
    this.#sums.by.searches.add(q);
  }

  /** @param {number} since  seconds since 1970 @returns {{ hash: string, page: string }[]} of visitors who were here since then */
  here(since) {
    return this.#visitors.since(since);
  }

  /** @returns {HourRecord} */
  dump() {
    this.isDirty = false;
    const feeds = [...this.#feeds].map(([path, { told, visitors }]) => [
      path,
      { told: Object.fromEntries(told), visitors: visitors.dump() },
    ]);
    return {
      ...{ id: this.id, hour: this.hour, ...this.#sums.dump() },
      origins: this.#sums.dumpOrigins(),
      ...{ visitors: this.#visitors.dump(), feeds: Object.fromEntries(feeds) },
    };
  }
}
