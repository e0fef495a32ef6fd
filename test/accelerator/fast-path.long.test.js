import assert from 'node:assert/strict';
import { openAccelerators } from '../fuzz/accelerators.js';
import { compareFastPath } from '../fuzz/differential.js';

describe('The fast path of the accelerator, over random requests,', () => {
  it('answers as node:http would', async () => {
    const options = {
      seed: 20_261_122,
      requests: 1000,
      open: openAccelerators,
      withOddities: false,
    };
    assert.ok((await compareFastPath(options)).fastHits > 0);
  }).timeout(180_000);
});
