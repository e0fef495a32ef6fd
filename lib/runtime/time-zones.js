/**
 * Times as authors type and read them: in the blog's time zone, to the minute. Stored times are UTC.
 */

/** Formats are slow to create and quick to use. @type {Map<string, Intl.DateTimeFormat>} */
const formats = new Map();

/**
 * @param {string | null} iso
 * @param {string} timeZone an IANA name
 * @returns {string} the value of an input of type datetime-local: '2026-11-21T14:05'; '' for null
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
 * @returns {string | null} ISO 8601 in UTC; null when it is not a date. A time that is skipped in spring becomes one hour
 * later; of one that occurs twice in autumn, the first counts
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
  const day24 = 24 * 60 * 60_000;
  const offsets = [wall - day24, wall + day24].map((near) => wallTime(near, timeZone) - near);
  const fitting = offsets
    .map((offset) => wall - offset)
    .find((at) => wallTime(at, timeZone) === wall);
  return new Date(fitting ?? wall - offsets[0]).toISOString();
}

/**
 * @param {string} iso
 * @param {string} timeZone
 * @returns {string} such as '21 Nov 2026, 14:05'
 */
export function sayTime(iso, timeZone) {
  const [year, month, day, hour, minute] = fields(Date.parse(iso), timeZone);
  return `${day} ${months[month - 1]} ${year}, ${pad(hour)}:${pad(minute)}`;
}

/**
 * @param {number} at milliseconds since 1970
 * @param {string} timeZone
 * @returns {number} the local time there, as if it were UTC
 */
function wallTime(at, timeZone) {
  const [year, month, day, hour, minute, second] = fields(at, timeZone);
  const wall = new Date(0);
  wall.setUTCFullYear(year, month - 1, day);
  return wall.setUTCHours(hour, minute, second);
}

/** @param {number} at @param {string} timeZone @returns {number[]} year, month, day, hour, minute, second */
function fields(at, timeZone) {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-u-ca-iso8601-hc-h23', { ...numeric, timeZone });
    formats.set(timeZone, format);
  }
  /** @type {Record<string, number>} */
  const found = {};
  for (const { type, value } of format.formatToParts(at)) found[type] = Number(value);
  return ['year', 'month', 'day', 'hour', 'minute', 'second'].map((name) => found[name]);
}

const numeric = /** @type {const} */ ({
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
});

const months = [
  'Jan',
  'Feb',
  'Mar',
  'Apr',
  'May',
  'Jun',
  'Jul',
  'Aug',
  'Sept',
  'Oct',
  'Nov',
  'Dec',
];

/** @param {number} number */
const pad = (number) => String(number).padStart(2, '0');
