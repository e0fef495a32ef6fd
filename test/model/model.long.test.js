import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { surprises } from './expected.js';
import { routesLeftOut } from './addresses.js';
import { runModel } from './run.js';
/** @import { World } from './world.js' */

const STEPS = 700;

describe('The cache, over random histories of a blog', () => {
  /** @type {string} */
  let folder;
  /** @type {World} */
  let world;

  before(async function () {
    this.timeout(600_000);
    folder = await mkdtemp(join(tmpdir(), 'larder-model-'));
    world = await runModel({
      storeUrl: `sqlite:${join(folder, 'model.db')}`,
      steps: STEPS,
      seed: 500,
    });
  });

  after(() => rm(folder, { recursive: true }));

  it('never keeps a page that a fresh render would make otherwise', () => {
    assert.ok(world.steps >= STEPS);
  });

  it('lives through starts, stops and whatever comes between', () => {
    for (const kind of ['stop', 'kill', 'start', 'console', 'restoreBackup', 'copyFile', 'update'])
      assert.ok((world.kinds.get(kind) ?? 0) > 0, kind);
  });

  it('clears at most one page in a hundred for nothing', () => {
    assert.ok(world.cleared > 1000);
    assert.ok(
      world.overCleared / world.cleared <= 0.01,
      `${world.overCleared} of ${world.cleared}`,
    );
  });

  it('clears only what the table of docs/cache.md says', () => {
    assert.deepEqual(surprises(world.fates), []);
  });

  it('knows every route whose answers are kept, but for the theme’s, which nothing clears', () => {
    assert.deepEqual(routesLeftOut, ['/theme/*name']);
  });
});

describe('The cache of one process, when another writes and the feed is bad', () => {
  it('is never stale once the feed has told', async function () {
    this.timeout(600_000);
    const folder = await mkdtemp(join(tmpdir(), 'larder-model-'));
    const storeUrl = `sqlite:${join(folder, 'model.db')}`;
    const world = await runModel({ storeUrl, steps: 300, seed: 4711, elsewhere: true });
    await rm(folder, { recursive: true });
    assert.ok(world.steps >= 300);
  });
});
