import { LarderError } from '../../base/errors.js';
import { foldCase } from '../../base/unicode.js';
import { equal } from '../../base/equal.js';
import { again } from './writer.js';
/** @import { Post, Store } from '../../store/types.js' */
/** @import { createPostRemover } from './removals.js' */
/** @import { createPostWriter, PostInput } from './posts.js' */

/**
 * @typedef {keyof typeof inputs | 'delete' | 'restore' | 'revert'} BulkAction
 *
 * @typedef {object} Changed  What it takes to undo the change of one post.
 * @property {string} id
 * @property {string} [revision]  after the change
 * @property {PostInput} [before]  its fields before the change; none: it was deleted
 *
 * @typedef {Partial<Pick<Changed, 'revision' | 'before'>>} Planned  what the post was before the change was begun,
 *   which may have been broken off since
 */

/**
 * Changes posts one at a time, as their authors would, for a change of many (lib/content/jobs/many-posts.js).
 * @param {object} deps
 * @param {Store} deps.store
 * @param {ReturnType<typeof createPostWriter>['savePost']} deps.savePost
 * @param {ReturnType<typeof createPostRemover>['removePost']} deps.removePost
 * @param {ReturnType<typeof createPostRemover>['restorePost']} deps.restorePost
 */
export function createBulkWriter({ store, savePost, removePost, restorePost }) {
  return { changePost, plansOf, titleOf };

  /**
   * @param {string[]} ids
   * @returns {Promise<Planned[]>}
   */
  async function plansOf(ids) {
    const posts = await store.getMany('post', ids, ['markdown', 'html']);
    return posts.map((post) => (post ? { revision: post.revision, before: undoing(post) } : {}));
  }

  /**
   * @param {Changed & { planned?: Planned }} post
   * @param {BulkAction} action
   * @param {string} tag
   * @param {{ by: string, may: (post: Post) => boolean }} author
   * @returns {Promise<Changed | null>} null: there was nothing to change
   * @throws {LarderError} `notFound`, `forbidden`, `invalid`, `conflict`
   */
  function changePost(post, action, tag, author) {
    return again(() => tryToChange(post, action, tag, author));
  }

  /** @type {typeof changePost} */
  async function tryToChange({ id, revision, before, planned }, action, tag, { by, may }) {
    const isBack = action === 'restore';
    const post = isBack ? (await store.get('trash', id))?.post : await store.get('post', id);
    if (action === 'delete' && !post && planned?.revision && (await wasDeleted(id, by)))
      return { id };
    // An undo that broke off is done again.
    if (isBack && !post && (await store.get('post', id))) return null;
    if (!post)
      throw new LarderError('notFound', isBack ? 'It has left the trash' : 'It was deleted');
    if (!may(post)) throw new LarderError('forbidden', 'It belongs to someone else');
    if (isBack) {
      const { slug } = await restorePost(id);
      if (slug === post.slug) return { id };
      throw new LarderError(
        'invalid',
        'Its URL was taken in the meantime: it is back with another',
      );
    }
    if (action === 'delete') {
      await removePost(id, post.revision, { by });
      return { id };
    }
    const input = action === 'revert' ? (before ?? {}) : inputs[action](post, tag);
    const names = /** @type {(keyof PostInput & keyof Post)[]} */ (Object.keys(input));
    if (names.every((name) => equal(post[name], input[name]))) {
      const wasChanged = planned?.revision && planned.revision !== post.revision;
      return wasChanged ? { id, revision: post.revision, before: planned.before } : null;
    }
    if (action === 'revert' && post.revision !== revision)
      throw new LarderError('invalid', 'It was changed in the meantime');
    const saved = await savePost({ id, ...input }, { revision: post.revision, by });
    return { id, revision: saved.revision, before: undoing(post) };
  }

  /** @param {string} id @param {string} by @returns {Promise<boolean>} before the change was broken off */
  async function wasDeleted(id, by) {
    return (await store.get('trash', id))?.by === by;
  }

  /**
   * @param {string} id
   * @param {(post: Post) => boolean} may
   * @returns {Promise<string>} nothing of what they may not see
   */
  async function titleOf(id, may) {
    const post = (await store.get('post', id)) ?? (await store.get('trash', id))?.post;
    return post && may(post) ? post.title : 'A post';
  }
}

/** @param {Post} post @returns {PostInput} */
const undoing = ({ status, publishedAt, tags, updatedAt }) => ({
  status,
  publishedAt,
  tags,
  updatedAt,
});

/** What becomes of a post. A tag changes nothing that readers would look at again. */
const inputs = {
  /** @returns {PostInput} */
  publish: () => ({ status: 'published' }),
  /** @returns {PostInput} */
  unpublish: () => ({ status: 'draft' }),
  /** @param {Post} post @param {string} tag @returns {PostInput} */
  tag: ({ tags, updatedAt }, tag) => ({
    tags: tags.some((each) => foldCase(each) === foldCase(tag)) ? tags : [...tags, tag],
    updatedAt,
  }),
  /** @param {Post} post @param {string} tag @returns {PostInput} */
  untag: ({ tags, updatedAt }, tag) => ({
    tags: tags.filter((each) => foldCase(each) !== foldCase(tag)),
    updatedAt,
  }),
};
