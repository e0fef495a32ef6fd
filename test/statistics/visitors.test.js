import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { KnownVisitors } from '../../lib/statistics/known-visitors.js';
import { Visitors } from '../../lib/statistics/visitors.js';

const BEGIN = 1_767_225_600_000;
const ORIGIN = BEGIN - 86_400_000;
const PAUSE = 1_800_000;
const MANY = 700;

/** @param {number} number @returns {{ high: number, low: number }} a hash, in which any bits are set */
const hashOf = (number) => ({
  high: Math.imul(number + 1, 0x9e3779b1) >>> 0,
  low: Math.imul(number + 1, 0x85ebca6b) >>> 0,
});

/** Requests in no order, of three hours. */
const requests = Array.from({ length: 5000 }, (_, place) => ({
  number: (place * 7919) % MANY,
  time: BEGIN + ((place * 104_729_123) % 10_800_000),
}));

describe('The visitors of some time', () => {
  it('and their visits are counted exactly, in whichever order they came', () => {
    const visitors = new Visitors(2 * MANY, ORIGIN);
    for (const { number, time } of requests) visitors.add(hashOf(number), time);
    assert.deepEqual([visitors.count, visitors.visits], [MANY, countVisits()]);
  });

  it('are the same when those of several processes are merged', async () => {
    const processes = [0, 1, 2].map(() => new Visitors(2 * MANY, ORIGIN));
    for (const [place, { number, time }] of requests.entries())
      processes[place % 3].add(hashOf(number), time);
    const merged = new Visitors(2 * MANY, ORIGIN);
    for (const each of processes) await merged.merge(await each.dump());
    assert.deepEqual([merged.count, merged.visits], [MANY, countVisits()]);
    const again = new Visitors(2 * MANY, ORIGIN);
    await again.merge(await merged.dump());
    assert.deepEqual([again.count, again.visits], [MANY, countVisits()]);
  });

  it('are estimated where there are too many, and merged with others that are', async () => {
    const most = 2 ** 12;
    const [one, other] = [new Visitors(most, ORIGIN), new Visitors(8 * most, ORIGIN)];
    for (let number = 0; number < 8 * most; number++) {
      one.add(hashOf(number), BEGIN);
      if (number % 2 === 0) other.add(hashOf(number), BEGIN);
    }
    assert.ok(Math.abs(one.count / (8 * most) - 1) < 0.05, String(one.count));
    assert.equal(other.count, 4 * most);
    const { count } = one;
    await other.merge(await one.dump());
    assert.equal(other.count, count);
  });

  it('are counted in the same way when room for them is made in steps', async () => {
    const most = 2 ** 12;
    for (const all of [most, 4 * most]) {
      const [atOnce, inSteps] = [new Visitors(most, ORIGIN), new Visitors(most, ORIGIN)];
      for (let number = 0; number < all; number++) {
        atOnce.add(hashOf(number), BEGIN);
        if (inSteps.needsRoom) await inSteps.makeRoom();
        inSteps.add(hashOf(number), BEGIN);
      }
      assert.deepEqual([inSteps.count, inSteps.visits], [atOnce.count, atOnce.visits]);
    }
  });

  it('are written whole while further ones come, and room is made for them', async () => {
    const visitors = new Visitors(2 ** 15, ORIGIN);
    for (let number = 0; number < 10_000; number++) visitors.add(hashOf(number), BEGIN);
    const writing = visitors.dump();
    for (let number = 10_000; number < 20_000; number++) {
      if (visitors.needsRoom) await visitors.makeRoom();
      visitors.add(hashOf(number), BEGIN);
    }
    const written = new Visitors(2 ** 15, ORIGIN);
    await written.merge(await writing);
    const { count } = written;
    for (let number = 0; number < 10_000; number++) written.add(hashOf(number), BEGIN);
    assert.equal(written.count, count);
  });

  it('let others have their turn while the table grows in which many are merged', async () => {
    const many = new Visitors(2 ** 16, ORIGIN);
    for (let number = 0; number < 50_000; number++) many.add(hashOf(number), BEGIN);
    const dumped = await many.dump();
    const merged = new Visitors(2 ** 16, ORIGIN);
    let turns = 0;
    let isMerged = false;
    const merging = merged.merge(dumped).then(() => (isMerged = true));
    for (; !isMerged; turns++) await setImmediate();
    await merging;
    assert.equal(merged.count, 50_000);
    // Of 50,000 spans, and of the 65,536 slots of all tables before the last one, 2,000 each.
    assert.ok(turns > 50, `${turns} turns`);
  });

  it('tell who was here lately, and on which page', () => {
    const visitors = new Visitors(MANY, ORIGIN);
    visitors.add(hashOf(1), BEGIN, '/');
    visitors.add(hashOf(2), BEGIN, '/');
    visitors.add(hashOf(2), BEGIN + PAUSE, '/about');
    for (let number = 3; number < 100; number++) visitors.add(hashOf(number), BEGIN, '/');
    assert.deepEqual(
      visitors.since(BEGIN + 1).map(({ page }) => page),
      ['/about'],
    );
    assert.equal(new Set(visitors.since(BEGIN).map(({ hash }) => hash)).size, 99);
  });
});

describe('What is remembered of visitors', () => {
  const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

  it('is found by address, language and browser, of which each character counts', () => {
    const known = new KnownVisitors();
    const add = (/** @type {[string, string, string]} */ ...who) => {
      const found = known.find(...who);
      if (found === null) known.add(...who, { ...hashOf(1), likeness: 7 });
      return found;
    };
    const those = ['192.0.2.1', '192.0.2.2', '2001:db8::1', ''].flatMap((key) =>
      ['de', 'en', ''].flatMap((language) =>
        [...browser].map((_, at) => [
          `${browser.slice(0, at)}#${browser.slice(at + 1)}`,
          language,
          key,
        ]),
      ),
    );
    for (const who of those)
      assert.equal(add(.../** @type {[string, string, string]} */ (who)), null);
    for (const who of those)
      assert.deepEqual(add(.../** @type {[string, string, string]} */ (who)), {
        ...hashOf(1),
        likeness: 7,
      });
  });

  it('is forgotten when there is too much of it', () => {
    const known = new KnownVisitors();
    for (let number = 0; number < 40_000; number++) {
      assert.equal(known.find(browser, 'de', `visitor ${number}`), null);
      known.add(browser, 'de', `visitor ${number}`, { ...hashOf(number), likeness: 0 });
      assert.deepEqual(known.find(browser, 'de', `visitor ${number}`), {
        ...hashOf(number),
        likeness: 0,
      });
    }
    assert.equal(known.find(browser, 'de', 'visitor 0'), null);
  });
});

/** @returns {number} rows of requests of one visitor with less than half an hour between two */
function countVisits() {
  /** @type {Map<number, number[]>} */
  const times = new Map();
  for (const { number, time } of requests) times.set(number, [...(times.get(number) ?? []), time]);
  let visits = 0;
  for (const each of times.values()) {
    each.sort((one, other) => one - other);
    visits += each.filter((time, at) => at === 0 || time - each[at - 1] >= PAUSE).length;
  }
  return visits;
}
