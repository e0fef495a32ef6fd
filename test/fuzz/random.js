import { randomFrom } from '../../bench/support/random.js';

/**
 * Chance that can be repeated.
 * @typedef {ReturnType<typeof createRandom>} Random
 */

/** @param {number} seed */
export function createRandom(seed) {
  const random = randomFrom(seed);
  return { below, chance, pick };

  /** @param {number} limit @returns {number} a whole number from 0, below the limit */
  function below(limit) {
    return Math.floor(random() * limit);
  }

  /** @param {number} percent @returns {boolean} */
  function chance(percent) {
    return below(100) < percent;
  }

  /** @template T @param {readonly T[]} list @returns {T} */
  function pick(list) {
    return list[below(list.length)];
  }
}
