import { LarderError } from '../../errors.js';

/** @typedef {{ year: number, month: number, day: number, hour: number, minute: number, second: number, millisecond: number }} WallTime */

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

/** What the letters behind a time mean, in minutes east of Greenwich. */
const ZONES = new Map(
  Object.entries({
    ...{ Z: 0, UTC: 0, GMT: 0, WET: 0, BST: 60, CET: 60, MET: 60, CEST: 120, EET: 120, EEST: 180 },
    ...{ EST: -300, EDT: -240, CST: -360, CDT: -300, MST: -420, MDT: -360, PST: -480, PDT: -420 },
    ...{ JST: 540, KST: 540, AEST: 600, AEDT: 660 },
  }),
);

const CLOCK = String.raw`(?:[T\s,]+(?:at\s+)?(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)? ?([ap]\.?m\.?)?)?`;
const ZONE = String.raw` ?(Z|[+-]\d{2}:?\d{2}|[+-]\d{2}|[A-Z]{3,4}|[A-Z][A-Za-z]+\/[A-Za-z_/+-]+)?(?: ?\([^)]*\))?`;
const YEAR_FIRST = new RegExp(`^(\\d{4})[-/.](\\d{1,2})[-/.](\\d{1,2})${CLOCK}${ZONE}$`);
const DAY_FIRST = new RegExp(
  `^(?:[A-Za-z]+,?\\s+)?(\\d{1,2})(?:st|nd|rd|th)?[\\s-]+([A-Za-z]{3,9})\\.?,?[\\s-]+(\\d{4})${CLOCK}${ZONE}$`,
);
const MONTH_FIRST = new RegExp(
  `^(?:[A-Za-z]+,?\\s+)?([A-Za-z]{3,9})\\.?\\s+(\\d{1,2})(?:st|nd|rd|th)?,?\\s+(\\d{4})${CLOCK}${ZONE}$`,
);

/**
 * Reads a date as the generators and their authors write it: `2012-03-04`, `2012/3/4 17:05`, with or
 * without a zone, `Mon, 4 Mar 2012 17:05:00 +0100`, `March 4th, 2012`, seconds since 1970.
 * @param {unknown} value from front matter
 * @param {string} timeZone of the blog, an IANA name: where a time without a zone is meant
 * @returns {string} ISO 8601 in UTC with milliseconds
 * @throws {LarderError} `invalid` when there is no such date
 */
export function readDate(value, timeZone) {
  if (typeof value === 'number') return fromNumber(value);
  // A date of TOML is a Date that knows whether it has a zone: it says so when it is written out.
  const written = value instanceof Date ? value.toISOString() : String(value);
  const text = written.replace(/\s+/g, ' ').trim();
  if (/^\d{10}(\d{3})?$/.test(text)) return fromNumber(Number(text));
  const { wall, zone } = readText(text);
  if (!isReal(wall)) throw noDate(text);
  return toIso(wall, zone, timeZone, text);
}

/** @param {number} number seconds since 1970, or milliseconds */
function fromNumber(number) {
  const time = new Date(Math.abs(number) < 1e11 ? number * 1000 : number);
  if (!Number.isFinite(number) || Number.isNaN(time.getTime()) || number < 1e8)
    throw noDate(String(number));
  return time.toISOString();
}

/**
 * @param {string} text
 * @returns {{ wall: WallTime, zone: string | undefined }}
 */
function readText(text) {
  let found = YEAR_FIRST.exec(text);
  if (found) return { wall: wallTime(found[1], found[2], found[3], found), zone: found[9] };
  found = DAY_FIRST.exec(text);
  if (found) return { wall: wallTime(found[3], month(found[2]), found[1], found), zone: found[9] };
  found = MONTH_FIRST.exec(text);
  if (found) return { wall: wallTime(found[3], month(found[1]), found[2], found), zone: found[9] };
  throw noDate(text);
}

