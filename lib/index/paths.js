/** Which post has which path. Of several with the same, which only a database tool makes, the smallest id has it. */
export class Paths {
  /** @type {Map<string, string>} path to id */
  #holders = new Map();
  /** All ids of a path that several share. @type {Map<string, Set<string>>} */
  #shared = new Map();

  /** @param {string} path @returns {string | undefined} id */
  get(path) {
    return this.#holders.get(path);
  }

  /** @param {string} path @param {string} id */
  add(path, id) {
    const holder = this.#holders.get(path);
    if (holder === undefined) this.#holders.set(path, id);
    else this.#decide(path, (this.#shared.get(path) ?? new Set([holder])).add(id));
  }

  /** @param {string} path @param {string} id that has been added */
  remove(path, id) {
    const ids = this.#shared.get(path);
    if (ids?.delete(id)) this.#decide(path, ids);
    else this.#holders.delete(path);
  }

  /** In whatever order they came. @param {string} path @param {Set<string>} ids */
  #decide(path, ids) {
    const [first] = [...ids].sort();
    this.#holders.set(path, first);
    if (ids.size > 1) this.#shared.set(path, ids);
    else this.#shared.delete(path);
  }
}
