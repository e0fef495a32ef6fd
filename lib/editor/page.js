import { presentEditor } from '../presenters/editor.js';
import { urlOf } from '../presenters/posts.js';
import { fieldsOfPost } from './form.js';
import { sayTime } from './local-time.js';
import { say } from './said.js';

/**
 * @typedef {import('../types.js').Post} Post
 * @typedef {import('../blog.js').AuthorBlog} AuthorBlog
 * @typedef {import('../blog.js').AuthorResult} AuthorResult
 * @typedef {import('../blog.js').Author} Author
 */

/**
 * The editor of a post, with what this author has typed and not published yet.
 * @param {Post} post
 * @param {Author} author
 * @param {string | null} done a word of `said.js`
 * @param {AuthorBlog} blog
 * @returns {Promise<AuthorResult>}
 */
export async function showPost(post, author, done, blog) {
  const { store, content, index } = blog;
  const { timeZone } = index.settings;
  const [desk, copy] = await Promise.all([
    content.desk(post.id, post.revision),
    store.get('copy', `${post.id}:${author.id}`),
  ]);
  const revision = copy?.base ?? post.revision ?? '';
  // A copy that was kept by an earlier version has fewer fields.
  const fields = { ...fieldsOfPost(post, timeZone), ...copy?.fields };
  const work = {
    type: post.type,
    id: post.id,
    revision,
    post,
    desk,
    fields,
    copied: copy?.savedAt,
  };
  // After a reload, “Published.” would speak of what is not published.
  const isPast = copy !== null && ['published', 'updated'].includes(done ?? '');
  return page(work, blog, { said: isPast ? null : saidOf(done, post, blog) });
}

/**
 * @param {string | null} done a word of `said.js`
 * @param {Post} post
 * @param {AuthorBlog} blog
 * @returns {import('./said.js').Said | null}
 */
export function saidOf(done, post, { index }) {
  const summary = index.post(post.id);
  const isPublic = summary !== undefined && index.isPublic(summary);
  const date = post.publishedAt ? sayTime(post.publishedAt, index.settings.timeZone) : '';
  return say(done, { type: post.type, url: urlOf(post), isPublic, date });
}

/**
 * The editor with a form in it.
 * @param {Parameters<typeof presentEditor>[0]} work
 * @param {AuthorBlog} blog
 * @param {{ status?: number, said?: object | null, conflict?: object, sent?: 'decide' | 'mend' }} [more]
 *   `sent`: the form comes back to its author, who has to decide something or to mend it
 * @returns {AuthorResult}
 */
export function page(work, blog, { status, ...more } = {}) {
  const editor = presentEditor(work, blog);
  const title = work.fields.title || (work.type === 'page' ? 'New page' : 'New post');
  return {
    view: 'admin/editor',
    model: { editor, said: null, conflict: null, sent: null, ...more },
    page: { title },
    status,
  };
}
