import { presentDifferences } from '../presenters/differences.js';
import { fieldsOfPost } from './form.js';
import { sayTime } from './local-time.js';
import { page } from './page.js';

/**
 * @typedef {import('../blog.js').AuthorBlog} AuthorBlog
 * @typedef {import('../blog.js').AuthorResult} AuthorResult
 * @typedef {import('./work.js').Work} Work
 */

/**
 * The post was saved meanwhile, by somebody else or by its author in another window: both versions, side by side.
 * @param {Work} work
 * @param {AuthorBlog} blog
 * @returns {Promise<AuthorResult>}
 */
export async function outrun(work, blog) {
  const { type, id, fields, wantsJson, base } = work;
  const post = await blog.store.get('post', id);
  if (!post) return goneMeanwhile(work, blog);
  const { timeZone } = blog.index.settings;
  const desk = await blog.content.desk(id, post.revision);
  const own = desk.by === work.author.id;
  if (wantsJson) return { json: { conflict: true, own }, status: 409 };
  const theirs = fieldsOfPost(post, timeZone);
  const who = blog.index.users.get(desk.by)?.name ?? 'Someone';
  const when = sayTime(post.updatedAt, timeZone);
  const version = await blog.store.get('version', `${id}:${base}`);
  const merged = await mergeInto(version, fields, theirs, blog);
  const titles = own
    ? { left: 'Your saved version', right: 'Your version here' }
    : { left: `${who}’s version`, right: 'Your version' };
  const conflict = {
    own,
    who,
    when,
    undeleted: work.action === 'delete',
    base,
    differences: await presentDifferences(theirs, fields, titles, blog.texts),
    canMerge: typeof merged === 'string',
  };
  return page({ type, id, revision: post.revision, post, desk, fields }, blog, {
    status: 409,
    conflict,
    sent: 'decide',
  });
}

/**
 * Puts both versions together where that can be done, for the author to read through.
 * @param {Work} work
 * @param {AuthorBlog} blog
 * @returns {Promise<AuthorResult>}
 */
export async function mergeWork(work, blog) {
  const { type, id, before: post, fields, base, revision } = work;
  if (!post) return goneMeanwhile(work, blog);
  if (post.revision !== revision) return outrun(work, blog);
  const version = await blog.store.get('version', `${id}:${base}`);
  const markdown = await mergeInto(version, fields, post, blog);
  if (typeof markdown !== 'string') return outrun(work, blog);
  const said = {
    text: 'The text below has both changes. Check it, then save.',
    link: null,
  };
  const desk = await blog.content.desk(id, post.revision);
  return page(
    { type, id, revision: revision ?? '', post, desk, fields: { ...fields, markdown } },
    blog,
    { said, sent: 'decide' },
  );
}

/**
 * @param {{ markdown: string } | null} base on which both were begun
 * @param {{ markdown: string }} mine
 * @param {{ markdown: string }} theirs
 * @param {AuthorBlog} blog
 * @returns {Promise<string | null>} null when the two cannot be put together
 */
const mergeInto = async (base, mine, theirs, { texts }) =>
  base && texts.merge(base.markdown, mine.markdown, theirs.markdown);

/**
 * The post was deleted while its author was writing.
 * @param {Work} work
 * @param {AuthorBlog} blog
 * @returns {AuthorResult}
 */
export function goneMeanwhile({ type, fields, wantsJson }, blog) {
  if (wantsJson) return { json: { conflict: true }, status: 409 };
  const text = `This ${type} was deleted while you were editing. Save to keep your text as a new draft.`;
  const said = { text, link: { url: '/admin/trash', title: 'View trash' } };
  const work = { type, id: blog.content.newId(), revision: '', post: null, desk: null, fields };
  return page(work, blog, { status: 409, said, sent: 'decide' });
}
