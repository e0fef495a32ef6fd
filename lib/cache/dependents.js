/**
 * Who depends on what. Most keys are those of one post and have one dependent, which is held as it is: a Set for each would
 * take a kilobyte for every page.
 * @template {{ dependsOn: string[] }} E
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
