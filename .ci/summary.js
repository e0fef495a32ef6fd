import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Prints what the reporter kept of every run in a folder, as one line; 1 when anything failed or a run told nothing. */
const [folder] = process.argv.slice(2);
const runs = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
const told = runs.filter((text) => text !== '').map((text) => JSON.parse(text));
const sum = (/** @type {string} */ name) => told.reduce((total, run) => total + run[name], 0);

const skipped = sum('pending') > 0 ? `, ${sum('pending')} skipped` : '';
process.stdout.write(`${sum('passes')} passed, ${sum('failures')} failed${skipped}\n`);
process.exitCode =
  told.length === runs.length && sum('passes') > 0 && sum('failures') === 0 ? 0 : 1;
