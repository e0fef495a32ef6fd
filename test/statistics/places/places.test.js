import assert from 'node:assert/strict';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkPlaces } from '../../../lib/start/commands/doctor/check-places.js';
import { readDatabase } from '../../../lib/statistics/places/database.js';
import { createPlaces } from '../../../lib/statistics/places/places.js';
import { eachTest } from '../../support/blog.js';
import { createClock } from '../../support/clock.js';
import { createQuietLog } from '../../support/log.js';
import { writeMmdb } from '../../support/mmdb.js';

const { makeFolder } = eachTest();

const frankfurt = { country: 'DE', region: 'Hesse', city: 'Frankfurt', timeZone: 'Europe/Berlin' };
/** One place as each maker tells it. @type {Record<string, any>} */
const makers = {
  'MaxMind City': {
    city: { geoname_id: 2925533, names: { de: 'Frankfurt am Main', en: 'Frankfurt' } },
    country: { iso_code: 'DE', names: { en: 'Germany' } },
    location: { time_zone: 'Europe/Berlin' },
    subdivisions: [{ iso_code: 'HE', names: { en: 'Hesse' } }],
  },
  'IPinfo Location': {
    city: 'Frankfurt',
    region: 'Hesse',
    country: 'DE',
    timezone: 'Europe/Berlin',
    lat: '50.11',
    lng: '8.68',
    postal: '60306',
  },
  'ip-location-db City': {
    city: 'Frankfurt',
    state1: 'Hesse',
    country_code: 'DE',
    timezone: 'Europe/Berlin',
  },
};
/** @type {Record<string, any>} */
const countriesAlone = {
  'MaxMind Country': { country: { iso_code: 'DE', names: { en: 'Germany' } } },
  'DB-IP Country Lite': { continent: { code: 'EU' }, country: { iso_code: 'DE', names: {} } },
  'IPinfo Lite': { country: 'Germany', country_code: 'DE', asn: 'AS3320' },
  'IPinfo Country': { country: 'DE', country_name: 'Germany', continent: 'EU' },
  'ip-location-db Country': { country_code: 'DE' },
};

const germany = writeMmdb({ '192.0.2.0/24': { country_code: 'DE' } });
const france = writeMmdb({ '192.0.2.0/24': { country_code: 'FR' } });

describe('A place', () => {
  for (const [maker, record] of Object.entries(makers)) {
    it(`is read from a file of ${maker}`, async () => {
      const { places } = await openWith(writeMmdb({ '192.0.2.0/24': record }));
      assert.deepEqual(places.placeOf('192.0.2.7'), frankfurt);
      assert.equal(places.countryOf('192.0.2.7'), 'DE');
    });
  }

  for (const [maker, record] of Object.entries(countriesAlone)) {
    it(`is a country, the rest unknown, by a file of ${maker}`, async () => {
      const { places, log } = await openWith(writeMmdb({ '2001:db8::/32': record }));
      const unknown = { region: 'unknown', city: 'unknown', timeZone: 'unknown' };
      assert.deepEqual(places.placeOf('2001:db8::1'), { country: 'DE', ...unknown });
      assert.equal(places.countryOf('2001:db8::1'), 'DE');
      assert.deepEqual(log.lines, []);
    });
  }

  it('is found for an IPv4 address that is written as IPv6', async () => {
    const { places } = await openWith(germany);
    assert.equal(places.countryOf('::ffff:192.0.2.7'), 'DE');
  });

  it('is unknown without a file, for an address that is none, and for one that the file does not have', async () => {
    const { places } = await openWith(germany);
    const none = createPlaces({ file: '', clock: createClock(), log: createQuietLog() });
    await none.open();
    assert.equal(none.countryOf('192.0.2.7'), '');
    for (const address of ['', 'unknown', '192.0.2', '192.0.2.7:80', '10.0.0.1', 'fe80::1%eth0'])
      assert.equal(places.placeOf(address).country, 'unknown', address);
  });

  it('is unknown for IPv6 by a file of IPv4 addresses', async () => {
    const file = writeMmdb({ '32.0.0.0/3': { country_code: 'DE' } }, { ipVersion: 4 });
    const { places } = await openWith(file);
    assert.equal(places.countryOf('32.1.13.184'), 'DE');
    assert.equal(places.countryOf('2001:db8::1'), '');
  });

  it('never has a value that is no name', async () => {
    const odd = { country: { iso_code: '<b>' }, city: 7, region: 'x'.repeat(101), timezone: {} };
    const { places } = await openWith(
      writeMmdb({ '192.0.2.0/24': odd, '198.51.100.0/24': { country_code: 'DE' } }),
    );
    const unknown = { region: 'unknown', city: 'unknown', timeZone: 'unknown' };
    assert.deepEqual(places.placeOf('192.0.2.7'), { country: 'unknown', ...unknown });
  });
});

