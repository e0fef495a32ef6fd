import { LarderError } from '../../errors.js';
import { changedMeanwhile } from './posts.js';
import { following, removal } from './writer.js';

/**
 * @typedef {import('../../types.js').Post} Post
 * @typedef {import('../../types.js').Put} Put
 * @typedef {import('../../types.js').Removal} Removal
 */

/**
 * Removes posts and pages, and brings them back.
 * @param {object} parts
 * @param {import('../../types.js').Store} parts.store
 * @param {import('../../index/blog-index.js').BlogIndex} parts.index
 * @param {import('./writer.js').Writer} parts.writer
 * @param {import('../addresses.js').Addresses} parts.addresses
 * @param {import('../desks.js').Desks} parts.desks
 * @param {import('../trash.js').TrashBin} parts.bin
 * @param {import('../text-work.js').TextWork} parts.texts
 * @param {() => Promise<void>} parts.emptyTrash
 * @param {(post: { id: string, type: 'post' | 'page', title: string }) => string} parts.freeSlug
 */
export function postRemoving({
  store,
  index,
  writer,
  addresses,
  desks,
  bin,
  emptyTrash,
  texts,
  freeSlug,
}) {
  return { removePost, restorePost, trash };

  /**
   * Removes a post or page with its comments. Its address answers 410 from now on. You can restore it for 30 days.
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
      // What stays of them comes back with the post, or goes when it leaves the trash.
      ...following([
        ...comments.map((comment) => removal('comment', comment)),
        ...(await addresses.release(post)),
      ]),
    ]);
    await emptyTrash();
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
    const fresh = await texts.freshen(kept.post);
    const { slug, type } = fresh;
    const post = { ...fresh, slug: freeSlug({ id, type, title: slug }) };
    /** @type {(Put | Removal)[]} */
    const writes = [...(await addresses.claim(post)), ...comments, ...(await noteForImports(id))];
    if (!present) writes.push({ kind: 'post', record: post, revision: null });
    const revisions = await writer.write([...writes, ...following([emptied])]);
    if (present) return present;
    const revision = revisions[writes.length - 1] ?? '';
    const moved = { from: kept.postRevision, to: revision };
    await writer.write(following(await desks.moveCopies(id, moved, index.users.keys())));
    return { ...post, revision };
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

  /** @returns {Promise<import('../trash.js').DeletedPost[]>} what can come back, deleted last first */
  async function trash() {
    const kept = await bin.posts();
    // A removal that broke off has left a post here that still stands.
    return kept.filter(({ id }) => !index.post(id));
  }
}
