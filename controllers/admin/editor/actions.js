import { editorPath, listPath } from '../../../lib/views/presenters/editor.js';
import { showConflict } from './conflicts.js';
import { mayChooseAuthors } from '../../../lib/people/rights.js';
import {
  fieldNames,
  fieldsOfPost,
  fieldsOfVersion,
  inputOf,
  readAuthors,
} from '../../../lib/content/post-form.js';
import { sayTime } from '../../../lib/base/time-zones.js';
import { sayProblems } from '../../../lib/views/presenters/errors.js';
import { withMailing } from '../../with-mailing.js';
import { page, flashFor } from './page.js';
import { write } from './save.js';
/** @import { Problems } from '../../../lib/content/post-form.js' */
/** @import { Post } from '../../../lib/store/types.js' */
/** @import { AuthorBlog, AuthorResult } from '../../types.js' */
/** @import { Submission } from './submission.js' */

/**
 * Saves, publishes or unpublishes.
 * @param {Submission} submission
 * @param {AuthorBlog} blog
 * @returns {Promise<AuthorResult>}
 */
export async function submit(submission, blog) {
  const { type, id, before, author, action, revision } = submission;
  const { content } = blog;
  const { timeZone } = blog.index.settings;
  // An autosave must not be refused for a missing title.
  const isUnnamed = action === 'autosave' && submission.fields.title.trim() === '';
  const fields = isUnnamed
    ? { ...submission.fields, title: blog.words.say('writing.untitled') }
    : submission.fields;
  const { input, problems: mistakes } = inputOf(fields, { id, type, before, timeZone, content });
  const mayChoose = type === 'post' && mayChooseAuthors(author);
  const chosen = mayChoose ? readAuthors(fields.authors, blog.index.users) : {};
  const problems = { ...mistakes, ...chosen.problem };
  if (Object.keys(problems).length > 0) return refuse(submission, problems, blog);
  const complete = { id, type, ...input, author: before?.author ?? author.id, ...chosen.value };
  const isOrdered = isPublishing(submission) && (await isOrder(submission, blog));
  const result = await write(content, {
    before,
    input: complete,
    revision,
    action,
    by: author.id,
    ...(isOrdered && { order: (save) => withMailing(complete, author, blog, save) }),
  });
  if ('problems' in result) return refuse(submission, result.problems, blog);
  if ('conflict' in result) return showConflict(submission, blog);
  const { post, done } = result;
  const path = editorPath(post);
  if (!submission.wantsJson) return { redirect: `${path}?done=${done}` };
  return { json: presentSaved(post, done, path, blog) };
}

/**
 * @param {Submission} submission
 * @param {AuthorBlog} blog
 * @returns {Promise<boolean>} false: nobody wants it to be sent by e-mail, or it was, as when a form comes twice
 */
const isOrder = async ({ sendByEmail, id }, { mail }) =>
  sendByEmail && !(await mail?.mailings.find(id));

/** @param {Submission} submission @returns {boolean} whether it makes something public, now or at its time */
const isPublishing = ({ action, before }) =>
  action === 'publish' || (action === 'save' && before?.status === 'published');

/** @param {Post} post @param {string} done @param {string} path @param {AuthorBlog} blog */
function presentSaved(post, done, path, blog) {
  const { timeZone } = blog.index.settings;
  const summary = blog.index.post(post.id);
  return {
    revision: post.revision,
    slug: post.slug,
    date: fieldsOfPost(post, timeZone).date,
    state: summary ? blog.index.stateOf(summary) : 'draft',
    path,
    done,
    saved: blog.words.say('editor.savedAt', {
      when: sayTime(post.updatedAt, timeZone, blog.words.language),
    }),
    said: flashFor(done, post, blog),
  };
}

/**
 * Shows the form again, with an error message at each invalid field.
 * @param {Submission} submission
 * @param {Problems} problems
 * @param {AuthorBlog} blog
 * @returns {Promise<AuthorResult>}
 */
async function refuse(submission, problems, blog) {
  const { type, id, revision, before: post, fields, author, wantsJson, sendByEmail } = submission;
  if (wantsJson) return { json: { problems: sayProblems(problems, blog.words) }, status: 422 };
  const history = post && (await blog.content.history(id, post.revision));
  return page(
    { type, id, revision: revision ?? '', post, history, fields, author, problems, sendByEmail },
    blog,
    {
      status: 422,
      sent: 'mend',
    },
  );
}

/**
 * Saves the author's changes to a published post without publishing them.
 * @param {Submission} submission
 * @param {AuthorBlog} blog
 * @returns {Promise<AuthorResult>}
 */
export async function autosave({ id, author, base, fields }, { content, clock, index, words }) {
  await content.saveAutosave(id, author.id, { base, fields });
  const at = sayTime(new Date(clock.now()).toISOString(), index.settings.timeZone, words.language);
  const saved = words.say('editor.draftSaved', { when: at });
  return { json: { copied: true, saved } };
}

/**
 * Discards the author's unpublished changes.
 * @param {Submission} submission
 * @param {AuthorBlog} blog
 * @returns {Promise<AuthorResult>}
 */
export async function drop({ id, type, before, author }, { content }) {
  await content.removeAutosave(id, author.id);
  return { redirect: before ? `${editorPath(before)}?done=dropped` : listPath(type) };
}

/**
 * Moves the post to the trash, unless somebody else has saved it meanwhile. Unsaved changes of the form are kept, and
 * come back if the post is restored.
 * @param {Submission} submission
 * @param {Post} before
 * @param {AuthorBlog} blog
 * @returns {Promise<AuthorResult>}
 */
export async function remove(submission, before, blog) {
  const { content } = blog;
  const { author, base, fields } = submission;
  const { id, type, revision = '' } = before;
  const history = await content.history(id, revision);
  const isKnown =
    [submission.revision, submission.seen].includes(revision) || history.by === author.id;
  if (!isKnown) return showConflict(submission, blog);
  if (await isUnsaved(submission, before, blog))
    await content.saveAutosave(id, author.id, { base, fields });
  await content.removePost(id, revision, { by: author.id });
  return { redirect: `${listPath(type)}?deleted=${encodeURIComponent(id)}` };
}

/**
 * @param {Submission} submission
 * @param {Post} before
 * @param {AuthorBlog} blog
 * @returns {Promise<boolean>} whether the form differs from the revision on which it is based
 */
async function isUnsaved({ id, revision, fields }, before, { store, index }) {
  if (fields.title === '' && fields.markdown === '') return false;
  const begun =
    revision === before.revision ? before : await store.get('version', `${id}:${revision}`);
  const saved = begun && fieldsOfVersion(begun, before, index.settings.timeZone);
  // The authors are no field of pages, and of few people's forms.
  return (
    !saved ||
    fieldNames.some((name) => name !== 'authors' && saved[name].trim() !== fields[name].trim())
  );
}
