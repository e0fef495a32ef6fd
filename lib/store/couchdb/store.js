import { isError, LarderError, withOutcome } from '../../base/errors.js';
import { makeActs, nameOf } from './acts.js';
import { backUp } from './backup.js';
import { bringOver } from './bring-over.js';
import { writeMany } from './bulk.js';
import { asResponse, makeClient } from './client.js';
import { translate } from './errors.js';
import { all, commentsOf, get, getMany } from './read.js';
import { commentCounts, commentsWith } from './moderation.js';
import { makeMajority } from './majority.js';
import { makeRecentIds } from './recent.js';
import { replaceAll } from './restore.js';
import { fromSequence } from './sequence.js';
import { readEpoch, renewEpoch, setUp } from './setup.js';
import { subscriberCounts, subscribersWith } from './subscribers.js';
import { readSummaries } from './summaries.js';
import { openUndecided } from './undecided.js';
import { watch } from './watch.js';
import { makeWithdrawals } from './withdrawals.js';
import { writeOne } from './write.js';
/** @import { Store, Watcher } from '../types.js' */
/** @import { Deps } from '../open.js' */
/** @import { Client } from './client.js' */
/** @import { UndecidedWrites } from './undecided.js' */

/**
 * @typedef {Client & {
 *   acts: ReturnType<typeof makeActs>,
 *   undecided: UndecidedWrites,
 *   withdrawals: ReturnType<typeof makeWithdrawals>,
 *   majority: ReturnType<typeof makeMajority>,
 *   newWriteId: () => string,
 * }} Database  The client, and the pending writes of this process.
 */

/**
 * The store in a CouchDB database, with a document `<kind>:<id>` for each record.
 *
 * @param {URL[]} addresses of the cluster's nodes, with user name and password, the nearest first
 * @param {Deps & { timeout?: number }} deps `timeout` of a request, in milliseconds
 * @returns {Promise<Store>}
 * @throws {LarderError} `invalid` or `unavailable`
 */
export async function openCouchdb(
  addresses,
  { log, clock, sleep, random, create, notes = null, timeout },
) {
  const client = makeClient(addresses, { clock, sleep, random, timeout });
  await setUp(client, { log, create });
  let count = 0;
  /** @type {Database} */
  const database = {
    ...client,
    acts: makeActs(() => database, { clock, sleep, log }),
    undecided: openUndecided(notes, client.places, log),
    withdrawals: makeWithdrawals(() => database, { sleep, log }),
    majority: makeMajority(client),
    newWriteId: () => `${random().toString(36).slice(2)}${(count += 1)}`,
  };
  await Promise.all(database.undecided.adopt().map(database.withdrawals.start));
  await bringOver(database, log);
  /** @type {Set<ReturnType<typeof watch>>} */
  const watches = new Set();
  const recentComments = makeRecentIds();

  /** @type {Store} */
  const store = {
    kind: 'couchdb',
    get: (kind, id) => get(database, kind, id),
    getMany: (kind, ids, without) => getMany(database, kind, ids, without),
    all: (kind, _without, after) => all(database, kind, after),
    commentsOf: (postId) => commentsOf(database, postId, recentComments),
    commentsWith: (status, page) => commentsWith(database, status, page, recentComments),
    commentCounts: (status) => commentCounts(database, status),
    subscriberCounts: () => subscriberCounts(database),
    subscribersWith: (...given) => subscribersWith(database, given),
    async write(given) {
      const revisions = [];
      let isUnavailable = false;
      const { writes, acts } = database.acts.carry(given);
      const deciding = writes.findLast(({ follows }) => !follows);
      for (const write of writes) {
        if (write.kind === 'comment' && 'record' in write) recentComments.add(write.record.id);
        try {
          revisions.push(isUnavailable ? '' : await writeOne(database, write));
          if (write === deciding) database.acts.follow(nameOf(write), acts);
        } catch (error) {
          if (!(error instanceof LarderError)) throw error;
          if (!write.follows) throw write === deciding ? error : withOutcome(error, 'notSaved');
          const { kind } = write;
          log.warn({ err: error, kind }, 'A follow-up write failed; skipping it');
          isUnavailable = isError(error, 'unavailable');
          revisions.push('');
        }
      }
      return revisions;
    },
    writeMany: (puts) => writeMany(database, puts),
    summaries: () => readSummaries(database),
    knows: async (sequence) => fromSequence(sequence).epoch === (await readEpoch(client)),
    epoch: () => readEpoch(client),
    watch(since, watcher) {
      const remembering = {
        ...watcher,
        /** @type {Watcher['onChanges']} */
        onChanges(changes, sequence) {
          for (const { kind, id } of changes) if (kind === 'comment') recentComments.add(id);
          return watcher.onChanges(changes, sequence);
        },
      };
      const watching = watch(since, remembering, { client: database, sleep, log });
      watches.add(watching);
      return {
        async close() {
          watches.delete(watching);
          await watching.close();
        },
      };
    },
    adoptActs: () => database.acts.adopt(),
    async ping() {
      const response = await client.requestOnce({}).catch(asResponse);
      if (response.status !== 200) throw translate(client.place, response);
    },
    backup: (file, onProgress) => backUp(database, file, { log, clock, sleep, random }, onProgress),
    async restore(file, onProgress) {
      await replaceAll(store, file, { log, clock, sleep, random }, onProgress);
      await renewEpoch(client);
    },
    async close() {
      await database.acts.close();
      database.withdrawals.close();
      for (const watching of watches) await watching.close();
      watches.clear();
    },
  };
  return store;
}
