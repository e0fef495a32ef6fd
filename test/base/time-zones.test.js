import { adminWords } from '../../lib/base/words.js';
import { deepEqual, equal, notEqual, ok } from 'node:assert/strict';
import {
  dayIn,
  fromLocal,
  hourOf,
  hoursBetween,
  isTimeZone,
  monthIn,
  sayNear,
  sayTime,
  toLocal,
  yearIn,
} from '../../lib/base/time-zones.js';

describe('A time in a time zone', () => {
  it('knows its year there, at either end of a year', () => {
    equal(yearIn('America/New_York')('2026-01-01T00:30:00.000Z'), '2025');
    equal(yearIn('Asia/Tokyo')('2025-12-31T23:30:00.000Z'), '2026');
    equal(yearIn('Asia/Tokyo')('2025-06-15T23:30:00.000Z'), '2025');
  });

  it('knows its month there, at either end of a month', () => {
    equal(monthIn('America/New_York')('2026-03-01T00:30:00.000Z'), '2026-02');
    equal(monthIn('Asia/Tokyo')('2026-02-28T23:30:00.000Z'), '2026-03');
    equal(monthIn('Asia/Tokyo')('2025-06-15T23:30:00.000Z'), '2025-06');
  });

  it('is said as people say it, also around the changes of the clocks', () => {
    const near = (/** @type {string} */ iso, now = '2026-10-25T23:30:00Z') =>
      sayNear(iso, 'Europe/Berlin', Date.parse(now), adminWords.in('en'));
    equal(near('2026-10-25T23:10:00.000Z'), 'today at 00:10');
    equal(near('2026-10-24T22:30:00.000Z'), 'yesterday at 00:30');
    equal(near('2026-10-27T22:59:00.000Z'), 'tomorrow at 23:59');
    equal(near('2026-10-27T23:00:00.000Z'), '28 Oct 2026 at 00:00');
    equal(near('2026-10-24T21:59:00.000Z'), '24 Oct 2026 at 23:59');
  });

  it('knows whether it falls on another day there', () => {
    const [here, there] = [dayIn('UTC'), dayIn('Asia/Tokyo')];
    const [noon, evening] = ['12', '20'].map((hour) => Date.parse(`2026-03-01T${hour}:00:00Z`));
    equal(here(noon), there(noon));
    notEqual(here(evening), there(evening));
  });

  for (const [typed, zone, iso, said] of [
    ['2026-09-21T14:05', 'Europe/Berlin', '2026-09-21T12:05:00.000Z', '21 Sept 2026, 14:05'],
    ['2026-01-01T00:00', 'Asia/Kathmandu', '2025-12-31T18:15:00.000Z', '1 Jan 2026, 00:00'],
    // Twice: the first. In summer as in winter, whenever it is read.
    ['2025-10-26T02:30', 'Europe/Berlin', '2025-10-26T00:30:00.000Z', '26 Oct 2025, 02:30'],
    ['2026-04-05T01:45', 'Australia/Lord_Howe', '2026-04-04T14:45:00.000Z', '5 Apr 2026, 01:45'],
    // Pages use today’s calendar for all years, as ISO 8601 does.
    ['1500-01-01T12:00', 'UTC', '1500-01-01T12:00:00.000Z', '1 Jan 1500, 12:00'],
    ['1000-01-01T00:00', 'Europe/Berlin', '0999-12-31T23:06:32.000Z', '1 Jan 1000, 00:00'],
    ['9999-12-31T23:59', 'America/New_York', '+010000-01-01T04:59:00.000Z', '31 Dec 9999, 23:59'],
  ])
    it(`typed ${typed} in ${zone} is ${iso} and is shown as it was typed`, () => {
      equal(fromLocal(typed, zone), iso);
      equal(toLocal(iso, zone), typed);
      equal(sayTime(iso, zone), said);
    });

  it('that the clocks skip is taken one hour later', () => {
    equal(fromLocal('2026-03-29 02:30', 'Europe/Berlin'), '2026-03-29T01:30:00.000Z');
    equal(fromLocal('2026-03-08 02:30', 'America/New_York'), '2026-03-08T07:30:00.000Z');
  });

  it('has a zone by its name in the IANA database, and not by an offset', () => {
    for (const zone of ['UTC', 'Europe/Berlin']) equal(isTimeZone(zone), true);
    for (const none of ['', '+01:00', 'Mars/Olympus']) equal(isTimeZone(none), false);
  });
});

describe('The hours in which a moment may be on another day in another time zone', () => {
  const zones = ['UTC', 'Europe/Berlin', 'Asia/Kathmandu', 'Pacific/Apia', 'Africa/Monrovia'];

  it('are all of these, and few others', () => {
    for (const one of zones)
      for (const other of zones) {
        const hours = hoursBetween(one, other);
        const [day, second] = [one, other].map(dayIn);
        // Prime, so that all hours and minutes come.
        for (let at = Date.UTC(1970); at < Date.UTC(2040); at += 7_919 * 240_011)
          if (day(at) !== second(at))
            ok(hours.includes(Number(hourOf(at))), `${one} ${other} ${at}`);
      }
    deepEqual(hoursBetween('UTC', 'Europe/Berlin').sort(), [22, 23]);
    equal(hourOf(Date.UTC(1969, 5)), null);
  });
});
