import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { createPurger } from '../../lib/networks/purger.js';
import { createClock } from '../support/clock.js';
import { createQuietLog } from '../support/log.js';
/** @import { Reply, Transport } from '../../lib/networks/transports.js' */

const SECOND = 1000;
const STEP = 100;
const done = { status: 200, text: '', headers: {} };

async function settle() {
  for (let turn = 0; turn < 10; turn++) await setImmediate();
}

/**
 * @param {{ most?: number, rate?: Transport['rate'], wantsSigns?: boolean, isShared?: boolean, answer?: () =>
 *   Partial<Reply> | Error }} [options]
 */
function start({ most = 100, rate, wantsSigns, isShared = false, answer = () => done } = {}) {
  const clock = createClock();
  const log = createQuietLog();
  /** @type {{ at: number, tags: string[] }[]} */
  const asked = [];
  const begun = clock.now();
  const purger = createPurger({
    name: 'varnish:http://edge.test',
    all: 'ALL',
    isShared,
    transport: {
      most,
      rate,
      wantsSigns,
      async purge(tags) {
        asked.push({ at: clock.now() - begun, tags });
        const said = answer();
        if (said instanceof Error) throw said;
        return { ...done, ...said };
      },
    },
    clock,
    log,
  });
  /** @param {number} milliseconds */
  async function pass(milliseconds) {
    await settle();
    for (let left = milliseconds; left > 0; left -= STEP) {
      await clock.tick(Math.min(STEP, left));
      await settle();
    }
  }

  return {
    ...purger,
    pass,
    log,
    clock,
    asked,
    change(/** @type {string[]} */ ...tags) {
      purger.add(tags);
      purger.add(tags, { isSecond: true, after: 2 * SECOND });
    },
  };
}

