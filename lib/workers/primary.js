import cluster from 'node:cluster';
import { createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { Passwords } from '../auth/passwords.js';
import { Throttle } from '../auth/throttle.js';
import { discardSnapshot } from '../cache/snapshot.js';
import { folderOf } from '../changes/warm-start.js';
import { CommentLimits } from '../comments/limits.js';
import { BulkResults } from '../content/bulk-results.js';
import { Progress } from '../content/progress.js';
import { removeLeftovers } from '../jobs/exports.js';
import { Imports } from '../jobs/imports.js';
import { acceptWaiting, addressesOf, listen } from '../router/listening.js';
import { Connections } from './connections.js';
import { functionsOf, PROTOCOL } from './once.js';
import { Pool } from './pool.js';
/** @import { Clock } from '../clock.js' */
/** @import { Config } from '../config.js' */
/** @import { Log } from '../log.js' */
/** @import { Functions } from '../runtime/calls.js' */
/** @import { Member } from './pool.js' */

/** glibc would keep a heap for each thread: 7 MB of 67 (PSS after 150,000 hits each, 2026-11-22). */
const ONE_HEAP = { MALLOC_ARENA_MAX: '1' };

/**
 * The primary process of several workers. It serves nobody: it starts and replaces the workers, passes on what they tell each other, and
 * has what there is once for all of them.
 * @param {{ config: Config, clock: Clock, log: Log, stopping: Promise<string> }} deps
 * @returns {Promise<number>} the exit code, after SIGTERM or SIGINT
 */
export async function runPrimary({ config, clock, log, stopping }) {
  let isFirst = true;
  /** @type {Member | null} */
  let exporting = null;
  /** @type {(name: string) => void} */
  let setImportName = () => {};
  cluster.setupPrimary({ serialization: 'advanced' });
  const connections = new Connections({ clock, log });
  // As node:http has it: a response goes out at once.
  const server = createServer({ pauseOnConnect: true, noDelay: true }, (socket) =>
    connections.add(socket),
  );
  const address = await listen(server, config);
  const addresses = config.baseUrl ? [] : addressesOf(server, networkInterfaces());
  const folderFor = (/** @type {string} */ job) => join(folderOf(config), `${job}-in-progress`);
  const imports = new Imports({ config, folder: folderFor('import'), clock, log });
  removeLeftovers(folderFor('export'), log);
  const shared = functionsOf({
    throttle: new Throttle({ clock }),
    limits: new CommentLimits({ clock }),
    passwords: new Passwords(),
    imports,
    bulkResults: new BulkResults({ clock }),
    progress: new Progress({ clock }),
  });
  const pool = new Pool({
    ...{ count: config.workers, connections, clock, log },
    fork: () => cluster.fork(ONE_HEAP),
    functions: (member) => ({ ...shared, ...functionsFor(member) }),
  });
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
      discard();
    });
  });
  const code = await Promise.race([pool.start(), stopping.then(() => null)]);
  discard();
  if (code !== null) return code;
  await pool.tellLeader('announce');
  const signal = await stopping;
  log.info({ signal }, 'Stopping');
  await acceptWaiting(server);
  server.close();
  await connections.given();
  await Promise.all([pool.stop(), imports.close()]);
  return 0;

  /** The cached pages that all workers have read by now. */
  function discard() {
    try {
      discardSnapshot(folderOf(config));
    } catch (error) {
      log.warn({ err: error }, 'The cached pages of the last run cannot be deleted');
    }
  }

  /** @param {Member} member @returns {Functions} that it alone may call */
  function functionsFor(member) {
    member.ended.then(() => {
      if (exporting === member) exporting = null;
    });
    return {
      hello(protocol) {
        if (protocol !== PROTOCOL) {
          log.error('This update needs a restart: SIGHUP is not enough');
          member.kill();
        }
        member.isListening = true;
        const answer = { isFirst, address, addresses };
        isFirst = false;
        return answer;
      },
      enter: () => void (member.hasEntered = true),
      serve() {
        member.isServing = true;
        connections.begin(member);
      },
      taken: () => connections.taken(member),
      ready: () => member.setReady(),
      changed: (changes) => pool.insist(member, 'changed', changes).then(() => undefined),
      insist: (name, ...args) => pool.insist(null, name, ...args),
      ask: (name, ...args) => pool.ask(name, ...args),
      tellLeader: (name, ...args) => pool.tellLeader(name, ...args),
      'imports.receive': (upload) =>
        imports.receive((folder, onName) => {
          setImportName = onName;
          return member.calls.call('upload', upload, folder);
        }),
      'imports.named': (name) => setImportName(name),
      'exports.take': () => (exporting ? false : ((exporting = member), true)),
      'exports.release': () => void (exporting = null),
    };
  }
}
