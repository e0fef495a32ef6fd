import { shapes } from '../../content/shapes.js';
import { mayChangeTags, mayCreate, mayEdit } from '../../auth/rights.js';
import { sayTime } from '../../runtime/time-zones.js';
import { lookUp } from '../../util/look-up.js';
import { normalise } from '../../util/unicode.js';
import { editorPath, listPath, stateNames } from './editor.js';
import { namedAuthors, urlOf } from './posts.js';
import { counted } from './words.js';
/** @import { Author } from '../../auth/rights.js' */
/** @import { BlogIndex } from '../../index/blog-index.js' */
/** @import { Summary, Trash } from '../../types.js' */

/**
 * @typedef {{ q: string, state: string, page: number }} Wanted
 */

const PAGE_SIZE = 50;

/**
 * The posts or pages that an author may edit, changed last first.
 * @param {object} asked
 * @param {'post' | 'page'} asked.type
 * @param {Author} asked.author
 * @param {URLSearchParams} asked.query `q` a part of the title, `state`, `page`
 * @param {Trash | null} asked.deleted what was deleted just now
 * @param {(id: string) => string | null} asked.viewsOf how often it was read, in words
 * @param {{ index: BlogIndex }} blog
 */
export function presentList({ type, author, query, deleted, viewsOf }, { index }) {
  const wanted = read(query);
  const own = [...index.posts()].filter((post) => post.type === type && mayEdit(author, post));
  const titled = own.filter(titleHas(wanted.q));
  const byState = sortOut(titled, index);
  const found = (wanted.state ? byState[wanted.state] : titled).sort(byChange);
  const pages = Math.max(1, Math.ceil(found.length / PAGE_SIZE));
  const page = Math.min(wanted.page, pages);
  const posts = found.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
  const path = listPath(type);
  const link = (/** @type {Partial<Wanted>} */ change) =>
    address(path, { ...wanted, page: 1, ...change });
  return {
    heading: type === 'page' ? 'Pages' : 'Posts',
    path,
    newUrl: mayCreate(author, type) ? `/admin/${type}s/new` : null,
    newLabel: `New ${type}`,
    tagsUrl: type === 'post' && mayChangeTags(author) && '/admin/tags',
    q: wanted.q,
    state: wanted.state,
    states: [['', 'All'], ...Object.entries(stateNames)].map(([state, name]) => ({
      name,
      url: link({ state }),
      count: (state ? byState[state] : titled).length.toLocaleString('en'),
      current: state === wanted.state,
    })),
    posts: posts.map((post) => ({ ...presentRow(post, index), views: viewsOf(post.id) })),
    text: counted(found.length, type),
    none: found.length === 0 && {
      text: own.length === 0 ? `No ${type}s yet.` : `No ${type}s found.`,
      all: own.length > 0,
    },
    pager: pages > 1 && {
      text: `Page ${page} of ${pages.toLocaleString('en')}`,
      previous: page > 1 ? link({ page: page - 1 }) : null,
      next: page < pages ? link({ page: page + 1 }) : null,
    },
    undo: deleted &&
      mayEdit(author, deleted.post) && {
        title: deleted.post.title,
        url: `/admin/trash/${encodeURIComponent(deleted.id)}`,
      },
  };
}

/** @param {URLSearchParams} query @returns {Wanted} */
function read(query) {
  const page = query.get('page') ?? '';
  const state = query.get('state') ?? '';
  return {
    q: (query.get('q') ?? '').trim().slice(0, shapes.post.title.maxLength),
    state: lookUp(stateNames, state) ? state : '',
    page: /^[1-9]\d{0,6}$/.test(page) ? Number(page) : 1,
  };
}

/** @param {string} q @returns {(post: Summary) => boolean} */
function titleHas(q) {
  const wanted = fold(q);
  return wanted === '' ? () => true : ({ title }) => fold(title).includes(wanted);
}

/** @param {string} text */
const fold = (text) =>
  normalise(text, 'NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();

/** Changed last first. @param {Summary} a @param {Summary} b */
export const byChange = (a, b) => (a.updatedAt < b.updatedAt ? 1 : -1);

/** @param {Summary[]} posts @param {BlogIndex} index */
function sortOut(posts, index) {
  /** @type {Record<string, Summary[]>} */
  const byState = { draft: [], scheduled: [], public: [] };
  for (const post of posts) byState[index.stateOf(post)].push(post);
  return byState;
}

/**
 * What lists on the admin pages show of a post.
 * @param {Summary} post
 * @param {BlogIndex} index
 */
export function presentRow(post, index) {
  const { timeZone } = index.settings;
  const state = index.stateOf(post);
  return {
    title: post.title,
    url: editorPath(post),
    state: stateNames[state],
    code: state,
    when: when(post, state, timeZone),
    author: namedAuthors(post, index)
      .map(({ name }) => name)
      .join(', '),
    publicUrl: state === 'public' ? urlOf(post) : null,
  };
}

/** @param {Summary} post @param {string} state @param {string} timeZone */
function when({ publishedAt, updatedAt }, state, timeZone) {
  if (state === 'draft' || !publishedAt) return `updated ${sayTime(updatedAt, timeZone)}`;
  return state === 'scheduled'
    ? `for ${sayTime(publishedAt, timeZone)}`
    : sayTime(publishedAt, timeZone);
}

/** @param {string} path @param {Wanted} wanted */
function address(path, { q, state, page }) {
  const query = new URLSearchParams();
  if (q) query.set('q', q);
  if (state) query.set('state', state);
  if (page > 1) query.set('page', String(page));
  return query.size > 0 ? `${path}?${query}` : path;
}
