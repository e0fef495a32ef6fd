import { mayCreate, mayEdit } from '../accounts/rights.js';
import { LarderError } from '../errors.js';
import { presentDifferences } from '../presenters/differences.js';
import { editorPath, listPath, presentEditor } from '../presenters/editor.js';
import { presentList } from '../presenters/post-list.js';
import { urlOf } from '../presenters/posts.js';
import { merge } from './differences.js';
import { findPost } from './find.js';
import { fieldNames, fieldsOfForm, fieldsOfPost, inputOf } from './form.js';
import { sayTime } from './local-time.js';
import { say } from './said.js';
import { readAction, save as savePost } from './saving.js';

/**
 * @typedef {import('../types.js').Post} Post
 * @typedef {import('../blog.js').AuthorBlog} AuthorBlog
 * @typedef {import('../blog.js').AuthorRequest} AuthorRequest
 * @typedef {import('../blog.js').AuthorResult} AuthorResult
 * @typedef {import('../blog.js').AuthorAction} AuthorAction
 * @typedef {import('../blog.js').Author} Author
 * @typedef {import('./form.js').Fields} Fields
 *
 * @typedef {object} Work  A form that was sent.
 * @property {'post' | 'page'} type
 * @property {string} id
 * @property {string | null} revision that the author saw; null for a new post
 * @property {Post | null} before
 * @property {Fields} fields
 * @property {Author} author
 * @property {import('./saving.js').EditorAction} action
 * @property {string} base  the revision on which the text was begun
 * @property {boolean} wantsJson
 */

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

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

    fresh(request, { content, ...blog }) {
      const { author } = signedIn(request);
      if (!mayCreate(author, type))
        throw new LarderError('forbidden', `Only editors write ${type}s.`);
      const fields = /** @type {Fields} */ (
        Object.fromEntries(fieldNames.map((name) => [name, '']))
      );
      const work = { type, id: content.newId(), revision: '', post: null, desk: null, fields };
      return page(work, { ...blog, content });
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

/**
 * @param {Post} post
 * @param {Author} author
 * @param {string | null} done
 * @param {AuthorBlog} blog
 */
async function showPost(post, author, done, blog) {
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
  return page(work, blog, { said: saidOf(done, post, blog) });
}

/** @param {string | null} done @param {Post} post @param {AuthorBlog} blog */
function saidOf(done, post, { index }) {
  const summary = index.post(post.id);
  const isPublic = summary !== undefined && index.isPublic(summary);
  const date = post.publishedAt ? sayTime(post.publishedAt, index.settings.timeZone) : '';
  return say(done, { url: urlOf(post), isPublic, date });
}

/**
 * @param {Parameters<typeof presentEditor>[0]} work
 * @param {AuthorBlog} blog
 * @param {{ status?: number, said?: object | null, conflict?: object, sent?: 'decide' | 'mend' }} [more]
 *   `sent`: the form comes back to its author, who has to decide something or to mend it
 * @returns {AuthorResult}
 */
function page(work, blog, { status, ...more } = {}) {
  const editor = presentEditor(work, blog);
  const title = work.fields.title || (work.type === 'page' ? 'New page' : 'New post');
  return {
    view: 'admin/editor',
    model: { editor, said: null, conflict: null, sent: null, ...more },
    page: { title },
    status,
  };
}

/**
 * @param {'post' | 'page'} type
 * @param {AuthorRequest & { author: Author }} request
 * @param {AuthorBlog} blog
 * @returns {Promise<Work>}
 */
async function readWork(type, { form, author, headers }, { store, content }) {
  const given = form.get('id') ?? '';
  const present = given ? await store.get('post', given) : null;
  const before = present?.type === type ? present : null;
  const id = before || UUID.test(given) ? given : content.newId();
  const isAllowed = before ? mayEdit(author, before) : mayCreate(author, type) && !present;
  if (!isAllowed) throw new LarderError('forbidden', `This ${type} belongs to someone else.`);
  const revision = form.get('revision') || null;
  const wantsJson = (headers.accept ?? '').startsWith('application/json');
  const base = form.get('base') || revision || '';
  return {
    type,
    id,
    revision,
    before,
    fields: fieldsOfForm(form),
    author,
    action: readAction(form.get('action')),
    base,
    wantsJson,
  };
}

/**
 * Saves, publishes or unpublishes.
 * @param {Work} work
 * @param {AuthorBlog} blog
 * @returns {Promise<AuthorResult>}
 */
async function keep(work, blog) {
  const { type, id, before, author, action, revision } = work;
  const { content } = blog;
  const { timeZone } = blog.index.settings;
  // Who has written but not named it yet shall not lose it for that.
  const isUnnamed = action === 'autosave' && work.fields.title.trim() === '';
  const fields = isUnnamed ? { ...work.fields, title: 'Untitled' } : work.fields;
  const { input, problems } = inputOf(fields, { id, type, before, timeZone, content });
  if (Object.keys(problems).length > 0) return refuse(work, problems, blog);
  const author_ = before?.author ?? author.id;
  const complete = { id, type, ...input, author: author_ };
  const result = await savePost(content, {
    before,
    input: complete,
    revision,
    action,
    by: author.id,
  });
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

/** @param {Work} work @param {AuthorBlog} blog @returns {Promise<AuthorResult>} */
async function keepCopy({ id, author, revision, fields }, { content, clock, index }) {
  await content.saveCopy(id, author.id, { base: revision ?? '', fields });
  const at = sayTime(new Date(clock.now()).toISOString(), index.settings.timeZone);
  return { json: { copied: true, saved: `Your changes are kept since ${at}, and not public yet` } };
}

/** @param {Work} work @param {AuthorBlog} blog @returns {Promise<AuthorResult>} */
async function drop({ id, type, before, author }, { content }) {
  await content.dropCopy(id, author.id);
  return { redirect: before ? `${editorPath(before)}?done=dropped` : listPath(type) };
}

/**
 * @param {Work} work
 * @param {Post} before
 * @param {AuthorBlog} blog
 * @returns {Promise<AuthorResult>}
 */
async function remove(work, before, blog) {
  if (before.revision !== work.revision) return outrun(work, blog);
  await blog.content.removePost(before.id, work.revision ?? '', { by: work.author.id });
  return { redirect: `${listPath(before.type)}?deleted=${encodeURIComponent(before.id)}` };
}

/**
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
 * Someone else saved meanwhile: both versions, side by side.
 * @param {Work} work
 * @param {AuthorBlog} blog
 * @returns {Promise<AuthorResult>}
 */
async function outrun(work, blog) {
  const { type, id, fields, wantsJson, base } = work;
  if (wantsJson) return { json: { conflict: true }, status: 409 };
  const post = await blog.store.get('post', id);
  if (!post) return goneMeanwhile(work, blog);
  const { timeZone } = blog.index.settings;
  const desk = await blog.content.desk(id, post.revision);
  const theirs = fieldsOfPost(post, timeZone);
  const who = blog.index.users.get(desk.by)?.name ?? 'Someone';
  const when = sayTime(post.updatedAt, timeZone);
  const version = await blog.store.get('version', `${id}:${base}`);
  const merged = version && merge(version.markdown, fields.markdown, theirs.markdown);
  const titles = { left: `What ${who} saved`, right: 'What you wrote' };
  const conflict = {
    who: desk.by === work.author.id ? 'You, in another window,' : who,
    when,
    base,
    differences: presentDifferences(theirs, fields, titles),
    canMerge: typeof merged === 'string',
    keepTheirs: editorPath(post),
  };
  return page({ type, id, revision: post.revision, post, desk, fields }, blog, {
    status: 409,
    conflict,
    sent: 'decide',
  });
}

/** @param {Work} work @param {AuthorBlog} blog @returns {Promise<AuthorResult>} */
async function mergeWork(work, blog) {
  const { type, id, before: post, fields, base, revision } = work;
  if (!post) return goneMeanwhile(work, blog);
  if (post.revision !== revision) return outrun(work, blog);
  const version = await blog.store.get('version', `${id}:${base}`);
  const markdown = version && merge(version.markdown, fields.markdown, post.markdown);
  if (typeof markdown !== 'string') return outrun(work, blog);
  const said = {
    text: 'The text below has both changes. Read it through, and save it.',
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
 * The post was deleted while its author was writing.
 * @param {Work} work
 * @param {AuthorBlog} blog
 * @returns {AuthorResult}
 */
function goneMeanwhile({ type, fields, wantsJson }, blog) {
  if (wantsJson) return { json: { conflict: true }, status: 409 };
  const text = `This ${type} was deleted meanwhile. What you wrote is still here: save it, and it is a new draft.`;
  const said = { text, link: { url: '/admin/trash', title: 'Look among what was deleted' } };
  const work = { type, id: blog.content.newId(), revision: '', post: null, desk: null, fields };
  return page(work, blog, { status: 409, said, sent: 'decide' });
}
