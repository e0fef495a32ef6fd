import { Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { Calls } from '../../base/threads/calls.js';
import { createServer } from '../../http/listening.js';
import { createSecureServer } from '../certificates/secure-server.js';
import { PROTOCOL, remoteObjects } from './once.js';
import { shareMetrics } from './metrics.js';
/** @import { Server, ServerOptions } from 'node:http' */
/** @import { TlsOptions } from 'node:tls' */
/** @import { Listening } from '../../http/listening.js' */
/** @import { Change, Changes } from '../../changes/changes.js' */
/** @import { Log } from '../../base/log.js' */
/** @import { Turn } from '../../exchange/jobs/exports.js' */
/** @import { FeedChange } from '../../store/types.js' */
/** @import { Secrets } from '../certificates/https.js' */
/** @import { openBlog } from '../open-blog.js' */
/** @import { OwnMetrics, SharedMetrics } from './metrics.js' */
/** @import { Functions, Message } from '../../base/threads/calls.js' */

/**
 * @typedef {Awaited<ReturnType<typeof connectWorker>>} Connected  the other workers, and the primary process, as one of
 *   them sees them
 *
 * @typedef {Omit<Connected, 'call'>} Workers  those of a blog
 *
 * @typedef {{ within: number, save: boolean }} Stop  `within`: milliseconds for requests in progress; `save`: whether
 *   it saves the cached pages
 */

/** Milliseconds for which a new worker renders pages before the old ones finish, and from one look to the next. */
const LONGEST_WARM_UP = 10_000;
const LOOK_EVERY = 20;

/**
 * Connects a worker with the primary process, and through it with the other workers.
 * @param {{ log: Log, own?: Pick<NodeJS.Process, 'on' | 'send' | 'exit' | 'disconnect'> }} deps  `own`: its process
 */
export async function connectWorker({ log, own = process }) {
  /** @type {(changes: FeedChange[]) => void | Promise<void>} */
  let hear = (changes) => void early.push(...changes);
  /** Changes that were told before this worker had read the blog. @type {FeedChange[]} */
  const early = [];
  let isEntered = false;
  /** @type {(how: Stop) => void} */
  let setStopped = () => {};
  /** When it is to finish. @type {Promise<Stop>} */
  const stopped = new Promise((resolve) => (setStopped = resolve));
  /** What is being uploaded for the import. @type {Map<number, Parameters<SaveUpload>[0]>} */
  const uploads = new Map();
  let lastUpload = 0;
  /** @type {Functions} */
  const functions = {
    changed: (changes) => hear(changes),
    stop(how) {
      // It serves nobody yet.
      if (!isEntered) own.exit();
      setStopped(how);
    },
    secure(/** @type {Secrets} */ latest) {
      secrets = latest;
      secure?.use(latest);
    },
    upload: (upload, folder) =>
      uploads.get(upload)?.(folder, (name) => calls.notify('imports.named', name)),
  };
  const calls = new Calls({
    send: (message) => void own.send?.(message, () => {}),
    functions,
  });
  /** @type {(socket: Socket) => void} */
  let take = (socket) => void socket.destroy();
  own.on('message', (/** @type {Message | { connection: true }} */ message, socket) => {
    if (!('connection' in message)) return calls.receive(message);
    // Before it is read: until the primary process knows, it may give it to another worker.
    calls.notify('taken');
    // It may have been closed on its way.
    if (socket instanceof Socket) take(socket);
  });
  // A terminal and systemd send them to each process, but only the primary decides.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) own.on(signal, () => {});
  /** @type {ReturnType<typeof createSecureServer> | undefined} */
  let secure;
  /** What a server with a domain tells its workers. @type {Secrets | undefined} */
  let secrets;
  const { isFirst, address, addresses, port, ticketKeys, ...first } = await calls.call(
    'hello',
    PROTOCOL,
  );
  secrets ??= first.secrets;
  const { imports, limits, presence, passwords, throttle } = remoteObjects(calls);

  return {
    /** Whether there are others. */
    isShared: true,
    /** Whether it is the first worker of this server. @type {boolean} */
    isFirst,
    /** What it opens the blog with. @type {Partial<Parameters<typeof openBlog>[1]>} */
    ofBlog: {
      passwords,
      throttle,
      // Resolves when no other worker serves what the changes have changed.
      acknowledge: (changes) => calls.call('changed', changes),
    },
    stopped,
    limits,
    presence,
    imports: { ...imports, receive, close: async () => {} },
    /** @type {Turn | undefined} */
    exporting: {
      take: () => calls.call('exports.take'),
      release: () => calls.call('exports.release'),
    },
    /** Calls the primary process. @type {Calls['call']} */
    call: (name, ...args) => calls.call(name, ...args),
    /** @param {Functions} more  that the others may call */
    offer: (more) => void Object.assign(functions, more),
    /**
     * @param {ServerOptions} [classes]  of its messages
     * @param {TlsOptions} [tls]  certificate and key, for https
     * @returns {Promise<Listening>} a server, and where the primary process listens for it
     */
    async listen(classes, tls) {
      secure = secrets && createSecureServer(classes, secrets);
      if (secure) return { ...secure, address };
      return {
        ...createServer(classes, tls && { ...tls, ticketKeys }),
        address: tls ? address.replace('http:', 'https:') : address,
      };
    },
    /** Of a server with a domain. */
    certificate: () => secrets?.state,
    /**
     * @param {string} name  of a function that each worker offers
     * @returns {Promise<{ worker?: number, value: any }[]>} what they answer, those that do so in time
     */
    ask: (name) => calls.call('ask', name),
    enter,
    serve,
    ready,
    /** Has one worker notify authors. @param {Change} change */
    notify({ by, kind, record }) {
      if (by !== 'reader') return;
      calls
        .call('notifyLeader', 'notify', { by, kind, record })
        .catch((error) => log.warn({ err: error }, 'No one could be notified of a comment'));
    },
    /** Has one worker tell the WebSub hub. */
    notifyHub() {
      calls
        .call('notifyLeader', 'notifyHub')
        .catch((error) => log.warn({ err: error }, 'The WebSub hub could not be told'));
    },
    /** Has one worker mail a link to choose a new password. @param {string} typed an address or a sign-in name */
    mailPasswordLink(typed) {
      calls
        .call('notifyLeader', 'mailPasswordLink', typed)
        .catch((error) => log.warn({ err: error }, 'No link for a new password could be mailed'));
    },
    /** @param {OwnMetrics} metrics @returns {SharedMetrics} */
    shareMetrics: (metrics) => shareMetrics(metrics, calls, functions),
    end: () => own.disconnect(),
  };

  /**
   * To be called before the first request: catches up with what was told.
   * @param {Pick<Changes, 'hear'>} [changes]  of a blog
   */
  async function enter(changes) {
    await calls.call('enter');
    isEntered = true;
    if (!changes) return;
    hear = (reported) => changes.hear(reported);
    await changes.hear(early);
  }

  /**
   * Takes connections from now on.
   * @param {Server} server  that does not listen itself
   * @returns {string[]} other URLs of this machine
   */
  function serve(server) {
    const local = secure?.local;
    take = (socket) =>
      void (local && socket.localPort !== port ? local : server).emit('connection', socket);
    // Has Node.js watch for slow requests and idle connections.
    for (const each of [server, local]) each?.emit('listening');
    calls.notify('serve');
    return addresses;
  }

  /** Has the workers that this one replaces finish. @param {() => boolean} isWarm */
  async function ready(isWarm) {
    for (let waited = 0; !isWarm() && waited < LONGEST_WARM_UP; waited += LOOK_EVERY)
      await setTimeout(LOOK_EVERY);
    await calls.call('ready');
  }

  /** @type {SaveUpload} */
  async function receive(save) {
    const upload = ++lastUpload;
    uploads.set(upload, save);
    try {
      await calls.call('imports.receive', upload);
    } finally {
      uploads.delete(upload);
    }
  }
}

/** @typedef {import('../../exchange/jobs/imports.js').Imports['receive']} SaveUpload */
