import { Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { Calls } from '../../base/threads/calls.js';
import { createServer } from '../../http/listening.js';
import { createSecureServer } from '../certificates/secure-server.js';
import { PROTOCOL, remoteObjects } from './once.js';
import { shareMetrics } from './metrics.js';
/** @import { Held, Problem } from '../../networks/networks.js' */
/** @import { Server, ServerOptions } from 'node:http' */
/** @import { TlsOptions } from 'node:tls' */
/** @import { Listening } from '../../http/listening.js' */
/** @import { Change, Changes } from '../../changes/changes.js' */
/** @import { Log } from '../../base/log.js' */
/** @import { Turn } from '../../exchange/jobs/exports.js' */
/** @import { FeedChange } from '../../store/types.js' */
/** @import { Here } from '../../statistics/statistics.js' */
/** @import { Secrets } from '../certificates/https.js' */
/** @import { SharedPurgers } from '../../networks/networks.js' */
/** @import { openBlog } from '../open-blog.js' */
/** @import { OwnMetrics, SharedMetrics } from './metrics.js' */
/** @import { Functions, Message } from '../../base/threads/calls.js' */

/**
 * @typedef {Awaited<ReturnType<typeof connectWorker>>} Connected  the other workers, and the primary process, as one of
 *   them sees them
 *
 * @typedef {object} Leading  What one worker does for all.
 * @property {() => Promise<void>} announce  that the blog is ready
 * @property {(change: Pick<Change, 'by' | 'kind' | 'record'>) => void} notify  authors of a reader's comment
 * @property {() => void} notifyHub
 * @property {(typed: string) => void} mailPasswordLink  to who has this address or sign-in name
 *
 * @typedef {object} Asked  What each worker can be asked.
 * @property {() => Promise<void>} flushStatistics
 * @property {() => Promise<Here>} hereNow
 * @property {() => Held[][]} heldForNetworks
 * @property {() => Problem[]} seenOfNetworks
 *
 * @typedef {Omit<Connected, 'call' | 'offer' | 'ask'> & OfBlog} Workers  those of a blog
 * @typedef {object} OfBlog
 * @property {(more: Partial<Leading & Asked & { save: () => Promise<void> }>) => void} offer  that the others may call
 * @property {<N extends keyof Asked>(name: N) => Promise<{ worker?: number, value: Awaited<ReturnType<Asked[N]>> }[]>
 *   } ask  what each worker answers that does so in time
 *
 * @typedef {{ within: number, save?: boolean }} Stop  `within`: milliseconds for requests in progress; `save`: whether
 *   it saves the cached pages; undefined: other workers go on
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
  const { imports, limits, presence, passwords, throttle, purgers } = remoteObjects(calls);

  return {
    /** Whether there are others. */
    isShared: true,
    /** Whether it is the first worker of this server, or since all others have ended. @type {boolean} */
    isFirst,
    /** Whether it is the one that does what is done once: another may be when that ends. @returns {Promise<boolean>} */
    leads: () => calls.call('leads'),
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
    /** @type {SharedPurgers | null} */
    purgers,
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
    /** Has one worker do it. @type {Omit<Leading, 'announce'>} */
    leader: {
      notify({ by, kind, record }) {
        const failed = 'No one could be notified of a comment';
        if (by === 'reader') notifyLeader('notify', failed, { by, kind, record });
      },
      notifyHub: () => notifyLeader('notifyHub', 'The WebSub hub could not be told'),
      mailPasswordLink: (typed) =>
        notifyLeader('mailPasswordLink', 'No link for a new password could be mailed', typed),
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
   * @template {keyof Leading} N
   * @param {N} name
   * @param {string} failed  for the log
   * @param {Parameters<Leading[N]>} args
   */
  function notifyLeader(name, failed, ...args) {
    calls
      .call('notifyLeader', name, ...args)
      .catch((/** @type {unknown} */ error) => log.warn({ err: error }, failed));
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
