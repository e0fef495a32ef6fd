import assert from 'node:assert/strict';
import { eachWorld } from './world.js';

describe('A response that the accelerator has stored', () => {
  const { clock, asks, says, seen } = eachWorld();

  it('answers further requests while it is fresh, with its age', async () => {
    says({ 'Cache-Control': 'max-age=60' });
    const first = await asks('/');
    assert.equal(first.via, 'fwd=uri-miss; fwd-status=200; stored');
    await clock.tick(20_000);
    const second = await asks('/');
    assert.equal(second.text, 'response 1');
    assert.equal(second.headers.age, '20');
    assert.equal(second.via, 'hit; ttl=40');
    assert.equal(seen().length, 1);
  });

  it('is asked for again when it is stale', async () => {
    says({ 'Cache-Control': 'max-age=60' });
    await asks('/');
    await clock.tick(60_000);
    assert.equal((await asks('/')).text, 'response 2');
  });
});
