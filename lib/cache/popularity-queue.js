/** Base-2 logarithm of the lowest popularity: four clears without a request reduce it to an eighth. */
const LOWEST = -3;

/**
 * A priority queue by popularity, rounded down to powers of two, so that adding takes constant time.
 * @template T
 */
export class PopularityQueue {
  /** By the logarithm of the popularity. @type {Map<string, T>[]} */
  #ranks = Array.from({ length: 32 }, () => new Map());
  /** @type {Map<string, Map<string, T>>} */
  #places = new Map();

  /** Number of queued items. */
  get size() {
    return this.#places.size;
  }

  /**
   * @param {string} key an item that is already queued with this key is replaced
   * @param {number} popularity above 0; Infinity precedes all others
   * @param {T} item
   */
  add(key, popularity, item) {
    const power = Math.max(LOWEST, Math.floor(Math.log2(popularity))) - LOWEST;
    const rank = this.#ranks[Math.min(power, this.#ranks.length - 1)];
    this.#places.get(key)?.delete(key);
    this.#places.set(key, rank);
    rank.set(key, item);
  }

  /** Removes and returns the most popular item; among equals, the oldest. @returns {T | undefined} */
  take() {
    const rank = this.#ranks.findLast(({ size }) => size > 0);
    if (!rank) return undefined;
    const [[key, item]] = rank;
    rank.delete(key);
    this.#places.delete(key);
    return item;
  }

  clear() {
    for (const rank of this.#ranks) rank.clear();
    this.#places.clear();
  }
}
