import assert from 'node:assert/strict';
import { eachWorld } from './world.js';

describe('The fast path of the accelerator', () => {
  const { asks, says, clock } = eachWorld();
  /** All hits, those of the memory, and those that were answered fast. */
  const hits = async () => {
    const { requests, cache, fastPath } = JSON.parse((await asks('/.cache/status')).text);
    return [requests.hits, cache.memory.hits, fastPath.hits];
  };

  it('answers hits until they are stale', async () => {
    says({ 'Cache-Control': 'max-age=60', ETag: '"a"' });
    await asks('/a');
    await clock.tick(5000);
    const { text, headers, via } = await asks('/a');
    assert.deepEqual([text, headers.age, via], ['response 1', '5', 'hit; ttl=55']);
    assert.equal((await asks('/a', { 'If-None-Match': '"a"' })).status, 304);
    assert.deepEqual(await hits(), [2, 2, 2]);
    await clock.tick(60_000);
    assert.equal((await asks('/a')).text, 'response 2');
    assert.equal((await hits())[2], 2);
  });

  it('leaves a request to node:http that another field decides about', async () => {
    says({ 'Cache-Control': 'max-age=60', Vary: 'Accept-Language' });
    await asks('/a', { 'Accept-Language': 'de' });
    assert.equal((await asks('/a')).text, 'response 2');
    assert.equal((await asks('/a', { 'Accept-Language': 'de' })).text, 'response 1');
    says({ 'Cache-Control': 'max-age=60' });
    await asks('/b');
    assert.equal((await asks('/b', { Pragma: 'no-cache' })).text, 'response 4');
    assert.equal((await hits())[2], 0);
  });
});
