import { fromLocal } from '../../../base/time-zones.js';
import { LarderError } from '../../../base/errors.js';

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

/** Abbreviations of time zones, in minutes east of Greenwich. */
const ZONES = new Map(
  Object.entries({
    Z: 0,
    UTC: 0,
    GMT: 0,
    WET: 0,
    BST: 60,
    CET: 60,
    MET: 60,
    CEST: 120,
    EET: 120,
    EEST: 180,
    EST: -300,
    EDT: -240,
    CST: -360,
    CDT: -300,
    MST: -420,
    MDT: -360,
    PST: -480,
    PDT: -420,
    JST: 540,
    KST: 540,
    AEST: 600,
    AEDT: 660,
  }),
);

const HALF = String.raw`[AaPp]\.?[Mm]\.?`;
const CLOCK = String.raw`(?:[T\s,]+(?:at\s+)?(?<clock>\d{1,2}:\d{2}(?::\d{2})?|\d{1,2}(?= ?${HALF}))(?:[.,](?<fraction>\d{1,9}))? ?(?<half>${HALF})?)?`;
const ZONE = String.raw` ?(?:(?:UTC|GMT)(?=[+-]))?(?<zone>Z|[+-]\d{2}:?\d{2}|[+-]\d{2}|[A-Z]{3,4}|[A-Z][A-Za-z]+\/[A-Za-z_/+-]+)?(?: ?\([^)]*\))?`;
const WEEKDAY = String.raw`(?:[A-Za-z]+,?\s+)?`;

/** Formats of dates: year, month or day first. Of numbers between slashes, one must be too large for a month. */
const FORMS = [
  String.raw`(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})`,
  String.raw`(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})`,
  String.raw`(?<year>\d{4}) ?[年년] ?(?<month>\d{1,2}) ?[月월] ?(?<day>\d{1,2}) ?[日일]`,
  String.raw`(?<day>\d{1,2})\. ?(?<month>\d{1,2})\. ?(?<year>\d{4})`,
  String.raw`(?<month>\d{1,2})\/(?<day>1[3-9]|[23]\d)\/(?<year>\d{4})`,
  String.raw`(?<day>1[3-9]|[23]\d)\/(?<month>\d{1,2})\/(?<year>\d{4})`,
  String.raw`${WEEKDAY}(?<day>\d{1,2})(?:st|nd|rd|th)?[\s-]+(?<month>[A-Za-z]{3,9})\.?,?[\s-]+(?<year>\d{4})`,
  String.raw`${WEEKDAY}(?<month>[A-Za-z]{3,9})\.?\s+(?<day>\d{1,2})(?:st|nd|rd|th)?,?\s+(?<year>\d{4})`,
].map((form) => new RegExp(`^${form}${CLOCK}${ZONE}$`));

/**
 * Reads a date as the generators and their authors write it: `2012-03-04`, `2012/3/4 17:05`, with or
 * without a zone, `20120304`, `Mon, 4 Mar 2012 17:05:00 +0100`, `March 4th, 2012 5:05 PM`, `4.3.2012`, seconds since
 * 1970.
 * @param {unknown} value from front matter
 * @param {string} timeZone of the blog, an IANA name, for times without a zone
 * @returns {string} ISO 8601 in UTC with milliseconds
 * @throws {LarderError} `invalid` when there is no such date
 */
export function readDate(value, timeZone) {
  const text = writtenDate(value);
  if (isSeconds(value, text)) return fromNumber(Number(text));
  const { wall, zone } = splitDate(text);
  const offset = zone && offsetOf(zone);
  if (typeof offset === 'number') return new Date(wall - offset * 60_000).toISOString();
  return inZone(wall, zone ?? timeZone, text);
}

/**
 * @param {unknown} value a date that can be read
 * @returns {Date} the local time as it is written, whatever the zone: its UTC fields
 */
export function localDate(value) {
  const text = writtenDate(value);
  return new Date(isSeconds(value, text) ? fromNumber(Number(text)) : splitDate(text).wall);
}

/** @param {unknown} value of a date that may be none, such as a list @returns {string} */
export const shownDate = (value) =>
  typeof value === 'object' ? JSON.stringify(value) : String(value);

/** @param {unknown} value @returns {string} */
function writtenDate(value) {
  // A TOML date is a Date whose ISO string shows whether it has a zone.
  const written = value instanceof Date ? value.toISOString() : shownDate(value);
  return written
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^(\d{8})[T ]?(\d\d)(\d\d)(\d\d)?(?!\d)/, '$1 $2:$3:$4')
    .replace(/(?<=^\d{8} \d\d:\d\d):(?!\d)/, '');
}

/**
 * @param {unknown} value
 * @param {string} text the same; eight digits are a day
 * @returns {boolean} whether it counts from 1970
 */
const isSeconds = (value, text) =>
  /^\d{10}(\d{3})?$/.test(text) || (typeof value === 'number' && !/^(19|20)\d{6}$/.test(text));

/**
 * @param {string} text
 * @returns {{ wall: number, zone: string | undefined }} the time, as if it were UTC, and its zone
 */
function splitDate(text) {
  const parts = FORMS.map((form) => form.exec(text)?.groups).find(Boolean);
  if (!parts) throw noDate(text);
  return { wall: wallTime(parts, text), zone: parts.zone };
}

/** @param {number} number seconds since 1970, or milliseconds */
function fromNumber(number) {
  const time = new Date(Math.abs(number) < 1e11 ? number * 1000 : number);
  if (!Number.isFinite(number) || Number.isNaN(time.getTime()) || number < 1e8)
    throw noDate(String(number));
  return time.toISOString();
}

/** @param {Record<string, string>} parts @param {string} text @returns {number} the time, as if it were UTC */
function wallTime({ year, month: name, day, clock = '0', half, fraction = '' }, text) {
  const month = Number(name) || MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1;
  const [written, minute = 0, second = 0] = clock.split(':').map(Number);
  const hour = half && written <= 12 ? (written % 12) + (/p/i.test(half[0]) ? 12 : 0) : written;
  const date = new Date(Date.UTC(Number(year), month - 1, Number(day)));
  const isDate = month > 0 && month <= 12 && date.getUTCDate() === Number(day);
  const isTime = hour < 24 ? minute <= 59 && second <= 60 : hour === 24 && !minute && !second;
  if (!isDate || !isTime || Number(year) < 1000) throw noDate(text);
  return date.setUTCHours(hour, minute, second, Number(fraction.padEnd(3, '0').slice(0, 3)));
}

/** @param {string} zone @returns {number | undefined} minutes east of Greenwich */
function offsetOf(zone) {
  const [, sign, hours, minutes = '0'] = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone) ?? [];
  if (!sign) return ZONES.get(zone);
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

/** @param {number} wall the time there, as if it were UTC @param {string} zone @param {string} text */
function inZone(wall, zone, text) {
  try {
    const local = new Date(wall).toISOString();
    const [, milliseconds] = /\.(\d{3})Z$/.exec(local) ?? [];
    return (fromLocal(local.slice(0, 19), zone) ?? '').replace(/\.\d{3}Z$/, `.${milliseconds}Z`);
  } catch {
    throw noDate(text, `the zone ${zone} is not known`);
  }
}

/** @param {string} text @param {string} [why] */
const noDate = (text, why = 'there is no such date') =>
  new LarderError('invalid', `its date “${text.slice(0, 60)}” cannot be used: ${why}`);
