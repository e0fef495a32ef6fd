import { mayCreate } from '../accounts/rights.js';
import { LarderError } from '../errors.js';
import { presentList } from '../presenters/post-list.js';
import { goneMeanwhile, mergeWork } from './conflicts.js';
import { findPost } from './find.js';
import { fieldNames } from './form.js';
import { drop, keep, keepCopy, remove } from './keeping.js';
import { page, showPost } from './page.js';
import { readWork } from './work.js';

/**
 * @typedef {import('../blog.js').AuthorRequest} AuthorRequest
 * @typedef {import('../blog.js').AuthorAction} AuthorAction
 * @typedef {import('../blog.js').Author} Author
 * @typedef {import('./form.js').Fields} Fields
 */

/**
 * The controllers of the editor, for posts or for pages.
 * @param {'post' | 'page'} type
 * @returns {{ list: AuthorAction, fresh: AuthorAction, show: AuthorAction, save: AuthorAction }}
 */
export function editorOf(type) {
  return {
    async list(request, blog) {
      const { author, query } = signedIn(request);
      const deleted = await blog.store.get('trash', query.get('deleted') ?? '');
      return {
        view: 'admin/posts',
        model: presentList({ type, author, query, deleted }, blog),
        page: { title: type === 'page' ? 'Pages' : 'Posts' },
      };
    },

    fresh(request, blog) {
      const { author } = signedIn(request);
      if (!mayCreate(author, type))
        throw new LarderError('forbidden', `Only editors and owners can edit ${type}s.`);
      const fields = /** @type {Fields} */ (
        Object.fromEntries(fieldNames.map((name) => [name, '']))
      );
      const id = blog.content.newId();
      return page({ type, id, revision: '', post: null, desk: null, fields }, blog);
    },

    async show(request, blog) {
      const { author, params, query } = signedIn(request);
      const found = await findPost(type, params.slug, author, blog);
      if (found === null || 'redirect' in found) return found;
      return showPost(found.post, author, query.get('done'), blog);
    },

    async save(request, blog) {
      const work = await readWork(type, signedIn(request), blog);
      if (work.action === 'merge') return mergeWork(work, blog);
      if (work.revision !== null && work.before === null) return goneMeanwhile(work, blog);
      if (work.action === 'delete' && work.before) return remove(work, work.before, blog);
      if (work.action === 'drop') return drop(work, blog);
      if (work.action === 'autosave' && work.before?.status === 'published')
        return keepCopy(work, blog);
      return keep(work, blog);
    },
  };
}

/** @param {AuthorRequest} request @returns {AuthorRequest & { author: Author }} */
function signedIn(request) {
  const { author } = request;
  if (!author) throw new LarderError('unauthorised', 'Please sign in first.');
  return { ...request, author };
}
