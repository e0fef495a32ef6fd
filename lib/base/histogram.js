/** Upper bounds of its buckets, in seconds. */
const BOUNDS = [
  0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
];

/** @typedef {ReturnType<Histogram['read']>} Durations */

/** Counts durations by size. Costs next to nothing until it is read. */
export class Histogram {
  #counts = new Array(BOUNDS.length + 1).fill(0);
  #sum = 0;

  /** @param {number} milliseconds */
  add(milliseconds) {
    const seconds = milliseconds / 1000;
    const at = BOUNDS.findIndex((bound) => seconds <= bound);
    this.#counts[at < 0 ? BOUNDS.length : at]++;
    this.#sum += seconds;
  }

  /** @returns {{ buckets: [upTo: number | '+Inf', count: number][], sum: number }} cumulative, in seconds */
  read() {
    let count = 0;
    const buckets = this.#counts.map(
      /** @returns {[number | '+Inf', number]} */ (own, at) => {
        count += own;
        return [BOUNDS[at] ?? '+Inf', count];
      },
    );
    return { buckets, sum: this.#sum };
  }
}
