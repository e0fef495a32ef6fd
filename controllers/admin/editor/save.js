import { isError, LarderError } from '../../../lib/base/errors.js';
import { problemOfError } from '../../../lib/content/post-form.js';
/** @import { Content } from '../../../lib/content/content.js' */
/** @import { Problems } from '../../../lib/content/post-form.js' */
/** @import { BlogIndex } from '../../../lib/changes/index/blog-index.js' */
/** @import { Ordered, PostInput } from '../../../lib/content/writing/posts.js' */
/** @import { Post } from '../../../lib/store/types.js' */

/**
 * @typedef {typeof actions[number]} EditorAction
 *
 * @typedef {{ post: Post, done: string }} Saved
 * @typedef {{ problems: Problems }} Refused
 * @typedef {{ conflict: true }} Conflict  someone else has saved meanwhile
 *
 * @typedef {(save: (ordered?: Ordered) => Promise<Post>) => Promise<Post>} Order
 */

/** Actions of the editor's buttons and scripts. */
export const actions = /** @type {const} */ ([
  'save',
  'publish',
  'unpublish',
  'delete',
  'autosave',
  'merge',
  'drop',
]);

/** @param {string | null} text @returns {EditorAction} */
export const readAction = (text) => actions.find((action) => action === text) ?? 'save';

/**
 * Saves the submission; `done` names what has happened, such as 'published' or 'scheduled'.
 * @param {Content} content
 * @param {object} work
 * @param {Post | null} work.before
 * @param {PostInput & { id: string }} work.input
 * @param {string | null} work.revision that the author saw
 * @param {EditorAction} work.action
 * @param {string} work.by
 * @param {Order} [work.order]  saves it together with something else
 * @returns {Promise<Saved | Refused | Conflict>}
 */
export async function write(content, work) {
  const { before, input, revision, action, by, order = alone } = work;
  const status = statusAfter(action, before);
  try {
    const options = { revision, by, autosave: action === 'autosave' };
    const post = await order((ordered) =>
      content.savePost({ ...input, status }, { ...options, ordered }),
    );
    return { post, done: describeSave(before, post, content.index) };
  } catch (error) {
    const problems = problemOfOrder(error) ?? problemOfError(error);
    if (problems) return { problems };
    if (isError(error, 'conflict')) return { conflict: true };
    throw error;
  }
}

/** @type {Order} */
const alone = (save) => save();

/** @param {unknown} error @returns {Problems | null} of what stands beside the fields */
const problemOfOrder = (error) =>
  error instanceof LarderError && error.field === 'sendByEmail'
    ? { sendByEmail: error.message }
    : null;

/** @param {EditorAction} action @param {Post | null} before @returns {Post['status']} */
function statusAfter(action, before) {
  if (action === 'publish') return 'published';
  if (action === 'unpublish') return 'draft';
  return before?.status ?? 'draft';
}

/**
 * @param {Post | null} before
 * @param {Post} after
 * @param {BlogIndex} index
 */
function describeSave(before, after, index) {
  if (before && before.revision === after.revision) return 'unchanged';
  const wasPublished = before?.status === 'published';
  if (after.status === 'draft') return wasPublished ? 'unpublished' : 'saved';
  const summary = index.post(after.id);
  const isPublic = summary !== undefined && index.isPublic(summary);
  if (isPublic) return wasPublished ? 'updated' : 'published';
  return wasPublished ? 'rescheduled' : 'scheduled';
}
