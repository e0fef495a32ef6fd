/**
 * Moments in a time zone: as authors type and read them, to the minute, and as pages show them. Stored times are UTC.
 */
import { remembering } from './remembering.js';
/** @import { Words } from './words.js' */

const styles = /** @type {const} */ ({
  full: { day: 'numeric', month: 'long', year: 'numeric' },
  day: { day: 'numeric', month: 'long' },
  month: { month: 'long' },
  date: { dateStyle: 'medium' },
  minute: { dateStyle: 'medium', timeStyle: 'short' },
  second: { dateStyle: 'short', timeStyle: 'medium', hourCycle: 'h23' },
});

/** Milliseconds. */
const DAY = 24 * 60 * 60_000;

/** Formats are slow to make and quick to use. @type {Map<string, Intl.DateTimeFormat>} */
const formats = new Map();
const FORMATS_AT_MOST = 100;

/**
 * @param {keyof typeof styles} style
 * @param {string} timeZone an IANA name
 * @param {string} [language] a BCP 47 tag
 * @returns {Intl.DateTimeFormat}
 * @throws {RangeError} when there is no such zone
 */
export function formatOf(style, timeZone, language = 'en') {
  const name = `${style} ${timeZone} ${language}`;
  let format = formats.get(name);
  if (format) return format;
  // British order where only “English” is said: the day comes before the month, as in most of the world.
  const locale = language === 'en' ? 'en-GB' : language;
  format = new Intl.DateTimeFormat(locale, { ...styles[style], timeZone });
  if (formats.size >= FORMATS_AT_MOST) formats.clear();
  formats.set(name, format);
  return format;
}

/**
 * @param {string | null} iso
 * @param {string} timeZone
 * @returns {string} as an input of type datetime-local has it: '2026-11-21T14:05'; '' for null
 */
export function toLocal(iso, timeZone) {
  if (iso === null) return '';
  return new Date(wallTime(Date.parse(iso), timeZone))
    .toISOString()
    .replace(/^(?:\+0?)?(\d{4,6}-\d\d-\d\dT\d\d:\d\d):\d\d\.\d{3}Z$/, '$1');
}

/**
 * @param {string} text from an input of type datetime-local, or typed into a plain one
 * @param {string} timeZone
 * @returns {string | null} ISO 8601 in UTC; null when it is not a date. A time that is skipped in spring becomes one
 * hour later; of one that occurs twice in autumn, the first counts
 */
