import { toLocal } from '../../../../base/time-zones.js';

/** Zones that are tried first: of those with the same times, any would do. */
const USUAL = [
  ...['UTC', 'Europe/London', 'Europe/Berlin', 'Europe/Helsinki', 'America/New_York'],
  ...['America/Chicago', 'America/Denver', 'America/Los_Angeles', 'America/Sao_Paulo'],
  ...['Asia/Shanghai', 'Asia/Tokyo', 'Asia/Kolkata', 'Australia/Sydney', 'Pacific/Auckland'],
];

/** Times by which zones are compared, and how many of them must agree: the zone may have been set late. */
const MOST = 100;
const FEWEST = 3;
const PORTION = 0.9;

/** @typedef {{ local: string, gmt: string }} Times  the same moment, as '2012-03-04 05:06:07' */

/** Finds the time zone of a blog from what its local times and its times in Greenwich differ by. */
export class ZoneFinder {
  /** By month and difference. @type {Map<string, Times>} */
  #samples = new Map();

  /** @param {Times} times either may be missing, or zeros */
  add({ local, gmt }) {
    const [there, here] = [local, gmt].map((text) => Date.parse(`${text.replace(' ', 'T')}Z`));
    const key = `${gmt.slice(0, 7)} ${there - here}`;
    if (there && here && this.#samples.size < MOST) this.#samples.set(key, { local, gmt });
  }

  /** @returns {string} the name of a zone; '' when there are too few times, or no zone has them */
  find() {
    const samples = [...this.#samples.values()];
    if (samples.length < FEWEST) return '';
    const isSame = (/** @type {string} */ zone, /** @type {Times} */ { local, gmt }) =>
      toLocal(`${gmt.replace(' ', 'T')}Z`, zone) === local.replace(' ', 'T').slice(0, 16);
    const fits = (/** @type {string} */ zone) =>
      samples.filter((times) => isSame(zone, times)).length >= PORTION * samples.length;
    return USUAL.find(fits) ?? Intl.supportedValuesOf('timeZone').find(fits) ?? '';
  }
}
