import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Prints what the reporter kept of every run in a folder: each test that failed, once more, as the log above is long,
 * and one line of figures. Exits with 1 when anything failed or a run reported nothing.
 */
const [folder] = process.argv.slice(2);
const runs = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
const told = runs.filter((text) => text !== '').map((text) => JSON.parse(text));
const sum = (/** @type {string} */ name) => told.reduce((total, run) => total + run[name], 0);

for (const { title, error } of told.flatMap((run) => run.failed)) {
  process.stdout.write(`${title}\n${error.slice(0, 2000)}\n\n`);
}
const skipped = sum('pending') > 0 ? `, ${sum('pending')} skipped` : '';
process.stdout.write(`${sum('passes')} passed, ${sum('failures')} failed${skipped}\n`);
process.exitCode =
  told.length === runs.length && sum('passes') > 0 && sum('failures') === 0 ? 0 : 1;
