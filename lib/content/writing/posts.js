import { LarderError } from '../../base/errors.js';
import { pathOf } from '../../changes/index/blog-index.js';
import { equal } from '../../base/equal.js';
import { numberedSlug, RESERVED_PAGE_SLUGS, slugify } from '../../base/slug.js';
import { fingerprintOf, isFresh } from '../../markup/fingerprint.js';
import { textContext } from '../text-context.js';
import { writtenFields } from '../history.js';
import { namesThat } from '../../store/fields.js';
import { validatePost } from '../validate.js';
import { following } from './writer.js';
/** @import { Clock } from '../../base/clock.js' */
/** @import { BlogIndex } from '../../changes/index/blog-index.js' */
/** @import { TextWork } from '../../markup/text-work.js' */
/** @import { FurtherInput } from '../../store/fields.js' */
/** @import { PlainPost, PostHistory, Post, Put, Removal, Store } from '../../store/types.js' */
/** @import { Addresses } from '../addresses.js' */
/** @import { PostHistories, Save } from '../history.js' */
/** @import { Writer } from './writer.js' */

/**
 * @typedef {Partial<Omit<PlainPost, 'html' | 'teaser' | 'words' | 'rendered' | 'revision'>> & FurtherInput & {
 *   formerPaths?: string[] }} PostInput  A further field that holds nothing, such as a `cover` of null, removes what
 *   there was.
 */

/**
 * @typedef {{ first: Put[], then: Put[] }} Ordered  what is written with a post: `first` means nothing without it, and
 *   `then` is left out where that cannot be written
 */

/** @type {Ordered} */
const NOTHING_ELSE = { first: [], then: [] };

/**
 * Writes posts and pages, together with their address and history.
 * @param {object} deps
 * @param {Store} deps.store
 * @param {BlogIndex} deps.index
 * @param {Clock} deps.clock
 * @param {() => string} deps.newId
 * @param {Writer} deps.writer
 * @param {Addresses} deps.addresses
 * @param {PostHistories} deps.histories
 * @param {TextWork} deps.texts
 */
