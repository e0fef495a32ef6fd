import { concernsKey } from '../store/selector.js';
import { variedBy } from '../rules/vary.js';
/** @import { IncomingHttpHeaders } from 'node:http' */
/** @import { Selector, StoredEntry } from '../types.js' */

/**
 * Collapsed forwarding (RFC 9111 section 4): who asks for what is already under way gets the same response. It is under
 * way until its promise is settled, and then its `ended`, if it has one.
 * @template {object} T
 */
export class Flights {
  /** @type {Map<string, Promise<T>>} */
  #byName = new Map();

  /** @param {string} name @returns {Promise<T> | undefined} */
  of(name) {
    return this.#byName.get(name);
  }

  /**
   * @param {string} name  nothing of this name is under way
   * @param {() => Promise<T>} start
   * @returns {Promise<T>}
   */
  start(name, start) {
    const flight = start();
    const remove = () => {
      if (this.#byName.get(name) === flight) this.#byName.delete(name);
    };
    this.#byName.set(name, flight);
    const removeAfter = (/** @type {T & { ended?: Promise<unknown> }} */ { ended }) =>
      ended ? void ended.then(remove) : remove();
    flight.then(removeAfter, remove);
    return flight;
  }

  /** Has nobody else wait for what was asked for before an invalidation. @param {Selector} selector */
  forget(selector) {
    const { etags = [], groups = [] } = selector;
    const isWide = etags.length + groups.length > 0;
    for (const name of this.#byName.keys())
      if (isWide || concernsKey(selector, name.split('\n', 1)[0])) this.#byName.delete(name);
  }
}

/**
 * @param {string} key
 * @param {StoredEntry | undefined} entry  shows by what responses of this key vary
 * @param {IncomingHttpHeaders} headers of the request
 * @param {readonly string[]} unknown  names of fields by which they may vary
 * @returns {string} a name for what the request wants
 */
export function flightName(key, entry, headers, unknown) {
  const varied = entry ? Object.values(variedBy(entry.variants[0].headers, headers)) : [];
  return [key, ...varied, ...unknown.map((name) => `${name}: ${headers[name]}`)].join('\n');
}
