#!/usr/bin/env node
/**
 * Breaks the fast path in a copy of the project, one thing at a time, and shows that the fuzzer finds each break within a minute:
 * `node test/fuzz/mutants.js [WORD…]`. Words leave all but those with one of them in their names.
 */
import { spawn } from 'node:child_process';
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { breakOnce } from '../support/break-once.js';
import { ofTheFastPath } from './breaks.js';

/** Milliseconds within which a break must show. */
const LONGEST = 60_000;

const project = fileURLToPath(new URL('../..', import.meta.url));
const words = process.argv.slice(2);
const folder = await mkdtemp(join(tmpdir(), 'larder-mutants-'));
for (const part of [
  'lib',
  'controllers',
  'views',
  'public',
  'themes',
  'words',
  'test',
  'bench',
  'docs',
])
  cpSync(join(project, part), join(folder, part), { recursive: true });
for (const file of ['app.js', 'package.json', 'npm-shrinkwrap.json', 'README.md'])
  cpSync(join(project, file), join(folder, file));
symlinkSync(join(project, 'node_modules'), join(folder, 'node_modules'));

if (await isFoundByFuzzer(1)) throw new Error('The fuzzer fails with the project as it is');
let missed = 0;
for (const [file, some] of Object.entries(ofTheFastPath))
  for (const [name, from, to] of some) {
    if (words.length > 0 && !words.some((word) => name.includes(word))) continue;
    const text = readFileSync(join(project, file), 'utf8');
    writeFileSync(join(folder, file), breakOnce(text, from, to));
    const begun = performance.now();
    const isFound = await isFoundByFuzzer();
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    process.stdout.write(`${name}: ${isFound ? `found after ${seconds} s` : 'MISSED'}\n`);
    if (!isFound) missed++;
    writeFileSync(join(folder, file), text);
  }
await rm(folder, { recursive: true });
process.stdout.write(`${missed} missed\n`);
process.exitCode = missed === 0 ? 0 : 1;

/** @param {number} [requests] @returns {Promise<boolean>} */
async function isFoundByFuzzer(requests = 100_000_000) {
  const args = [join(folder, 'test/fuzz/long.js'), String(requests)];
  const child = spawn(process.execPath, args, { cwd: folder, timeout: LONGEST, stdio: 'ignore' });
  const [code] = await once(child, 'exit');
  return code !== null && code !== 0;
}
