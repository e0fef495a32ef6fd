import { canonicalPath, decodedPath } from '../../lib/base/paths.js';
import { urlOf } from '../../lib/views/presenters/posts.js';
/** @import { AuthorBlog, SignedInAction } from '../types.js' */

/** Characters of a path. */
const LONGEST = 2000;

/** `GET /admin/redirects/new`: the form that makes a redirect of a URL which leads nowhere. @type {SignedInAction} */
export const fresh = ({ query }, { index }) => {
  const from = query.get('from') ?? '';
  const slug =
    decodedPath(canonicalPath(from) ?? '')
      .split('/')
      .at(-1) ?? '';
  const post = index.find('post', slug);
  return page({ from, to: post && index.isPublic(post) ? urlOf(post) : '' });
};

/** `POST /admin/redirects` @type {SignedInAction} */
export async function save({ form, author }, blog) {
  const typed = { from: form.get('from') ?? '', to: form.get('to') ?? '' };
  const from = pathOf(typed.from, blog);
  const to = pathOf(typed.to, blog);
  const problems = {
    from: await problemOfFrom(from, blog),
    to: to && (await blog.exists(to)) ? '' : 'There is no such page on this blog.',
  };
  if (problems.from || problems.to) return { ...page(typed, problems), status: 422 };
  const post = blog.index.addresses.get(decodedPath(to)) ?? '';
  await blog.content.saveRedirects([
    { from: decodedPath(from), to: blog.index.post(post) ? post : to },
  ]);
  blog.log.info({ by: author.id, from, to }, 'A redirect was made');
  return { redirect: `/admin/statistics?redirected=${encodeURIComponent(from)}` };
}

/**
 * @param {{ from: string, to: string }} typed
 * @param {{ from: string, to: string }} [problems]
 */
const page = ({ from, to }, problems = { from: '', to: '' }) => ({
  view: /** @type {const} */ ('admin/redirect'),
  model: {
    from: { value: from, problem: problems.from, focus: from === '' || problems.from !== '' },
    to: { value: to, problem: problems.to, focus: from !== '' && problems.from === '' },
  },
  page: { title: 'Redirect' },
});

/**
 * @param {string} from '' for what is no path
 * @param {AuthorBlog} blog
 * @returns {Promise<string>} '' when it is free
 */
async function problemOfFrom(from, { exists, index }) {
  if (from === '') return 'A URL of this blog, such as /old-page';
  if (/^\/(?:admin|api)(?:\/|$)/.test(from)) return 'This URL belongs to Larder itself.';
  const owner = index.addresses.get(decodedPath(from)) ?? '';
  const isOfPost = owner !== '' && !owner.startsWith('/');
  if (isOfPost) return `This URL belongs to “${index.post(owner)?.title ?? 'a deleted post'}”.`;
  return !owner && (await exists(from)) ? 'There is a page at this URL.' : '';
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