export function createPostWriter({
  store,
  index,
  clock,
  newId,
  writer,
  addresses,
  histories,
  texts,
}) {
  return { savePost, freeSlug };

  /**
   * Creates or changes a post or page. Fields missing from the input stay as they are; if nothing changes,
   * nothing is written.
   * @param {PostInput} input without an id, or with an unknown one: a new post
   * @param {{ revision?: string | null, by?: string, autosave?: boolean, ordered?: Ordered }} [options] the revision
   *   that the author saw, null for a new post; the id of the user who saves; whether it is an autosave; what is
   *   ordered with it
   * @returns {Promise<Post>} as stored
   * @throws {LarderError} `invalid` or `conflict`, with the field if it concerns one
   */
  async function savePost(
    { formerPaths = [], ...input },
    { revision = null, by = '', autosave = false, ordered = NOTHING_ELSE } = {},
  ) {
    const id = input.id ?? newId();
    const history = await histories.read(id);
    const before = await store.get('post', id);
    if ((before?.revision ?? null) !== revision) throw changedMeanwhile();
    // The id of a post in the trash: a new post would inherit its versions, and it could not be restored.
    if (!before && by && (await store.get('trash', id))) throw changedMeanwhile();
    const after = await complete({ ...input, id }, before);
    if (before && !input.updatedAt && isSameText(before, after)) after.updatedAt = before.updatedAt;
    const isSame =
      before !== null && contentFields.every((field) => equal(before[field], after[field]));
    const renamed = before && pathOf(before) !== pathOf(after);
    /** @type {(Put | Removal)[]} */
    const writes = [...ordered.first, ...(await addresses.claim(after))];
    const former = formerPaths.filter((path) => path !== pathOf(after));
    writes.push(...(await addresses.former(id, former)));
    if (!isSame) writes.push(...(await withVersion(history, before, after, { by, autosave })));
    if (by) writes.push(...following(await histories.removeAutosave(id, by)));
    if (renamed) writes.push(...following(await addresses.release(before)));
    writes.push(...following(ordered.then));
    const revisions = await writer.write(writes);
    const place = writes.findIndex(({ kind }) => kind === 'post');
    return place < 0 ? before : { ...after, revision: revisions[place] ?? '' };
  }

  /**
   * @param {PostInput & { id: string }} input
   * @param {Post | null} before
   * @returns {Promise<Post>}
   */
  async function complete(input, before) {
    const now = new Date(clock.now()).toISOString();
    const status = input.status ?? before?.status ?? 'draft';
    const merged = {
      type: /** @type {const} */ ('post'),
      title: '',
      markdown: '',
      excerpt: '',
      tags: [],
      author: '',
      publishedAt: null,
      commentsClosed: false,
      createdAt: now,
      ...before,
      ...defined(input),
      status,
      updatedAt: input.updatedAt ?? now,
    };
    if (status === 'published') merged.publishedAt ??= now;
    const { revision: _, ...post } = validatePost({ ...merged, slug: slugOf(merged) });
    post.tags = index.tagNames.unify(post.tags, before?.tags);
    const source = { ...post, ...textContext(post.markdown, index) };
    const rendered =
      before && before.rendered === fingerprintOf(source, before.html)
        ? pickRendered(before)
        : await texts.render(source);
    // A new renderer, language or title of another post that changes nothing in it is no change.
    if (before && isSameRender(before, { ...post, ...rendered }))
      rendered.rendered = before.rendered;
    // Another post may have taken the slug meanwhile.
    return { ...post, slug: slugOf(merged), ...rendered };
  }

  /** @param {{ id: string, type: 'post' | 'page', title: string, slug?: string }} post */
  function slugOf(post) {
    return post.slug ?? freeSlug(post);
  }

  /**
   * @param {{ id: string, type: 'post' | 'page', title: string }} post
   * @returns {string} a free slug made from the title
   */
  function freeSlug({ id, type, title }) {
    const wanted = slugify(title) || type;
    for (let number = 1; ; number++) {
      const slug = number === 1 ? wanted : numberedSlug(wanted, number);
      const owner = index.find(type, slug)?.id ?? id;
      const isFree = type !== 'page' || !RESERVED_PAGE_SLUGS.has(slug);
      if (owner === id && isFree) return slug;
    }
  }

  /**
   * @param {PostHistory} history
   * @param {Post | null} before
   * @param {Post} after
   * @param {Save} save
   * @returns {Promise<(Put | Removal)[]>} of the post, and of its previous version
   */
  async function withVersion(history, before, after, save) {
    const { first, then } = before
      ? await histories.turn(history, before, save)
      : { first: histories.open(history, save), then: [] };
    /** @type {Put} */
    const put = { kind: 'post', record: after, revision: before?.revision ?? null };
    return [...first, put, ...following(then)];
  }
}

/** Two versions of a post differ if one of these does; the time of the change does not count. */
const contentFields = /** @type {const} */ ([
  ...writtenFields.filter((field) => field !== 'updatedAt'),
  ...namesThat(({ isVersioned }) => !isVersioned),
  ...['commentsClosed', 'rendered'],
]);

/** A text, and what becomes of it. */
const renderedFields = /** @type {const} */ (['markdown', 'excerpt', 'html', 'teaser', 'words']);

/** @param {Post} post */
const pickRendered = ({ html, teaser, words, rendered }) => ({ html, teaser, words, rendered });

/** Those that give readers no news. */
const unseen = new Set(['commentsClosed', ...namesThat(({ isOnPage }) => !isOnPage)]);

/**
 * @param {Post} before
 * @param {Post} after
 * @returns {boolean} whether readers find nothing new in it
 */
const isSameText = (before, after) =>
  contentFields.every((field) => unseen.has(field) || equal(before[field], after[field]));

/**
 * @param {Post} before
 * @param {Post} after
 * @returns {boolean} whether the same text has become the same HTML
 */
const isSameRender = (before, after) =>
  renderedFields.every((field) => before[field] === after[field]) && isFresh(before);

/** @template {object} T @param {T} fields @returns {T} without those that are undefined */
const defined = (fields) =>
  /** @type {T} */ (
    Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
  );

/** @returns {LarderError} `conflict`: the author saw another revision of the post */
export const changedMeanwhile = () =>
  new LarderError('conflict', 'The post was changed in the meantime', { field: 'revision' });
