#!/usr/bin/env node
/** `node test/model/once.js STEPS SEED [elsewhere]`: one run for sabotage.js. Tells after how many steps something was wrong. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runModel } from './run.js';

const [steps, seed] = process.argv.slice(2).map(Number);
const folder = await mkdtemp(join(tmpdir(), 'larder-once-'));
const storeUrl = `sqlite:${join(folder, 'model.db')}`;
let seen = 0;
try {
  const elsewhere = process.argv[4] === 'elsewhere';
  const onStep = (/** @type {{ steps: number }} */ world) => (seen = world.steps);
  await runModel({ storeUrl, steps, seed, shrink: false, elsewhere, onStep });
} catch (error) {
  const { cause, message } = /** @type {Error} */ (error);
  const [line] = (cause instanceof Error ? cause.message : message).split('\n');
  process.stdout.write(`after ${seen} steps: ${line}`);
  process.exitCode = 1;
}
await rm(folder, { recursive: true, force: true });
// What was broken may hold a timer or a connection.
process.exit();
