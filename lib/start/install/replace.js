import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { LarderError } from '../../base/errors.js';
import { Database } from '../../base/sqlite.js';
import { backupFolder, backupName } from '../backups/folder.js';
import { readConfig } from '../config.js';
import { holdFileOf, holdWrites } from '../held-writes.js';
import { dataFiles, forgetWayBack, goBack, guard, leaveWayBack } from './go-back.js';
import { isHealthy, lastLog, untilHealthy } from './health.js';
import { mustRun, USER } from './machine.js';
import { useVersion } from './versions.js';
/** @import { Config } from '../config.js' */
/** @import { Clock } from '../../base/clock.js' */
/** @import { Machine, Places, Running } from './machine.js' */

/** Milliseconds between two looks at a server that starts, and how many there are: two minutes. */
const PAUSE = 250;
const LOOKS = 480;
/** After so many looks without a new worker, which is forked at once, the primary process has given up. */
const GIVEN_UP = 40;
const SYSTEM_PATH = '/usr/local/bin:/usr/bin:/bin';
/** What it starts ends with it. */
const AS_USER = [`--reuid=${USER}`, `--regid=${USER}`, '--init-groups', '--pdeathsig=TERM', '--'];
/** On a copy, beside the blog: nothing is sent, counted or kept. */
const ON_TRIAL = {
  HOST: '127.0.0.1',
  PORT: '0',
  BACKUP: 'off',
  STATISTICS: 'off',
  SEARCH: 'off',
};

/**
 * @typedef {object} Update
 * @property {Machine} machine
 * @property {Places} places
 * @property {Clock} clock
 * @property {string} old  the folder of the version that runs
 * @property {string} next  and of the one that follows it
 * @property {Record<string, string | undefined>} settings
 * @property {(sentence: string) => void} say
 */

/** @param {Update} update @throws {Error} when the new version does not serve the blog; then the old one does */
export async function replace(update) {
  const { machine, places, settings, say, clock } = update;
  const config = readConfig(settings);
  say('Backing up the blog …');
  const folder = resolve(places.data, backupFolder(config));
  const backup = join(folder, backupName(clock.now()));
  const noBackup = 'The blog cannot be backed up';
  const args = [join(update.old, 'app.js'), 'backup', backup];
  await asUser(update, noBackup, 'mkdir', ['-p', '-m', '700', folder]);
  await asUser(update, noBackup, machine.node, args, settings);
  say('Trying the new version on a copy of the blog …');
  const isSameSchema = await tryOnCopy(update, backup);
  if (config.storeUrl.startsWith('http'))
    say('If other servers use this CouchDB: stop them, and start them again with the new version.');
  say('Switching: for a moment nothing can be saved …');
  const hold = resolve(places.data, holdFileOf(config));
  const file = fileOf(config, places);
  // Of one after which the power failed.
  forgetWayBack(places, file);
  await guard(machine, places, { file, hold });
  const letWrite = holdWrites(hold, clock);
  try {
    const isCompatible = isSameSchema && protocolOf(update.old) === protocolOf(update.next);
    if (isCompatible && config.workers > 1) await replaceWorkers(update);
    else await restart(update, file);
  } finally {
    forgetWayBack(places, file);
    letWrite();
  }
}

/** @param {Config} config @param {Places} places @returns {string} the database, '' for none that is a file */
const fileOf = ({ storeUrl }, { data }) =>
  storeUrl.startsWith('sqlite:') ? resolve(data, storeUrl.slice('sqlite:'.length)) : '';

/**
 * @param {Update} update
 * @param {string} fault  the beginning of a sentence, for when it fails
 * @param {string} command
 * @param {string[]} args
 * @param {Record<string, string | undefined>} [env]
 */
async function asUser({ machine, places }, fault, command, args, env) {
  const { code, output } = await machine.run('setpriv', [...AS_USER, command, ...args], {
    cwd: places.data,
    ...(env && { env: { PATH: SYSTEM_PATH, ...env } }),
  });
  const [said] = output.trim().split('\n').slice(-1);
  if (code !== 0) throw new LarderError('unavailable', `${fault}: ${said}`);
}

/**
 * @param {Update} update
 * @param {string} backup
 * @returns {Promise<boolean>} whether it leaves the tables as they are
 * @throws {LarderError} `unavailable` when it does not serve the pages
 */
