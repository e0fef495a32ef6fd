/** @import { Log } from '../../base/log.js' */

/** Strangers choose the names: so many are logged, of so many characters. */
const MOST = 100;
const LONGEST = 60;

/**
 * @param {Log} log
 * @returns {(names: string[]) => void} logs, once for each name, the fields for which a response is not stored
 */
export function createUnknownFields(log) {
  const logged = new Set();
  return (names) => {
    for (const name of names) {
      const field = name.slice(0, LONGEST);
      if (logged.size >= MOST || logged.has(field)) continue;
      logged.add(field);
      log.warn(
        { field },
        'A response to a request with this field is not stored: Vary does not name it. If no response depends on it, add it to FORWARD_HEADERS',
      );
      if (logged.size === MOST) log.warn('Further such fields are not logged');
    }
  };
}
