import { kindOf } from './entry.js';
/** @import { CacheManager } from '../../lib/cache/cache-manager.js' */
/** @import { Entry } from '../../lib/responses/entry.js' */

/** Finds the dependencies without which a page would have been stale. */
export class Needs {
  /** As 'route: key', with the step that showed it last. @type {Map<string, number>} */
  found = new Map();
  /** Keys that were touched in this step. @type {Set<string>} */
  #touched = new Set();
  /** Whether something else than keys has cleared pages in this step. */
  #isAllCleared = false;

  beginStep() {
    this.#touched.clear();
    this.#isAllCleared = false;
  }

  /** @param {CacheManager<Entry>} cache  that tells from now on what clears its entries */
  follow(cache) {
    const [clear, clearAll] = [cache.clear.bind(cache), cache.clearAll.bind(cache)];
    cache.clear = (cause, keys, ...rest) => {
      const all = [...keys];
      for (const key of all) this.#touched.add(key);
      return clear(cause, all, ...rest);
    };
    cache.clearAll = (...which) => {
      this.#isAllCleared = true;
      return clearAll(...which);
    };
  }

  /**
   * @param {string} route
   * @param {Entry} entry  that was cleared in this step, of a page that has changed: if keys of one kind alone have
   *   cleared it, it would have been stale without them
   * @param {number} step
   */
  record(route, { dependsOn }, step) {
    if (this.#isAllCleared) return;
    const touched = dependsOn.filter((key) => this.#touched.has(key));
    const [kind, ...others] = new Set(touched.map(kindOf));
    if (kind && others.length === 0) this.found.set(`${route}: ${kind}`, step);
  }
}
