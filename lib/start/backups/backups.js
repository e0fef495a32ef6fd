import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { alone } from '../../base/alone.js';
import { messageOf } from '../../base/errors.js';
import { makeFolder } from '../../base/files.js';
import { sayFault } from '../../base/system-errors.js';
import { toLocal } from '../../base/time-zones.js';
import { diskOf } from '../machine.js';
import { backupFolder, backupName, listBackups, removeBackup } from './folder.js';
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
/** How long a backup, and the owner's command, may take. */
const [FOR_BACKUP, FOR_COMMAND] = [360 * MINUTE, 60 * MINUTE];
/** By so much the time of a backup may be ahead of the clock: not after the clock was wrong. */
const AHEAD = 60 * MINUTE;
/** Characters of what a process says that are remembered, and of what the owner's command says: the last ones. */
const [SAID, SAID_BY_COMMAND] = [10_000, 1000];
/** How Node.js says why it ends; behind it are only places in the code. */
const CRASH = /^(?:Uncaught )?((?:[A-Z]\w*Error|Error|FATAL ERROR)\b[^\n]*: [^\n]+)/gm;

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
      newest = last();
      if (!isDue(newest?.at, clock.now(), timeZone())) return;
      makeFolder(folder);
      await alone(join(folder, '.lock'), make);
      newest = last();
    } catch (error) {
      fail(`The blog could not be backed up: ${sayFault(error) || messageOf(error)}`, error);
    }
  }

  function last() {
    return listBackups(folder).find(({ at }) => at < clock.now() + AHEAD);
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
    newest = last();
    try {
      if (config.backupCommand) await runCommand(config.backupCommand, file, clock);
      problem = '';
    } catch (error) {
      fail(`There is a backup, but no copy of it elsewhere: ${messageOf(error)}`, error);
    }
  }

  /** Removes old backups where the disk has little room, but never the newest. */
  async function makeRoom() {
    const [last, ...older] = listBackups(folder);
    const bytes = Math.max(last?.bytes ?? 0, sizeOf(config));
    for (;;) {
      const { free, total } = await disk(folder);
      if (free - bytes >= FREE_AT_LEAST * total) return;
      const oldest = older.pop();
      if (!oldest)
        throw new Error(
          'the disk would have less than 20 % free: free some space, or set BACKUP_DIR to another disk',
        );
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

/** @param {Pick<Config, 'storeUrl'>} config @returns {number} bytes of a database that is a file */
function sizeOf({ storeUrl }) {
  if (!storeUrl.startsWith('sqlite:')) return 0;
  return statSync(storeUrl.slice('sqlite:'.length), { throwIfNoEntry: false })?.size ?? 0;
}

/** @param {string} command of a shell @param {string} file its last argument @param {Clock} clock */
async function runCommand(command, file, clock) {
  const args = ['-c', `${command} "$1"`, 'sh', file];
  // A group of its own, so that it can be ended with all that it has started.
  const child = spawn('sh', args, { ...STREAMS, detached: true });
  const kill = () => {
    try {
      process.kill(-Number(child.pid), 'SIGKILL');
    } catch {
      // All of it has ended.
    }
  };
  const { ending, said } = await ended(child, { within: FOR_COMMAND, kill, clock });
  const line = said.slice(-SAID_BY_COMMAND).replace(/\s+/g, ' ');
  if (ending) throw new Error(`BACKUP_COMMAND ${ending}${line && `: ${line}`}`);
}

/**
 * In a process of its own, so that readers do not wait while it is checked.
 * @param {string} app  the engine's app.js, which reads the same settings
 * @param {Clock} clock
 * @returns {Write}
 */
export const backUpWith = (app, clock) => async (file) => {
  const child = spawn(process.execPath, [app, 'backup', file], STREAMS);
  const kill = () => child.kill('SIGKILL');
  const { ending, said, isLate } = await ended(child, { within: FOR_BACKUP, kill, clock });
  if (ending) throw new Error((!isLate && lastSentence(said)) || `it ${ending}`);
};

/** @param {string} said @returns {string | undefined} why it failed: what comes before is how far it was */
function lastSentence(said) {
  const crash = [...said.matchAll(CRASH)].at(-1);
  return crash ? crash[1] : said.split('\n').at(-1);
}

/** @satisfies {import('node:child_process').SpawnOptions} */
const STREAMS = { stdio: ['ignore', 'ignore', 'pipe'] };

/**
 * @param {ReturnType<typeof spawn>} child
 * @param {{ within: number, kill: () => unknown, clock: Clock }} options  milliseconds until it is killed
 * @returns {Promise<{ ending: string, said: string, isLate: boolean }>} how it ended, '' if well, and what it said last
 */
async function ended(child, { within, kill, clock }) {
  const stderr = /** @type {import('node:stream').Readable} */ (child.stderr);
  let said = '';
  let isLate = false;
  stderr.on('data', (part) => (said = `${said}${part}`.slice(-SAID)));
  const cancel = clock.after(within, () => {
    isLate = true;
    // What has left its group may hold it.
    stderr.destroy();
    kill();
  });
  try {
    const [code, signal] = await once(child, 'close');
    const late = isLate && `did not end within ${within / MINUTE} minutes, and was killed`;
    const ending = late || (code === 0 ? '' : `ended with ${code ?? signal}`);
    return { ending, said: said.trim(), isLate };
  } finally {
    cancel();
  }
}
