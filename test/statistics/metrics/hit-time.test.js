import assert from 'node:assert/strict';
import request from 'supertest';
import { createHitTimer } from '../../../lib/statistics/metrics/hit-time.js';
import { eachTest } from '../../support/blog.js';
import { smallBlog } from '../../support/fixtures.js';

describe('What a hit costs', () => {
  const { startBlog } = eachTest();

  it('is not known while no page is cached, and is measured without counting a hit', async () => {
    const { url, open } = await startBlog({ posts: smallBlog });
    const { cache } = open;
    let answers = 0;
    let time = 0;
    const responses = { answer: () => (answers++, null) };
    const timeHit = createHitTimer({ cache, responses, now: () => (time += 3) });
    assert.equal(timeHit(), null);
    await request(url).get('/post/rye-bread').expect(200);
    assert.equal(timeHit(), 0.03);
    assert.equal(answers, 100);
    assert.equal(cache.statistics().stores.floating.hits, 0);
  });
});
