import assert from 'node:assert/strict';
import { LarderError } from '../../lib/errors.js';
import { Calls } from '../../lib/runtime/calls.js';
import { sumUp } from '../../lib/workers/metrics.js';
/** @import { Functions } from '../../lib/runtime/calls.js' */

describe('Calls between processes', () => {
  /** @param {Functions} functions */
  function connect(functions) {
    /** @type {[Calls, Calls]} */
    const ends = [
      new Calls({
        send: (message) => void ends[1].receive(structuredClone(message)),
        functions: {},
      }),
      new Calls({ send: (message) => void ends[0].receive(structuredClone(message)), functions }),
    ];
    return ends[0];
  }

  it('bring what the function returns', async () => {
    const calls = connect({ add: async (one, other) => one + other });
    assert.deepEqual(await Promise.all([calls.call('add', 1, 2), calls.call('add', 3, 4)]), [3, 7]);
  });

  it('bring an expected error whole', async () => {
    const headers = ['Retry-After', '3'];
    const calls = connect({
      wait() {
        throw new LarderError('tooMany', 'Please wait', { headers });
      },
    });
    await assert.rejects(calls.call('wait'), { code: 'tooMany', message: 'Please wait', headers });
  });

  it('fail with any other error, and tell one of the operating system from others', async () => {
    const calls = connect({
      write() {
        throw Object.assign(new Error('No space'), { syscall: 'write' });
      },
    });
    await assert.rejects(calls.call('write'), { message: 'No space', syscall: 'write' });
    await assert.rejects(calls.call('nothing'), /not a function/);
  });

  it('fail when the other process ends', async () => {
    const calls = connect({ hang: () => new Promise(() => {}) });
    const asked = calls.call('hang');
    calls.end();
    await assert.rejects(asked, { code: 'unavailable' });
    await assert.rejects(calls.call('hang'), { code: 'unavailable' });
  });
});

describe('The figures of all workers', () => {
  /** @param {number} hits @param {object} [more] @returns {any} */
  const figures = (hits, more) => ({
    uptimeSeconds: hits,
    requests: { pages: hits },
    cache: { maxBytes: 10, stores: { dynamic: { hits } }, clears: {} },
    store: { kind: 'sqlite', reachable: true, feedLagMs: hits },
    index: { comparedUpTo: String(hits) },
    ...more,
  });

  it('are the sum, and each', () => {
    const cleared = figures(5);
    cleared.cache.clears = { newPost: { count: 1 } };
    cleared.store.reachable = false;
    const sum = sumUp([
      { worker: 1, value: figures(3) },
      { worker: 4, value: cleared },
    ]);
    assert.deepEqual(sum.requests, { pages: 8 });
    assert.deepEqual(sum.cache, {
      ...{ maxBytes: 20, stores: { dynamic: { hits: 8 } } },
      clears: { newPost: { count: 1 } },
    });
    assert.equal(sum.uptimeSeconds, 5);
    assert.deepEqual(sum.store, { kind: 'sqlite', reachable: false, feedLagMs: 5 });
    assert.deepEqual(
      sum.workers.map((/** @type {any} */ { worker, requests }) => [worker, requests.pages]),
      [
        [1, 3],
        [4, 5],
      ],
    );
  });

  it('add samples of the same time, though one worker is younger', () => {
    const samples = (/** @type {number[]} */ ...hits) =>
      hits.map((each) => ({ hits: each, misses: 0 }));
    const sum = sumUp([
      { worker: 1, value: figures(1, { samples: samples(1, 2, 3) }) },
      { worker: 2, value: figures(1, { samples: samples(10) }) },
    ]);
    assert.deepEqual(/** @type {any} */ (sum).samples, samples(1, 2, 13));
  });
});
