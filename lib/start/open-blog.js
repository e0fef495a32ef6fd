import { randomUUID } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import { createAccounts } from '../people/accounts.js';
import { mayEdit } from '../people/rights.js';
import { createPasswords } from '../people/passwords.js';
import { randomBytes } from '../people/secrets.js';
import { createThrottle } from '../people/throttle.js';
import { CacheManager } from '../cache/cache-manager.js';
import { createLastClears } from '../cache/last-clears.js';
import { Changes } from '../changes/changes.js';
import { typedStores } from '../changes/typed-stores.js';
import { createContent } from '../content/content.js';
import { createJobs } from '../content/jobs/jobs.js';
import { withRepairs } from '../content/repair.js';
import { TextWork } from '../markup/text-work.js';
import { BlogIndex } from '../changes/index/blog-index.js';
import { openStore } from '../store/open.js';
/** @import { Clock } from '../base/clock.js' */
/** @import { Config } from './config.js' */
/** @import { Log } from '../base/log.js' */
/** @import { Entry } from '../responses/entry.js' */
/** @import { FeedChange, Eventual, Store, Summaries } from '../store/types.js' */
/** @import { Throttle } from '../people/throttle.js' */
/** @import { Passwords } from '../people/passwords.js' */

/** @typedef {Awaited<ReturnType<typeof openBlog>>} OpenBlog */

/**
 * Opens the store, reads the index, and connects both to the cache: everything that a command needs to work with a
 * blog.
 * @param {Pick<Config, 'storeUrl' | 'cacheMaxBytes'> & { cacheDir?: string }} config
 * @param {object} deps
 * @param {Clock} deps.clock
 * @param {Log} deps.log
 * @param {Eventual<Passwords>} [deps.passwords]
 * @param {Eventual<Throttle>} [deps.throttle]
 * @param {(changes: FeedChange[]) => Promise<void>} [deps.acknowledge]  resolves when the other workers have cleared
 *   what writes of this one have changed
 * @param {ConstructorParameters<typeof BlogIndex>[0]} [deps.layout]
 * @param {() => string} [deps.newId]
 * @param {TextWork} [deps.texts]
 * @param {boolean} [deps.create]  whether to create the blog if it does not exist
 * @param {(store: Store) => Store} [deps.wrapStore]  wraps the store
 */
export async function openBlog(
  config,
  {
    clock,
    log,
    passwords = createPasswords(),
    throttle = createThrottle({ clock }),
    acknowledge,
    layout,
    newId = randomUUID,
    texts = new TextWork({ clock }),
    create = true,
    wrapStore = (store) => store,
  },
) {
  const notes = notesFolderOf(config);
  const opened = await openStore(config.storeUrl, { clock, log, create, notes });
  const store = withRepairs(wrapStore(opened), log);
  try {
    const index = new BlogIndex(layout);
    const lastClears = createLastClears({ clock });
    /** @type {CacheManager<Entry>} */
    const cache = new CacheManager({ maxBytes: config.cacheMaxBytes, stores: typedStores });
    cache.onClear((clear) => lastClears.record(clear));
    const changes = new Changes({ store, index, cache, texts, clock, log });
    const jobs = createJobs({ store, clock, log, newId });
    const content = createContent({
      store,
      index,
      changes,
      texts,
      jobs,
      mayEdit(by, post) {
        const user = index.users.get(by);
        return user !== undefined && mayEdit(user, post);
      },
      clock,
      newId,
      acknowledge,
    });
    const setupFile = setupFileOf(config.storeUrl);
    const accounts = createAccounts({
      content,
      passwords,
      throttle,
      clock,
      random: randomBytes,
      setupFile,
    });
    /** @type {Summaries | null} */
    let summaries = await changes.load();
    return {
      store,
      index,
      cache,
      lastClears,
      changes,
      content,
      jobs,
      texts,
      accounts,
      takeSummaries,
      close: closeAll,
    };

    /**
     * What the index was read from, once: its content is in the index, and of 100,000 posts it takes 15 MB.
     * @returns {Summaries | null}
     */
    function takeSummaries() {
      const taken = summaries;
      summaries = null;
      return taken;
    }

    async function closeAll() {
      await jobs.close();
      await changes.close();
      await texts.close();
      await store.close();
    }
  } catch (error) {
    await texts.close();
    await store.close();
    throw error;
  }
}

/**
 * @param {{ storeUrl: string, cacheDir?: string }} config
 * @returns {string | null} folder for notes on unfinished writes to CouchDB, next to the saved pages
 */
const notesFolderOf = ({ storeUrl, cacheDir }) =>
  storeUrl.startsWith('sqlite:') ? null : join(cacheDir || join('data', 'cache'), 'writes');

/** @param {string} storeUrl @returns {string | null} next to the database file, if there is one */
export function setupFileOf(storeUrl) {
  if (!storeUrl.startsWith('sqlite:')) return null;
  const file = storeUrl.slice('sqlite:'.length);
  return join(dirname(file), `${basename(file, '.db')}-setup-link.txt`);
}
