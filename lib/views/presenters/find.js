import { cut } from '../../base/unicode.js';
import {
  mayChangeSettings,
  mayChangeTags,
  mayCreate,
  mayEdit,
  mayRunPeople,
} from '../../people/rights.js';
import { placesFor } from './admin.js';
import { listPath, stateNames } from './editor.js';
import { fold } from './post-filter.js';
import { urlOf } from './posts.js';
import { tagAdminPath } from './tags.js';
/** @import { Author } from '../../people/rights.js' */
/** @import { BlogIndex } from '../../changes/index/blog-index.js' */
/** @import { Summary } from '../../store/types.js' */

/**
 * @typedef {object} Found
 * @property {string} title
 * @property {string} url
 * @property {string} icon  its name in `public/admin/icons.svg`
 * @property {string} about  what it is
 * @property {string} [view]  where readers see it
 * @property {string} [publish]  the id of a draft, to be published at `url`
 */

/** Characters of a question. */
const LONGEST = 100;
/** Answers, of each kind and of all. */
const [OF_A_KIND, IN_ALL] = [6, 16];
/** Answers to an empty question: what was changed last. */
const LATEST = 5;

/** Parts of the pages of settings: title, and where they are. @type {Record<string, string>} */
const ofSettings = {
  'Title of the blog': '/admin/settings#title',
  Tagline: '/admin/settings#tagline',
  Language: '/admin/settings#language',
  'Time zone': '/admin/settings#timeZone',
  'Posts per page': '/admin/settings#postsPerPage',
  'Comments: who may write': '/admin/settings#comments',
  'Navigation of the blog (menu)': '/admin/settings#navigation',
  'Logo and icon': '/admin/settings#pictures',
  'llms.txt': '/admin/settings#llmsText',
  'security.txt': '/admin/settings#securityText',
  Theme: '/admin/appearance#theme',
  'Colours, light and dark': '/admin/appearance#colours',
  'Fonts and width of text': '/admin/appearance#fonts',
  'Header and logo size': '/admin/appearance#header',
  'Front page layout, pinned posts': '/admin/appearance#front',
  'What a post shows': '/admin/appearance#posts',
  'Footer and social links': '/admin/appearance#foot',
  'Your own CSS, site verification': '/admin/appearance#advanced',
};

/** @type {Record<string, string>} */
const ofAccount = {
  'Your name and profile': '/admin/account#profile-heading',
  'Your password': '/admin/account#password-heading',
  'Two-factor authentication': '/admin/account#code-heading',
  'API tokens': '/admin/account#tokens-heading',
};

/**
 * What somebody can go to or do, by a part of its name. An empty question has what one does most, and the posts that
 * were changed last.
 * @param {string} q  as typed
 * @param {Author} author  finds only what they may open
 * @param {{ index: BlogIndex, statistics: unknown }} blog  `statistics` null: they are off
 * @returns {Found[]} the best first
 */
export function find(q, author, { index, statistics }) {
  const words = fold(q.slice(0, LONGEST)).split(/\s+/).filter(Boolean);
  const own = [...index.posts()].filter((post) => mayEdit(author, post));
  if (words.length === 0)
    return [...actionsOf(author), ...newest(own, LATEST).map((post) => presentPost(post, index))];
  const rank = ranking(words);
  const places = placesFor(author, statistics).map((place) => ({ ...place, about: 'Go to' }));
  const people = mayRunPeople(author) ? [...index.users.values()].map(presentPerson) : [];
  const tags = mayChangeTags(author) ? index.tagNames.all().map(presentTag) : [];
  const settings = [
    ...(mayChangeSettings(author) ? presentParts(ofSettings, 'settings') : []),
    ...presentParts(ofAccount, 'account'),
    { title: 'Help with Markdown', url: '/admin/help', icon: 'help', about: 'Write' },
  ];
  /** @type {Summary[][]} by rank */
  const matching = [[], [], []];
  for (const post of own) matching[rank(post.title)]?.push(post);
  const posts = matching.flatMap((some) => newest(some, OF_A_KIND)).slice(0, OF_A_KIND);
  const shown = posts.map((post) => presentPost(post, index));
  const found = [[...actionsOf(author), ...places], shown, people, tags, settings]
    .flatMap((kind) => best(kind, rank))
    .sort((a, b) => rank(a.title) - rank(b.title));
  return [...draftsToPublish(words, own), ...found].slice(0, IN_ALL);
}

