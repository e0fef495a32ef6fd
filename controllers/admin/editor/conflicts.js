import { presentDifferences } from '../../../lib/views/presenters/differences.js';
import { fieldsOfPost } from '../../../lib/content/post-form.js';
import { sayTime } from '../../../lib/base/time-zones.js';
import { page } from './page.js';
/** @import { AuthorBlog, AuthorResult } from '../../types.js' */
/** @import { Submission } from './submission.js' */

/**
 * The post was saved meanwhile, by somebody else or by its author in another window: both versions, side by side.
 * @param {Submission} submission
 * @param {AuthorBlog} blog
 * @returns {Promise<AuthorResult>}
 */
export async function showConflict(submission, blog) {
  const { type, id, fields, author, wantsJson, base } = submission;
  const post = await blog.store.get('post', id);
  if (!post) return showDeleted(submission, blog);
  const { words } = blog;
  const { timeZone } = blog.index.settings;
  const history = await blog.content.history(id, post.revision);
  const own = history.by === submission.author.id;
  if (wantsJson) return { json: { conflict: true, own }, status: 409 };
  const theirs = fieldsOfPost(post, timeZone);
  const who = blog.index.users.get(history.by)?.name ?? words.say('editor.someone');
  const when = sayTime(post.updatedAt, timeZone, words.language);
  const version = await blog.store.get('version', `${id}:${base}`);
  const merged = await mergeInto(version, fields, theirs, blog);
  const titles = own
    ? { left: words.say('editor.yourSavedVersion'), right: words.say('editor.yourVersionHere') }
    : {
        left: words.say('editor.versionOf', { name: who }),
        right: words.say('editor.yourVersion'),
      };
  const conflict = {
    own,
    who,
    when,
    undeleted: submission.action === 'delete',
    base,
    differences: await presentDifferences(theirs, fields, titles, blog),
    canMerge: typeof merged === 'string',
  };
  return page({ type, id, revision: post.revision, post, history, fields, author }, blog, {
    status: 409,
    conflict,
    sent: 'decide',
  });
}

/**
 * Merges both versions if possible, for the author to check.
 * @param {Submission} submission
 * @param {AuthorBlog} blog
 * @returns {Promise<AuthorResult>}
 */
export async function mergeSubmission(submission, blog) {
  const { type, id, before: post, fields, author, base, revision } = submission;
  if (!post) return showDeleted(submission, blog);
  if (post.revision !== revision) return showConflict(submission, blog);
  const version = await blog.store.get('version', `${id}:${base}`);
  const markdown = await mergeInto(version, fields, post, blog);
  if (typeof markdown !== 'string') return showConflict(submission, blog);
  const said = {
    text: blog.words.say('editor.mergedBoth'),
    link: null,
  };
  const history = await blog.content.history(id, post.revision);
  return page(
    { type, id, revision: revision ?? '', post, history, author, fields: { ...fields, markdown } },
    blog,
    { said, sent: 'decide' },
  );
}

/**
 * @param {{ markdown: string } | null} base the common ancestor
 * @param {{ markdown: string }} mine
 * @param {{ markdown: string }} theirs
 * @param {AuthorBlog} blog
 * @returns {Promise<string | null>} null when they cannot be merged
 */
const mergeInto = async (base, mine, theirs, { texts }) =>
  base && texts.merge(base.markdown, mine.markdown, theirs.markdown);

/**
 * The post was deleted while its author was writing.
 * @param {Submission} submission
 * @param {AuthorBlog} blog
 * @returns {Promise<AuthorResult>}
 */
export async function showDeleted({ type, fields, author, wantsJson }, blog) {
  if (wantsJson) return { json: { conflict: true }, status: 409 };
  const { words } = blog;
  const text = words.say('editor.deletedMeanwhile');
  const said = { text, link: { url: '/admin/trash', title: words.say('editor.viewTrash') } };
  const submission = {
    type,
    author,
    id: blog.content.newId(),
    revision: '',
    post: null,
    history: null,
    fields,
  };
  return page(submission, blog, { status: 409, said, sent: 'decide' });
}
