import { isTrapped } from '../../lib/content/comments/comment-form.js';
import { describe, LarderError } from '../../lib/base/errors.js';
import { readerWords } from '../../lib/base/words.js';
import { foldCase } from '../../lib/base/unicode.js';
import { pathOfLink, pathOfTarget } from '../../lib/base/paths.js';
import { normaliseEmail } from '../../lib/mail/address.js';
import { tagsOffered } from '../../lib/store/settings-fields.js';
/** @import { Words } from '../../lib/base/words.js' */
/** @import { Subscriber } from '../../lib/mail/records.js' */
/** @import { Action, FormAction, FormBlog, FormView, UncachedAction } from '../types.js' */

/** Characters of a form's path that are kept. */
const SOURCE_AT_MOST = 200;

/** Between a link in a mail and its reader: nobody else learns of it, and nothing keeps it. */
const PRIVATE = ['Referrer-Policy', 'no-referrer', 'X-Robots-Tag', 'noindex'];

/** `/subscribe/asked`: the same for everyone, whether the address is known or not. @type {Action} */
export const asked = (_request, { index }) => ({
  view: 'subscribe-asked',
  model: {},
  page: { title: index.words.say('subscribeAsked'), noindex: true },
});

/** `GET /subscribe/form`: for those who reload it. @type {UncachedAction} */
export const lead = () => ({ redirect: '/subscribe', status: 302 });

/** `POST /subscribe` @type {FormAction} */
export async function ask({ form, headers, address }, blog) {
  const { subscribing, limits, index, baseUrl, sendsMail } = blog;
  const words = wordsOf(blog);
  const typed = { email: (form.get('email') ?? '').slice(0, 1000), tags: form.getAll('tag') };
  if (!sendsMail || !index.settings.subscribeByEmail)
    throw new LarderError('notFound', 'There is no such page');
  if (isTrapped(form))
    return refused(typed, { status: 422, reason: words.say('subscribeTrapped') }, blog);
  const email = normaliseEmail(typed.email);
  if (!email) return refused(typed, { status: 422, problem: words.say('emailInvalid') }, blog);
  try {
    await limits.countSubscription(address);
  } catch (error) {
    if (!(error instanceof LarderError) || !error.word) throw error;
    const { word, headers } = error;
    const reason = words.say(...word);
    return refused(typed, { status: describe(error).status, reason, headers }, blog);
  }
  const { referer = '' } = headers;
  // Its query may say who came from where.
  const path = referer && (pathOfLink(pathOfTarget(referer), baseUrl) ?? '');
  const source = `form ${path}`.trim().slice(0, SOURCE_AT_MOST);
  subscribing.askLater({ email, tags: chosenOf(typed.tags, blog), source });
  return { redirect: '/subscribe/asked' };
}

/** `GET /subscribe/confirm/:token`: a button. Programs open links by themselves. @type {FormAction} */
export async function offerToConfirm({ params }, blog) {
  const words = wordsOf(blog);
  const found = await blog.subscribing.find(params.token, 'confirm');
  if (!found) return gone(words);
  if (found.state === 'confirmed') return isIn(words);
  return shown({
    title: words.say('confirmTitle'),
    said: words.say('confirmText', { title: blog.index.settings.title }),
    form: { action: `/subscribe/confirm/${params.token}`, button: words.say('confirmButton') },
  });
}

/** `POST /subscribe/confirm/:token` @type {FormAction} */
export async function confirm({ params }, blog) {
  const words = wordsOf(blog);
  return (await blog.subscribing.confirm(params.token)) ? isIn(words) : gone(words);
}

/** `GET /subscribe/off/:token` @type {FormAction} */
export async function offerToLeave({ params }, blog) {
  const words = wordsOf(blog);
  const found = await blog.subscribing.find(params.token, 'off');
  if (!found) return gone(words);
  if (found.state === 'unsubscribed') return isOut(found, params.token, blog);
  return shown({
    title: words.say('unsubscribe'),
    said: words.say('unsubscribeText', { title: blog.index.settings.title }),
    form: { action: `/subscribe/off/${params.token}`, button: words.say('unsubscribe') },
  });
}

/** `POST /subscribe/off/:token`: also of mail programs (RFC 8058), without a cookie or an origin. @type {FormAction} */
export async function leave({ params }, blog) {
  const left = await blog.subscribing.leave(params.token);
  return left ? isOut(left, params.token, blog) : gone(wordsOf(blog));
}

/** `GET /subscribe/again/:token` @type {UncachedAction} */
export const leadBack = ({ params }) => ({
  redirect: `/subscribe/off/${encodeURIComponent(params.token)}`,
  status: 302,
});

