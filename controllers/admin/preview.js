import { timingSafeEqual } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { isError } from '../../lib/base/errors.js';
import { sayMessage } from '../../lib/base/messages.js';
import { isWebAddress, plainText } from '../../lib/content/validate.js';
import { fieldsOfForm, furtherIn } from '../../lib/content/post-form.js';
import { textContext } from '../../lib/content/text-context.js';
import { postFieldsThat } from '../../lib/store/fields.js';
import { fromLocal } from '../../lib/base/time-zones.js';
import { Reader } from '../../lib/changes/reader.js';
import { TrackedIndex } from '../../lib/changes/tracked-blog.js';
import { presentAfter } from '../site/posts.js';
import { presentBody, presentPost, urlOf } from '../../lib/views/presenters/posts.js';
/** @import { BlogIndex } from '../../lib/changes/index/blog-index.js' */
/** @import { Further, FurtherInput } from '../../lib/store/fields.js' */
/** @import { Post } from '../../lib/store/types.js' */
/** @import { AuthorAction, AuthorBlog, SignedInAction } from '../types.js' */

/** `POST /admin/preview`: the form as readers would see it. Nothing is saved. @type {SignedInAction} */
export async function typed({ form, author }, blog) {
  const { index, clock, texts, words } = blog;
  const fields = fieldsOfForm(form);
  const { title, tags, excerpt, markdown, date, cover, coverAlt } = fields;
  const now = new Date(clock.now()).toISOString();
  const context = textContext(markdown, index);
  const { notes, ...rendered } = await texts.review({ markdown, excerpt, ...context });
  /** @type {Post} */
  const post = {
    id: form.get('id') || 'preview',
    type: form.get('type') === 'page' ? 'page' : 'post',
    slug: 'preview',
    title: plainText(title).trim() || words.say('writing.untitled'),
    markdown,
    excerpt,
    ...heldOf(furtherIn(fields)),
    ...(cover.trim() && { cover: { src: cover.trim(), alt: coverAlt } }),
    tags: tags
      .split(',')
      .map((tag) => tag.trim())
      .filter(Boolean),
    author: index.post(form.get('id') ?? '')?.author ?? author.id,
    status: 'published',
    publishedAt: fromLocal(date, index.settings.timeZone) ?? now,
    commentsClosed: form.has('commentsClosed'),
    createdAt: now,
    updatedAt: now,
    ...rendered,
  };
  const said = notes.map((note) => sayMessage(note, words));
  const { view, model, page } = pageOf(post, index);
  const after = post.type === 'post' ? await afterOf(post, blog) : {};
  return {
    view,
    model: { ...model, ...after },
    page,
    framed: true,
    headers: ['Larder-Notes', inHeader(said)],
  };
}

/** What readers find below it. @param {Post} post @param {AuthorBlog} blog */
async function afterOf(post, { index, store, texts, themes, baseUrl }) {
  const record = () => {};
  const theme = await themes.open(index.settings.theme);
  const shown = new TrackedIndex(index, record, index.looks, theme.words(index.looks), baseUrl);
  const found = shown.mention(post.id);
  const beside = found ? shown.neighbours(found) : { older: null, newer: null };
  const reader = new Reader({ store, index, texts, current: new WeakSet(), record });
  const comments = found ? await reader.comments(found) : [];
  return presentAfter(post, { ...beside, comments }, { index: shown, baseUrl });
}

/** Parts in one answer, and characters of one. */
const MOST_PARTS = 40;
const LONGEST_PART = 20_000;
/** What the editor shows in its place. */
const SHOWN =
  /^(?:<figure|<div class="(?:gallery|table)"|<p class="embed"|<p[^>]*>(?:<math|<img|<a [^>]*><img))/;

/**
 * `POST /admin/preview/parts`: what the editor shows in the text of tables, pictures, formulas and embeds, each a field
 * `part`. As JSON, in the same order; '' of what stays text.
 * @type {SignedInAction}
 */
export async function parts({ form }, blog) {
  const shown = [];
  for (const markdown of form.getAll('part').slice(0, MOST_PARTS)) {
    shown.push(await partOf(markdown, blog));
    // Others are served in between.
    await setImmediate();
  }
  return { json: { parts: shown } };
}

/** @param {string} markdown @param {Pick<AuthorBlog, 'index' | 'texts'>} blog @returns {Promise<string>} HTML, or '' */
async function partOf(markdown, { index, texts }) {
  if (markdown.length > LONGEST_PART) return '';
  try {
    const context = textContext(markdown, index);
    const rendered = await texts.render({ markdown, excerpt: '', ...context });
    const { html } = presentBody(rendered, index, true);
    return SHOWN.test(html) ? html : '';
  } catch (error) {
    if (isError(error, 'invalid')) return '';
    throw error;
  }
}

/** `GET /admin/preview/:token`: a draft, for anyone with its preview link. @type {AuthorAction} */
export async function secret({ params }, { index, store, content, texts }) {
  const [secret, ...rest] = params.token.split('.');
  const id = rest.join('.');
  const summary = index.post(id);
  if (!summary || !secret) return null;
  const history = await content.history(id);
  if (!isSame(secret, history.secret)) return null;
  if (index.isPublic(summary)) return { redirect: urlOf(summary) };
  const post = await store.get('post', id);
  if (!post) return null;
  return {
    ...pageOf(await texts.ensureRendered(post), index),
    headers: ['X-Robots-Tag', 'noindex, nofollow'],
  };
}

/** What is given, without an address that is none. @param {FurtherInput} given @returns {Further} */
const heldOf = (given) =>
  Object.fromEntries(
    postFieldsThat(({ is, schema }, name) => {
      const value = given[name];
      return is === 'address'
        ? isWebAddress(String(value ?? ''), schema?.maxLength ?? 0)
        : Boolean(value);
    }).map(([name]) => [name, given[name]]),
  );

/** What a header holds. */
const MOST_CHARACTERS = 3000;

/** @param {string[]} notes @returns {string} as many as fit, as JSON in percent-encoding */
function inHeader(notes) {
  const fitting = (/** @type {number} */ count) =>
    encodeURIComponent(JSON.stringify(notes.slice(0, count)).toWellFormed());
  let count = notes.length;
  while (fitting(count).length > MOST_CHARACTERS) count--;
  return fitting(count);
}

/** Its players stay links. @param {Post} post @param {BlogIndex} index */
function pageOf(post, index) {
  const presented = { ...presentPost(post, index), frames: [] };
  const model = { post: presented, older: null, newer: null, comments: null };
  return { view: post.type, model, page: { title: post.title, noindex: true } };
}

/** @param {string} given @param {string} right */
function isSame(given, right) {
  const [a, b] = [Buffer.from(given), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
