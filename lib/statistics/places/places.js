import { readFile, stat } from 'node:fs/promises';
import { messageOf } from '../../base/errors.js';
import { databaseFileOf, isOld, readDatabase } from './database.js';
/** @import { Clock } from '../../base/clock.js' */
/** @import { Log } from '../../base/log.js' */
/** @import { Place } from './database.js' */

/**
 * Milliseconds between two looks at the file: unlike fs.watch, this sees a file that was replaced or is on another
 * machine.
 */
const LOOK_EVERY = 30_000;

/** @param {{ geoDb: string }} config @param {{ clock: Clock, log: Log }} deps */
export async function openPlaces(config, deps) {
  const places = new Places({ file: databaseFileOf(config), ...deps });
  await places.open();
  return places;
}

/**
 * Where addresses are, by a database file that may be replaced at any time. Knows nobody's address longer than a call.
 */
export class Places {
  /** @type {ReturnType<typeof readDatabase> | null} */
  #database = null;
  #seen = '';
  #cancel = () => {};
  #file;
  #clock;
  #log;

  /** @param {{ file: string, clock: Clock, log: Log }} deps `file`: '' for none */
  constructor({ file, clock, log }) {
    this.#file = file;
    this.#clock = clock;
    this.#log = log;
  }

  /**
   * Reads the file, now and whenever it has changed, until `close`. One that is no good is logged, and the former one
   * stays.
   */
  async open() {
    if (!this.#file) return;
    await this.#look();
    this.#cancel = this.#clock.after(LOOK_EVERY, () => this.open());
  }

  close() {
    this.#cancel();
    this.#file = '';
  }

  /** @param {string} address @returns {string} ISO 3166-1 alpha-2, e.g. 'DE'; '' if it is not known */
  countryOf(address) {
    return this.#database?.find(address).country ?? '';
  }

  /** @param {string} address @returns {Place} 'unknown' for what is not known; the country as `countryOf` */
  placeOf(address) {
    const { country, region, city, timeZone } = this.#database?.find(address) ?? {};
    return {
      country: country || UNKNOWN,
      region: region || UNKNOWN,
      city: city || UNKNOWN,
      timeZone: timeZone || UNKNOWN,
    };
  }

  async #look() {
    const file = this.#file;
    const stamp = await stat(file).then(
      ({ ino, size, mtimeMs }) => `${ino} ${size} ${mtimeMs}`,
      ({ code }) => String(code),
    );
    if (stamp === this.#seen) return;
    this.#seen = stamp;
    try {
      this.#database = readDatabase(await readFile(file));
    } catch (error) {
      const rest = this.#database ? 'the former one stays in use' : 'countries are unknown';
      return this.#log.warn(
        `The IP location database ${file} cannot be used: ${messageOf(error)}; ${rest}`,
      );
    }
    const { builtAt } = this.#database;
    if (isOld(builtAt, this.#clock.now()))
      this.#log.warn(
        `The IP location database ${file} is from ${builtAt.toISOString().slice(0, 10)}: many addresses have changed since`,
      );
  }
}

const UNKNOWN = 'unknown';
