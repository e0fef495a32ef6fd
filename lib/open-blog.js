import { basename, dirname, join } from 'node:path';
import { createAccounts } from './accounts/accounts.js';
import { Passwords } from './accounts/passwords.js';
import { randomBytes } from './accounts/secrets.js';
import { CacheManager } from './cache/cache-manager.js';
import { LastClears } from './cache/last-clears.js';
import { Changes } from './changes/changes.js';
import { typedStores } from './changes/typed-stores.js';
import { createContent } from './content/content.js';
import { TextWork } from './content/text-work.js';
import { BlogIndex } from './index/blog-index.js';
import { openStore } from './store/open.js';

/** @typedef {Awaited<ReturnType<typeof openBlog>>} OpenBlog */
/** @typedef {import('./types.js').Store} Store */

/**
 * Opens the store, reads the index, and ties both to the cache: what any command needs to work with a blog.
 * @param {Pick<import('./config.js').Config, 'storeUrl' | 'cacheMaxBytes'> & { cacheDir?: string }} config
 * @param {object} means
 * @param {import('./clock.js').Clock} means.clock
 * @param {import('./log.js').Log} means.log
 * @param {Passwords} [means.passwords]
 * @param {ConstructorParameters<typeof BlogIndex>[0]} [means.layout]
 * @param {() => string} [means.newId]
 * @param {boolean} [means.create]  whether a blog that is not there is made
 * @param {(store: Store) => Store} [means.wrapStore]  puts something between the store and all that use it
 */
export async function openBlog(
  config,
  {
    clock,
    log,
    passwords = new Passwords(),
    layout,
    newId,
    create = true,
    wrapStore = (store) => store,
  },
) {
  const texts = new TextWork({ clock });
  const store = wrapStore(
    await openStore(config.storeUrl, { clock, log, create, notes: notesFolderOf(config) }),
  );
  try {
    const index = new BlogIndex(layout);
    const lastClears = new LastClears({ clock });
    /** @type {CacheManager<import('./response-manager.js').Entry>} */
    const cache = new CacheManager({ maxBytes: config.cacheMaxBytes, stores: typedStores });
    cache.onClear((clear) => lastClears.note(clear));
    const changes = new Changes({ store, index, cache, texts, clock, log });
    const content = createContent({ store, index, changes, texts, clock, newId });
    const setupFile = setupFileOf(config.storeUrl);
    const accounts = createAccounts({ content, passwords, clock, random: randomBytes, setupFile });
    const summaries = await changes.load();
    return {
      store,
      index,
      cache,
      lastClears,
      changes,
      content,
      texts,
      accounts,
      summaries,
      close: closeAll,
    };

    async function closeAll() {
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
 * @returns {string | null} where a process notes which writes are under way in CouchDB: beside the pages that it keeps
 */
const notesFolderOf = ({ storeUrl, cacheDir }) =>
  storeUrl.startsWith('sqlite:') ? null : join(cacheDir || join('data', 'cache'), 'writes');

/** @param {string} storeUrl @returns {string | null} beside the database, where there is a file */
function setupFileOf(storeUrl) {
  if (!storeUrl.startsWith('sqlite:')) return null;
  const file = storeUrl.slice('sqlite:'.length);
  return join(dirname(file), `${basename(file, '.db')}-setup-link.txt`);
}
