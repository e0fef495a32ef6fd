import { execFileSync } from 'node:child_process';
import { existsSync, linkSync, lstatSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isRunning } from '../../base/processes.js';
import { mustRun, USER } from './machine.js';
/** @import { Machine, Places } from './machine.js' */

/**
 * The way back of an update. `current.back` links to the version before, and `.old` files are the database as it was,
 * for as long as the new version is not healthy. Whoever finds the link when the update has ended goes back.
 */

/** Milliseconds between two looks at the update. */
const PAUSE = 500;
const OWN = fileURLToPath(import.meta.url);

/** @param {string} file  a SQLite database @returns {string[]} where its data is, when nobody has it open */
export const dataFiles = (file) => [file, `${file}-wal`];

/** @param {Places} places @param {string} old  folder of the version before */
export const leaveWayBack = ({ current }, old) => symlinkSync(basename(old), `${current}.back`);

/** @param {Places} places @param {string} file  the database, or '' */
export function forgetWayBack({ current }, file) {
  rmSync(`${current}.back`, { force: true });
  if (file) for (const each of dataFiles(file)) rmSync(`${each}.old`, { force: true });
}

/**
 * Goes back, if there is a way, while no server runs. Killed at any step, it can be done again.
 * @param {Pick<Places, 'current'>} places
 * @param {string} file  the database, or ''
 */
export function goBack({ current }, file) {
  if (!canGoBack(current)) return;
  const [database, log] = dataFiles(file);
  if (file && [database, log].some((each) => existsSync(`${each}.old`))) {
    for (const each of [log, `${file}-shm`]) rmSync(each, { force: true });
    // A second time it is still there.
    if (existsSync(`${log}.old`)) linkSync(`${log}.old`, log);
    // At no moment without a database, of which the start would make an empty one.
    if (existsSync(`${database}.old`)) renameSync(`${database}.old`, database);
  }
  renameSync(`${current}.back`, current);
}

/** @param {string} current */
const canGoBack = (current) =>
  lstatSync(`${current}.back`, { throwIfNoEntry: false }) !== undefined;

/**
 * Has the service run when this process has ended, whatever has become of it: the version before if it was killed.
 * @param {Machine} machine
 * @param {Places} places
 * @param {{ file: string, hold: string }} files  `hold`: of held writes
 */
export const guard = (machine, { current }, { file, hold }) =>
  mustRun(machine, 'systemd-run', [
    ...['--quiet', '--collect', machine.node, OWN],
    // It puts variables in their place.
    ...[String(machine.id), current, hold, file].map((each) => each.replaceAll('$', '$$$$')),
  ]);

if (process.argv[1] === OWN) {
  const [id, current, hold, file = ''] = process.argv.slice(2);
  while (isRunning(Number(id))) await setTimeout(PAUSE);
  const systemctl = (/** @type {string} */ verb) => execFileSync('systemctl', [verb, USER]);
  if (canGoBack(current)) {
    systemctl('stop');
    goBack({ current }, file);
  }
  rmSync(hold, { force: true });
  systemctl('start');
}
