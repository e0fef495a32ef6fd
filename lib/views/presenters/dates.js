import { formatOf } from '../../runtime/time-zones.js';
/** @import { Settings } from '../../types.js' */

/**
 * @typedef {{ iso: string, text: string }} ShownDate
 */

/**
 * @param {{ settings: Readonly<Settings>, moments?: Set<string> }} index `moments` is given all of which
 *   a day is shown
 * @returns dates in the blog's language and time zone
 */
export function datesFor({ settings: { language, timeZone }, moments }) {
  const say = (/** @type {'full' | 'day' | 'month'} */ style) => {
    const format = formatOf(style, timeZone, language);
    return (/** @type {string} */ iso) => {
      moments?.add(iso);
      return format.format(Date.parse(iso));
    };
  };
  const [full, day] = [say('full'), say('day')];
  return {
    /** @param {string} iso @returns {ShownDate} such as 12 March 2026 */
    full: (iso) => ({ iso, text: full(iso) }),
    /** @param {string} iso @returns {ShownDate} such as 12 March */
    day: (iso) => ({ iso, text: day(iso) }),
    /** The name of the month. */
    month: say('month'),
  };
}
