import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { Pool } from '../../../lib/start/workers/pool.js';
import { createClock } from '../../support/clock.js';
import { createQuietLog } from '../../support/log.js';
/** @import { Member } from '../../../lib/start/workers/pool.js' */

describe('The workers of a server', () => {
  it('are replaced at once when they end, and after growing pauses when they end again and again', async () => {
    const { pool, forks, clock, serve, end } = start();
    await serve(pool.start(), 2);
    for (const pause of [0, 100, 200, 400]) {
      await end(-1);
      if (pause > 0) {
        await clock.tick(pause - 1);
        assert.equal(forks.length, 2 + Math.log2(pause / 50), 'not too early');
        await clock.tick(1);
      }
      await serve();
    }
    await clock.tick(1000);
    await end(-1);
    assert.equal(forks.length, 7, 'it served for a second: at once');
  });

  it('are not replaced any more after a stop, at which one of them saves the pages', async () => {
    const { pool, forks, members, clock, serve, end } = start({ count: 4 });
    await serve(pool.start(), 4);
    await end(3);
    await serve();
    await end(4);
    members[2].isListening = false;
    const stopped = pool.stop();
    for (const place of [0, 1]) await end(place);
    // The third is killed, as it does not listen yet.
    await stopped;
    await clock.tick(60_000);
    assert.equal(forks.length, 5);
    assert.deepEqual(stopsOf(forks), [
      { within: 10_000, save: true },
      { within: 10_000, save: false },
    ]);
  });

  it('are all asked for their acknowledgement but the one that made the change, and those that do not listen yet', async () => {
    const { pool, forks, members, serve } = start({ count: 3 });
    await serve(pool.start(), 3);
    members[2].isListening = false;
    const answered = await pool.insist(members[0], 'changed', 7);
    assert.deepEqual(answered, ['changed 7']);
    assert.deepEqual(
      forks.map(({ asked }) => asked.some((/** @type {any} */ { name }) => name === 'changed')),
      [false, true, false],
    );
  });

  it('are given up when they hang, which is said once for each', async () => {
    const { pool, forks, members, serve, log } = start({ count: 3 });
    await serve(pool.start(), 3);
    for (let time = 0; time < 3; time++) members[1].giveUp();
    const said = log.lines.filter(({ message }) => message.startsWith('A worker hangs'));
    assert.deepEqual(
      said.map(({ fields }) => fields.worker),
      [forks[1].id],
    );
  });

  it('are led by the oldest that does not finish', async () => {
    const { pool, members, serve } = start();
    await serve(pool.start(), 2);
    assert.equal(pool.leader, members[0]);
    members[0].isFinishing = true;
    assert.equal(pool.leader, members[1]);
  });

  it('are replaced by new ones on a reload, and the old ones finish', async () => {
    const { pool, forks, members, clock, serve, end } = start();
    await serve(pool.start(), 2);
    await end(1);
    await serve();
    await end(2);
    // A replacement is planned: the reload makes it needless.
    const reloaded = pool.reload();
    await serve(reloaded, 2);
    assert.deepEqual(
      members.map(({ isFinishing }) => isFinishing),
      [true, false, false, false, false],
    );
    await end(3);
    assert.equal(forks.length, 6, 'at once: failures of the former code do not count');
    await clock.tick(60_000);
    assert.equal(forks.length, 6);
  });

  /** @param {{ asked: { name: string, args: any[] }[] }[]} forks */
  const stopsOf = (forks) =>
    forks.flatMap(({ asked }) =>
      asked.filter(({ name }) => name === 'stop').map(({ args }) => args[0]),
    );

  function start({ count = 2 } = {}) {
    /** @type {ReturnType<typeof forkDouble>[]} */
    const forks = [];
    /** @type {Member[]} */
    const members = [];
    const clock = createClock();
    const log = createQuietLog();
    const fork = () => (forks.push(forkDouble(forks.length + 1)), forks.at(-1));
    const pool = new Pool(
      /** @type {any} */ ({
        count,
        clock,
        log,
        fork,
        connections: { end() {}, ended() {} },
        functions: (/** @type {Member} */ member) => (members.push(member), {}),
      }),
    );
    return { pool, forks, members, clock, serve, end, log };

    /** Has each worker serve that does not yet, as they come. @param {Promise<unknown>} [done] @param {number} [times] */
    async function serve(done, times = 1) {
      for (let time = 0; time < times; time++) {
        await setImmediate();
        for (const member of members) {
          if (member.isServing) continue;
          member.isListening = member.hasEntered = member.isServing = true;
          member.setReady();
        }
      }
      await done;
    }

    /** @param {number} place of a worker that ends */
    async function end(place) {
      const ending = members.at(place);
      forks.at(place)?.emit('disconnect');
      forks.at(place)?.emit('exit', 1, null);
      await ending?.ended;
    }
  }

  /** A worker that answers each call with its name and arguments. @param {number} id @returns {any} */
  function forkDouble(id) {
    /** @type {any[]} */
    const asked = [];
    const worker = new EventEmitter();
    return Object.assign(worker, {
      id,
      asked,
      process: { kill: () => worker.emit('disconnect') && worker.emit('exit', null, 'SIGKILL') },
      send(/** @type {any} */ message) {
        asked.push(message);
        worker.emit('message', {
          id: message.id,
          value: [message.name, ...message.args].join(' '),
        });
      },
    });
  }
});
