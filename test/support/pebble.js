import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { freePort } from '../../bench/support/servers.js';
import { certificates } from './certificates.js';
/** @import { ChildProcess } from 'node:child_process' */

/**
 * Pebble, Let's Encrypt's directory for tests, and its DNS server, in which all names have one address.
 * @param {object} options
 * @param {string} options.folder
 * @param {number} options.httpPort  at which it looks for proofs
 * @param {number} options.tlsPort  and for those in TLS
 * @param {number} [options.seconds]  for which certificates are good
 * @param {Record<string, string>} [options.keys]  of accounts elsewhere, which are then needed
 * @param {Record<string, string>} [options.env]
 */
export async function startPebble({ folder, httpPort, tlsPort, seconds, keys, env = {} }) {
  const [port, dnsPort, managementPort] = [await freePort(), await freePort(), await freePort()];
  const [{ cert, key }] = certificates;
  const ca = join(folder, 'ca.pem');
  writeFileSync(ca, cert);
  writeFileSync(join(folder, 'ca.key'), key);
  const config = {
    listenAddress: `127.0.0.1:${port}`,
    certificate: ca,
    privateKey: join(folder, 'ca.key'),
    httpPort,
    tlsPort,
    certificateValidityPeriod: seconds,
    externalAccountBindingRequired: keys !== undefined,
    externalAccountMACKeys: keys,
  };
  const file = join(folder, 'pebble.json');
  writeFileSync(file, JSON.stringify({ pebble: config }));
  const off = ['http01', 'https01', 'tlsalpn01'].flatMap((name) => [`-${name}`, '']);
  const dns = await run('pebble-challtestsrv', managementPort, [
    ...['-dns01', `127.0.0.1:${dnsPort}`, '-management', `127.0.0.1:${managementPort}`, ...off],
    ...['-defaultIPv4', '127.0.0.1', '-defaultIPv6', ''],
  ]);
  const args = ['-config', file, '-dnsserver', `127.0.0.1:${dnsPort}`];
  const start = () => run('pebble', port, args, { PEBBLE_VA_NOSLEEP: '1', ...env });
  let pebble = await start();
  return {
    url: `https://localhost:${port}/dir`,
    ca,
    /** Lets all names point there. @param {string} ip */
    async pointTo(ip) {
      const body = JSON.stringify({ ip });
      const address = `http://127.0.0.1:${managementPort}/set-default-ipv4`;
      await fetch(address, { method: 'POST', body });
    },
    /** It forgets everything. */
    async restart() {
      await end(pebble);
      pebble = await start();
    },
    stop: () => Promise.all([pebble, dns].map(end)),
  };
}

/** @param {string} command @param {number} port @param {string[]} args @param {Record<string, string>} [env] */
async function run(command, port, args, env = {}) {
  const child = spawn(command, args, { stdio: 'ignore', env: { ...process.env, ...env } });
  await once(child, 'spawn');
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error(`${command} ended with ${child.exitCode}`);
    await setTimeout(20);
  }
  return child;
}

/** @param {ChildProcess} child */
async function end(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

/** @param {number} port @returns {Promise<boolean>} */
function answers(port) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });
}
