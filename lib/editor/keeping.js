import { editorPath, listPath } from '../presenters/editor.js';
import { outrun } from './conflicts.js';
import { fieldNames, fieldsOfPost, inputOf } from './form.js';
import { sayTime } from './local-time.js';
import { page, saidOf } from './page.js';
import { save as savePost } from './saving.js';

/**
 * @typedef {import('../types.js').Post} Post
 * @typedef {import('../blog.js').AuthorBlog} AuthorBlog
 * @typedef {import('../blog.js').AuthorResult} AuthorResult
 * @typedef {import('./work.js').Work} Work
 */

/**
 * Saves, publishes or unpublishes.
 * @param {Work} work
 * @param {AuthorBlog} blog
 * @returns {Promise<AuthorResult>}
 */
export async function keep(work, blog) {
  const { type, id, before, author, action, revision } = work;
  const { content } = blog;
  const { timeZone } = blog.index.settings;
  // Who has written but not named it yet shall not lose it for that.
  const isUnnamed = action === 'autosave' && work.fields.title.trim() === '';
  const fields = isUnnamed ? { ...work.fields, title: 'Untitled' } : work.fields;
  const { input, problems } = inputOf(fields, { id, type, before, timeZone, content });
  if (Object.keys(problems).length > 0) return refuse(work, problems, blog);
  const complete = { id, type, ...input, author: before?.author ?? author.id };
  const save = { before, input: complete, revision, action, by: author.id };
  const result = await savePost(content, save);
  if ('problems' in result) return refuse(work, result.problems, blog);
  if ('conflict' in result) return outrun(work, blog);
  const { post, done } = result;
  const path = editorPath(post);
  if (!work.wantsJson) return { redirect: `${path}?done=${done}` };
  return { json: presentSaved(post, done, path, blog) };
}

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
    saved: `Saved ${sayTime(post.updatedAt, timeZone)}`,
    said: saidOf(done, post, blog),
  };
}

/**
 * Gives the form back, with a sentence at each field that does not fit.
 * @param {Work} work
 * @param {import('./form.js').Problems} problems
 * @param {AuthorBlog} blog
 * @returns {Promise<AuthorResult>}
 */
async function refuse({ type, id, revision, before: post, fields, wantsJson }, problems, blog) {
  if (wantsJson) return { json: { problems }, status: 422 };
  const desk = post && (await blog.content.desk(id, post.revision));
  return page({ type, id, revision: revision ?? '', post, desk, fields, problems }, blog, {
    status: 422,
    sent: 'mend',
  });
}

/**
 * Keeps beside a published post what its author has typed, until they publish it.
 * @param {Work} work
 * @param {AuthorBlog} blog
 * @returns {Promise<AuthorResult>}
 */
export async function keepCopy({ id, author, base, fields }, { content, clock, index }) {
  await content.saveCopy(id, author.id, { base, fields });
  const at = sayTime(new Date(clock.now()).toISOString(), index.settings.timeZone);
  return { json: { copied: true, saved: `Draft saved ${at}, not yet published` } };
}

/**
 * Drops what was kept so.
 * @param {Work} work
 * @param {AuthorBlog} blog
 * @returns {Promise<AuthorResult>}
 */
export async function drop({ id, type, before, author }, { content }) {
  await content.dropCopy(id, author.id);
  return { redirect: before ? `${editorPath(before)}?done=dropped` : listPath(type) };
}

/**
 * Removes the post, unless somebody else has saved it since its author saw it. What they typed and did not save comes
 * back with it.
 * @param {Work} work
 * @param {Post} before
 * @param {AuthorBlog} blog
 * @returns {Promise<AuthorResult>}
 */
export async function remove(work, before, blog) {
  const { content } = blog;
  const { author, base, fields } = work;
  const { id, type, revision = '' } = before;
  const desk = await content.desk(id, revision);
  const isKnown = [work.revision, work.seen].includes(revision) || desk.by === author.id;
  if (!isKnown) return outrun(work, blog);
  if (await isUnsaved(work, before, blog)) await content.saveCopy(id, author.id, { base, fields });
  await content.removePost(id, revision, { by: author.id });
  return { redirect: `${listPath(type)}?deleted=${encodeURIComponent(id)}` };
}

/**
 * @param {Work} work
 * @param {Post} before
 * @param {AuthorBlog} blog
 * @returns {Promise<boolean>} whether the form has another text than the revision that it was begun on
 */
async function isUnsaved({ id, revision, fields }, before, { store, index }) {
  if (fields.title === '' && fields.markdown === '') return false;
  const begun =
    revision === before.revision ? before : await store.get('version', `${id}:${revision}`);
  const saved = begun && fieldsOfPost(begun, index.settings.timeZone);
  return !saved || textFields.some((name) => saved[name].trim() !== fields[name].trim());
}

/** Versions do not say whether comments were closed. */
const textFields = fieldNames.filter((name) => name !== 'commentsClosed');
