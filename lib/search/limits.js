import { Attempts, networkOf, tooMany } from '../base/attempts.js';
import { limits } from '../base/limits.js';
/** @import { Request } from 'express' */
/** @import { Clock } from '../base/clock.js' */

/** Queries of one network that may be under way, so that others have their turn. */
const UNDER_WAY = 10;

/** @typedef {ReturnType<typeof createSearchLimits>} SearchLimits */

/**
 * Limits how often one network searches. In memory, bounded, and for each process on its own.
 * @param {{ clock: Clock }} deps
 */
export function createSearchLimits({ clock }) {
  const queries = new Attempts({ clock, ...limits.search });
  /** How many are under way of each. @type {Map<string, number>} */
  const underWay = new Map();
  return { take, begin };

  /** @param {string} address of the client @throws {LarderError} `tooMany` */
  function take(address) {
    queries.take(networkOf(address));
  }

  /**
   * @param {string} address of the client whose query begins
   * @returns {() => void} ends it
   * @throws {LarderError} `tooMany`
   */
  function begin(address) {
    const key = networkOf(address);
    const count = underWay.get(key) ?? 0;
    if (count >= UNDER_WAY) throw tooMany(limits.search, 1);
    underWay.set(key, count + 1);
    return () => {
      const left = (underWay.get(key) ?? 0) - 1;
      if (left > 0) underWay.set(key, left);
      else underWay.delete(key);
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
  search?.limits.take(ip);
}
