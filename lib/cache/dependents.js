/**
 * Entries by the keys that they depend on. Most keys have a single dependent, which is held without a Set: that saves a
 * kilobyte for every page.
 * @template {{ dependsOn: string[] }} E
 */
export class Dependents {
  /** @type {Map<string, E | Set<E>>} */
  #byKey = new Map();

  /** @param {string} key @returns {Iterable<E>} its entries may be removed during the iteration */
  of(key) {
    const found = this.#byKey.get(key);
    if (found === undefined) return [];
    return found instanceof Set ? found : [found];
  }

  /** @param {E} entry */
  add(entry) {
    for (const key of entry.dependsOn) {
      const found = this.#byKey.get(key);
      if (found === undefined) this.#byKey.set(key, entry);
      else if (found instanceof Set) found.add(entry);
      else if (found !== entry) this.#byKey.set(key, new Set([found, entry]));
    }
  }

  /** @param {E} entry */
  remove(entry) {
    for (const key of entry.dependsOn) {
      const found = this.#byKey.get(key);
      if (found === entry) this.#byKey.delete(key);
      if (!(found instanceof Set) || !found.delete(entry) || found.size > 1) continue;
      const [only] = found;
      this.#byKey.set(key, only);
    }
  }
}
