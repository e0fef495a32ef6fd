import assert from 'node:assert/strict';
import { watchOpenFiles } from '../../lib/start/open-files.js';
import { createClock } from '../support/clock.js';
import { createQuietLog } from '../support/log.js';

describe('The files that a server can have open at once', () => {
  /** @param {object} system @param {boolean} [saysLimit] */
  function watch(system, saysLimit = true) {
    const [clock, log] = [createClock(), createQuietLog()];
    const { close } = watchOpenFiles({ clock, log, saysLimit }, system);
    return { clock, close, said: () => log.lines.map(({ message }) => message) };
  }
  const enough = { limit: () => 4096, tryToOpen: (/** @type {any} */ done) => done(null) };

  it('are no matter where they are enough', async () => {
    const { clock, close, said } = watch(enough);
    await clock.tick(60_000);
    close();
    assert.deepEqual(said(), []);
  });

  it('are said at the start when they are few, with the number to set', () => {
    const few = { ...enough, limit: () => 256 };
    assert.deepEqual(watch(few).said(), [
      'At most 256 files and connections can be open at once: set the limit to 4096 or more (ulimit -n 4096, or LimitNOFILE=4096 in the service).',
    ]);
    assert.deepEqual(watch(few, false).said(), [], 'by another process');
  });

  it('are said once an hour while none can be opened, so that connections are refused', async () => {
    const error = Object.assign(new Error('EMFILE: too many open files'), { code: 'EMFILE' });
    const none = { ...enough, tryToOpen: (/** @type {any} */ done) => done(error) };
    const { clock, close, said } = watch(none);
    for (let look = 0; look < 12; look++) await clock.tick(10_000);
    assert.equal(said().length, 1);
    assert.match(said()[0], /^Connections are refused, .*\(ulimit -n 4096/);
    for (let look = 0; look < 360; look++) await clock.tick(10_000);
    close();
    assert.equal(said().length, 2);
  });
});
