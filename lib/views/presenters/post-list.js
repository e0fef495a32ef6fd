import { mayChangeTags, mayCreate, mayEdit } from '../../people/rights.js';
import { sayNear } from '../../base/time-zones.js';
import { lookUp } from '../../base/look-up.js';
import { mediaUrl } from '../../content/media/urls.js';
import { presentChoosing } from './choosing.js';
import { editorPath, listPath, stateNames } from './editor.js';
import { paginate } from './pager.js';
import { findPosts, queryOf } from './post-filter.js';
import { uploadOf } from '../../changes/index/uploads.js';
import { isCoverThere } from './pictures.js';
import { namedAuthors, urlOf } from './posts.js';
/** @import { Author } from '../../people/rights.js' */
/** @import { Words } from '../../base/words.js' */
/** @import { Clock } from '../../base/clock.js' */
/** @import { BlogIndex } from '../../changes/index/blog-index.js' */
/** @import { Summary, Trash } from '../../store/types.js' */
/** @import { Filter } from './post-filter.js' */

const PAGE_SIZE = 50;

/** @type {Record<string, string>} */
const tabs = {
  '': 'posts.all',
  draft: 'posts.drafts',
  scheduled: 'posts.scheduled',
  public: 'posts.published',
};

/** @type {Record<string, string>} */
const emptiness = {
  draft: 'posts.noDrafts',
  scheduled: 'posts.nothingScheduled',
  public: 'posts.nothingPublishedYet',
};

/** What there will be, for those who have none yet. */
const abouts = {
  post: 'posts.about',
  page: 'posts.pagesAbout',
};

/** What is said of either type. */
const texts = {
  post: {
    heading: 'nav.posts',
    fresh: 'editor.newPost',
    count: 'common.nPosts',
    selected: 'choosing.nPosts',
    none: 'posts.noPostsYet',
    notFound: 'posts.noPostsFound',
  },
  page: {
    heading: 'nav.pages',
    fresh: 'editor.newPage',
    count: 'common.nPages',
    selected: 'choosing.nPages',
    none: 'posts.noPagesYet',
    notFound: 'posts.noPagesFound',
  },
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
 * @param {{ index: BlogIndex, clock: Clock, words: Words }} blog
 */
export function presentList(
  { type, author, filter, having, deleted, viewsOf, chosen = new Set() },
  { index, clock, words },
) {
  const said = texts[type];
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
  const { page, shown: posts, pager } = paginate(found, filter.page, PAGE_SIZE, linkTo, words);
  const isFiltered = link({ state: '' }) !== path;
  const sayWhen = describeIn(index, clock.now(), words);
  const rows = posts.map((post) => ({
    ...presentRow(post, index, sayWhen, words),
    id: post.id,
    cover: thumbnailOf(post, index),
    views: viewsOf(post.id),
    chosen: filter.chosen !== '' || chosen.has(post.id),
  }));
  return {
    heading: words.say(said.heading),
    path,
    newUrl: mayCreate(author, type) ? `/admin/${type}s/new` : null,
    newLabel: words.say(said.fresh),
    tagsUrl: type === 'post' && mayChangeTags(author) && '/admin/tags',
    filter,
    isFiltered: isFiltered && { url: link({ ...none, state: filter.state }) },
    states: Object.entries(tabs).map(([state, name]) => ({
      name: words.say(name),
      url: link({ state }),
      count: words.number((state ? byState[state] : matching).length),
      current: state === filter.state,
    })),
    authors: choiceOfAuthors(there.authors, filter, index, words),
    months: choiceOfMonths(there.months, filter, words),
    list: String(queryOf({ ...filter, page, chosen: '' })),
    ...presentChoosing(
      found,
      filter.chosen,
      {
        selected: said.selected,
        hasPages: pager !== false,
        link: (chosen) => link({ page, chosen }),
      },
      words,
    ),
    posts: rows,
    hasCovers: rows.some(({ cover }) => cover),
    text: words.say(said.count, { count: found.length }),
    none: found.length === 0 && {
      text: words.say(
        own.length === 0
          ? said.none
          : (!isFiltered && lookUp(emptiness, filter.state)) || said.notFound,
      ),
      about: words.say(abouts[type]),
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

/**
 * @param {Set<string>} ids of those who wrote something here
 * @param {Filter} filter
 * @param {BlogIndex} index
 * @param {Words} words
 */
function choiceOfAuthors(ids, filter, { users }, { language }) {
  const names = new Intl.Collator(language);
  const options = [...ids]
    .flatMap((id) => ({ id, name: users.get(id)?.name ?? '', current: id === filter.author }))
    .filter(({ name }) => name !== '')
    .sort((a, b) => names.compare(a.name, b.name));
  return options.length > 1 || filter.author ? { options } : null;
}

/** @param {Set<string>} months @param {Filter} filter @param {Words} words */
function choiceOfMonths(months, filter, words) {
  const format = new Intl.DateTimeFormat(words.language, monthOfYear);
  const options = [...months]
    .sort()
    .reverse()
    .map((month) => ({
      month,
      name: format.format(Date.parse(`${month}-01`)),
      current: month === filter.month,
    }));
  return options.length > 1 || filter.month ? { options } : null;
}

const monthOfYear = /** @type {const} */ ({ month: 'long', year: 'numeric', timeZone: 'UTC' });

/**
 * What lists on the admin pages show of a post.
 * @param {Summary} post
 * @param {BlogIndex} index
 * @param {ReturnType<typeof describeIn>} sayWhen
 * @param {Words} words
 */
export function presentRow(post, index, sayWhen, words) {
  const state = index.stateOf(post);
  return {
    title: post.title,
    url: editorPath(post),
    state: words.say(stateNames[state]),
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
 * @param {Words} words
 * @returns {(post: Summary, state: string) => string} follows the name of the state: 'changed yesterday at 14:05'
 */
export const describeIn =
  ({ settings: { timeZone } }, now, words) =>
  ({ publishedAt, updatedAt }, state) => {
    const say = (/** @type {string} */ iso) => sayNear(iso, timeZone, now, words);
    if (state === 'public') return say(publishedAt ?? updatedAt);
    if (state === 'scheduled')
      return words.say('posts.scheduledFor', { when: say(publishedAt ?? updatedAt) });
    const isPlanned = publishedAt !== null && Date.parse(publishedAt) > now;
    const changed = words.say('posts.changedWhen', { when: say(updatedAt) });
    return isPlanned
      ? `${changed}, ${words.say('posts.plannedFor', { when: say(publishedAt) })}`
      : changed;
  };
