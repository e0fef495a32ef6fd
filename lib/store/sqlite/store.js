import { existsSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { backUp } from './backup.js';
import { connect, identityOf, noBlog, prepareSchemaCheck } from './connection.js';
import { isBusy, translate } from './errors.js';
import { prepareFeed } from './feed.js';
import { replaceAll } from './restore.js';
import { prepareSubscribers } from './subscribers.js';
import { prepareSummaries } from './summaries.js';
import { prepareTables } from './tables.js';
import { watch } from './watch.js';
/** @import { Store } from '../types.js' */
/** @import { Deps } from '../open.js' */

/** How long to wait for a lock, and between two attempts, in milliseconds. */
const WAIT_AT_MOST = 5000;
const FIRST_PAUSE = 1;
const LONGEST_PAUSE = 50;
/** Writes of one transaction. */
const MOST_TOGETHER = 16;

/**
 * @typedef {object} Waiting
 * @property {Parameters<Store['write']>[0]} writes
 * @property {(revisions: (string | null)[]) => void} resolve
 * @property {(error: unknown) => void} reject
 *
 * @typedef {ReturnType<typeof open>} Connection
 */

/**
 * The store in a SQLite file. Queries run in this thread and take fractions of a millisecond; waiting for another
 * program's lock does not block it.
 *
 * @param {string} file
 * @param {Deps} deps
 * @returns {Promise<Store>}
 * @throws {LarderError} `notFound`, `invalid` as from `connect`; `unavailable` when it cannot be opened
 */
export async function openSqlite(file, { log, sleep, random, create }) {
  if (!create && !existsSync(file)) throw noBlog(file);
  /** @type {Set<ReturnType<typeof watch>>} */
  const watches = new Set();
  let connection = await run(() => open(file, create));
  /** @type {Waiting[]} */
  const waiting = [];
  /** When they were written. @type {Promise<void>} */
  let turn = Promise.resolve();

  /**
   * Runs the work, and retries with backoff and jitter while another process holds the lock. SQLite's own busy timeout
   * would block this whole process, so it is 0.
   *
   * @template T
   * @param {() => T} work
   * @returns {Promise<T>}
   */
  async function run(work) {
    let waited = 0;
    for (let pause = FIRST_PAUSE; ; pause = Math.min(pause * 2, LONGEST_PAUSE)) {
      try {
        return work();
      } catch (error) {
        if (!isBusy(error) || waited >= WAIT_AT_MOST) throw translate(error, file);
      }
      const ms = pause * (0.5 + random());
      await sleep(ms);
      waited += ms;
    }
  }

  /**
   * The connection, opened again if the file was replaced: writes to the old one would be lost.
   *
   * @returns {Connection}
   */
  function current() {
    if (identityOf(file) !== connection.identity) {
      log.warn({ file }, 'The database file was replaced: opening the new one');
      const replaced = connection;
      connection = open(file, false);
      replaced.db.close();
    }
    return connection;
  }

  /**
   * What is written in one turn of the event loop is one transaction: each by itself would wait for the disk.
   * @type {Store['write']}
   */
  function write(writes) {
    return new Promise((resolve, reject) => {
      if (waiting.push({ writes, resolve, reject }) === 1) turn = setImmediate().then(writeWaiting);
    });
  }

  async function writeWaiting() {
    const some = waiting.splice(0, MOST_TOGETHER);
    if (waiting.length > 0) turn = setImmediate().then(writeWaiting);
    try {
      const written = await run(() => current().writeTogether(some.map(({ writes }) => writes)));
      for (const { wake } of watches) wake();
      for (const [place, { resolve, reject }] of some.entries()) {
        const each = written[place];
        if ('error' in each) reject(translate(each.error, file));
        else resolve(each.revisions);
      }
    } catch (error) {
      for (const { reject } of some) reject(error);
    }
  }

  return {
    kind: 'sqlite',
    get: (kind, id) => run(() => connection.get(kind, id)),
    async getMany(kind, ids, without) {
      const records = await run(() => connection.getMany(kind, ids, without));
      while (records.length < ids.length) {
        await setImmediate();
        const rest = ids.slice(records.length);
        records.push(...(await run(() => connection.getMany(kind, rest, without))));
      }
      return records;
    },
    adoptActs: async () => {},
    async *all(kind, without, start = '') {
      for (let after = start; ;) {
        const page = await run(() => connection.page(kind, after, without));
        if (page.length === 0) return;
        yield* page;
        await setImmediate();
        after = page[page.length - 1].id;
      }
    },
    commentsOf: (postId) => run(() => connection.commentsOf(postId)),
    commentsWith: (status, page) => run(() => connection.commentsWith(status, page)),
    commentCounts: (status) => run(() => connection.commentCounts(status)),
    subscriberCounts: () => run(() => connection.subscriberCounts()),
    subscribersWith: (part, page) => run(() => connection.subscribersWith(part, page)),
    write,
    async writeMany(puts) {
      await write(puts);
    },
    summaries: () => run(() => current().summaries()),
    epoch: () => run(() => current().place().epoch),
    knows: (sequence) => run(() => current().knows(sequence)),
    watch(since, watcher) {
      const read = (/** @type {string} */ sequence) => run(() => current().changesAfter(sequence));
      const watching = watch(since, watcher, { file, read, sleep, log });
      watches.add(watching);
      return {
        async close() {
          await turn;
          watches.delete(watching);
          await watching.close();
        },
      };
    },
    ping: () => run(() => void current().place()),
    async backup(target, onProgress) {
      try {
        await backUp(file, target, onProgress);
      } catch (error) {
        throw translate(error, target, 'backup');
      }
    },
    async restore(source, onProgress) {
      await run(() => replaceAll(current().db, source, onProgress));
      for (const { wake } of watches) wake();
    },
    async close() {
      for (const watching of watches) await watching.close();
      watches.clear();
      connection.db.close();
    },
  };
}

/**
 * Opens a connection and prepares its statements.
 *
 * @param {string} file
 * @param {boolean} create
 */
function open(file, create) {
  const db = connect(file, create);
  const feed = prepareFeed(db);
  const summaries = prepareSummaries(db, feed.place);
  return {
    db,
    identity: identityOf(file),
    ...prepareTables(db, prepareSchemaCheck(db, file)),
    ...prepareSubscribers(db),
    ...feed,
    summaries,
  };
}
