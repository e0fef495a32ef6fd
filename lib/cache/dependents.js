/**
 * Who depends on what. Most keys are those of one post and have one dependent, which is held as it is: a Set for each would
 * take a kilobyte for every page.
 * @template {object} E
 */
export class Dependents {
  /** @type {Map<string, E | Set<E>>} */
  #byKey = new Map();

  /** @param {string} key @returns {Iterable<E>} that stays good while its entries are removed */
  of(key) {
    const found = this.#byKey.get(key);
    if (found === undefined) return [];
    return found instanceof Set ? found : [found];
  }

  /** @param {string} key @param {E} entry */
  add(key, entry) {
    const found = this.#byKey.get(key);
    if (found === undefined) this.#byKey.set(key, entry);
    else if (found instanceof Set) found.add(entry);
    else this.#byKey.set(key, new Set([found, entry]));
  }

  /** @param {string} key @param {E} entry */
  remove(key, entry) {
    const found = this.#byKey.get(key);
    if (found instanceof Set) found.delete(entry);
    if (found === entry || (found instanceof Set && found.size === 0)) this.#byKey.delete(key);
  }
}
