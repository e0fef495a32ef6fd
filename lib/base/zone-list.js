import { setImmediate } from 'node:timers/promises';
import { lookUp } from './look-up.js';
import { isTimeZone } from './time-zones.js';

/**
 * @typedef {object} Zone
 * @property {string} name  IANA
 * @property {string} continent  '' for UTC
 * @property {string} city
 * @property {number} offset  minutes east of UTC
 */

/** Milliseconds. Clocks change at the start of a quarter of an hour. */
const QUARTER = 15 * 60_000;

/** Asking for one takes a third of a millisecond, and there are 400: readers are served in between. */
const AT_ONCE = 16;

/** @type {{ quarter: number, zones: Promise<Zone[]> }} */
let latest = { quarter: NaN, zones: Promise.resolve([]) };

/**
 * All time zones with what their clocks show, remembered for a quarter of an hour.
 * @param {number} now  milliseconds since 1970
 * @returns {Promise<Zone[]>} UTC first, then by continent and city
 */
export function zonesAt(now) {
  const quarter = Math.floor(now / QUARTER);
  if (quarter !== latest.quarter) latest = { quarter, zones: readZones(quarter * QUARTER) };
  return latest.zones;
}

/** @param {number} at */
async function readZones(at) {
  /** @type {Zone[]} */
  const zones = [];
  for (const name of Intl.supportedValuesOf('timeZone')) {
    if (zones.length % AT_ONCE === 0) await setImmediate();
    zones.push({ name, ...placeOf(name), offset: offsetAt(at, name) });
  }
  zones.sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
  return [{ name: 'UTC', ...placeOf('UTC'), offset: 0 }, ...zones];
}

/** @param {Zone} zone */
const sortKey = ({ continent, city }) => `${continent} ${city}`;

/**
 * @param {string} name
 * @param {number} now  milliseconds since 1970
 * @returns {Zone | null} also one that goes by an older or newer name than in the list; null if it is none
 */
export const zoneAt = (name, now) =>
  isTimeZone(name) ? { name, ...placeOf(name), offset: offsetAt(now, name) } : null;

/** Cities that the list has under their former names. @type {Record<string, string>} */
const renamed = {
  Asmera: 'Asmara',
  Calcutta: 'Kolkata',
  Faeroe: 'Faroe',
  Godthab: 'Nuuk',
  Katmandu: 'Kathmandu',
  Kiev: 'Kyiv',
  Rangoon: 'Yangon',
  Saigon: 'Ho Chi Minh City',
};

/**
 * @param {string} name  IANA
 * @returns {{ continent: string, city: string }} of America/Indiana/Knox: 'America' and 'Knox, Indiana'
 */
function placeOf(name) {
  const [first, ...rest] = name.replaceAll('_', ' ').split('/');
  const city = rest.reverse().join(', ');
  return city === ''
    ? { continent: '', city: first }
    : { continent: first, city: lookUp(renamed, city) ?? city };
}

/** @param {number} at milliseconds since 1970 @param {string} timeZone @returns {number} minutes east of UTC */
function offsetAt(at, timeZone) {
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  const said = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours, minutes] = /^GMT([+-])(\d\d):(\d\d)/.exec(said) ?? [];
  return sign ? Number(`${sign}1`) * (60 * Number(hours) + Number(minutes)) : 0;
}
