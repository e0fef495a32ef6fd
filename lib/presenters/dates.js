/**
 * @typedef {{ iso: string, text: string }} ShownDate
 * @typedef {ReturnType<typeof createDates>} Dates
 */

/** Formats are slow to make and quick to use. @type {WeakMap<object, Dates>} */
const known = new WeakMap();

/**
 * @param {import('../types.js').Settings} settings
 * @returns {Dates} dates in the blog's language and time zone
 */
export function datesFor(settings) {
  const present = known.get(settings);
  if (present) return present;
  const dates = createDates(settings);
  known.set(settings, dates);
  return dates;
}

/** @param {import('../types.js').Settings} settings */
function createDates({ language, timeZone }) {
  const format = (/** @type {Intl.DateTimeFormatOptions} */ options) => {
    // British order where only “English” is said: the day comes before the month, as in most of the world.
    const formatter = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
      ...options,
      timeZone,
    });
    return (/** @type {string} */ iso) => formatter.format(new Date(iso));
  };
  const full = format({ day: 'numeric', month: 'long', year: 'numeric' });
  const day = format({ day: 'numeric', month: 'long' });
  return {
    /** @param {string} iso @returns {ShownDate} such as 12 March 2026 */
    full: (iso) => ({ iso, text: full(iso) }),
    /** @param {string} iso @returns {ShownDate} such as 12 March */
    day: (iso) => ({ iso, text: day(iso) }),
    /** The name of the month. */
    month: format({ month: 'long' }),
  };
}