export function fromLocal(text, timeZone) {
  const parts = /^\s*(\d{4})-(\d\d)-(\d\d)(?:[T ]+(\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?)?\s*$/.exec(
    text,
  );
  if (!parts) return null;
  const [, year, month, day, hour = '00', minute = '00', second = '00'] = parts;
  const wall = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  // Date would accept 30 February.
  if (Number.isNaN(wall) || new Date(wall).getUTCDate() !== Number(day)) return null;
  const offsets = [wall - DAY, wall + DAY].map((near) => wallTime(near, timeZone) - near);
  const fitting = offsets
    .map((offset) => wall - offset)
    .find((at) => wallTime(at, timeZone) === wall);
  return new Date(fitting ?? wall - offsets[0]).toISOString();
}

/**
 * @param {string} iso
 * @param {string} timeZone
 * @param {string} [language] a BCP 47 tag
 * @returns {string} such as '21 Nov 2026, 14:05'
 */
export const sayTime = (iso, timeZone, language) =>
  formatOf('minute', timeZone, language).format(Date.parse(iso));

/**
 * @param {string} timeZone
 * @returns {(moment: number) => string} the day of a moment there, with its year
 */
export function dayIn(timeZone) {
  const format = formatOf('full', timeZone);
  return (moment) => format.format(moment);
}

/** Between these, `hoursBetween` knows all days. */
const [FIRST_KNOWN, LAST_KNOWN] = [Date.UTC(1970), Date.UTC(2040)];
const FOUR_WEEKS = 28 * DAY;
const HOUR = 60 * 60_000;

/** @param {number} moment @returns {number | null} its hour in UTC; null where `hoursBetween` does not know it */
export const hourOf = (moment) =>
  moment >= FIRST_KNOWN && moment < LAST_KNOWN ? Math.floor((moment % DAY) / HOUR) : null;

/**
 * @param {string} one
 * @param {string} other  time zone
 * @returns {number[]} the hours in UTC in which a moment may be on another day in the other zone
 */
export function hoursBetween(one, other) {
  if (one === other) return [];
  const hours = new Set();
  const [some, others] = [one, other].map(offsetsOf);
  for (const offset of some)
    for (const second of others) {
      // A day begins there so much before it does in UTC.
      const [from, to] = [-Math.max(offset, second), -Math.min(offset, second)];
      for (let hour = Math.floor(from / HOUR); hour * HOUR < to; hour++)
        hours.add(((hour % 24) + 24) % 24);
    }
  return [...hours];
}

/** Milliseconds that a time zone was ahead of UTC, or will be. */
const offsetsOf = remembering((timeZone) => {
  /** @type {Set<number>} */
  const offsets = new Set();
  for (let at = FIRST_KNOWN; at < LAST_KNOWN; at += FOUR_WEEKS)
    offsets.add(wallTime(at, timeZone) - at);
  return [...offsets];
});

/**
 * @param {string} timeZone
 * @returns {(iso: string) => string} the year of a moment there, e.g. '2026'
 */
export const yearIn = (timeZone) => (iso) => {
  // Asking Intl costs microseconds; only at the turn of a year can a time zone matter.
  const day = iso.slice(5, 10);
  const isTurn = day === '12-31' || day === '01-01';
  return isTurn ? toLocal(iso, timeZone).split('-')[0] : iso.slice(0, 4);
};

/** The first and last days of months. */
const TURN_OF_MONTH = /-(?:01|02-2[89]|(?:0[469]|11)-30|\d\d-31)T/;

/**
 * @param {string} timeZone
 * @returns {(iso: string) => string} the month of a moment there, e.g. '2026-11'
 */
export const monthIn = (timeZone) => (iso) =>
  (TURN_OF_MONTH.test(iso) ? toLocal(iso, timeZone) : iso).slice(0, 7);

/**
 * @param {string} iso
 * @param {string} timeZone
 * @param {number} now in milliseconds since 1970
 * @param {Pick<Words, 'language' | 'say'>} words  of those who read it
 * @returns {string} as people say it, such as 'yesterday at 14:05' or '21 Nov 2026 at 14:05'
 */
export function sayNear(iso, timeZone, now, words) {
  const [day, time] = toLocal(iso, timeZone).split('T');
  const [today] = toLocal(new Date(now).toISOString(), timeZone).split('T');
  const distance = Math.round((Date.parse(day) - Date.parse(today)) / DAY);
  const isNear = Math.abs(distance) < 2;
  const said = isNear
    ? new Intl.RelativeTimeFormat(words.language, { numeric: 'auto' }).format(distance, 'day')
    : formatOf('date', timeZone, words.language).format(Date.parse(iso));
  return words.say('common.dayAtTime', { day: said, time });
}

/** @param {string} name @returns {boolean} whether it is an IANA name */
export function isTimeZone(name) {
  try {
    return /^[A-Za-z]/.test(name) && Boolean(formatOf('second', name));
  } catch {
    return false;
  }
}

/**
 * @param {number} at milliseconds since 1970
 * @param {string} timeZone
 * @returns {number} the local time there, as if it were UTC
 */
function wallTime(at, timeZone) {
  const shown = formatOf('second', timeZone).format(at);
  const [day, month, year, hour, minute, second] = (shown.match(/\d+/g) ?? []).map(Number);
  return new Date(Date.UTC(2000, month - 1, day, hour, minute, second)).setUTCFullYear(year);
}
