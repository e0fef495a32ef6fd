/** @import { Log } from '../../lib/base/log.js' */

/**
 * A log that prints nothing and remembers all.
 * @typedef {{ level: string, fields: any, message: string }} Line
 */
export function createQuietLog() {
  /** @type {Line[]} */
  const lines = [];
  /** @param {string} level @returns {any} */
  const at = (level) => (/** @type {any} */ fields, /** @type {string} */ message) =>
    void lines.push(
      typeof fields === 'string'
        ? { level, fields: {}, message: fields }
        : { level, fields, message },
    );
  /** @type {Log} */
  const log = {
    trace: at('trace'),
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
    fatal: at('fatal'),
  };
  return { ...log, lines };
}
