import { canonicalPath, decodedPath } from '../../lib/base/paths.js';
import { presentFields } from '../../lib/views/presenters/fields.js';
import { urlOf } from '../../lib/views/presenters/posts.js';
/** @import { Words } from '../../lib/base/words.js' */
/** @import { AuthorBlog, SignedInAction } from '../types.js' */

/** Characters of a path. */
const LONGEST = 2000;

/** `GET /admin/redirects/new`: the form that makes a redirect of a URL which leads nowhere. @type {SignedInAction} */
export const fresh = ({ query }, { index, words }) => {
  const from = query.get('from') ?? '';
  const slug =
    decodedPath(canonicalPath(from) ?? '')
      .split('/')
      .at(-1) ?? '';
  const post = index.find('post', slug);
  return page({ from, to: post && index.isPublic(post) ? urlOf(post) : '' }, words);
};

/** `POST /admin/redirects` @type {SignedInAction} */
export async function save({ form, author }, blog) {
  const typed = { from: form.get('from') ?? '', to: form.get('to') ?? '' };
  const from = pathOf(typed.from, blog);
  const to = pathOf(typed.to, blog);
  const problems = {
    from: await problemOfFrom(from, blog),
    to: to && (await blog.exists(to)) ? '' : blog.words.say('redirects.noSuchPage'),
  };
  if (problems.from || problems.to) return { ...page(typed, blog.words, problems), status: 422 };
  const post = blog.index.addresses.get(decodedPath(to)) ?? '';
  await blog.content.saveRedirects([
    { from: decodedPath(from), to: blog.index.post(post) ? post : to },
  ]);
  blog.log.info({ by: author.id, from, to }, 'A redirect was made');
  return { redirect: `/admin/statistics?redirected=${encodeURIComponent(from)}` };
}

/**
 * @param {{ from: string, to: string }} typed
 * @param {Words} words
 * @param {Record<string, string>} [problems]
 */
function page(typed, words, problems = {}) {
  const attributes = { required: '' };
  const field = presentFields(
    {
      from: { is: 'exact', label: 'redirects.from', attributes },
      to: { is: 'exact', label: 'redirects.to', placeholder: '/post/rye-bread', attributes },
    },
    typed,
    problems,
    words,
    problems.from || problems.to ? {} : { [typed.from ? 'to' : 'from']: { focus: true } },
  );
  return {
    view: 'admin/redirect',
    model: { field },
    page: { title: words.say('redirects.title') },
  };
}

/**
 * @param {string} from '' for what is no path
 * @param {AuthorBlog} blog
 * @returns {Promise<string>} '' when it is free
 */
async function problemOfFrom(from, { exists, index, words }) {
  if (from === '') return words.say('redirects.urlExample', { path: '/old-page' });
  if (/^\/(?:admin|api)(?:\/|$)/.test(from)) return words.say('redirects.urlOfLarder');
  const owner = index.addresses.get(decodedPath(from)) ?? '';
  const isOfPost = owner !== '' && !owner.startsWith('/');
  if (isOfPost)
    return words.say('redirects.urlOfPost', {
      title: index.post(owner)?.title ?? words.say('common.deletedPost'),
    });
  return !owner && (await exists(from)) ? words.say('redirects.pageAtUrl') : '';
}

/**
 * @param {string} typed a path, or a URL of this blog
 * @param {{ baseUrl: string }} blog
 * @returns {string} canonical; '' when it is neither
 */
function pathOf(typed, { baseUrl }) {
  const text = typed.trim();
  const path = text.startsWith(`${baseUrl}/`) ? text.slice(baseUrl.length) : text;
  if (!/^\/(?!\/)/.test(path) || path.length > LONGEST) return '';
  return canonicalPath(path === '/' ? path : path.replace(/\/$/, '')) ?? '';
}
