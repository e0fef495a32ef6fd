import assert from 'node:assert/strict';
import { sumUp } from '../../../lib/start/workers/metrics.js';

/** @param {number | null} madeAnewAt */
const works = (madeAnewAt, failed = false) => ({ madeAnewAt, failed });

describe('The figures of all workers', () => {
  /** @param {number} hits @param {object} [more] @returns {any} */
  const figures = (hits, more) => ({
    uptimeSeconds: hits,
    requests: { pages: hits },
    cache: { maxBytes: 10, stores: { dynamic: { hits } }, clears: {} },
    store: { kind: 'sqlite', reachable: true, feedLagMs: hits },
    index: { comparedUpTo: String(hits) },
    derived: { search: works(hits), pages: works(null), sums: works(null, hits === 5) },
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
      maxBytes: 20,
      stores: { dynamic: { hits: 8 } },
      clears: { newPost: { count: 1 } },
    });
    assert.equal(sum.uptimeSeconds, 5);
    assert.deepEqual(sum.derived, {
      search: works(5),
      pages: works(null),
      sums: works(null, true),
    });
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

  it('time a hit in one of them, and the renders of all', () => {
    const render = (/** @type {number} */ milliseconds) => ({
      hitMilliseconds: 0.002,
      renders: { count: 1, milliseconds },
    });
    const sum = /** @type {any} */ (
      sumUp([
        { worker: 1, value: figures(1, render(2)) },
        { worker: 2, value: figures(1, render(4)) },
      ])
    );
    assert.equal(sum.hitMilliseconds, 0.002);
    assert.deepEqual(sum.renders, { count: 2, milliseconds: 6 });
  });
});
