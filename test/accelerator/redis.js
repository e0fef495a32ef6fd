import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
/** @import { ChildProcess } from 'node:child_process' */
/** @import { AddressInfo } from 'node:net' */

const isInstalled = spawnSync('redis-server', ['--version']).status === 0;

/**
 * Stands for `describe` when the tests need a Redis. Without one they are skipped aloud, but never in CI.
 * @param {string} title
 * @param {(this: Mocha.Suite) => void} body
 */
export function describeWithRedis(title, body) {
  if (isInstalled || process.env.CI) return describe(title, body);
  process.stderr.write(`redis-server is not installed: “${title}” is skipped\n`);
  return describe.skip(title, body);
}

/** A Redis of one's own, on a free port, in a folder of its own. @param {string[]} [options] */
export async function startRedis(options = []) {
  const folder = mkdtempSync(join(tmpdir(), 'larder-redis-'));
  const port = await freePort();
  /** @type {ChildProcess} */
  let child;
  await start();
  return {
    port,
    url: `redis://127.0.0.1:${port}`,
    start,
    kill: () => end('SIGKILL'),
    freeze: () => child.kill('SIGSTOP'),
    thaw: () => child.kill('SIGCONT'),
    /** @param {string[]} command @returns {string} what redis-cli prints */
    run: (...command) =>
      String(spawnSync('redis-cli', ['-p', String(port), ...command]).stdout).trim(),
    async stop() {
      child.kill('SIGCONT');
      await end('SIGKILL');
      rmSync(folder, { recursive: true });
    },
  };

  async function start() {
    const own = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', ''];
    child = spawn('redis-server', [...own, ...options], { stdio: ['ignore', 'pipe', 'inherit'] });
    let said = '';
    child.stdout?.on('data', (chunk) => (said += chunk));
    await once(child, 'spawn');
    while (!said.includes('Ready to accept connections')) {
      if (child.exitCode !== null) throw new Error(said);
      await pause(5);
    }
  }

  /** @param {NodeJS.Signals} signal */
  async function end(signal) {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, 'exit');
  }
}

async function freePort() {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = /** @type {AddressInfo} */ (server.address());
  server.close();
  await once(server, 'close');
  return port;
}
