import assert from 'node:assert/strict';
import request from 'supertest';
import { eachWorld } from './world.js';

describe('An edge of a blog that tells it of all changes', () => {
  const { clock, asks, says, answers, seen, at } = eachWorld();
  const hears = (groups = /** @type {string[]} */ ([])) =>
    request(`http://127.0.0.1:${at().port}`)
      .post('/.cache/invalidate')
      .send({ groups })
      .expect(200);

  beforeEach(() =>
    says({
      'CDN-Cache-Control': 'max-age=86400, larder-sign=5',
      'Cache-Groups': '"a", "b"',
      ETag: '"1"',
    }),
  );

  it('asks each time until it has heard of it, and while it hears nothing for five seconds', async () => {
    await asks('/');
    await asks('/');
    assert.equal(seen().length, 2);
    await hears();
    await clock.tick(4000);
    await asks('/');
    assert.equal(seen().length, 2);
    await clock.tick(2000);
    await asks('/');
    await asks('/');
    assert.equal(seen().length, 4);
    await hears();
    await asks('/');
    assert.equal(seen().length, 4);
  });

  it('asks again for what changed', async () => {
    await hears();
    await asks('/');
    await hears(['c']);
    await asks('/');
    assert.equal(seen().length, 1);
    await hears(['b']);
    await asks('/');
    assert.equal(seen().length, 2);
  });

  it('shows nothing old when it can reach the blog no more', async () => {
    await hears();
    await asks('/');
    await clock.tick(6000);
    answers((_request, response) => response.writeHead(503).end());
    assert.equal((await asks('/')).status, 503);
  });
});
