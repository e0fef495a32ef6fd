import { setImmediate } from 'node:timers/promises';
import { CacheManager } from '../../lib/cache/cache-manager.js';
import { Changes } from '../../lib/changes/changes.js';
import { typedStores } from '../../lib/changes/typed-stores.js';
import { BlogIndex } from '../../lib/changes/index/blog-index.js';
import { summarisePicture } from '../../lib/changes/index/pictures.js';
import { summarise } from '../../lib/changes/index/summary.js';
import { createClock } from '../support/clock.js';
import { createQuietLog } from '../support/log.js';
import { welcomePost } from '../store/fixtures.js';
/** @import { Kind, Watcher } from '../../lib/store/types.js' */

/** When these blogs begin. */
export const START = '2026-03-10T12:00:00.000Z';

/** @param {object} fields */
export const postOf = (fields) => /** @type {any} */ ({ ...welcomePost, revision: '1', ...fields });

/**
 * What follows changes, on a store that is nothing but a map.
 * @param {Record<string, any>} [given] records by kind and id, as `post:a`
 */
export async function startSmallBlog(given = {}) {
  const records = new Map(Object.entries(given));
  const clock = createCountedClock();
  const log = createQuietLog();
  const index = new BlogIndex();
  /** @type {CacheManager<any>} */
  const cache = new CacheManager({ maxBytes: 1e6, stores: typedStores });
  /** @type {Watcher} */
  let watcher = /** @type {any} */ (null);
  const state = {
    /** Of the place in the feed. */
    sequence: '1',
    /** Kinds and ids of the records that were read. @type {string[]} */
    read: [],
    /** What reads wait for, of records and of summaries. @type {Promise<unknown> | null} */
    gate: null,
    isFeedClosed: false,
  };
  const all = (/** @type {Kind} */ kind) =>
    [...records].flatMap(([name, record]) => (name.startsWith(`${kind}:`) ? record : []));
  /** @param {Kind} kind @param {string} id */
  async function get(kind, id) {
    state.read.push(`${kind}:${id}`);
    await state.gate;
    return records.get(`${kind}:${id}`) ?? null;
  }
  /** @type {any} */
  const store = {
    kind: 'sqlite',
    get,
    /** @param {Kind} kind @param {string[]} ids @param {string[]} without */
    getMany: (kind, ids, without = []) =>
      Promise.all(
        ids.map(async (id) => {
          const record = await get(kind, id);
          const fields = Object.entries(record ?? {}).filter(([name]) => !without.includes(name));
          return record && Object.fromEntries(fields);
        }),
      ),
    async summaries() {
      const summaries = {
        epoch: '',
        sequence: state.sequence,
        staleRenders: [],
        users: all('user'),
        posts: all('post').map(summarise),
        addresses: all('address'),
        comments: all('comment').filter(({ status }) => status === 'approved'),
        pictures: all('media').flatMap((each) => summarisePicture(each) ?? []),
        settings: records.get('settings:site') ?? null,
      };
      await state.gate;
      return summaries;
    },
    watch(/** @type {string} */ _since, /** @type {Watcher} */ given) {
      watcher = given;
      return {
        async close() {
          await setImmediate();
          state.isFeedClosed = true;
        },
      };
    },
  };
  /** @type {any} */
  const texts = { renderedIfValid: async (/** @type {any} */ post) => post };
  const changes = new Changes({ store, index, cache, texts, clock, log });
  await changes.load();
  changes.follow();
  /** @type {import('../../lib/changes/changes.js').Change[]} */
  const told = [];
  changes.subscribe('test', (change) => told.push(change));
  return { records, clock, log, index, cache, changes, state, told, keep, tell, isKnown, reset };

  /** Keeps a page. @param {string} key @param {string[]} dependsOn @param {object} [fields] */
  function keep(key, dependsOn, fields) {
    const page = { key, dependsOn, store: 'floating', bytes: 1, isPrerendered: false, ...fields };
    const lease = cache.lease();
    cache.store(page, lease);
    cache.release(lease);
  }

  /** As the feed does. @param {any} change */
  async function tell(change) {
    await watcher.onChanges([change], `after ${change.id}`);
  }

  /** @param {any} change */
  function isKnown(change) {
    return watcher.isKnown?.(change);
  }

  function reset() {
    return watcher.onReset('there is a gap');
  }
}

/** One that knows how many timers run, and whose timers may fire early. */
function createCountedClock() {
  const clock = createClock(START);
  /** @type {Set<() => void>} */
  const running = new Set();
  let started = 0;
  return {
    ...clock,
    running,
    /** How many timers there were. */
    started: () => started,
    /** @param {number} milliseconds @param {() => void} callback */
    after(milliseconds, callback) {
      const fire = () => {
        running.delete(fire);
        return callback();
      };
      running.add(fire);
      started++;
      const cancel = clock.after(milliseconds, fire);
      return () => {
        running.delete(fire);
        cancel();
      };
    },
  };
}
