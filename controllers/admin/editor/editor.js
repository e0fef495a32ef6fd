import { mayCreate } from '../../../lib/people/rights.js';
import { LarderError } from '../../../lib/base/errors.js';
import { showDeleted, mergeSubmission } from './conflicts.js';
import { findPost } from './find-post.js';
import { fieldNames } from '../../../lib/content/post-form.js';
import { recordOf } from '../../../lib/base/record-of.js';
import { drop, submit, autosave, remove } from './actions.js';
import { listPage } from './list.js';
import { page, showPost } from './page.js';
import { readSubmission } from './submission.js';
/** @import { SignedInAction } from '../../types.js' */

/**
 * The controllers of the editor, for posts or for pages.
 * @param {'post' | 'page'} type
 * @returns {{ list: SignedInAction, fresh: SignedInAction, show: SignedInAction, save: SignedInAction }}
 */
export function editorOf(type) {
  return {
    list: (request, blog) => listPage(type, request, blog),

    fresh({ author }, blog) {
      if (!mayCreate(author, type))
        throw new LarderError('forbidden', `Only editors and owners can edit ${type}s.`, {
          word: ['editor.onlyEditorsEditPages'],
        });
      const fields = recordOf(fieldNames, () => '');
      const id = blog.content.newId();
      return page({ type, id, revision: '', post: null, history: null, fields, author }, blog);
    },

    async show({ author, params, query }, blog) {
      const found = await findPost(type, params.slug, author, blog);
      if (found === null || 'redirect' in found) return found;
      return showPost(found.post, author, query.get('done'), blog);
    },

    async save(request, blog) {
      const submission = await readSubmission(type, request, blog);
      if (submission.action === 'merge') return mergeSubmission(submission, blog);
      if (submission.revision !== null && submission.before === null)
        return showDeleted(submission, blog);
      if (submission.action === 'delete' && submission.before)
        return remove(submission, submission.before, blog);
      if (submission.action === 'drop') return drop(submission, blog);
      if (submission.action === 'autosave' && submission.before?.status === 'published')
        return autosave(submission, blog);
      return submit(submission, blog);
    },
  };
}
