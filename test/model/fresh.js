import assert from 'node:assert/strict';
import { CacheManager } from '../../lib/cache/cache-manager.js';
import { createRenderQueue } from '../../lib/cache/render-queue.js';
import { typedStores } from '../../lib/changes/typed-stores.js';
import { Changes } from '../../lib/changes/changes.js';
import { createShareCards } from '../../lib/views/share-cards.js';
import { TextWork } from '../../lib/markup/text-work.js';
import { BlogIndex } from '../../lib/changes/index/blog-index.js';
import { ResponseManager } from '../../lib/responses/response-manager.js';
import { createPageRenderer } from '../../lib/router/page-renderer.js';
import { Source } from '../../lib/views/source.js';
import { uploadsIn } from '../../lib/start/theme.js';
import { Themes } from '../../lib/views/appearance/themes.js';
import { createSitePages } from '../../lib/router/routes/site-pages.js';
import { pageSlugs, slugs } from './addresses.js';
/** @import { Clock } from '../../lib/base/clock.js' */
/** @import { Log } from '../../lib/base/log.js' */
/** @import { DrawCard } from '../../lib/views/share-cards.js' */
/** @import { Entry } from '../../lib/responses/entry.js' */
/** @import { Store } from '../../lib/store/types.js' */
/** @import { Address } from './addresses.js' */

/**
 * What a server that had just been started on the same files would show, sharing nothing with the one that runs but the
 * store.
 * @param {object} parts
 * @param {string[]} parts.folders  the engine's, and the theme's
 * @param {Clock} parts.clock
 * @param {Log} parts.log
 * @param {object} parts.layout
 * @param {string} parts.baseUrl
 * @param {DrawCard | null} parts.drawCard
 * @param {string} parts.search  'on' or 'off'
 * @param {string} parts.websubHub
 * @param {string} parts.smtpUrl
 */
export function createFresh({ folders, clock, log, layout, baseUrl, drawCard, ...config }) {
  const { search, websubHub, smtpUrl } = config;
  /** @type {CacheManager<Entry>} */
  const cache = new CacheManager({ maxBytes: 0, stores: typedStores });
  const [root, themeDir] = folders;
  const source = new Source(root);
  /** @type {ReturnType<typeof uploadsIn>} */
  let uploads;
  const read = (/** @type {string} */ path) => uploads.read(path);
  const has = (/** @type {string} */ path) => uploads.has(path);
  const themes = new Themes({ root, themeDir, read, has, log });
  const { views, assets } = themes.base;
  const responses = new ResponseManager({ baseUrl, cache, clock, changes: { settledAt: 0 } });
  const texts = new TextWork({ clock });
  return { look };

  /**
   * @param {Store} store
   * @param {number} now in milliseconds since 1970, as far as the index goes
   */
  async function look(store, now) {
    const index = new BlogIndex(layout);
    const parts = { store, index, cache, texts, log, clock: { ...clock, now: () => now } };
    await new Changes(parts).load();
    uploads = uploadsIn(store);
    const blog = {
      drawShareCard: drawCard && createShareCards({ draw: drawCard, views }),
      resize: async () => [],
      index,
      store,
      texts,
      themes,
      assets,
      source,
      hub: websubHub,
      hasSearch: search === 'on',
      sendsMail: smtpUrl !== '',
      baseUrl,
      status: /** @type {any} */ (null),
    };
    const pages = createPageRenderer({
      cache,
      responses,
      queue: createRenderQueue({ cache, clock }),
      origin: createSitePages({ blog, views, responses, cache }),
    });
    /** @type {Map<string, Entry | null>} */
    const made = new Map();
    return { index, render };

    /** @param {Address} address @returns {Promise<Entry | null>} null: there is no such page */
    async function render({ route, path, params }) {
      const known = made.get(path);
      if (known !== undefined) return known;
      const { entry = null } = await pages.make({ route, params }, path, { bypassesCache: true });
      made.set(path, entry);
      return entry;
    }
  }
}

/**
 * Compares an index that has grown with one that was loaded afresh, field by field.
 * @param {BlogIndex} grown
 * @param {BlogIndex} fresh
 */
export function compareIndexes(grown, fresh) {
  const [is, shouldBe] = [describe(grown), describe(fresh)];
  // The summaries of CouchDB have none.
  if (shouldBe.posts.some(({ textDigest }) => textDigest === undefined))
    for (const post of [...is.posts, ...shouldBe.posts]) post.textDigest = undefined;
  assert.deepEqual(is, shouldBe, 'The index is not what a start would read');
}

/** @param {BlogIndex} index */
function describe(index) {
  const { posts, comments, users, pictures, settings } = index.dump();
  const ids = (/** @type {Iterable<{ id: string }>} */ list) => [...list].map(({ id }) => id);
  const { all, pages, tags, authors, years } = index.lists;
  const sorted = (/** @type {Iterable<[string, unknown]>} */ pairs) =>
    [...pairs].sort(([a], [b]) => (a < b ? -1 : 1));
  const lists = (/** @type {Map<string, Iterable<{ id: string }>>} */ map) =>
    sorted([...map].map(([name, list]) => [name, ids(list)]));
  return {
    posts: byId(posts.map((post) => ({ ...post }))),
    comments: byId(comments),
    // A change of a password alone gives another revision, and no reader hears of it.
    users: byId(users).map(({ revision: _, ...user }) => user),
    pictures: byId(pictures).map(({ id }) => [id, index.picture(id)]),
    settings,
    addresses: sorted(index.addresses),
    all: ids(all),
    pages: ids(pages),
    tags: lists(tags),
    years: lists(years),
    authors: lists(authors),
    tagNames: index.tagNames
      .all()
      .map(({ name, others, count }) => `${[name, ...others].sort().join()} ${count}`)
      .sort(),
    nextDue: index.nextDue(),
    found: [...slugs, ...pageSlugs].map((slug) => [
      index.find('post', slug)?.id,
      index.find('page', slug)?.id,
    ]),
    states: byId(posts).map((post) => index.stateOf(post)),
    commenting: [...all].map((post) => index.commenting(post)),
  };
}

/** @template {{ id: string }} T @param {T[]} records */
const byId = (records) => records.toSorted((a, b) => (a.id < b.id ? -1 : 1));
