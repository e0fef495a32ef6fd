#!/usr/bin/env node
/**
 * The simulation's long form, by hand: `node test/accelerator/simulation-long.js [HISTORIES [STEPS [SEED]]]`. Runs as many random
 * histories of each kind, and ends with the seed of the first that fails.
 */
import { simulate } from './simulation.js';

const [histories = 100, steps = 300, first = 1] = process.argv.slice(2).map(Number);
const truths = [false, true];
const kinds = truths.flatMap((restarts) =>
  truths.flatMap((forgets) =>
    [{}, { fetches: true }, { fetches: true, tells: true }].map((origin) => ({
      restarts,
      forgets,
      ...origin,
    })),
  ),
);

for (const kind of kinds) {
  /** @type {Record<string, number>} */
  const sums = {};
  for (let seed = first; seed < first + histories; seed++) {
    const figures = await simulate({ seed, steps, ...kind }).catch((error) => {
      process.stdout.write(`${JSON.stringify({ seed, steps, ...kind })} fails\n`);
      throw error;
    });
    for (const [name, figure] of Object.entries(figures)) sums[name] = (sums[name] ?? 0) + figure;
  }
  process.stdout.write(`${JSON.stringify(kind)}: ${JSON.stringify(sums)}\n`);
}
