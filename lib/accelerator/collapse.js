/**
 * Collapsed forwarding (RFC 9111 section 4): who asks for what is already under way waits for the same response.
 * @template T
 */
export class Flights {
  /** @type {Map<string, Promise<T>>} */
  #byKey = new Map();

  /** @param {string} key @returns {Promise<T> | undefined} */
  of(key) {
    return this.#byKey.get(key);
  }

  /**
   * @param {string} key of which nothing is under way
   * @param {() => Promise<T>} start
   * @returns {Promise<T>}
   */
  start(key, start) {
    const flight = start().finally(() => this.#byKey.delete(key));
    this.#byKey.set(key, flight);
    return flight;
  }
}
