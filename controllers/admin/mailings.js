import { sayTime } from '../../lib/base/time-zones.js';
import { editorPath } from '../../lib/views/presenters/editor.js';
import { attempt, sayDone } from './outcome.js';
/** @import { Mailing } from '../../lib/mail/records.js' */
/** @import { AuthorBlog, AuthorResult, SignedInAction } from '../types.js' */

/** @type {Record<Mailing['state'], string>} */
const states = {
  waiting: 'mailings.waiting',
  sending: 'mailings.sending',
  paused: 'mailings.paused',
  done: 'mailings.done',
  cancelled: 'mailings.cancelled',
};

const OFFERED = 20;
const SHOWN = 100;

/** @type {Record<string, string>} */
const flashes = {
  begun: 'mailings.begun',
  paused: 'mailings.pausedDone',
  resumed: 'mailings.resumed',
  cancelled: 'mailings.cancelledDone',
  address: 'mailings.addressSaved',
  tested: 'mailings.tested',
};

/** `GET /admin/mailings` @type {SignedInAction} */
export const show = async ({ query, author }, blog) =>
  page(blog, author.role === 'owner', { said: sayDone(flashes, query.get('said'), blog.words) });

/** `POST /admin/mailings/address` @type {SignedInAction} */
export const saveAddress = async ({ form, author }, blog) =>
  attempt(
    async () => {
      if (!blog.mail) return null;
      await blog.content.saveSettings({ postalAddress: form.get('address')?.trim() ?? '' });
      return { redirect: '/admin/mailings?said=address' };
    },
    ({ text }) => page(blog, author.role === 'owner', { problem: text }),
    blog.words,
  );

/** `GET /admin/mailings/:id`: the mail of a post, before it is sent. @type {SignedInAction} */
export const showOne = ({ params, query }, blog) =>
  draft(params.id, blog, { said: sayDone(flashes, query.get('said'), blog.words) });

/** `GET /admin/mailings/:id/mail`: the mail itself, for a frame in which nothing runs. @type {SignedInAction} */
export async function preview({ params }, { mail }) {
  const sample = await mail?.sample(params.id);
  if (!sample) return null;
  const contentType = 'text/html; charset=utf-8';
  return { bytes: Buffer.from(sample.html), contentType, framed: 'mail' };
}

/** `POST /admin/mailings/:id/test`: to oneself. @type {SignedInAction} */
export async function test({ params, author }, { mail, store }) {
  const sample = await mail?.sample(params.id);
  const user = await store.get('user', author.id);
  if (!mail || !sample || !user) return null;
  if (!user.email) return { redirect: '/admin/account' };
  await mail.add({ ...sample, to: user.email, by: 'test' });
  return { redirect: `/admin/mailings/${params.id}?said=tested` };
}

/** `POST /admin/mailings/:id` @type {SignedInAction} */
export const begin = ({ params: { id }, author }, blog) =>
  attempt(
    async () => {
      if (!blog.mail) return null;
      await blog.mail.mailings.as(blog.content.note).begin(id, author.id);
      return { redirect: '/admin/mailings?said=begun' };
    },
    ({ text }) => draft(id, blog, { problem: text }),
    blog.words,
    ['invalid', 'conflict'],
  );

/** `POST /admin/mailings/:id/pause` @type {SignedInAction} */
export const pause = (request, blog) => decide(request, blog, 'pause', 'paused');

/** `POST /admin/mailings/:id/resume` @type {SignedInAction} */
export const resume = (request, blog) => decide(request, blog, 'goOn', 'resumed');

/** `POST /admin/mailings/:id/cancel` @type {SignedInAction} */
export const cancel = (request, blog) => decide(request, blog, 'cancel', 'cancelled');

/**
 * @param {{ params: Record<string, string> }} request
 * @param {AuthorBlog} blog
 * @param {'pause' | 'goOn' | 'cancel'} what
 * @param {string} said
 */
async function decide({ params }, { mail, content }, what, said) {
  if (!mail) return null;
  await mail.mailings.as(content.note)[what](params.id);
  return { redirect: `/admin/mailings?said=${said}` };
}

/**
 * @param {AuthorBlog} blog
 * @param {boolean} isOwner
 * @param {{ said?: { text: string } | null, problem?: string }} more
 * @returns {Promise<AuthorResult | null>}
 */
async function page({ mail, index, words }, isOwner, { said = null, problem = '' }) {
  if (!mail) return null;
  const { timeZone, postalAddress } = index.settings;
  /** @type {Mailing[]} */
  const all = [];
  for await (const mailing of mail.mailings.list()) all.push(mailing);
  const sent = new Set(all.map(({ id }) => id));
  const posts = [...index.posts()]
    .filter(({ id, type, status }) => type === 'post' && status === 'published' && !sent.has(id))
    .sort((one, other) => ((one.publishedAt ?? '') < (other.publishedAt ?? '') ? 1 : -1))
    .slice(0, OFFERED);
  return {
    view: 'admin/mailings',
    page: { title: words.say('nav.mailings') },
    model: {
      said,
      problem,
      isOwner,
      address: postalAddress,
      list: all
        .sort((one, other) => (one.createdAt < other.createdAt ? 1 : -1))
        .slice(0, SHOWN)
        .map((mailing) => {
          const { id, state, total, accepted, bounced } = mailing;
          const post = index.post(id);
          return {
            path: `/admin/mailings/${id}`,
            title: post?.title ?? words.say('mailings.gone'),
            url: post && editorPath(post),
            since: sayTime(mailing.createdAt, timeZone, words.language),
            state: words.say(states[state]),
            figures: words.say('mailings.figures', { total, accepted, bounced }),
            problem: mailing.problem,
            mayPause: state === 'sending' || state === 'waiting',
            mayResume: state === 'paused' && isOwner,
            mayCancel: state !== 'done' && state !== 'cancelled',
          };
        }),
      posts: posts.map(({ id, title }) => ({ path: `/admin/mailings/${id}`, title })),
    },
  };
}

/**
 * @param {string} id  of a post
 * @param {AuthorBlog} blog
 * @param {{ said?: { text: string } | null, problem?: string }} more
 * @returns {Promise<AuthorResult | null>}
 */
async function draft(id, { mail, index, words }, { said = null, problem = '' }) {
  const post = index.post(id);
  const sample = await mail?.sample(id);
  if (!mail || !sample || post?.type !== 'post') return null;
  return {
    view: 'admin/mailing',
    page: { title: words.say('nav.mailings') },
    model: {
      said,
      problem,
      path: `/admin/mailings/${id}`,
      subject: sample.subject,
      text: sample.text,
      isSent: (await mail.mailings.find(id)) !== null,
    },
  };
}
