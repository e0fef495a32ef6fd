import { LRUCache } from 'lru-cache';
import { networkOf } from '../base/attempts.js';
import { steady } from '../base/clock.js';
import { LarderError } from '../base/errors.js';
import { atMost } from '../base/lru.js';
/** @import { Request } from 'express' */
/** @import { Clock } from '../base/clock.js' */

/**
 * Queries that a network may ask at once, as when a page shows results while one types, and per second in the long run.
 */
const AT_ONCE = 60;
const PER_SECOND = 2;
const NETWORKS_AT_MOST = 10_000;
/** Queries of one network that may be under way, so that others have their turn. */
const UNDER_WAY = 10;

/** Limits how often one network searches. In memory, bounded, and for each process on its own. */
export class SearchLimits {
  #now;
  /** How many are under way of each. @type {Map<string, number>} */
  #underWay = new Map();
  /** What each has left. @type {LRUCache<string, { left: number, at: number }>} */
  #networks = new LRUCache(atMost(NETWORKS_AT_MOST));

  /** @param {{ clock: Clock }} deps */
  constructor({ clock }) {
    this.#now = steady(clock);
  }

  /** @param {string} address of the client @returns {number} seconds that it has to wait; 0: none */
  take(address) {
    const key = networkOf(address);
    const now = this.#now();
    const known = this.#networks.get(key) ?? { left: AT_ONCE, at: now };
    const left = Math.min(AT_ONCE, known.left + ((now - known.at) / 1000) * PER_SECOND);
    if (left < 1) return Math.ceil((1 - left) / PER_SECOND);
    this.#networks.set(key, { left: left - 1, at: now });
    return 0;
  }

  /**
   * @param {string} address of the client whose query begins
   * @returns {() => void} ends it
   * @throws {LarderError} `tooMany`
   */
  begin(address) {
    const key = networkOf(address);
    const count = this.#underWay.get(key) ?? 0;
    if (count >= UNDER_WAY) throw tooMany(1);
    this.#underWay.set(key, count + 1);
    return () => {
      const left = (this.#underWay.get(key) ?? 0) - 1;
      if (left > 0) this.#underWay.set(key, left);
      else this.#underWay.delete(key);
    };
  }
}

/**
 * @param {Request} request
 * @param {unknown} _response
 * @param {{ search: { limits: SearchLimits } | null }} services
 * @throws {LarderError} `tooMany`, with Retry-After
 */
export function slowSearches({ ip = '' }, _response, { search }) {
  const wait = search?.limits.take(ip) ?? 0;
  if (wait > 0) throw tooMany(wait);
}

/** @param {number} wait  seconds */
const tooMany = (wait) =>
  new LarderError('tooMany', `Too many searches from your address. Please wait ${wait} s.`, {
    headers: ['Retry-After', String(wait)],
    word: ['tooManySearches', { count: wait }],
  });
