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
  const places = createPlaces({ file: databaseFileOf(config), ...deps });
  await places.open();
  return places;
}

/** @typedef {ReturnType<typeof createPlaces>} Places */

/**
 * Where addresses are, by a database file that may be replaced at any time. Knows nobody's address longer than a call.
 * @param {{ file: string, clock: Clock, log: Log }} deps `file`: '' for none
 */
export function createPlaces({ file, clock, log }) {
  /** @type {ReturnType<typeof readDatabase> | null} */
  let database = null;
  let seen = '';
  let cancel = () => {};
  return { open, close, countryOf, placeOf };

  /**
   * Reads the file, now and whenever it has changed, until `close`. One that is no good is logged, and the former one
   * stays.
   */
  async function open() {
    if (!file) return;
    await look();
    cancel = clock.after(LOOK_EVERY, () => open());
  }

  function close() {
    cancel();
    file = '';
  }

  /** @param {string} address @returns {string} ISO 3166-1 alpha-2, e.g. 'DE'; '' if it is not known */
  function countryOf(address) {
    return database?.find(address).country ?? '';
  }

  /** @param {string} address @returns {Place} 'unknown' for what is not known; the country as `countryOf` */
  function placeOf(address) {
    const { country, region, city, timeZone } = database?.find(address) ?? {};
    return {
      country: country || UNKNOWN,
      region: region || UNKNOWN,
      city: city || UNKNOWN,
      timeZone: timeZone || UNKNOWN,
    };
  }

  async function look() {
    const path = file;
    const stamp = await stat(path).then(
      ({ ino, size, mtimeMs }) => `${ino} ${size} ${mtimeMs}`,
      ({ code }) => String(code),
    );
    if (stamp === seen) return;
    seen = stamp;
    try {
      database = readDatabase(await readFile(path));
    } catch (error) {
      const rest = database ? 'the former one stays in use' : 'countries are unknown';
      return log.warn(
        `The IP location database ${path} cannot be used: ${messageOf(error)}; ${rest}`,
      );
    }
    const { builtAt } = database;
    if (isOld(builtAt, clock.now()))
      log.warn(
        `The IP location database ${path} is from ${builtAt.toISOString().slice(0, 10)}: many addresses have changed since`,
      );
  }
}

const UNKNOWN = 'unknown';
