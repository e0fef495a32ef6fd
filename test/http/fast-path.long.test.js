import assert from 'node:assert/strict';
import { compareFastPath } from '../fuzz/differential.js';

describe('The fast path, over random requests,', () => {
  it('answers as node:http would', async () => {
    const { fastHits } = await compareFastPath({ seed: 20_261_122, requests: 3000 });
    assert.ok(fastHits > 0);
  }).timeout(180_000);
});
