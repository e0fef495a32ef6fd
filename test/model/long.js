#!/usr/bin/env node
/**
 * The model's long form, by hand: `node test/model/long.js [STEPS [SEED [COUCHDB-URL]]]`. Runs histories on one blog after the
 * other, says every few thousand steps how far it is and how fast, and ends with the shortest history that it finds when a
 * page is stale. For SQLite, TMPDIR names where the databases lie; in memory (/dev/shm) they need no disk.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeFigures, runModel } from './run.js';

/** Steps on one blog: its history of versions grows, and with it the time that each takes. */
const ON_ONE_BLOG = 2000;

const [steps = 300_000, first = 1] = process.argv.slice(2, 4).map(Number);
const couch = process.argv[4];
const begun = performance.now();
const all = { steps: 0, cleared: 0, overCleared: 0, overClearedBy: new Map() };
for (let seed = first; all.steps < steps; seed += 1000) {
  const folder = await mkdtemp(join(tmpdir(), 'larder-model-'));
  const storeUrl = couch ? `${couch}-${seed}` : `sqlite:${join(folder, 'model.db')}`;
  const wanted = Math.min(ON_ONE_BLOG, steps - all.steps);
  const world = await runModel({ storeUrl, steps: wanted, seed });
  await rm(folder, { recursive: true });
  all.steps += world.steps;
  all.cleared += world.cleared;
  all.overCleared += world.overCleared;
  for (const [kind, count] of world.overClearedBy)
    all.overClearedBy.set(kind, (all.overClearedBy.get(kind) ?? 0) + count);
  const { user, system } = process.cpuUsage();
  const perSecond = (all.steps / ((performance.now() - begun) / 1000)).toFixed(1);
  const perProcessorSecond = (all.steps / ((user + system) / 1e6)).toFixed(1);
  const speed = `${perSecond} steps a second, ${perProcessorSecond} a second of the processor`;
  process.stdout.write(`after seed ${seed}: ${describeFigures(all)}\n${speed}\n`);
}