/** @param {string[]} words  such as 'publish jam' @param {Summary[]} own @returns {Found[]} */
function draftsToPublish([first, ...rest], own) {
  if (first.length < 3 || !'publish'.startsWith(first)) return [];
  const rank = ranking(rest);
  const drafts = own.filter(({ status, title }) => status === 'draft' && rank(title) < 3);
  return newest(drafts, OF_A_KIND).map(({ id, type, title }) => ({
    title: `Publish “${cut(title || 'Without a title', 200)}”`,
    ...{ url: listPath(type), icon: 'done', about: 'Draft', publish: id },
  }));
}

/** @param {Found[]} kind @param {(title: string) => number} rank */
const best = (kind, rank) =>
  kind
    .map((found) => ({ found, at: rank(found.title) }))
    .filter(({ at }) => at < 3)
    .sort((a, b) => a.at - b.at)
    .slice(0, OF_A_KIND)
    .map(({ found }) => found);

/** To sort all of 20,000 posts takes 50 ms. @param {Summary[]} posts @param {number} count @returns {Summary[]} */
function newest(posts, count) {
  /** @type {Summary[]} */
  const kept = [];
  for (const post of posts) {
    const isOlder = (/** @type {Summary | undefined} */ other) =>
      !other || other.updatedAt < post.updatedAt;
    if (!isOlder(kept[count - 1])) continue;
    const place = kept.findIndex(isOlder);
    kept.splice(place < 0 ? kept.length : place, 0, post);
    kept.length = Math.min(kept.length, count);
  }
  return kept;
}

/**
 * @param {string[]} words  folded
 * @returns {(title: string) => number} 0: begins so; 1: its words do; 2: has them; 3: has them not
 */
const ranking = (words) => (title) => {
  const text = fold(title);
  if (!words.every((word) => text.includes(word))) return 3;
  if (text.startsWith(words.join(' '))) return 0;
  return words.every((word) => hasWord(text, word)) ? 1 : 2;
};

/** @param {string} text @param {string} start @returns {boolean} whether a word of the text begins so */
function hasWord(text, start) {
  for (let at = text.indexOf(start); at >= 0; at = text.indexOf(start, at + 1))
    if (at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1])) return true;
  return false;
}

/** @param {Author} author @returns {Found[]} */
const actionsOf = (author) => [
  { title: 'New post', url: '/admin/posts/new', icon: 'new', about: 'Write' },
  ...(mayCreate(author, 'page')
    ? [{ title: 'New page', url: '/admin/pages/new', icon: 'new', about: 'Write' }]
    : []),
];

/** @param {Summary} post @param {BlogIndex} index @returns {Found} */
const presentPost = (post, index) => ({
  title: cut(post.title || 'Without a title', 200),
  url: `${listPath(post.type)}/${encodeURIComponent(post.slug)}`,
  icon: post.type === 'page' ? 'pages' : 'posts',
  about: sayKind(post.type, index.stateOf(post)),
  ...(index.isPublic(post) && { view: urlOf(post) }),
});

/** @param {string} type @param {keyof typeof stateNames} state @returns {string} such as 'Post' or 'Post, draft' */
const sayKind = (type, state) =>
  (type === 'page' ? 'Page' : 'Post') +
  (state === 'public' ? '' : `, ${stateNames[state].toLowerCase()}`);

/** @param {{ id: string, name: string, role: string }} user @returns {Found} */
const presentPerson = ({ id, name, role }) => ({
  title: name || id,
  url: `/admin/people/${encodeURIComponent(id)}`,
  icon: 'people',
  about: role,
});

/** @param {{ name: string }} tag @returns {Found} */
const presentTag = ({ name }) => ({
  title: name,
  url: tagAdminPath(name),
  icon: 'tags',
  about: 'Tag',
});

/** @param {Record<string, string>} parts @param {string} icon @returns {Found[]} */
const presentParts = (parts, icon) =>
  Object.entries(parts).map(([title, url]) => ({
    ...{ title, url, icon },
    about: url.startsWith('/admin/appearance') ? 'Appearance' : 'Setting',
  }));
