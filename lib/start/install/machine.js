import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { setTimeout } from 'node:timers/promises';
import { alone } from '../../base/alone.js';
import { LarderError } from '../../base/errors.js';
/** @import { System } from '../commands/types.js' */

/**
 * @typedef {object} RunOptions
 * @property {string} [cwd]
 * @property {Record<string, string | undefined>} [env]  instead of this process's own
 *
 * @typedef {{ code: number | null, output: string }} Result  `code`: null when it was killed; `output`: stdout and
 *   stderr
 *
 * @typedef {{ output: () => string, hasEnded: () => boolean, stop: () => Promise<unknown> }} Running
 *
 * @typedef {object} Machine  What is changed on a machine goes through this.
 * @property {string} root  '/', or the folder that tests take for it
 * @property {boolean} isAdmin  whether this process may change it
 * @property {boolean} hasSystemd
 * @property {string} node  the program
 * @property {number} id  of this process
 * @property {(command: string, args: string[], options?: RunOptions) => Promise<Result>} run
 * @property {(command: string, args: string[], options?: RunOptions) => Running} start
 * @property {(port: number) => Promise<boolean>} isFree  whether nobody listens there
 * @property {(milliseconds: number) => Promise<unknown>} sleep
 */

/** Where everything of an installed Larder is. @param {string} root */
export function placesOf(root) {
  const program = join(root, 'opt/larder');
  const data = join(root, 'var/lib/larder');
  return {
    program,
    current: join(program, 'current'),
    app: join(program, 'current/app.js'),
    data,
    settings: join(root, 'etc/larder.env'),
    unit: join(root, 'etc/systemd/system/larder.service'),
    command: join(root, 'usr/local/bin/larder'),
    lock: join(root, 'run/larder.lock'),
  };
}

/** @typedef {ReturnType<typeof placesOf>} Places */

/** The system's user, and the name of its service. */
export const USER = 'larder';

/** Characters of a program's output that are remembered, and the shell's exit code for a program that is missing. */
const MOST_OUTPUT = 100_000;
const NOT_FOUND = 127;

/** @returns {Machine} */
export const thisMachine = () => ({
  root: '/',
  isAdmin: process.geteuid?.() === 0,
  hasSystemd: existsSync('/run/systemd/system'),
  node: process.execPath,
  id: process.pid,
  run,
  start,
  isFree,
  sleep: setTimeout,
});

/**
 * @param {Machine} machine
 * @param {string} command
 * @param {string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<string>} its output
 * @throws {LarderError} `unavailable` when it fails, with what it said
 */
export async function mustRun(machine, command, args, options) {
  const { code, output } = await machine.run(command, args, options);
  if (code === 0) return output;
  const said = output.trim().split('\n').slice(-5).join('\n');
  throw new LarderError('unavailable', `“${[command, ...args].join(' ')}” failed:\n${said}`);
}

/**
 * @param {Machine} machine
 * @param {string} name  of the command
 * @throws {LarderError} `invalid`
 */
export function ensureAdmin({ isAdmin, hasSystemd }, name) {
  if (!isAdmin) throw refusal(`larder ${name} changes the system: run it with sudo.`);
  if (!hasSystemd)
    throw refusal(
      'systemd does not run here. Start Larder with “node app.js”, or in a container: docs/running.md',
    );
}

/**
 * @param {Places} places
 * @param {() => Promise<number>} work
 * @returns {Promise<number>} the exit code
 * @throws {LarderError} `invalid` while another process changes this Larder
 */
export async function byOne({ lock }, work) {
  let code = 1;
  mkdirSync(dirname(lock), { recursive: true });
  if (await alone(lock, async () => void (code = await work()))) return code;
  throw refusal('Another install, update or uninstall is under way: wait until it has ended.');
}

/** @param {string} sentence */
export const refusal = (sentence) => new LarderError('invalid', sentence);

/**
 * @param {Pick<System, 'stdin' | 'stdout'>} streams
 * @param {string} question
 * @returns {Promise<boolean>} no where nobody sits
 */
export async function confirm({ stdin, stdout }, question) {
  if (!stdin.isTTY) return false;
  const lines = createInterface({ input: stdin, output: stdout });
  try {
    return /^y(es)?$/i.test((await lines.question(`${question} [y/N] `)).trim());
  } finally {
    lines.close();
  }
}

/** @type {Machine['run']} */
async function run(command, args, options) {
  const { child, output } = spawned(command, args, options);
  try {
    const [code] = await once(child, 'close');
    return { code, output: output() };
  } catch {
    return { code: NOT_FOUND, output: `There is no ${command}.` };
  }
}

/** @type {Machine['start']} */
function start(command, args, options) {
  const { child, output } = spawned(command, args, options);
  const ended = once(child, 'close').catch(() => {});
  const stop = () => {
    child.kill();
    return ended;
  };
  return { output, hasEnded: () => child.exitCode !== null, stop };
}

/** @param {string} command @param {string[]} args @param {RunOptions} [options] */
function spawned(command, args, options = {}) {
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => (output = `${output}${chunk}`.slice(-MOST_OUTPUT)));
  return { child, output: () => output };
}

/** @param {number} port @returns {Promise<boolean>} */
async function isFree(port) {
  const server = createServer();
  try {
    server.listen(port);
    await once(server, 'listening');
    return true;
  } catch (error) {
    return !(/** @type {NodeJS.ErrnoException} */ (error).code === 'EADDRINUSE');
  } finally {
    server.close();
  }
}
