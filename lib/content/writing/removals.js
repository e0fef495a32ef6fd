import { LarderError } from '../../base/errors.js';
import { changedMeanwhile } from './posts.js';
import { following, onceSaved, removal } from './writer.js';
/** @import { BlogIndex } from '../../changes/index/blog-index.js' */
/** @import { TextWork } from '../../markup/text-work.js' */
/** @import { Post, Put, Removal, Store } from '../../store/types.js' */
/** @import { Addresses } from '../addresses.js' */
/** @import { PostHistories } from '../history.js' */
/** @import { DeletedPost, TrashBin } from '../trash.js' */
/** @import { Writer } from './writer.js' */

/**
 * Removes and restores posts and pages.
 * @param {object} deps
 * @param {Store} deps.store
 * @param {BlogIndex} deps.index
 * @param {Writer} deps.writer
 * @param {Addresses} deps.addresses
 * @param {PostHistories} deps.histories
 * @param {TrashBin} deps.bin
 * @param {TextWork} deps.texts
 * @param {() => Promise<void>} deps.emptyTrash
 * @param {(post: { id: string, type: 'post' | 'page', title: string }) => string} deps.freeSlug
 */
export function createPostRemover({
  store,
  index,
  writer,
  addresses,
  histories,
  bin,
  emptyTrash,
  texts,
  freeSlug,
}) {
  return { removePost, restorePost, trash };

  /**
   * Moves a post or page with its comments to the trash. Its URL answers 410 from now on. It can be restored for 30
   * days.
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
      // Comments that are left behind come back with the post, or are deleted when it leaves the trash.
      ...following([
        ...comments.map((comment) => removal('comment', comment)),
        ...(await addresses.release(post)),
      ]),
    ]);
    await emptyTrash();
  }

  /**
   * Restores a removed post with its comments. If its slug was taken meanwhile, it gets another.
   * @param {string} id
   * @returns {Promise<Post>}
   * @throws {LarderError} `notFound`
   */
  async function restorePost(id) {
    const stored = await bin.get(id);
    const { comments, trash: emptied } = await bin.takeOut(stored);
    const present = await store.get('post', id);
    const fresh = await texts.ensureRendered(stored.post);
    const { slug, type } = fresh;
    const post = { ...fresh, slug: freeSlug({ id, type, title: slug }) };
    /** @type {(Put | Removal)[]} */
    const writes = [...(await addresses.claim(post)), ...comments, ...(await recordForImports(id))];
    if (!present) writes.push({ kind: 'post', record: post, revision: null });
    const revisions = await writer.write([...writes, ...following([emptied])]);
    if (present) return present;
    const revision = revisions[writes.length - 1] ?? '';
    const moved = { from: stored.postRevision, to: revision };
    const moving = histories.moveAutosaves(id, moved, index.users.keys());
    await onceSaved(moving.then((autosaves) => writer.write(following(autosaves))));
    return { ...post, revision };
  }

  /**
   * Marks a restored post as edited here, so that the next import leaves it alone.
   * @param {string} id
   * @returns {Promise<Put[]>}
   */
  async function recordForImports(id) {
    const imported = await store.get('import', `post:${id}`);
    if (!imported) return [];
    return [
      { kind: 'import', record: { ...imported, kept: '' }, revision: imported.revision ?? null },
    ];
  }

  /** @returns {Promise<DeletedPost[]>} those that can be restored, most recently deleted first */
  async function trash() {
    const stored = await bin.posts();
    // An interrupted removal may have left a post here that still exists.
    return stored.filter(({ id }) => !index.post(id));
  }
}
