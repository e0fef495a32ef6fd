import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../bench/support/servers.js';
/** @import { ChildProcess } from 'node:child_process' */

/**
 * Stands for `describe` when the tests need a server of Debian's. Without it they are skipped aloud, but never in CI.
 * @param {string} command
 * @param {string} title
 * @param {(this: Mocha.Suite) => void} body
 */
export function describeWith(command, title, body) {
  if (process.env.CI || !spawnSync(command, ['--version']).error) return describe(title, body);
  process.stderr.write(`${command} is not installed: “${title}” is skipped\n`);
  return describe.skip(title, body);
}

/**
 * A server of one's own, on a free port, in a folder of its own.
 * @param {string} command
 * @param {(port: number) => string[]} argsOf  has it listen on that port of 127.0.0.1
 */
export async function startServer(command, argsOf) {
  const folder = mkdtempSync(join(tmpdir(), 'larder-server-'));
  const port = await freePort();
  /** @type {ChildProcess} */
  let child;
  await start();
  return {
    port,
    start,
    kill,
    freeze: () => child.kill('SIGSTOP'),
    thaw: () => child.kill('SIGCONT'),
    async stop() {
      await kill();
      rmSync(folder, { recursive: true });
    },
  };

  async function start() {
    child = spawn(command, argsOf(port), { stdio: 'ignore', cwd: folder });
    await once(child, 'spawn');
    while (!(await answers(port)))
      if (child.exitCode !== null) throw new Error(`${command} ended with ${child.exitCode}`);
  }

  async function kill() {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
}

/** @param {string[]} [options] @returns a Redis, with what redis-cli prints for a command */
export async function startRedis(options = []) {
  const own = ['--bind', '127.0.0.1', '--save', '', ...options];
  const server = await startServer('redis-server', (port) => ['--port', String(port), ...own]);
  const { port } = server;
  await untilLoaded();
  return { ...server, url: `redis://127.0.0.1:${port}`, run, start };

  async function start() {
    await server.start();
    await untilLoaded();
  }

  /** It listens before it has read what it kept. */
  async function untilLoaded() {
    while (run('ping').startsWith('LOADING'));
  }

  /** @param {string[]} command */
  function run(...command) {
    return String(spawnSync('redis-cli', ['-p', String(port), ...command]).stdout).trim();
  }
}

/** @param {number} port @returns {Promise<boolean>} whether something listens there */
function answers(port) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('error', () => setImmediate(resolve, false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });
}
