import assert from 'node:assert/strict';
import { Derived } from '../../lib/base/derived.js';
import { createClock } from '../support/clock.js';
import { createQuietLog } from '../support/log.js';

const HOUR = 60 * 60_000;
const bug = () => new Error('out of jars');
const coded = (/** @type {string} */ code) => Object.assign(new Error(`${code} jars`), { code });

describe('A part that can be made anew', () => {
  /** @type {ReturnType<typeof createClock>} */
  let clock;
  /** @type {ReturnType<typeof createQuietLog>} */
  let log;
  /** @type {Derived} */
  let part;
  beforeEach(() => {
    clock = createClock();
    log = createQuietLog();
    part = new Derived('shelf', { clock, log });
  });

  it('is made anew after its second failure within an hour, and says so', async () => {
    assert.equal(part.failed(bug()), false);
    await clock.tick(HOUR);
    assert.equal(part.failed(bug()), false);
    await clock.tick(HOUR - 1);
    assert.equal(part.failed(bug()), true);
    assert.deepEqual(part.state, { madeAnewAt: clock.now(), failed: true });
    part.worked();
    assert.equal(part.state.failed, false);
    assert.match(log.lines.at(-1)?.message ?? '', /shelf failed, and will be made anew/);
  });

  it('is made anew at most once an hour', async () => {
    const anew = () => [bug(), bug(), bug()].map((error) => part.failed(error));
    assert.deepEqual(anew(), [false, true, false]);
    await clock.tick(HOUR - 1);
    assert.deepEqual(anew(), [false, false, false]);
    await clock.tick(1);
    assert.deepEqual(anew(), [true, false, false]);
  });

  it('is made anew at once when its file is damaged', () => {
    assert.equal(part.failed(new Error('SQLITE_CORRUPT database disk image is malformed')), true);
    assert.equal(new Derived('jar', { clock, log }).failed(bug(), { isDamaged: true }), true);
  });

  for (const code of ['SQLITE_FULL', 'SQLITE_READONLY', 'SQLITE_BUSY', 'ENOSPC', 'EROFS'])
    it(`waits as long as the machine says ${code}, and says so once`, () => {
      for (let times = 0; times < 5; times++) assert.equal(part.failed(coded(code)), false);
      assert.equal(part.failed(new Error(`${code} jars`)), false);
      assert.equal(part.state.failed, true);
      assert.deepEqual(
        log.lines.map(({ level, message }) => [level, message]),
        [['warn', 'The shelf cannot be used; waiting']],
      );
    });
});
