import { LarderError } from '../../errors.js';
import { freshen } from '../reader.js';
import { changedMeanwhile } from './posts.js';
import { removal } from './writer.js';

/**
 * @typedef {import('../../types.js').Post} Post
 * @typedef {import('../../types.js').Put} Put
 * @typedef {import('../../types.js').Removal} Removal
 */

/** Milliseconds. */
const DAY = 24 * 60 * 60_000;

/**
 * Removes posts and pages, brings them back, and forgets those that were kept long enough.
 * @param {object} parts
 * @param {import('../../types.js').Store} parts.store
 * @param {import('../../index/blog-index.js').BlogIndex} parts.index
 * @param {import('../../clock.js').Clock} parts.clock
 * @param {import('./writer.js').Writer} parts.writer
 * @param {import('../addresses.js').Addresses} parts.addresses
 * @param {import('../desks.js').Desks} parts.desks
 * @param {import('../trash.js').TrashBin} parts.bin
 * @param {(post: { id: string, type: 'post' | 'page', title: string }) => string} parts.freeSlug
 */
export function postRemoving({ store, index, clock, writer, addresses, desks, bin, freeSlug }) {
  /** Milliseconds since 1970. */
  let emptiedAt = 0;
  return { removePost, restorePost, trash };

  /**
   * Removes a post or page with its comments. Its address answers 410 from now on. It can come back for 30 days.
   * @param {string} id
   * @param {string} revision the one that the author saw
   * @param {{ by?: string }} [options] the id of the user who removes it
   * @throws {LarderError} `notFound` or `conflict`
   */
  async function removePost(id, revision, { by = '' } = {}) {
    const post = await store.get('post', id);
    if (!post) throw new LarderError('notFound', `There is no post ${id}`);
    if (post.revision !== revision) throw changedMeanwhile();
    const comments = await store.commentsOf(id);
    await writer.write([
      await bin.put(post, comments, by),
      removal('post', { id, revision }),
      ...comments.map((comment) => removal('comment', comment)),
      ...(await addresses.release(post)),
    ]);
    await emptyBin();
  }

  /** Once a day is enough. */
  async function emptyBin() {
    const now = clock.now();
    if (now - emptiedAt < DAY) return;
    emptiedAt = now;
    for (const record of await bin.over())
      await writer.write([...(await remainsOf(record.id)), removal('trash', record)]);
  }

  /** @param {string} id of a post that was deleted @returns {Promise<Removal[]>} */
  async function remainsOf(id) {
    // It stands after all, if its removal broke off.
    if (await store.get('post', id)) return [];
    const comments = await store.commentsOf(id);
    return [
      ...comments.map((comment) => removal('comment', comment)),
      ...(await desks.clear(id, index.users.keys())),
    ];
  }

  /**
   * Brings a removed post back as it was, with its comments. If its address was taken meanwhile, it gets another.
   * @param {string} id
   * @returns {Promise<Post>}
   * @throws {LarderError} `notFound`
   */
  async function restorePost(id) {
    const kept = await bin.get(id);
    const { comments, trash: emptied } = await bin.takeOut(kept);
    const present = await store.get('post', id);
    const { slug, type } = kept.post;
    const post = freshen({ ...kept.post, slug: freeSlug({ id, type, title: slug }) });
    /** @type {(Put | Removal)[]} */
    const writes = await addresses.claim(post);
    if (!present) writes.push({ kind: 'post', record: post, revision: null });
    const then = await noteForImports(id);
    const revisions = await writer.write([...writes, ...comments, emptied, ...then]);
    return present ?? { ...post, revision: revisions[writes.length - 1] ?? '' };
  }

  /**
   * Who brings a post back has decided what becomes of it: the next import leaves it alone.
   * @param {string} id
   * @returns {Promise<Put[]>}
   */
  async function noteForImports(id) {
    const imported = await store.get('import', `post:${id}`);
    if (!imported) return [];
    return [
      { kind: 'import', record: { ...imported, kept: '' }, revision: imported.revision ?? null },
    ];
  }

  /** @returns {Promise<import('../../types.js').Trash[]>} what can come back, deleted last first */
  async function trash() {
    const kept = await bin.list();
    // A removal that broke off has left a post here that still stands.
    return kept.filter(({ id }) => !index.post(id));
  }
}