async function tryOnCopy(update, backup) {
  const { machine, places, next, settings } = update;
  const folder = join(places.data, 'update');
  const copy = join(folder, 'larder.db');
  // Of one that was killed.
  rmSync(folder, { recursive: true, force: true });
  const noCopy = 'The blog cannot be copied to try the new version on it';
  await asUser(update, noCopy, 'mkdir', ['-p', '-m', '700', folder]);
  try {
    await asUser(update, noCopy, 'cp', [backup, copy]);
    const schema = schemaOf(copy);
    const { THEME_DIR } = settings;
    const env = { ...ON_TRIAL, PATH: SYSTEM_PATH, THEME_DIR, STORE_URL: `sqlite:${copy}` };
    const args = [...AS_USER, machine.node, join(next, 'app.js')];
    const server = machine.start('setpriv', args, { cwd: folder, env });
    try {
      await untilServing(machine, server);
    } finally {
      await server.stop();
    }
    return schemaOf(copy) === schema;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {Machine} machine @param {Running} server */
async function untilServing(machine, server) {
  for (let look = 0; look < LOOKS && !server.hasEnded(); look += 1) {
    const port = Number(/ready at http:\/\/[^:]+:(\d+)/.exec(server.output())?.[1]);
    if (port && (await isHealthy({ host: '127.0.0.1', port, isSecure: false, name: '' }))) return;
    await machine.sleep(PAUSE);
  }
  throw unhealthy(server.output());
}

/** @param {string} output */
const unhealthy = (output) =>
  new LarderError('unavailable', `The new version does not serve the blog:\n${output.trim()}`);

/** @param {string} file @returns {number} the number of its tables' version */
function schemaOf(file) {
  const db = new Database(file, { readonly: true });
  try {
    return Number(db.pragma('user_version', { simple: true }));
  } finally {
    db.close();
  }
}

/**
 * @param {string} folder  of a version
 * @returns {string | undefined} what its workers speak: those of another need another primary process
 */
const protocolOf = (folder) =>
  /PROTOCOL = (\d+)/.exec(readFileSync(join(folder, 'lib/start/workers/once.js'), 'utf8'))?.[1];

/** The new version starts when the old one has ended. @param {Update} update @param {string} file */
async function restart({ machine, places, old, next }, file) {
  try {
    await mustRun(machine, 'systemctl', ['stop', USER]);
    const data = file ? dataFiles(file).filter((each) => existsSync(each)) : [];
    for (const each of data)
      await mustRun(machine, 'cp', ['--archive', '--reflink=auto', each, `${each}.old`]);
    leaveWayBack(places, old);
    useVersion(places, next);
    await mustRun(machine, 'systemctl', ['start', USER]);
    const problem = await untilHealthy(machine, places);
    if (problem) throw new LarderError('unavailable', problem);
  } catch (error) {
    await machine.run('systemctl', ['stop', USER]);
    goBack(places, file);
    await mustRun(machine, 'systemctl', ['start', USER]);
    await untilHealthy(machine, places);
    throw error;
  }
}

/** Workers of the new version follow those of the old one, without a pause. @param {Update} update */
async function replaceWorkers({ machine, places, old, next }) {
  const args = ['show', '--property=MainPID', '--value', USER];
  const id = (await mustRun(machine, 'systemctl', args)).trim();
  const before = childrenOf(id);
  leaveWayBack(places, old);
  useVersion(places, next);
  try {
    await mustRun(machine, 'systemctl', ['reload', USER]);
    let withoutNew = 0;
    for (let look = 0; look < LOOKS && withoutNew < GIVEN_UP; look += 1) {
      const now = childrenOf(id);
      if (now.length > 0 && !now.some((id) => before.includes(id))) return;
      const hasNew = now.some((id) => !before.includes(id));
      withoutNew = hasNew ? 0 : withoutNew + 1;
      await machine.sleep(PAUSE);
    }
    throw unhealthy(await lastLog(machine));
  } catch (error) {
    goBack(places, '');
    throw error;
  }
}

/** @param {string} id of a process @returns {string[]} those that it started */
const childrenOf = (id) =>
  readFileSync(`/proc/${id}/task/${id}/children`, 'utf8').trim().split(' ').filter(Boolean);
