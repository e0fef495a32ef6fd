import assert from 'node:assert/strict';
import { Semaphore } from '../../lib/base/semaphore.js';
import { createClock } from '../support/clock.js';
/** @import { Asking, Place } from '../../lib/base/semaphore.js' */

describe('Those who wait for a place', () => {
  const clock = createClock();
  /** @type {string[]} */
  let got;
  beforeEach(() => void (got = []));

  /** @param {Semaphore} semaphore @param {string} name @param {Asking} [asking] */
  function ask(semaphore, name, asking) {
    const place = semaphore.take(asking);
    place.then(
      () => got.push(name),
      (error) => got.push(`${name}: ${error.name === 'AbortError' ? 'gave up' : error.code}`),
    );
    return place;
  }

  /** @param {Semaphore} semaphore @param {number} count @param {Asking} asking @param {boolean} [lasts] */
  async function fill(semaphore, count, asking, lasts) {
    /** @type {Place[]} */
    const places = [];
    while (places.length < count) {
      const place = await semaphore.take(asking);
      if (lasts) place.offer(() => void (got.push('let go'), place.release()));
      places.push(place);
    }
    return places;
  }
  const settled = () => new Promise(setImmediate);

  it('are refused when their deadline has come, and take none when it has', async () => {
    const semaphore = new Semaphore(1, { clock, deadline: 1000 });
    const [first] = await fill(semaphore, 1, {});
    ask(semaphore, 'late').catch(() => {});
    await clock.tick(1000);
    await settled();
    assert.deepEqual(got, ['late: unavailable']);
    first.release();
    first.release();
    await ask(semaphore, 'next');
    assert.deepEqual([semaphore.taken, semaphore.waiting], [1, 0]);
  });

  it('are refused at once when too many wait, unless one owner is more than half of them', async () => {
    const semaphore = new Semaphore(1, { mostWaiting: 4 });
    await fill(semaphore, 1, {});
    for (let n = 0; n < 4; n++) ask(semaphore, `a${n}`, { owner: 'a' }).catch(() => {});
    ask(semaphore, 'a4', { owner: 'a' }).catch(() => {});
    ask(semaphore, 'b', { owner: 'b' }).catch(() => {});
    ask(semaphore, 'c', { owner: 'c' }).catch(() => {});
    ask(semaphore, 'd', { owner: 'd' }).catch(() => {});
    await settled();
    const refused = ['a2', 'a3', 'a4', 'd'].map((name) => `${name}: unavailable`);
    assert.deepEqual(got.sort(), refused);
  });

  it('go before an owner who has half of all places, and after nobody else', async () => {
    const semaphore = new Semaphore(4);
    const places = await fill(semaphore, 4, { owner: 'a' });
    void ask(semaphore, 'a', { owner: 'a' });
    void ask(semaphore, 'b', { owner: 'b' });
    places[0].release();
    await settled();
    assert.deepEqual(got, ['b']);
    places[1].release();
    await settled();
    assert.deepEqual(got, ['b', 'a']);
  });

  it('take the place of what may last when that has more than half', async () => {
    const semaphore = new Semaphore(4);
    await fill(semaphore, 3, { owner: 'a' }, true);
    await fill(semaphore, 1, { owner: 'a' });
    await ask(semaphore, 'short', { owner: 'a' });
    void ask(semaphore, 'waits', { owner: 'a' });
    await settled();
    assert.deepEqual(got, ['let go', 'short']);
  });

  it('take it as soon as it is known to last', async () => {
    const semaphore = new Semaphore(1);
    const [place] = await fill(semaphore, 1, {});
    void ask(semaphore, 'next');
    place.offer(place.release);
    await settled();
    assert.deepEqual(got, ['next']);
  });

  it('and may last as well, take that of another who has more than half, and never their own', async () => {
    const semaphore = new Semaphore(4, { mostWaiting: 0 });
    await fill(semaphore, 4, { owner: 'a' }, true);
    await ask(semaphore, 'a', { owner: 'a', mayLast: true }).catch(() => {});
    await ask(semaphore, 'b', { owner: 'b', mayLast: true });
    await ask(semaphore, 'c', { owner: 'c', mayLast: true });
    await ask(semaphore, 'd', { owner: 'd', mayLast: true }).catch(() => {});
    assert.deepEqual(got, ['a: unavailable', 'let go', 'b', 'let go', 'c', 'd: unavailable']);
  });

  it('may give up', async () => {
    const semaphore = new Semaphore(1);
    const [first] = await fill(semaphore, 1, {});
    const controller = new AbortController();
    ask(semaphore, 'gone', { signal: controller.signal }).catch(() => {});
    controller.abort();
    first.release();
    await ask(semaphore, 'next');
    await settled();
    assert.deepEqual(got.sort(), ['gone: gave up', 'next']);
  });
});
