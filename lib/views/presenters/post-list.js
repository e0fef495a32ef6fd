import { mayChangeTags, mayCreate, mayEdit } from '../../people/rights.js';
import { formatOf, sayNear } from '../../base/time-zones.js';
import { lookUp } from '../../base/look-up.js';
import { mediaUrl } from '../../content/media/uploads.js';
import { presentChoosing } from './choosing.js';
import { editorPath, listPath, stateNames } from './editor.js';
import { paginate } from './pager.js';
import { findPosts, queryOf } from './post-filter.js';
import { isCoverThere, uploadOf } from './pictures.js';
import { namedAuthors, urlOf } from './posts.js';
import { counted } from './words.js';
/** @import { Author } from '../../people/rights.js' */
/** @import { Clock } from '../../base/clock.js' */
/** @import { BlogIndex } from '../../changes/index/blog-index.js' */
/** @import { Summary, Trash } from '../../store/types.js' */
/** @import { Filter } from './post-filter.js' */

const PAGE_SIZE = 50;

/** @type {Record<string, string>} */
const tabs = { '': 'All', draft: 'Drafts', scheduled: 'Scheduled', public: 'Published' };

/** @type {Record<string, string>} */
const emptiness = {
  draft: 'No drafts.',
  scheduled: 'Nothing scheduled.',
  public: 'Nothing published yet.',
};

/** What there will be, for those who have none yet. */
const abouts = {
  post: 'What you write is here, as a draft until you publish it.',
  page: 'Pages have no date, and are not in the feed: about you, contact, a list of links.',
};

/**
 * The posts or pages that an author may edit, changed last first.
 * @param {object} asked
 * @param {'post' | 'page'} asked.type
 * @param {Author} asked.author
 * @param {Filter} asked.filter
 * @param {ReadonlySet<string>} asked.having  ids of those that have the words of its `q`
 * @param {Trash | null} asked.deleted what was deleted just now
 * @param {(id: string) => string | null} asked.viewsOf how often it was read, in words
 * @param {Set<string>} [asked.chosen]  ids of posts that stay selected
 * @param {{ index: BlogIndex, clock: Clock }} blog
 */
export function presentList(
  { type, author, filter, having, deleted, viewsOf, chosen = new Set() },
  { index, clock },
) {
  const { own, matching, byState, found, ...there } = findPosts(
    type,
    author,
    filter,
    index,
    having,
  );
  const path = listPath(type);
  const link = (/** @type {Partial<Filter>} */ change) => {
    const query = queryOf({ ...filter, page: 1, chosen: '', ...change });
    return query.size > 0 ? `${path}?${query}` : path;
  };
  const linkTo = (/** @type {number} */ page) => link({ page });
  const { page, shown: posts, pager } = paginate(found, filter.page, PAGE_SIZE, linkTo);
  const isFiltered = link({ state: '' }) !== path;
  const sayWhen = describeIn(index, clock.now());
  const rows = posts.map((post) => ({
    ...presentRow(post, index, sayWhen),
    id: post.id,
    cover: thumbnailOf(post, index),
    views: viewsOf(post.id),
    chosen: filter.chosen !== '' || chosen.has(post.id),
  }));
  return {
    heading: type === 'page' ? 'Pages' : 'Posts',
    path,
    newUrl: mayCreate(author, type) ? `/admin/${type}s/new` : null,
    newLabel: `New ${type}`,
    tagsUrl: type === 'post' && mayChangeTags(author) && '/admin/tags',
    filter,
    isFiltered: isFiltered && { url: link({ ...none, state: filter.state }) },
    states: Object.entries(tabs).map(([state, name]) => ({
      name,
      url: link({ state }),
      count: (state ? byState[state] : matching).length.toLocaleString('en'),
      current: state === filter.state,
    })),
    authors: choiceOfAuthors(there.authors, filter, index),
    months: choiceOfMonths(there.months, filter),
    list: String(queryOf({ ...filter, page, chosen: '' })),
    ...presentChoosing(found, filter.chosen, {
      ...{ noun: type, hasPages: pager !== false },
      link: (chosen) => link({ page, chosen }),
    }),
    posts: rows,
    hasCovers: rows.some(({ cover }) => cover),
    text: counted(found.length, type),
    none: found.length === 0 && {
      text:
        own.length === 0
          ? `No ${type}s yet.`
          : (!isFiltered && lookUp(emptiness, filter.state)) || `No ${type}s found.`,
      about: abouts[type],
      all: own.length > 0,
    },
    pager,
    undo: deleted &&
      mayEdit(author, deleted.post) && {
        title: deleted.post.title,
        url: `/admin/trash/${encodeURIComponent(deleted.id)}`,
      },
  };
}

/** @param {Summary} post @param {BlogIndex} index @returns {string | null} the smallest file of its cover */
function thumbnailOf({ cover }, index) {
  if (!cover || !isCoverThere(cover, { hasPicture: (id) => index.picture(id) !== null }))
    return null;
  const { src } = cover;
  const id = uploadOf(src);
  return id === null ? src : mediaUrl(index.picture(id)?.sizes[0]?.id ?? id);
}

/** A filter that finds all. */
const none = { q: '', state: '', tag: '', author: '', month: '' };

/** @param {Set<string>} ids of those who wrote something here @param {Filter} filter @param {BlogIndex} index */
function choiceOfAuthors(ids, filter, { users, settings }) {
  const names = new Intl.Collator(settings.language);
  const options = [...ids]
    .flatMap((id) => ({ id, name: users.get(id)?.name ?? '', current: id === filter.author }))
    .filter(({ name }) => name !== '')
    .sort((a, b) => names.compare(a.name, b.name));
  return options.length > 1 || filter.author ? { options } : null;
}

/** @param {Set<string>} months @param {Filter} filter */
function choiceOfMonths(months, filter) {
  const options = [...months]
    .sort()
    .reverse()
    .map((month) => ({ month, name: sayMonth(month), current: month === filter.month }));
  return options.length > 1 || filter.month ? { options } : null;
}

/** @param {string} month @returns {string} such as 'November 2026' */
const sayMonth = (month) =>
  `${formatOf('month', 'UTC').format(Date.parse(`${month}-01`))} ${month.slice(0, 4)}`;

/**
 * What lists on the admin pages show of a post.
 * @param {Summary} post
 * @param {BlogIndex} index
 * @param {ReturnType<typeof describeIn>} sayWhen
 */
export function presentRow(post, index, sayWhen) {
  const state = index.stateOf(post);
  return {
    title: post.title,
    url: editorPath(post),
    state: stateNames[state],
    code: state,
    isDraft: state === 'draft',
    when: sayWhen(post, state),
    author: namedAuthors(post, index)
      .map(({ name }) => name)
      .join(', '),
    publicUrl: state === 'public' ? urlOf(post) : null,
  };
}

/**
 * @param {BlogIndex} index
 * @param {number} now in milliseconds since 1970
 * @returns {(post: Summary, state: string) => string} follows the name of the state: 'changed yesterday at 14:05'
 */
export const describeIn =
  ({ settings: { timeZone } }, now) =>
  ({ publishedAt, updatedAt }, state) => {
    const say = (/** @type {string} */ iso) => sayNear(iso, timeZone, now);
    if (state === 'public') return say(publishedAt ?? updatedAt);
    if (state === 'scheduled') return `for ${say(publishedAt ?? updatedAt)}`;
    const isPlanned = publishedAt !== null && Date.parse(publishedAt) > now;
    return `changed ${say(updatedAt)}${isPlanned ? `, planned for ${say(publishedAt)}` : ''}`;
  };
