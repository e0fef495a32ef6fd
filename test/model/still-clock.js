/** @import { Clock } from '../../lib/base/clock.js' */

const silent = () => {};

/** Time stands still: only the short pauses before a record is read again come to an end. @type {Clock['after']} */
export function after(milliseconds, callback) {
  if ([0, 20, 50].includes(milliseconds)) setImmediate(callback);
  return silent;
}