describe('A network', () => {
  it('is told of a change at once, and once more two seconds later', async () => {
    const { change, pass, asked, state } = start();
    change('a', 'b');
    await pass(0);
    equal(state().owed, 2);
    await pass(1999);
    deepEqual(asked, [{ at: 0, tags: ['a', 'b'] }]);
    await pass(1);
    deepEqual(asked[1], { at: 2000, tags: ['a', 'b'] });
    const { owed, since, lastStatus, lagMs } = state();
    deepEqual(
      { owed, since, lastStatus, lagMs },
      { owed: 0, since: null, lastStatus: 200, lagMs: 2000 },
    );
  });

  it('gets the changes of one second in one request', async () => {
    const { change, pass, asked } = start();
    change('a');
    await pass(100);
    change('b');
    change('c');
    await pass(100);
    change('b', 'd');
    await pass(799);
    equal(asked.length, 1);
    await pass(1);
    deepEqual(asked[1], { at: 1000, tags: ['b', 'c', 'd'] });
  });

  it('has done soon what changed first, also while the same changes on and on', async () => {
    const { change, pass, state, clock } = start();
    for (let changes = 0; changes < 40; changes++) {
      change('a');
      await pass(500);
      const since = Date.parse(state().since ?? '');
      ok(clock.now() - since <= 6 * SECOND, `${changes} changes, ${clock.now() - since} ms`);
    }
    await pass(6 * SECOND);
    equal(state().owed, 0);
    ok(Number(state().lagMs) <= 6 * SECOND);
  });

  it('is asked again with growing pauses, and then gets all that it has missed', async () => {
    let isAway = true;
    const { change, pass, asked, state, problem, log } = start({
      answer: () => (isAway ? new Error('No route') : {}),
    });
    change('a');
    await pass(20 * SECOND);
    deepEqual(
      asked.map(({ at }) => at),
      [0, 1000, 3000, 7000, 15_000],
    );
    deepEqual([state().lastStatus, problem()], [0, 'No route']);
    change('b');
    isAway = false;
    await pass(20 * SECOND);
    deepEqual(
      asked.slice(5).map(({ tags }) => tags),
      [['a', 'b']],
    );
    deepEqual([state().owed, problem()], [0, '']);
    equal(log.lines.filter(({ message }) => /could not be told/.test(message)).length, 1);
  });

  it('is left alone for as long as it says, an hour at most', async () => {
    let wait = '90';
    const { change, pass, asked } = start({
      answer: () => ({ status: 429, headers: { 'retry-after': wait } }),
    });
    change('a');
    await pass(89 * SECOND);
    equal(asked.length, 1);
    wait = '9999999';
    await pass(SECOND);
    equal(asked.length, 2);
    await pass(3599 * SECOND);
    equal(asked.length, 2);
    await pass(SECOND);
    equal(asked.length, 3);
  });

  it('explains what to do when it refuses', async () => {
    for (const [answer, sentence] of /** @type {const} */ ([
      [{ status: 403, text: 'Forbidden\n' }, /403: .*CDN_TOKEN.* It said: Forbidden$/],
      [{ status: 405 }, /405: .*set up for purging/],
      [{ status: 200, text: '{"success": false, "errors": []}' }, /200: it could not\. It said/],
    ])) {
      const { change, pass, problem, state } = start({ answer: () => answer });
      change('a');
      await pass(0);
      match(problem(), sentence);
      equal(state().owed, 2);
    }
  });

  it('gets many tags in several requests, and too many as one of all', async () => {
    const { change, pass, asked } = start({ most: 2 });
    change('a', 'b', 'c');
    await pass(0);
    deepEqual(
      asked.map(({ tags }) => tags),
      [['a', 'b'], ['c']],
    );
    change(...'defghijklmn');
    await pass(SECOND);
    deepEqual(asked[2].tags, ['ALL']);
  });

  it('keeps no more in mind than so many tags, however long it is away', async () => {
    let isAway = true;
    const { change, pass, asked, state } = start({
      most: 1000,
      answer: () => (isAway ? new Error('Away') : {}),
    });
    for (let number = 0; number < 3000; number++) change(`tag-${number}`);
    ok(state().owed <= 4000);
    isAway = false;
    await pass(60 * SECOND);
    equal(state().owed, 0);
    deepEqual(asked.at(-1)?.tags.includes('ALL'), true);
  });

  it('with a rate gets fewer and larger requests when that is used up, never none', async () => {
    const { change, pass, asked, state } = start({ rate: { burst: 3, perMinute: 6 } });
    for (let second = 0; second < 60; second++) {
      change(`tag-${second}`);
      await pass(SECOND);
    }
    ok(asked.length <= 3 + 6, String(asked.length));
    await pass(30 * SECOND);
    equal(state().owed, 0);
    deepEqual(new Set(asked.flatMap(({ tags }) => tags)).size, 60);
  });

  it('is told again of what changed while it was told', async () => {
    /** @type {(() => void)[]} */
    const changes = [];
    const world = start({ answer: () => (changes.shift()?.(), {}) });
    changes.push(() => world.change('a'));
    world.change('a');
    await world.pass(SECOND);
    deepEqual(
      world.asked.map(({ at, tags }) => [at, ...tags]),
      [
        [0, 'a'],
        [1000, 'a'],
      ],
    );
  });

  it('is told once of what several workers tell at about the same time', async () => {
    const { change, pass, asked } = start({ isShared: true });
    change('a');
    await pass(5);
    change('a');
    await pass(10 * SECOND);
    deepEqual(
      asked.map(({ at }) => at),
      [0, 2005],
    );
  });

  it('is told of a change for the second time two seconds later, also when it is to forget all before', async () => {
    const { add, change, pass, asked } = start();
    add(['ALL'], { isSecond: true, after: 2 * SECOND });
    await pass(1500);
    change('a');
    await pass(3 * SECOND);
    deepEqual(asked.at(-1), { at: 3500, tags: ['a'] });
  });

  it('that hears of very many changes without an end is told in time of all', async () => {
    const { change, pass, asked } = start({ most: 1000 });
    for (let round = 0; round < 40; round++) {
      change(...Array.from({ length: 400 }, (_, number) => `tag-${round}-${number}`));
      await pass(200);
    }
    const first = asked.slice(1).find(({ tags, at }) => tags.includes('ALL') && at >= 2000);
    ok(first && first.at <= 4000, String(first?.at));
  });

  it('that wants signs of life gets none before the blog has begun, nor while it cannot be told', async () => {
    let isAway = false;
    const { add, change, pass, asked } = start({
      wantsSigns: true,
      answer: () => (isAway && asked.at(-1)?.tags.length ? { status: 500 } : {}),
    });
    const signs = () => asked.filter(({ tags }) => tags.length === 0).length;
    await pass(3 * SECOND);
    equal(signs(), 0);
    add([]);
    await pass(3 * SECOND);
    equal(signs(), 3);
    isAway = true;
    change('a');
    await pass(100);
    const before = signs();
    await pass(30 * SECOND);
    equal(signs(), before);
    isAway = false;
    await pass(60 * SECOND);
    ok(signs() > before);
  });
});
