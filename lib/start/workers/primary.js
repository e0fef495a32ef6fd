import cluster from 'node:cluster';
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { openHttps, publicUrl, TICKET_KEYS } from '../certificates/https.js';
import { acceptWaiting, addressesOf, boundTo, listen } from '../../http/listening.js';
import { watchOpenFiles } from '../open-files.js';
import { Connections } from './connections.js';
import { PROTOCOL } from './once.js';
import { Pool } from './pool.js';
/** @import { Clock } from '../../base/clock.js' */
/** @import { Config } from '../config.js' */
/** @import { Log } from '../../base/log.js' */
/** @import { Functions } from '../../base/threads/calls.js' */
/** @import { HttpsConfig } from '../certificates/https.js' */
/** @import { Member } from './pool.js' */

/**
 * @typedef {{ config: Pick<Config, 'workers'> & HttpsConfig, clock: Clock, log: Log, stopping: Promise<string>,
 *   headers?: string[] }} Deps  `headers`: of plain HTTP, as a flat list
 *
 * @typedef {object} Once  What there is once for all workers.
 * @property {(member: Member) => Functions} functions  that a worker may call
 * @property {(address: string) => unknown} announce  that it serves at this URL
 * @property {() => void} [discard]  what all workers have read by now
 * @property {() => Promise<void>} [close]
 */

/** glibc would keep a heap for each thread: 7 MB of 67 (PSS after 150,000 hits each, 2026-11-22). */
const ONE_HEAP = { MALLOC_ARENA_MAX: '1' };

/**
 * The primary process of several workers. It serves nobody: it starts and replaces the workers, passes on what they
 * tell each other, and has what there is once for all of them.
 * @param {Deps} deps
 * @param {(pool: Pool) => Once} openOnce
 * @returns {Promise<number>} the exit code, after SIGTERM or SIGINT
 */
export async function runPrimary({ config, clock, log, stopping, headers }, openOnce) {
  let isFirst = true;
  let hasServed = false;
  cluster.setupPrimary({ serialization: 'advanced' });
  const connections = new Connections({ clock });
  // Its first worker says the limit.
  watchOpenFiles({ clock, log, saysLimit: false });
  // As node:http has it: a response goes out at once.
  const createListener = () =>
    createServer({ pauseOnConnect: true, noDelay: true }, (socket) => connections.add(socket));
  const server = createListener();
  const own = await listen(server, config);
  const { port } = boundTo(server);
  const https = config.domain.length > 0 ? openHttps(config, { headers, clock, log }) : undefined;
  const address = https ? publicUrl(config, port) : own;
  const addresses = config.baseUrl ? [] : addressesOf(server, networkInterfaces);
  // With those of TLS_CERT, a session is resumed at any worker.
  const ticketKeys = randomBytes(TICKET_KEYS);
  const pool = new Pool({
    count: config.workers,
    connections,
    clock,
    log,
    fork: () => cluster.fork(ONE_HEAP),
    functions: (member) => ({ ...functionsFor(member), ...once.functions(member) }),
  });
  const once = openOnce(pool);
  https?.follow((secrets) => pool.insist(null, 'secure', secrets));
  // Signals sent to the workers as well, as by a terminal or by systemd, concern this process alone.
  let reloading = Promise.resolve();
  let isPlanned = false;
  process.on('SIGHUP', () => {
    log.info('Starting new workers');
    if (isPlanned) return;
    isPlanned = true;
    reloading = reloading.then(async () => {
      isPlanned = false;
      await pool.reload();
      once.discard?.();
    });
  });
  const code = await Promise.race([pool.start(), stopping.then(() => null)]);
  once.discard?.();
  if (code !== null) return code;
  https?.start(createListener(), port);
  await once.announce(address);
  const signal = await stopping;
  log.info({ signal }, 'Stopping');
  await acceptWaiting(server);
  server.close();
  await connections.input();
  await Promise.all([pool.stop(), once.close?.(), https?.close()]);
  return 0;

  /** @param {Member} member @returns {Functions} that it alone may call */
  function functionsFor(member) {
    return {
      hello(protocol) {
        if (protocol !== PROTOCOL) {
          log.error('This update needs a restart: SIGHUP is not enough');
          member.kill();
        }
        member.isListening = true;
        const secrets = https?.current();
        // What changed since the last one ended, nobody has heard of.
        isFirst ||= hasServed && !pool.hasEntered;
        const answer = { isFirst, address, addresses, port, ticketKeys, secrets };
        isFirst = false;
        return answer;
      },
      leads: () => pool.leader === member,
      enter: () => void (member.hasEntered = true),
      serve() {
        hasServed = true;
        member.isServing = true;
        connections.begin(member);
      },
      taken: () => connections.taken(member),
      ready: () => member.setReady(),
      insist: (name, ...args) => pool.insist(null, name, ...args),
      ask: (name, ...args) => pool.ask(name, ...args),
      notifyLeader: (name, ...args) => pool.notifyLeader(name, ...args),
    };
  }
}
