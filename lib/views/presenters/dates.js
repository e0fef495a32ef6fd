/** @import { Settings } from '../../types.js' */

/**
 * @typedef {{ iso: string, text: string }} ShownDate
 */

/** Formats are slow to make and quick to use. They are of few languages and zones. @type {Map<string, ReturnType<typeof formatsOf>>} */
const known = new Map();
const MOST_KNOWN = 20;

/**
 * @param {{ settings: Readonly<Settings>, moments?: Set<string> }} index `moments` is given all of which
 *   a day is shown
 * @returns dates in the blog's language and time zone
 */
export function datesFor({ settings: { language, timeZone }, moments }) {
  const name = `${language} ${timeZone}`;
  const formats = known.get(name) ?? formatsOf(language, timeZone);
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(name, formats);
  const say = (/** @type {(iso: string) => string} */ format) => (/** @type {string} */ iso) => {
    moments?.add(iso);
    return format(iso);
  };
  const [full, day] = [say(formats.full), say(formats.day)];
  return {
    /** @param {string} iso @returns {ShownDate} such as 12 March 2026 */
    full: (iso) => ({ iso, text: full(iso) }),
    /** @param {string} iso @returns {ShownDate} such as 12 March */
    day: (iso) => ({ iso, text: day(iso) }),
    /** The name of the month. */
    month: say(formats.month),
  };
}

/** @param {string} language @param {string} timeZone */
function formatsOf(language, timeZone) {
  const format = (/** @type {Intl.DateTimeFormatOptions} */ options) => {
    // British order where only “English” is said: the day comes before the month, as in most of the world.
    const formatter = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
      ...options,
      timeZone,
    });
    return (/** @type {string} */ iso) => formatter.format(new Date(iso));
  };
  return {
    full: format({ day: 'numeric', month: 'long', year: 'numeric' }),
    day: format({ day: 'numeric', month: 'long' }),
    month: format({ month: 'long' }),
  };
}