/** `POST /subscribe/again/:token`: on the day after. @type {FormAction} */
export async function comeBack({ params }, blog) {
  const words = wordsOf(blog);
  return (await blog.subscribing.comeBack(params.token)) ? isIn(words) : gone(words);
}

/** `GET /subscribe/choices/:token` @type {FormAction} */
export async function showChoices({ params }, blog) {
  const found = await blog.subscribing.find(params.token, 'choices');
  return found ? choices(found, params.token, blog) : gone(wordsOf(blog));
}

/** `POST /subscribe/choices/:token` @type {FormAction} */
export async function choose({ params, form }, blog) {
  const words = wordsOf(blog);
  const before = await blog.subscribing.find(params.token, 'choices');
  if (!before) return gone(words);
  const language = form.get('language') ?? before.language;
  const chosen = {
    tags: chosenOf(form.getAll('tag'), blog),
    language: readerWords.languages.includes(language) ? language : '',
  };
  const found = await blog.subscribing.choose(params.token, chosen);
  return found ? choices(found, params.token, blog, words.say('choicesSaved')) : gone(words);
}

/**
 * @param {Subscriber} subscriber
 * @param {string} token
 * @param {FormBlog} blog
 * @param {string} [said]
 */
function choices(subscriber, token, blog, said = '') {
  const words = wordsOf(blog);
  const named = new Intl.DisplayNames([words.language], { type: 'language' });
  const languages = ['', ...readerWords.languages].map((value) => ({
    value,
    name: value ? (named.of(value) ?? value) : words.say('languageOfBlog'),
    selected: value === subscriber.language,
  }));
  return shown({
    title: words.say('choicesTitle'),
    said,
    form: {
      action: `/subscribe/choices/${token}`,
      button: words.say('saveChoices'),
      languages,
      tags: presentTags(subscriber.tags, blog),
    },
  });
}

/** @param {string[]} chosen @param {FormBlog} blog */
function presentTags(chosen, { index }) {
  const tags = tagsOffered(index.settings);
  return (
    tags.length > 0 && { chosen: tags.map((name) => ({ name, checked: chosen.includes(name) })) }
  );
}

/** @param {string[]} typed @param {FormBlog} blog @returns {string[]} those that are offered */
function chosenOf(typed, { index }) {
  const wanted = new Set(typed.map(foldCase));
  return tagsOffered(index.settings).filter((tag) => wanted.has(foldCase(tag)));
}

/**
 * Shows the form again with what was typed.
 * @param {{ email: string, tags: string[] }} typed
 * @param {{ status: number, reason?: string, problem?: string, headers?: string[] }} why
 * @param {FormBlog} blog
 * @returns {FormView}
 */
const refused = (typed, { status, reason = '', problem = '', headers }, blog) => ({
  view: 'subscribe-refused',
  model: { typed, reason, problem, tags: presentTags(chosenOf(typed.tags, blog), blog) },
  page: { title: wordsOf(blog).say('subscribe'), noindex: true },
  status,
  headers,
});

/** @param {Words} words */
const isIn = (words) =>
  shown({ title: words.say('confirmedTitle'), said: words.say('confirmedText') });

/** @param {Subscriber} subscriber @param {string} token @param {FormBlog} blog */
function isOut(subscriber, token, blog) {
  const words = wordsOf(blog);
  const form = {
    action: `/subscribe/again/${token}`,
    button: words.say('subscribeAgain'),
  };
  return shown({
    title: words.say('unsubscribed'),
    said: words.say('unsubscribedText'),
    form: blog.subscribing.mayComeBack(subscriber) ? form : null,
  });
}

/** @param {Words} words @returns {FormView} */
const gone = (words) =>
  shown(
    {
      title: words.say('linkGone'),
      said: words.say('linkGoneText'),
      links: [{ url: '/subscribe', text: words.say('subscribe') }],
    },
    410,
  );

/**
 * @typedef {object} Shown
 * @property {string} title
 * @property {string} said
 * @property {{ action: string, button: string, languages?: object[], tags?: object | false } | null} [form]
 * @property {{ url: string, text: string }[]} [links]
 *
 * @param {Shown} page
 * @param {number} [status]
 * @returns {FormView}
 */
const shown = ({ title, said, form = null, links = [] }, status = 200) => ({
  view: 'subscription',
  model: { title, said, form, links },
  // Not its own path, which is a secret.
  page: { title, noindex: true, path: '' },
  status,
  headers: PRIVATE,
});

/** @param {FormBlog} blog @returns {Words} */
const wordsOf = ({ themes, index }) => themes.at(index.settings.theme).words(index.looks);
