import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { alone } from '../../base/alone.js';
import { messageOf } from '../../base/errors.js';
import { toLocal } from '../../base/time-zones.js';
import { diskOf } from '../machine.js';
import { backupFolder, backupName, listBackups, makeFolder, removeBackup } from './folder.js';
import { expired } from './retention.js';
/** @import { Clock } from '../../base/clock.js' */
/** @import { Log } from '../../base/log.js' */
/** @import { Config } from '../config.js' */
/** @import { Backup } from './folder.js' */

/**
 * @typedef {(file: string) => Promise<void>} Write  makes and checks a backup; rejects with a sentence
 * @typedef {{ at: number | null, bytes: number, problem: string }} BackupState  of the newest one; `problem`: '' if the
 *   last try was fine
 */

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** The first look after a start, and those after it. */
const [FIRST, EVERY] = [5 * MINUTE, 15 * MINUTE];
/** The hour of the blog's time zone from which on a new day has its backup: few read then. */
const QUIET = 3;
/** Of the disk, in parts of it. */
const FREE_AT_LEAST = 0.2;
/** How long the owner's command may run. */
const PATIENCE = 60 * MINUTE;

/**
 * Backs up the blog every day, while it runs. Of several processes with one folder, one does it.
 * @param {object} deps
 * @param {Pick<Config, 'backupDir' | 'backupCommand' | 'storeUrl'>} deps.config
 * @param {Write} deps.write
 * @param {() => string} deps.timeZone
 * @param {(sentence: string) => void} deps.onFailure
 * @param {(folder: string) => Promise<{ free: number, total: number }>} [deps.disk]  bytes
 * @param {Clock} deps.clock
 * @param {Log} deps.log
 */
export function createBackups({ config, write, timeZone, onFailure, disk = diskOf, clock, log }) {
  const folder = backupFolder(config);
  let problem = '';
  /** @type {Backup | undefined} */
  let newest;
  let cancel = () => {};
  return { start, check, state, close };

  function start() {
    cancel = clock.after(FIRST, look);
  }

  function look() {
    void check();
    cancel = clock.after(EVERY, look);
  }

  /** @returns {BackupState} */
  function state() {
    return { at: newest?.at ?? null, bytes: newest?.bytes ?? 0, problem };
  }

  /** One that is being made goes on in its own process, and is whole or not there. */
  function close() {
    cancel();
  }

  /** Makes a backup, if one is due. Never rejects. @returns {Promise<void>} */
  async function check() {
    try {
      [newest] = listBackups(folder);
      if (!isDue(newest?.at, clock.now(), timeZone())) return;
      makeFolder(folder);
      await alone(join(folder, '.lock'), make);
      [newest] = listBackups(folder);
    } catch (error) {
      fail(`The blog could not be backed up: ${messageOf(error)}`, error);
    }
  }

  /** @param {string} sentence @param {unknown} error */
  function fail(sentence, error) {
    log.error({ err: error }, sentence);
    if (!problem) onFailure(sentence);
    problem = sentence;
  }

  async function make() {
    const file = join(folder, backupName(clock.now()));
    await makeRoom();
    await write(file);
    for (const backup of expired(listBackups(folder))) removeBackup(backup);
    log.info({ file, bytes: statSync(file).size }, 'The blog was backed up');
    [newest] = listBackups(folder);
    try {
      if (config.backupCommand) await runCommand(config.backupCommand, file);
      problem = '';
    } catch (error) {
      fail(`There is a backup, but no copy of it elsewhere: ${messageOf(error)}`, error);
    }
  }

  /** Removes old backups where the disk has little room, but never the newest. */
  async function makeRoom() {
    const [last, ...older] = listBackups(folder);
    for (;;) {
      const { free, total } = await disk(folder);
      if (free - (last?.bytes ?? 0) >= FREE_AT_LEAST * total) return;
      const oldest = older.pop();
      if (!oldest) throw new Error('the disk would have less than 20 % free');
      removeBackup(oldest);
    }
  }
}

/**
 * @param {number | undefined} last  when the last backup was made
 * @param {number} now  both in milliseconds since 1970
 * @param {string} timeZone
 * @returns {boolean} whether the day has none yet, and it is late enough; or a whole day has passed
 */
export function isDue(last, now, timeZone) {
  if (last === undefined || now - last > DAY + 60 * MINUTE) return true;
  const [day, time] = toLocal(new Date(now).toISOString(), timeZone).split('T');
  const [lastDay] = toLocal(new Date(last).toISOString(), timeZone).split('T');
  return day > lastDay && Number(time.slice(0, 2)) >= QUIET;
}

/** @param {string} command of a shell @param {string} file its last argument */
async function runCommand(command, file) {
  const args = ['-c', `${command} "$1"`, 'sh', file];
  const child = spawn('sh', args, { stdio: ['ignore', 'ignore', 'pipe'], timeout: PATIENCE });
  const said = text(child.stderr);
  const [code, signal] = await once(child, 'close');
  if (code !== 0)
    throw new Error(`BACKUP_COMMAND ended with ${code ?? signal}: ${(await said).trim()}`);
}

/** @param {import('node:stream').Readable} stream @returns {Promise<string>} its beginning */
async function text(stream) {
  let all = '';
  for await (const part of stream) if (all.length < 1000) all += part;
  return all.slice(0, 1000);
}

/**
 * In a process of its own, so that readers do not wait while it is checked.
 * @param {string} app  the engine's app.js, which reads the same settings
 * @returns {Write}
 */
export const backUpWith = (app) => async (file) => {
  const args = [app, 'backup', file];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const said = text(child.stderr);
  const [code, signal] = await once(child, 'close');
  if (code !== 0) throw new Error((await said).trim() || `it ended with ${code ?? signal}`);
};
