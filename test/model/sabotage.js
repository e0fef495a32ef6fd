#!/usr/bin/env node
/**
 * Breaks the clearing on purpose, one rule, one dependency or one cause at a time, and shows that the model test
 * catches each. What it breaks it finds itself: every rule of lib/cache/clearing.js, every kind of key that any route
 * names in `dependsOn` during an unbroken run, every cause of every typed store. A word behind the command leaves all
 * but those with the word in their names.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { typedStores } from '../../lib/cache/cache-manager.js';
import * as clearing from '../../lib/cache/clearing.js';
import { runModel } from './run.js';
import { World } from './world.js';

/** Steps within which a break must show. */
const STEPS = 6000;
const SEED = 20_000;

/** @typedef {{ name: string, apply: () => void, undo: () => void }} Break */

const folder = await mkdtemp(join(tmpdir(), 'larder-sabotage-'));
let databases = 0;
const misses = [];
const breaks = [
  ...breaksOfRules(),
  ...breaksOfStores(),
  ...breaksOfDependencies(await findDependencies()),
].filter(({ name }) => name.includes(process.argv[2] ?? ''));
for (const each of breaks) {
  each.apply();
  const steps = await stepsUntilCaught();
  each.undo();
  if (steps === null) misses.push(each.name);
  process.stdout.write(
    `${steps === null ? 'MISSED' : `caught after ${String(steps).padStart(4)} steps`}  ${each.name}\n`,
  );
}
await rm(folder, { recursive: true });
process.stdout.write(`${breaks.length - misses.length} of ${breaks.length} breaks caught\n`);
process.exitCode = misses.length === 0 ? 0 : 1;

/** @returns {Promise<number | null>} null when the model saw nothing wrong */
async function stepsUntilCaught() {
  let seen = 0;
  try {
    await run(STEPS, (world) => (seen = world.steps));
    return null;
  } catch {
    return seen;
  }
}

/** @param {number} steps @param {(world: World) => void} onStep */
function run(steps, onStep) {
  const storeUrl = `sqlite:${join(folder, `${++databases}.db`)}`;
  return runModel({ storeUrl, steps, seed: SEED, shrink: false, onStep });
}

/** @returns {Break[]} */
function breaksOfRules() {
  /** @type {[string, Record<string, Function>][]} */
  const tables = /** @type {any} */ (Object.entries(clearing));
  return tables
    .filter(([name]) => name.endsWith('Rules'))
    .flatMap(([table, rules]) =>
      Object.entries(rules).map(([name, rule]) => ({
        name: `${table}.${name} touches nothing`,
        apply: () => void (rules[name] = () => []),
        undo: () => void (rules[name] = rule),
      })),
    );
}

/** @returns {Break[]} */
function breaksOfStores() {
  return Object.entries(typedStores).flatMap(([name, store]) => {
    const { clearedBy } = store;
    return clearedBy.map((cause) => ({
      name: `${name} is not cleared by ${cause}`,
      apply: () => void (store.clearedBy = clearedBy.filter((each) => each !== cause)),
      undo: () => void (store.clearedBy = clearedBy),
    }));
  });
}

/** @param {Set<string>} dependencies @returns {Break[]} */
function breaksOfDependencies(dependencies) {
  return [...dependencies].map((dependency) => ({
    name: `${dependency} is not named`,
    apply: () => void (World.forget = dependency),
    undo: () => void (World.forget = ''),
  }));
}

/** @returns {Promise<Set<string>>} each kind of key that a route names, as 'route: key' */
async function findDependencies() {
  const found = new Set();
  await run(1000, (world) => {
    for (const dependency of world.dependencies()) found.add(dependency);
  });
  return found;
}
