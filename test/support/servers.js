import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
/** @import { AddressInfo } from 'node:net' */

/**
 * For a suite that needs a server of Debian's. Where it is not installed the tests are skipped and say so, but never in CI.
 * @param {string} command
 * @param {(port: number) => string[]} argsOf  has it listen on that port of 127.0.0.1
 * @returns {{ port: () => number, start: () => Promise<void>, kill: (signal: NodeJS.Signals) => Promise<void> }} it runs in each test
 */
export function eachServer(command, argsOf) {
  let port = 0;
  /** @type {ReturnType<typeof spawn> | undefined} */
  let child;

  before(function () {
    const { error } = spawnSync(command, ['--version']);
    if (error && process.env.CI) throw error;
    if (!error) return;
    process.stderr.write(`    What needs ${command} is not tried: it is not installed.\n`);
    this.skip();
  });
  beforeEach(async () => {
    port = await freePort();
    await start();
  });
  afterEach(() => kill('SIGKILL'));
  return { port: () => port, start, kill };

  async function start() {
    child = spawn(command, argsOf(port), { stdio: 'ignore', cwd: tmpdir() });
    while (!(await answers(port)));
  }

  /** @param {NodeJS.Signals} signal */
  async function kill(signal) {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    if (signal === 'SIGKILL') await once(child, 'exit');
  }
}

async function freePort() {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = /** @type {AddressInfo} */ (server.address());
  await new Promise((resolve) => server.close(resolve));
  return port;
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
