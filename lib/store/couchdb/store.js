import { backUp } from './backup.js';
import { asAnswer, makeClient } from './client.js';
import { translate } from './errors.js';
import { all, commentsOf, get, getMany } from './read.js';
import { commentCounts, commentsWith } from './moderation.js';
import { recently } from './recent.js';
import { replaceAll } from './restore.js';
import { fromSequence } from './sequence.js';
import { readEpoch, renewEpoch, setUp } from './setup.js';
import { readSummaries } from './summaries.js';
import { watch } from './watch.js';
import { writeOne } from './write.js';

/**
 * @typedef {import('../../types.js').Store} Store
 * @typedef {import('../../types.js').Watcher} Watcher
 */

/**
 * The store in a CouchDB database: a document for each record, `<kind>:<id>`.
 *
 * @param {URL} address with name and password
 * @param {import('../open.js').Means & { timeout?: number }} means `timeout` in milliseconds, of one request
 * @returns {Promise<Store>}
 */
export async function openCouchdb(address, { log, clock, sleep, random, create, timeout }) {
  const client = makeClient(address, { clock, sleep, random, timeout });
  await setUp(client, { log, create });
  /** @type {Set<ReturnType<typeof watch>>} */
  const watches = new Set();
  const recentComments = recently();

  /** @type {Store} */
  const store = {
    kind: 'couchdb',
    get: (kind, id) => get(client, kind, id),
    getMany: (kind, ids) => getMany(client, kind, ids),
    all: (kind) => all(client, kind),
    commentsOf: (postId) => commentsOf(client, postId, recentComments),
    commentsWith: (status, page) => commentsWith(client, status, page, recentComments),
    commentCounts: (status) => commentCounts(client, status),
    async write(writes) {
      const revisions = [];
      for (const write of writes) {
        if (write.kind === 'comment' && 'record' in write) recentComments.add(write.record.id);
        revisions.push(await writeOne(client, write));
      }
      return revisions;
    },
    summaries: () => readSummaries(client),
    knows: async (sequence) => fromSequence(sequence).epoch === (await readEpoch(client)),
    watch(since, watcher) {
      const noting = {
        ...watcher,
        /** @type {Watcher['onChanges']} */
        onChanges(changes, sequence) {
          for (const { kind, id } of changes) if (kind === 'comment') recentComments.add(id);
          return watcher.onChanges(changes, sequence);
        },
      };
      const watching = watch(since, noting, { client, sleep, log });
      watches.add(watching);
      return {
        async close() {
          watches.delete(watching);
          await watching.close();
        },
      };
    },
    async ping() {
      const answer = await client.askOnce({}).catch(asAnswer);
      if (answer.status !== 200) throw translate(client.place, answer);
    },
    backup: (file, tell) => backUp(client, file, { log, clock, sleep, random }, tell),
    async restore(file, tell) {
      await replaceAll(store, file, { log, clock, sleep, random }, tell);
      await renewEpoch(client);
    },
    async close() {
      for (const watching of watches) await watching.close();
      watches.clear();
    },
  };
  return store;
}