/** @param {string} name @returns {number} 0 when it is none */
const month = (name) => MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1;

/**
 * @param {string} year
 * @param {string | number} monthNumber
 * @param {string} day
 * @param {RegExpExecArray} found with the clock's parts from 4 on
 * @returns {WallTime}
 */
function wallTime(year, monthNumber, day, found) {
  const half = found[8]?.[0].toLowerCase();
  const hour = Number(found[4] ?? 0);
  return {
    year: Number(year),
    month: Number(monthNumber),
    day: Number(day),
    hour: half && hour <= 12 ? (hour % 12) + (half === 'p' ? 12 : 0) : hour,
    minute: Number(found[5] ?? 0),
    second: Number(found[6] ?? 0),
    millisecond: Number((found[7] ?? '').padEnd(3, '0').slice(0, 3)),
  };
}

/** @param {WallTime} wall */
function isReal({ year, month, day, hour, minute, second }) {
  if (year < 1000 || month < 1 || month > 12 || hour > 24 || minute > 59 || second > 60)
    return false;
  if (hour === 24 && (minute > 0 || second > 0)) return false;
  return day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/**
 * @param {WallTime} wall
 * @param {string | undefined} zone
 * @param {string} timeZone
 * @param {string} text for the reason
 */
function toIso(wall, zone, timeZone, text) {
  const { year, month, day, hour, minute, second, millisecond } = wall;
  const asUtc = Date.UTC(year, month - 1, day, hour, minute, second, millisecond);
  const minutes = zone === undefined ? undefined : fixedOffset(zone);
  if (minutes !== undefined) return new Date(asUtc - minutes * 60_000).toISOString();
  if (zone !== undefined && !zone.includes('/'))
    throw noDate(text, `the zone ${zone} is not known`);
  return new Date(inZone(asUtc, zone ?? timeZone, text)).toISOString();
}

/** @param {string} zone @returns {number | undefined} minutes east of Greenwich */
function fixedOffset(zone) {
  const [, sign, hours, minutes = '0'] = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone) ?? [];
  if (!sign) return ZONES.get(zone);
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

/**
 * @param {number} asUtc a wall clock's time, as if it were UTC
 * @param {string} timeZone
 * @param {string} text
 * @returns {number} milliseconds since 1970
 */
function inZone(asUtc, timeZone, text) {
  const offset = offsetIn(timeZone, text);
  // The offset is asked for twice, since the first guess may lie on the other side of a change of clocks.
  const guess = asUtc - offset(asUtc);
  return asUtc - offset(guess);
}

/**
 * @param {string} timeZone
 * @param {string} text
 * @returns {(time: number) => number} milliseconds east of Greenwich at that moment
 */
function offsetIn(timeZone, text) {
  if (timeZone === 'UTC') return () => 0;
  const format = formatFor(timeZone);
  if (!format) throw noDate(text, `the zone ${timeZone} is not known`);
  return (time) => {
    /** @type {Record<string, number>} */
    const at = {};
    for (const { type, value } of format.formatToParts(new Date(time))) at[type] = Number(value);
    const wall = Date.UTC(at.year, at.month - 1, at.day, at.hour % 24, at.minute, at.second);
    return wall - Math.floor(time / 1000) * 1000;
  };
}

/** @param {string} timeZone @returns {Intl.DateTimeFormat | null} */
function formatFor(timeZone) {
  const two = /** @type {const} */ ('2-digit');
  const fields = { month: two, day: two, hour: two, minute: two, second: two };
  try {
    return new Intl.DateTimeFormat('en-u-ca-iso8601', {
      ...fields,
      year: 'numeric',
      hourCycle: 'h23',
      timeZone,
    });
  } catch {
    return null;
  }
}

/** @param {string} text @param {string} [why] */
const noDate = (text, why = 'there is no such date') =>
  new LarderError('invalid', `its date “${text.slice(0, 60)}” cannot be taken: ${why}`);
