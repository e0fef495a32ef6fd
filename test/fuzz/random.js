/**
 * Chance that can be repeated (mulberry32, a 32-bit generator).
 * @typedef {ReturnType<typeof createRandom>} Random
 */

/** @param {number} seed */
export function createRandom(seed) {
  let state = seed >>> 0;
  return { below, chance, pick };

  /** @param {number} limit @returns {number} a whole number from 0, below the limit */
  function below(limit) {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
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
