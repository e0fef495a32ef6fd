/**
 * Counts by name, with bounded memory: when there are too many names, the least frequent ones are added to `others`.
 * Until then, it is exact.
 */
export class Frequent {
  /** Of names that are not kept. */
  others = 0;
  #most;
  #exact;
  /** @type {Map<string, { count: number }>} */
  #counts = new Map();

  /** @param {number} most  names that are kept @param {number} [exact]  names up to which all are counted */
  constructor(most, exact = 2 * most) {
    this.#most = most;
    this.#exact = exact;
  }

  /** @param {string} name @param {number} [count] */
  add(name, count = 1) {
    const known = this.#counts.get(name);
    if (known) known.count += count;
    else {
      if (this.#counts.size >= this.#exact) this.cut();
      this.#counts.set(name, { count });
    }
  }

  /** Keeps only the most frequent names. */
  cut() {
    if (this.#counts.size <= this.#most) return;
    const isFrequent = this.#chooser();
    for (const [name, { count }] of this.#counts) {
      if (isFrequent(count)) continue;
      this.#counts.delete(name);
      this.others += count;
    }
  }

  /**
   * @returns {(count: number) => boolean} whether a name is one of the most frequent, to be asked for each name in
   *   order
   */
  #chooser() {
    if (this.#counts.size <= this.#most) return () => true;
    const counts = Float64Array.from(this.#counts.values(), ({ count }) => count).sort();
    const least = counts[counts.length - this.#most];
    // Of those that are as frequent as the least of them, the first ones.
    let places = this.#most - (counts.length - 1 - counts.lastIndexOf(least));
    return (count) => count > least || (count === least && places-- > 0);
  }

  /** @returns {[name: string, count: number][]} most first */
  list() {
    return [...this.#counts]
      .map(/** @returns {[string, number]} */ ([name, { count }]) => [name, count])
      .sort(([oneName, one], [otherName, other]) => other - one || (oneName < otherName ? -1 : 1));
  }

  /** @param {string} name */
  of(name) {
    return this.#counts.get(name)?.count ?? 0;
  }

  /** Adds what another has dumped. @param {Record<string, number>} [dumped] */
  merge(dumped = {}) {
    for (const [name, count] of Object.entries(dumped)) {
      if (name === OTHERS) this.others += count;
      else this.add(name, count);
    }
  }

  /** @returns {[name: string, count: number][]} the most frequent names, in no order */
  entries() {
    const isFrequent = this.#chooser();
    let { others } = this;
    /** @type {[string, number][]} */
    const entries = [];
    for (const [name, { count }] of this.#counts)
      if (isFrequent(count)) entries.push([name, count]);
      else others += count;
    if (others > 0) entries.push([OTHERS, others]);
    return entries;
  }

  /** @returns {Record<string, number>} the same, for JSON */
  dump() {
    return Object.fromEntries(this.entries());
  }
}

/** Nothing that is counted has this name. */
const OTHERS = '';
