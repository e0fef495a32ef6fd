import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { derivedSteps, rebuildsOf } from './derived-steps.js';
import { runModel } from './run.js';

describe('What is derived, over random histories of a blog in which it is broken', () => {
  it('is what a plain scan finds, and each part is made anew at least once', async function () {
    this.timeout(600_000);
    const folder = await mkdtemp(join(tmpdir(), 'larder-model-'));
    const storeUrl = `sqlite:${join(folder, 'model.db')}`;
    const world = await runModel({ storeUrl, steps: 150, seed: 3, runs: 3, more: derivedSteps });
    await rm(folder, { recursive: true });
    for (const [part, count] of Object.entries(rebuildsOf(world)))
      assert.ok(count > 0, `The ${part} were never made anew`);
  });
});
