import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readConfig } from '../../../lib/start/config.js';
import { importBlog } from '../../../lib/exchange/import/importer.js';
import { openBlog } from '../../../lib/start/open-blog.js';
import { eachTest } from '../../support/blog.js';
import { createClock } from '../../support/clock.js';
import { createQuietLog } from '../../support/log.js';
/** @import { PostInput } from '../../../lib/content/writing/posts.js' */
/** @import { Kind, Post } from '../../../lib/store/types.js' */

/** @typedef {Awaited<ReturnType<typeof openBlog>>} OpenBlog */

/** In the tests of what is hidden: no reader may ever see this word. */
export const SECRET = 'Quincunx';

/** A red dot of 3 × 2 pixels. */
export const jarImage = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFNAAAAEElEQVR4nGP4z8AARAwQCgAf7gP9i18U1AAAAABJRU5ErkJggg==',
  'base64',
);

/**
 * For a suite about imports: folders, empty blogs, and imports that tell what they said.
 */
export function workshop() {
  const { makeFolder } = eachTest();
  /** @type {OpenBlog[]} */
  let open = [];
  afterEach(async () => {
    for (const blog of open) await blog.close();
    open = [];
  });

  return { makeFolder, write, openEmptyBlog, importInto, importVisible };

  /** @param {Record<string, string | Buffer>} files by path @returns {string} the folder that holds them */
  function write(files) {
    const folder = join(makeFolder(), 'blog');
    for (const [path, data] of Object.entries(files)) put(join(folder, path), data);
    return folder;
  }

  /** An empty blog with a store of its own. */
  async function openEmptyBlog() {
    const clock = createClock();
    const config = readConfig({ STORE_URL: `sqlite:${join(makeFolder(), 'larder.db')}` });
    const blog = await openBlog(config, { clock, log: createQuietLog() });
    open.push(blog);
    return { ...blog, clock };
  }

  /**
   * @param {Record<string, string>} files of a blog whose posts all have a date; none may be refused
   * @returns the posts that are public, and what was said of the others
   */
  async function importVisible(files) {
    const blog = await openEmptyBlog();
    const { warnings, refusals } = await importInto(blog, write(files));
    assert.deepEqual(refusals, []);
    const seen = [...blog.index.posts()].filter((post) => blog.index.isPublic(post));
    return { blog, seen: seen.map(({ slug }) => slug).sort(), warnings };
  }
}

/** @param {string} file @param {string | Buffer} data */
export function put(file, data) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, data);
}

/**
 * @param {OpenBlog} blog
 * @param {string} path
 * @param {{ overwrite?: boolean, permalink?: string }} [options]
 */
export async function importInto({ content }, path, options) {
  /** @type {string[]} */
  const warnings = [];
  /** @type {string[]} */
  const refusals = [];
  const { hints = [], ...counts } = await importBlog({
    ...options,
    path,
    content,
    report: {
      progress: () => {},
      warning: (file, text) => warnings.push(`${file}: ${text}`),
      refusal: (file, reason) => refusals.push(`${file}: ${reason}`),
    },
  });
  return { counts, warnings, refusals, hints };
}

/** @param {Pick<OpenBlog, 'index' | 'store'>} blog @param {string} slug @param {'post' | 'page'} [type] */
export async function postOf({ index, store }, slug, type = 'post') {
  const summary = index.find(type, slug);
  if (!summary) throw new Error(`There is no ${type} ${slug}`);
  return /** @type {Promise<Post>} */ (store.get('post', summary.id));
}

/** @param {OpenBlog} blog @param {Kind} kind */
export async function allOf({ store }, kind) {
  const all = [];
  for await (const record of store.all(kind)) all.push(record);
  return all;
}

/** As if no import had kept a record. @param {OpenBlog} blog */
export async function forgetImports(blog) {
  for (const { id, revision } of await allOf(blog, 'import'))
    await blog.store.write([{ kind: 'import', id, revision, removed: true }]);
}

/** As what is deleted is gone after 30 days. @param {OpenBlog} blog @param {string} slug */
export async function deleteForGood({ content, store, index }, slug) {
  const id = index.find('post', slug)?.id ?? '';
  await content.removePost(id, (await store.get('post', id)).revision);
  const { revision } = await store.get('trash', id);
  await store.write([{ kind: 'trash', id, revision, removed: true }]);
}

/**
 * As an author does.
 * @param {Pick<OpenBlog, 'content' | 'index' | 'store'>} blog
 * @param {string} slug
 * @param {PostInput} fields
 */
export async function editPost(blog, slug, fields) {
  const { id, revision } = await postOf(blog, slug);
  await blog.content.savePost({ id, ...fields }, { revision, by: 'eve' });
}
