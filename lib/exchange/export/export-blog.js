import { authorsOf } from '../../changes/index/public-lists.js';
import { furtherNames } from '../../store/fields.js';
import { textNames, textsOf } from '../../store/text-fields.js';
import { isSystemError, LarderError } from '../../base/errors.js';
import { EXPORT_FILE, FORMAT } from '../import/sources/markdown/larder-export.js';
import { LIST_FILE } from './folder.js';
import { unpack } from '../../base/packed-counts.js';
import { fileNameOf, toMarkdown, toYaml } from './post-file.js';
/** @import { BlogIndex } from '../../changes/index/blog-index.js' */
/** @import { Engine } from './engines.js' */
/** @import { Comment, Store } from '../../store/types.js' */

/**
 * @typedef {object} Target  Where an export goes: a folder or a ZIP.
 * @property {() => Promise<void>} open
 * @property {(name: string, data: string | Buffer) => Promise<void>} write  resolves when the next file can be written
 * @property {(written: Set<string>) => Promise<void>} close
 */

/**
 * Exports the whole blog as Markdown, images and YAML, which `importBlog` can read.
 * Passwords, sessions and tokens are left out.
 * @param {object} options
 * @param {Target} options.target
 * @param {Store} options.store
 * @param {BlogIndex} options.index
 * @param {(done: number, total: number) => void} options.progress
 * @param {Engine} [options.engine] for which the texts are written; Larder itself when left out
 * @returns {Promise<{ posts: number, comments: number, media: number }>} how many were written
 * @throws {LarderError} `invalid` when something else is in the folder, or cannot be written
 */
export async function exportBlog({ target, store, index, progress, engine }) {
  /** @type {Set<string>} */
  const written = new Set();
  /** @type {Target['write']} */
  const write = async (name, data) => {
    await target.write(name, data);
    written.add(name);
  };
  try {
    await target.open();
    const media = await writeMedia(store, write);
    const formerPaths = await formerPathsOf(store);
    const languages = await languagesOf(store);
    await write(EXPORT_FILE, metadataOf(index, { media, formerPaths, languages }));
    const counts = { posts: 0, comments: 0, media: media.length };
    const total = [...index.posts()].length;
    const authorOf = namesOf(index);
    for await (const post of store.all('post')) {
      const aliases = formerPaths.get(post.id) ?? [];
      const authors = authorsOf(post).map(authorOf);
      const text = toMarkdown(post, authors, aliases, { isPublic: index.isPublic(post), engine });
      await write(freeName(fileNameOf(post), written), text);
      const comments = await store.commentsOf(post.id);
      if (comments.length > 0)
        await write(`comments/${post.id}.yml`, toYaml(comments.map(plainComment)));
      counts.comments += comments.length;
      progress((counts.posts += 1), total);
    }
    await writeStatistics(store, write);
    await write(LIST_FILE, `${[...written].sort().join('\n')}\n`);
    await target.close(written);
    return counts;
  } catch (error) {
    if (!isSystemError(error)) throw error;
    const { message } = error;
    throw new LarderError('invalid', `The export cannot be written: ${message}`, { cause: error });
  }
}

/**
 * @param {string} wanted
 * @param {Set<string>} written
 * @returns {string} the wanted name, with a number if it is in use
 */
function freeName(wanted, written) {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? wanted : wanted.replace(/(\.\w+)$/, `-${number}$1`);
    if (!written.has(name)) return name;
  }
}

/** @param {Store} store @param {Target['write']} write */
async function writeMedia(store, write) {
  const written = [];
  for await (const { id } of store.all('media')) {
    const media = await store.get('media', id);
    if (!media) continue;
    await write(`media/${id}`, media.bytes);
    const { type, width, height, by, createdAt } = media;
    written.push({ id, type, width, height, by, ...textsOf('media', media), createdAt });
  }
  return written;
}

/**
 * The days that are over, for other programs: an import does not read them.
 * @param {Store} store
 * @param {Target['write']} write
 */
async function writeStatistics(store, write) {
  for await (const { id, revision: _, merged: __, ...day } of store.all('statistics')) {
    if (!id.startsWith('day:')) continue;
    const name = id.slice(4);
    /** @type {{ origins: Record<string, [referrers: string, countries: string]> } | null} */
    const known = await store.get('statistics', `origins:${name}`);
    const origins = Object.entries(known?.origins ?? {}).map(([path, [referrers, countries]]) => [
      path,
      { referrers: unpack(referrers), countries: unpack(countries) },
    ]);
    const whole = { ...day, origins: Object.fromEntries(origins) };
    await write(`statistics/${name}.json`, `${JSON.stringify(whole, null, 2)}\n`);
  }
}

/**
 * @param {BlogIndex} index
 * @param {{ media: object[], formerPaths: Map<string, string[]>, languages: Map<string, string> }} found
 */
function metadataOf({ settings, users }, { media, formerPaths, languages }) {
  const { id: _id, revision: _revision, ...kept } = settings;
  const known = [...users.values()]
    .map(({ revision: _, ...user }) => {
      const language = languages.get(user.id);
      return { ...user, ...(language && { language }) };
    })
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  const redirects = [...formerPaths]
    .filter(([owner]) => owner.startsWith('/'))
    .flatMap(([to, paths]) => paths.map((from) => ({ from, to })));
  return toYaml({
    larder: FORMAT,
    fields: { post: furtherNames, user: textNames('user') },
    settings: kept,
    users: known,
    media,
    ...(redirects.length > 0 && { redirects }),
  });
}

/** @param {Store} store @returns {Promise<Map<string, string>>} of the admin pages, by the id of the user */
async function languagesOf(store) {
  const languages = new Map();
  for await (const { id, language } of store.all('user')) if (language) languages.set(id, language);
  return languages;
}

/**
 * @param {Store} store
 * @returns {Promise<Map<string, string[]>>} by the id of the post, or the path that they lead to
 */
async function formerPathsOf(store) {
  const paths = new Map();
  for await (const { id, owner, held } of store.all('address')) {
    if (!held) paths.set(owner, [...(paths.get(owner) ?? []), id]);
  }
  return paths;
}

/**
 * @param {BlogIndex} index
 * @returns {(id: string) => string} a user's name, or the id when two have the same name
 */
function namesOf({ users }) {
  const names = [...users.values()].map(({ name }) => name.toLowerCase());
  const isAlone = (/** @type {string} */ name) => names.indexOf(name) === names.lastIndexOf(name);
  return (id) => {
    const name = users.get(id)?.name;
    return name !== undefined && isAlone(name.toLowerCase()) ? name : id;
  };
}

/** @param {Comment} comment */
const plainComment = ({ id, replyTo, name, author, status, createdAt, markdown, ...more }) => ({
  id,
  replyTo,
  name,
  ...(author && { author }),
  ...textsOf('comment', more),
  status,
  createdAt,
  markdown,
});