describe('The database of places', () => {
  it('is read again when the file was replaced', async () => {
    const { places, file, clock, log } = await openWith(germany);
    writeFileSync(`${file}.new`, france);
    renameSync(`${file}.new`, file);
    await clock.tick(30_000);
    assert.equal(places.countryOf('192.0.2.7'), 'FR');
    assert.deepEqual(log.lines, []);
  });

  /** @type {[string, Buffer][]} */
  const useless = [
    ['is no database', Buffer.from('<!doctype html>')],
    ['is empty', Buffer.alloc(0)],
    ['is cut short', germany.subarray(0, germany.length / 2)],
    ['lacks its beginning', germany.subarray(germany.length / 2)],
    ['has no countries', writeMmdb({ '192.0.2.0/24': { autonomous_system_number: 64496 } })],
    ['has nothing', writeMmdb({})],
    [
      'is in a later version of the format',
      writeMmdb(
        { '192.0.2.0/24': { country_code: 'DE' } },
        { metadata: { binary_format_major_version: 3 } },
      ),
    ],
  ];
  for (const [what, bytes] of useless) {
    it(`is named in the log when it ${what}, and the former one stays in use`, async () => {
      const { places, file, log } = await openWith(bytes);
      assert.equal(places.countryOf('192.0.2.7'), '');
      assert.match(log.lines[0].message, new RegExp(`${file} cannot be used: .*unknown$`));

      const replaced = await openWith(germany);
      writeFileSync(replaced.file, bytes);
      await replaced.clock.tick(30_000);
      assert.equal(replaced.places.countryOf('192.0.2.7'), 'DE');
      assert.match(replaced.log.lines[0].message, /the former one stays in use$/);
    });
  }

  it('may come and go, which is told once each', async () => {
    const { places, file, clock, log } = await openWith(null);
    await clock.tick(30_000);
    writeFileSync(file, germany);
    await clock.tick(30_000);
    assert.equal(places.countryOf('192.0.2.7'), 'DE');
    rmSync(file);
    await clock.tick(30_000);
    await clock.tick(30_000);
    assert.equal(places.countryOf('192.0.2.7'), 'DE');
    assert.deepEqual(
      log.lines.map(({ message }) => /unknown$|in use$/.exec(message)?.[0]),
      ['unknown', 'in use'],
    );
  });

  it('is used when it is old, with a warning', async () => {
    const old = writeMmdb(
      { '192.0.2.0/24': { country_code: 'DE' } },
      { builtAt: '2019-02-03T00:00:00Z' },
    );
    const { places, file, log } = await openWith(old);
    assert.equal(places.countryOf('192.0.2.7'), 'DE');
    assert.match(log.lines[0].message, new RegExp(`${file} is from 2019-02-03`));
  });

  it('costs a moment at most, and no error, however broken it is', () => {
    let state = 7;
    const chance = (/** @type {number} */ below) => (state = (state * 48_271) % 0x7fffffff) % below;
    for (let round = 0; round < 200; round++) {
      const bytes = writeMmdb({ '192.0.2.0/24': makers['MaxMind City'] });
      for (let change = 0; change <= chance(4); change++) bytes[chance(bytes.length)] = chance(256);
      const before = process.cpuUsage();
      try {
        assert.equal(typeof readDatabase(bytes).find('192.0.2.7').country, 'string');
      } catch (error) {
        assert.ok(error instanceof Error);
      }
      const { user } = process.cpuUsage(before);
      assert.ok(user < 250_000, `round ${round} took ${user} µs`);
    }
  });
});

/** @param {Buffer | null} bytes of the file; null: there is none */
async function openWith(bytes) {
  const file = join(makeFolder(), 'places.mmdb');
  if (bytes) writeFileSync(file, bytes);
  const [clock, log] = [createClock(), createQuietLog()];
  const places = createPlaces({ file, clock, log });
  await places.open();
  return { places, file, clock, log };
}

describe('`doctor` on places', () => {
  const now = createClock().now();

  it('says how countries can be known', async () => {
    const { problems, advice } = await checkPlaces(
      { geoDb: '', geoEndpoint: 'on', statistics: 'off' },
      now,
    );
    assert.deepEqual(problems, []);
    assert.match(advice, /set GEO_DB .* npm install --no-save @ip-location-db\//);
  });

  it('names a file that is broken, and one that is old', async () => {
    const { file } = await openWith(Buffer.from('?'));
    const broken = await checkPlaces({ geoDb: file, geoEndpoint: 'off', statistics: 'off' }, now);
    assert.match(broken.problems[0].what, new RegExp(`${file} cannot be used`));
    writeFileSync(file, germany);
    assert.deepEqual(
      await checkPlaces({ geoDb: file, geoEndpoint: 'off', statistics: 'off' }, now),
      {
        problems: [],
        advice: '',
      },
    );
    const later = Date.parse('2028-01-01');
    const old = await checkPlaces({ geoDb: file, geoEndpoint: 'off', statistics: 'off' }, later);
    assert.match(old.problems[0].what, /is from 2026-11-01/);
  });
});
