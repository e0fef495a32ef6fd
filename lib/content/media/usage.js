import { textsOf } from '../../store/text-fields.js';
import { ownPicturesOf } from '../../changes/index/own-pictures.js';
/** @import { BlogIndex } from '../../changes/index/blog-index.js' */
/** @import { Authored, Post, Store, User } from '../../store/types.js' */

/**
 * @typedef {Authored & Pick<Post, 'id' | 'type' | 'slug' | 'title'>} UsingPost
 * @typedef {{ post: UsingPost } | { trashed: UsingPost } | { autosaved: UsingPost | undefined } | { comment: 'shown' |
 *   'trashed' } | { person: Pick<User, 'id' | 'name'> } | { setting: string }} Use what names a file; `autosaved`: an
 *   author's unpublished changes to this post
 */

/** The digest with which the name of each file begins, wherever it is named: in a URL, encoded or not, or alone. */
const NAMED = /(?:%2F|(?<![\w-]))([\w-]{16})-/gi;

/** @param {string} id of a file @returns {string} */
export const digestIn = (id) => id.slice(0, 16);

/**
 * Finds the files that are named somewhere.
 * @param {{ store: Store, index: BlogIndex }} blog
 * @returns {Promise<Map<string, number>>} how many posts and other texts name a file, by its digest
 */
export async function countUses(blog) {
  /** @type {Map<string, number>} */
  const uses = new Map();
  for await (const { text } of allTexts(blog)) {
    const digests = new Set(Array.from(text.matchAll(NAMED), ([, digest]) => digest));
    for (const digest of digests) uses.set(digest, (uses.get(digest) ?? 0) + 1);
  }
  return uses;
}

/**
 * @param {string} id of a file
 * @param {{ store: Store, index: BlogIndex }} blog
 * @returns {Promise<Use[]>} what names it
 */
export async function usesOf(id, blog) {
  const uses = [];
  for await (const { text, use } of allTexts(blog)) if (text.includes(digestIn(id))) uses.push(use);
  return uses;
}

/**
 * Reads every text, also what is not published yet, and what can be restored from the trash. Former versions of posts
 * do not count: a picture that was replaced is not used.
 * @param {{ store: Store, index: BlogIndex }} blog
 * @returns {AsyncGenerator<{ text: string, use: Use }>}
 */
async function* allTexts({ store, index }) {
  for await (const post of store.all('post')) yield { text: textOf(post), use: { post } };
  for await (const { post, comments } of store.all('trash'))
    yield { text: [post, ...comments].map(textOf).join(' '), use: { trashed: post } };
  for await (const { id, fields } of store.all('autosave')) {
    const text = textOf({ ...fields, cover: { src: fields.cover } });
    yield { text, use: { autosaved: index.post(id.slice(0, id.indexOf(':'))) } };
  }
  for await (const comment of store.all('comment'))
    yield { text: textOf(comment), use: { comment: 'shown' } };
  for await (const { comment } of store.all('trashedComment'))
    yield { text: textOf(comment), use: { comment: 'trashed' } };
  for (const user of index.users.values())
    yield { text: Object.values(textsOf('user', user)).join(' '), use: { person: user } };
  for (const [setting, value] of Object.entries(settingsOf(index)))
    yield { text: JSON.stringify(value), use: { setting } };
}

/** @param {BlogIndex} index  in whose settings the appearance has one of the pictures */
function settingsOf({ settings }) {
  const { logoDark: _, ...appearance } = settings.appearance;
  return { ...settings, appearance, ...ownPicturesOf(settings) };
}

/**
 * @param {{ markdown: string, cover?: { src?: string }, url?: string }} written
 * @returns {string} in which no sign of a name is escaped
 */
const textOf = ({ markdown, cover, url }) =>
  `${markdown} ${cover?.src} ${url}`.replace(/\\([-_])/g, '$1');
