import assert from 'node:assert/strict';
import { Attempts, networkOf } from '../../lib/base/attempts.js';
import { createClock } from '../support/clock.js';

/** @param {Attempts} attempts @param {string} key @param {number} times */
function fail(attempts, key, times) {
  for (let time = 0; time < times; time++) {
    attempts.check(key);
    attempts.count(key);
  }
}

describe('Failed sign-in attempts', () => {
  it('are free for the first ten; then each waits twice as long as the one before, up to a limit', async () => {
    const clock = createClock();
    const attempts = new Attempts({ clock, free: 10, longestWait: 5000 });
    fail(attempts, 'ada', 10);
    for (const seconds of [1, 2, 4, 5, 5]) {
      assert.throws(() => attempts.check('ada'), {
        code: 'tooMany',
        headers: ['Retry-After', String(seconds)],
      });
      await clock.tick(seconds * 1000);
      fail(attempts, 'ada', 1);
    }
  });

  it('of one client do not slow down another', () => {
    const attempts = new Attempts({ clock: createClock(), free: 10, longestWait: 5000 });
    fail(attempts, 'ada', 10);
    attempts.check('anna');
  });

  it('are forgotten after an hour', async () => {
    const clock = createClock();
    const attempts = new Attempts({ clock, free: 10, longestWait: 5000 });
    fail(attempts, 'ada', 10);
    await clock.tick(60 * 60_000);
    fail(attempts, 'ada', 9);
  });

  it('are forgotten one after the other where that is wanted, as queries are', async () => {
    const clock = createClock();
    const attempts = new Attempts({ clock, free: 10, longestWait: 1000, perSecond: 2 });
    for (let query = 0; query < 10; query++) attempts.take('home');
    for (let second = 0; second < 3; second++) {
      assert.throws(() => attempts.take('home'), { headers: ['Retry-After', '1'] });
      await clock.tick(1000);
      attempts.take('home');
      attempts.take('home');
    }
    await clock.tick(5000);
    for (let query = 0; query < 10; query++) attempts.take('home');
  });

  it('are not counted when they succeed', () => {
    const attempts = new Attempts({ clock: createClock(), free: 10, longestWait: 5000 });
    fail(attempts, 'home', 9);
    attempts.count('home');
    attempts.forgive('home');
    fail(attempts, 'home', 1);
    assert.throws(() => attempts.check('home'), { code: 'tooMany' });
  });

  it('are counted by household', () => {
    assert.equal(networkOf('::ffff:192.0.2.7'), '192.0.2.7');
    assert.equal(networkOf('192.0.2.7'), '192.0.2.7');
    assert.equal(networkOf('2001:db8:1:2:3:4:5:6'), networkOf('2001:db8:1:2::9'));
    assert.notEqual(networkOf('2001:db8:1:2::9'), networkOf('2001:db8:1:3::9'));
    assert.equal(networkOf('::1'), '0:0:0:0');
  });
});
