import assert from 'node:assert/strict';
import { createReading } from '../../lib/changes/reading.js';
import { summarise } from '../../lib/changes/index/summary.js';
import { postOf } from './small-blog.js';

describe('What the index is built from', () => {
  const jam = postOf({ id: 'a', teaser: 'old', rendered: 'old' });
  const lid = postOf({ id: 'b' });
  const file = { id: 'jar.png', type: 'image/png' };
  const current = { teaser: 'new', rendered: 'new' };

  /** @param {string[]} staleRenders */
  function start(staleRenders) {
    const records = new Map([jam, lid, file].map((record) => [record.id, record]));
    /** @type {any} */
    const store = {
      get: async (/** @type {string} */ _, /** @type {string} */ id) => records.get(id) ?? null,
      getMany: async (/** @type {string} */ _, /** @type {string[]} */ ids) =>
        ids.map((id) => records.get(id) ?? null),
      summaries: async () => ({ posts: [jam, lid].map(summarise), staleRenders }),
    };
    /** @type {any} */
    const texts = { renderedIfValid: async (/** @type {any} */ post) => ({ ...post, ...current }) };
    return createReading({ store, texts, cache: { hasDependents: () => true } });
  }

  it('has the HTML of texts that were typed in the console, and the others as they are', async () => {
    const { posts } = await start(['a', 'gone']).readSummaries();
    assert.deepEqual(posts, [summarise({ ...jam, ...current }), summarise(lid)]);
    assert.deepEqual((await start(['gone']).readSummaries()).posts, [jam, lid].map(summarise));
  });

  it('is read with current HTML where it is a post, and as it is otherwise', async () => {
    const { readRecord } = start([]);
    assert.deepEqual(await readRecord('post', 'a'), { ...jam, ...current });
    assert.equal(await readRecord('post', 'gone'), null);
    assert.equal(await readRecord('media', file.id), file);
  });
});
