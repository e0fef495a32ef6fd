import { newestFirst } from '../../lib/mail/digests.js';
import { addressFirst } from '../../lib/mail/mailings.js';
import { DIGESTS } from '../../lib/store/settings-fields.js';
import { mailingPath, presentMailing } from '../../lib/views/presenters/mailings.js';
import { attempt, sayDone } from './outcome.js';
/** @import { Mailing } from '../../lib/mail/records.js' */
/** @import { Summary } from '../../lib/store/types.js' */
/** @import { AuthorBlog, AuthorResult, SignedInAction } from '../types.js' */

const OFFERED = 20;
const SHOWN = 100;
/** In place of the id of a mailing: the digest that would be sent now. */
const NEXT = 'digest';
/** Posts that its preview shows where there are no new ones. */
const EXAMPLES = 3;

/** @type {Record<string, string>} */
const flashes = {
  begun: 'mailings.begun',
  paused: 'mailings.pausedDone',
  resumed: 'mailings.resumed',
  cancelled: 'mailings.cancelledDone',
  address: 'mailings.addressSaved',
  tested: 'mailings.tested',
  digest: 'mailings.digestSaved',
};

/** @type {Record<typeof DIGESTS[number], string>} */
const often = {
  off: 'mailings.digestOff',
  daily: 'mailings.digestDaily',
  weekly: 'mailings.digestWeekly',
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

/** `POST /admin/mailings/digest`: when there is one. Where they stand, they go on. @type {SignedInAction} */
export const saveDigest = async ({ form, author }, blog) =>
  attempt(
    async () => {
      if (!blog.mail) return null;
      const number = (/** @type {string} */ name) => Number(form.get(name) ?? NaN);
      const digest = /** @type {typeof DIGESTS[number]} */ (form.get('digest') ?? '');
      const [digestDay, digestHour] = [number('digestDay'), number('digestHour')];
      if (digest !== 'off' && !blog.index.settings.postalAddress) throw addressFirst();
      await blog.content.saveSettings({ digest, digestDay, digestHour });
      await blog.mail.digests.goOn();
      return { redirect: '/admin/mailings?said=digest' };
    },
    ({ text }) => page(blog, author.role === 'owner', { problem: text }),
    blog.words,
  );

/** `GET /admin/mailings/:id`: a mail, before it is sent or after. @type {SignedInAction} */
export const showOne = ({ params, query, author }, blog) =>
  draft(params.id, author.role === 'owner', blog, {
    said: sayDone(flashes, query.get('said'), blog.words),
  });

/** `GET /admin/mailings/:id/mail`: the mail itself, for a frame in which nothing runs. @type {SignedInAction} */
export async function preview({ params }, blog) {
  const sample = await sampleOf(params.id, blog);
  if (!sample) return null;
  const contentType = 'text/html; charset=utf-8';
  return { bytes: Buffer.from(sample.html), contentType, framed: 'mail' };
}

/** `POST /admin/mailings/:id/test`: to oneself. @type {SignedInAction} */
export async function test({ params, author }, blog) {
  const { mail, store } = blog;
  const sample = await sampleOf(params.id, blog);
  const user = await store.get('user', author.id);
  if (!mail || !sample || !user) return null;
  if (!user.email) return { redirect: '/admin/account' };
  await mail.add({ ...sample, to: user.email, by: 'test' });
  return { redirect: `${mailingPath(params.id)}?said=tested` };
}

/** `POST /admin/mailings/:id` @type {SignedInAction} */
export const begin = ({ params: { id }, author }, blog) =>
  attempt(
    async () => {
      if (!blog.mail) return null;
      await blog.mail.mailings.as(blog.content.note).begin(id, author.id);
      return { redirect: '/admin/mailings?said=begun' };
    },
    ({ text }) => draft(id, author.role === 'owner', blog, { problem: text }),
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
async function page(blog, isOwner, { said = null, problem = '' }) {
  const { mail, index, words } = blog;
  if (!mail) return null;
  const { postalAddress } = index.settings;
  /** @type {Mailing[]} */
  const all = [];
  for await (const mailing of mail.mailings.list()) all.push(mailing);
  const sent = new Set(all.map(({ id }) => id));
  const posts = [...index.posts()]
    .filter(({ id, type, status }) => type === 'post' && status === 'published' && !sent.has(id))
    .sort(newestFirst)
    .slice(0, OFFERED);
  const list = all
    .sort((one, other) => (one.createdAt < other.createdAt ? 1 : -1))
    .slice(0, SHOWN)
    .map((mailing) => presentMailing(mailing, isOwner, blog));
  return {
    view: 'admin/mailings',
    page: { title: words.say('nav.mailings') },
    model: {
      said,
      problem,
      isOwner,
      address: postalAddress,
      list,
      isBusy: list.some((mailing) => mailing.isBusy),
      digest: await presentDigest(blog),
      posts: posts.map(({ id, title }) => ({ path: mailingPath(id), title })),
    },
  };
}

/** @param {AuthorBlog} blog */
async function presentDigest({ mail, index, words }) {
  const { digest, digestDay, digestHour, timeZone } = index.settings;
  const weekday = new Intl.DateTimeFormat(words.language, { weekday: 'long', timeZone: 'UTC' });
  const chosen = (/** @type {string | number} */ value, /** @type {string | number} */ of) => ({
    value,
    isChosen: value === of,
  });
  return {
    path: mailingPath(NEXT),
    stands: await mail?.digests.stands(),
    often: DIGESTS.map((each) => ({
      ...chosen(each, digest),
      text: words.say(often[each]),
    })),
    // The first of January 2024 was a Monday.
    days: Array.from({ length: 7 }, (_, at) => ({
      ...chosen(at + 1, digestDay),
      text: weekday.format(Date.UTC(2024, 0, at + 1)),
    })),
    hours: Array.from({ length: 24 }, (_, hour) => ({
      ...chosen(hour, digestHour),
      text: `${String(hour).padStart(2, '0')}:00`,
    })),
    zone: words.say('common.inTimeZone', { zone: timeZone.replaceAll('_', ' ') }),
  };
}

/**
 * @param {string} id  of a post, or a digest, or the next one
 * @param {AuthorBlog} blog
 */
async function sampleOf(id, { mail, index }) {
  if (!mail) return null;
  const digest = id.startsWith('digest:') ? await mail.mailings.find(id) : null;
  if (digest) return mail.sample('digest', digest.posts);
  if (id !== NEXT) return index.post(id)?.type === 'post' ? mail.sample('post', [id]) : null;
  const next = await mail.digests.next();
  const shown = next.length > 0 ? next : publicPosts(index).slice(0, EXAMPLES);
  return mail.sample(
    'digest',
    shown.map((post) => post.id),
  );
}

/** @param {AuthorBlog['index']} index @returns {Summary[]} the newest first */
const publicPosts = (index) =>
  [...index.posts()]
    .filter((post) => post.type === 'post' && index.isPublic(post))
    .sort(newestFirst);

/**
 * @param {string} id
 * @param {boolean} isOwner
 * @param {AuthorBlog} blog
 * @param {{ said?: { text: string } | null, problem?: string }} more
 * @returns {Promise<AuthorResult | null>}
 */
async function draft(id, isOwner, blog, { said = null, problem = '' }) {
  const { mail, words } = blog;
  const sample = await sampleOf(id, blog);
  const mailing = await mail?.mailings.find(id);
  if (!sample && !mailing) return null;
  return {
    view: 'admin/mailing',
    page: { title: words.say('nav.mailings') },
    model: {
      said,
      problem,
      path: mailingPath(id),
      sample,
      subject: sample?.subject ?? words.say('mailings.gone'),
      sent: mailing && presentMailing(mailing, isOwner, blog),
      maySend: !mailing && id !== NEXT,
    },
  };
}
