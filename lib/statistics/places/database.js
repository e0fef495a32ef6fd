import { createRequire } from 'node:module';
import { isIP } from 'node:net';
import { Reader } from 'mmdb-lib';

/** Free data of countries, which is found when the owner has added it. */
export const FREE_PACKAGE = '@ip-location-db/geo-whois-asn-country-mmdb';

/** Milliseconds after which so many addresses have moved that the owner should know. */
const OLD_AFTER = 365 * 24 * 60 * 60 * 1000;

/** Networks that are looked at for one with a country. */
const MOST_TRIED = 1000;

/** What the metadata begins with, and in how many bytes at the end of a file they are. */
const METADATA = '\xab\xcd\xefMaxMind.com';
const METADATA_WITHIN = 128 * 1024;

/** Characters of the longest name of a place. */
const LONGEST_NAME = 100;

/** @typedef {{ country: string, region: string, city: string, timeZone: string }} Place  '' for what is not known */

/** @type {Readonly<Place>} */
const NOWHERE = Object.freeze({ country: '', region: '', city: '', timeZone: '' });

/**
 * @param {{ geoDb: string }} config
 * @returns {string} the file of the database: GEO_DB, or else that of the package; '' without either
 */
export function databaseFileOf({ geoDb }) {
  if (geoDb) return geoDb;
  try {
    return createRequire(import.meta.url).resolve(`${FREE_PACKAGE}/geo-whois-asn-country.mmdb`);
  } catch {
    return '';
  }
}

/** @param {Date} builtAt @param {number} now in milliseconds since 1970 */
export const isOld = (builtAt, now) => now - builtAt.getTime() > OLD_AFTER;

/**
 * Reads a database of places in the MMDB format, with the fields of MaxMind, DB-IP, IPinfo or ip-location-db.
 * @param {Buffer} bytes
 * @returns {{ builtAt: Date, find: (address: string) => Place }} `find` takes any text, and never throws
 * @throws {Error} when it is broken, in another format, or of something else than countries
 */
export function readDatabase(bytes) {
  // The reader would look through all of a large file.
  if (!bytes.subarray(-METADATA_WITHIN).includes(METADATA, 0, 'latin1'))
    throw new Error('it is not in the MMDB format');
  const reader = new Reader(bytes);
  const { binaryFormatMajorVersion: version, ipVersion, buildEpoch: builtAt } = reader.metadata;
  if (version !== 2 || !(ipVersion === 4 || ipVersion === 6))
    throw new Error('it is in another version of the format');
  if (!hasCountry()) throw new Error('it has no countries');
  return { builtAt, find };

  /** @param {string} address */
  function find(address) {
    const plain = address.replace(/^::ffff:(?=[\d.]+$)/i, '');
    const version = isIP(plain);
    // The reader would take the first half of a longer address.
    if (version === 0 || version > ipVersion) return NOWHERE;
    try {
      return placeOf(reader.get(plain));
    } catch {
      return NOWHERE;
    }
  }

  /** Steps from network to network until one has a country. */
  function hasCountry() {
    for (const { bits, textOf } of ipVersion === 6 ? [IPV4, IPV6] : [IPV4]) {
      let address = 0n;
      for (let tried = 0; tried < MOST_TRIED && address < 1n << bits; tried++) {
        const [record, length] = reader.getWithPrefixLength(textOf(address));
        if (placeOf(record).country !== '') return true;
        const size = 1n << (bits - BigInt(length));
        address = (address / size + 1n) * size;
      }
    }
    return false;
  }
}

const IPV4 = {
  bits: 32n,
  textOf: (/** @type {bigint} */ address) =>
    [24n, 16n, 8n, 0n].map((shift) => (address >> shift) & 255n).join('.'),
};

const IPV6 = {
  bits: 128n,
  textOf: (/** @type {bigint} */ address) =>
    (address.toString(16).padStart(32, '0').match(/.{4}/g) ?? []).join(':'),
};

/** @param {any} record  its fields are those of its maker @returns {Place} */
function placeOf(record) {
  if (record === null) return NOWHERE;
  const { country, country_code, subdivisions, region, state1, city, location, timezone } = record;
  return {
    country: firstOf([country?.iso_code, country_code, country], isCountry),
    region: firstOf([nameIn(subdivisions?.[0]), region, state1]),
    city: firstOf([nameIn(city), city]),
    timeZone: firstOf([location?.time_zone, timezone]),
  };
}

/** @param {{ names?: Record<string, unknown> }} [place]  by language */
const nameIn = (place) => place?.names?.en ?? Object.values(place?.names ?? {})[0];

/** @param {unknown[]} values @param {(text: string) => boolean} [isRight] @returns {string} '' if none is right */
function firstOf(values, isRight = (text) => text.length <= LONGEST_NAME) {
  const texts = values.filter((value) => typeof value === 'string');
  return texts.find((text) => text !== '' && isRight(text)) ?? '';
}

/** ISO 3166-1 alpha-2; ZZ and XX stand for none. @param {string} text */
const isCountry = (text) => /^(?!ZZ|XX)[A-Z]{2}$/.test(text);
