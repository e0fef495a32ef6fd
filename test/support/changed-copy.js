import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { breakOnce } from './break-once.js';

const project = fileURLToPath(new URL('../..', import.meta.url));
const copied = [
  'app.js',
  'controllers',
  'lib',
  'package.json',
  'public',
  'test',
  'themes',
  'tsconfig.json',
  'views',
  'words',
];
/** What the types of the project are checked in, besides what is copied. */
const checked = ['bench', 'editor', 'eslint.config.js'];

/**
 * Makes a change in a copy of the project, checks the types, and runs tests there.
 * @param {Record<string, [from: string, to: string]>} edits  by file
 * @param {string} tests  a file of the project
 * @returns {{ passed: number, failures: { title: string, message: string }[] }}
 */
export function tryChange(edits, tests) {
  const folder = mkdtempSync(join(tmpdir(), 'larder-change-'));
  try {
    for (const name of [...copied, ...checked])
      if (existsSync(join(project, name)))
        cpSync(join(project, name), join(folder, name), { recursive: true });
    symlinkSync(join(project, 'node_modules'), join(folder, 'node_modules'));
    for (const [file, [from, to]] of Object.entries(edits)) {
      const path = join(folder, file);
      writeFileSync(path, breakOnce(readFileSync(path, 'utf8'), from, to));
    }
    const tsc = join(project, 'node_modules/typescript/bin/tsc');
    const types = spawnSync(process.execPath, [tsc], { cwd: folder, encoding: 'utf8' });
    if (types.status !== 0)
      return { passed: 0, failures: [{ title: 'types', message: types.stdout }] };
    const mocha = join(project, 'node_modules/mocha/bin/mocha.js');
    const { stdout, stderr } = spawnSync(
      process.execPath,
      [mocha, '--no-config', '--reporter', 'json', '--timeout', '60000', join(folder, tests)],
      { cwd: folder, encoding: 'utf8' },
    );
    const at = stdout.indexOf('{\n');
    if (at < 0) throw new Error(`${stdout}${stderr}`);
    const { stats, failures } = JSON.parse(stdout.slice(at));
    return {
      passed: stats.passes,
      failures: failures.map((/** @type {any} */ { fullTitle, err }) => ({
        title: fullTitle,
        message: err.stack ?? err.message,
      })),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
