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
import { roleNames } from './people.js';
import { fold } from './post-filter.js';
import { urlOf } from './posts.js';
import { tagAdminPath } from './tags.js';
/** @import { Author } from '../../people/rights.js' */
/** @import { Words } from '../../base/words.js' */
/** @import { BlogIndex } from '../../changes/index/blog-index.js' */
/** @import { Summary } from '../../store/types.js' */
/** @import { Role } from './people.js' */

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

/** Parts of the pages of settings: the key of their title, and where they are. @type {[key: string, url: string][]} */
const ofSettings = [
  ['goTo.title', '/admin/settings#title'],
  ['field.tagline', '/admin/settings#tagline'],
  ['field.language', '/admin/settings#language'],
  ['field.timeZone', '/admin/settings#timeZone'],
  ['field.postsPerPage', '/admin/settings#postsPerPage'],
  ['goTo.comments', '/admin/settings#comments'],
  ['goTo.navigation', '/admin/settings#navigation'],
  ['settings.logoAndIcon', '/admin/settings#pictures'],
  ['goTo.llmsText', '/admin/settings#llmsText'],
  ['goTo.securityText', '/admin/settings#securityText'],
  ['look.theme', '/admin/appearance#theme'],
  ['goTo.colours', '/admin/appearance#colours'],
  ['goTo.fonts', '/admin/appearance#fonts'],
  ['goTo.header', '/admin/appearance#header'],
  ['goTo.frontPage', '/admin/appearance#front'],
  ['goTo.posts', '/admin/appearance#posts'],
  ['goTo.footer', '/admin/appearance#foot'],
  ['goTo.advanced', '/admin/appearance#advanced'],
];

/** @type {[key: string, url: string][]} */
const ofAccount = [
  ['goTo.profile', '/admin/account#profile-heading'],
  ['goTo.password', '/admin/account#password-heading'],
  ['account.twoFactor', '/admin/account#code-heading'],
  ['account.apiTokens', '/admin/account#tokens-heading'],
];

/**
 * What somebody can go to or do, by a part of its name. An empty question has what one does most, and the posts that
 * were changed last.
 * @param {string} q  as typed
 * @param {Author} author  finds only what they may open
 * @param {{ index: BlogIndex, statistics: unknown, mail: unknown, words: Words }} blog  what is null is off
 * @returns {Found[]} the best first
 */
export function find(q, author, { index, statistics, mail, words }) {
  const wanted = fold(q.slice(0, LONGEST)).split(/\s+/).filter(Boolean);
  const own = [...index.posts()].filter((post) => mayEdit(author, post));
  if (wanted.length === 0)
    return [
      ...actionsOf(author, words),
      ...newest(own, LATEST).map((post) => presentPost(post, index, words)),
    ];
  const rank = ranking(wanted);
  const places = placesFor(author, { statistics, mail }, words).map((place) => ({
    ...place,
    about: words.say('goTo.about'),
  }));
  const people = mayRunPeople(author)
    ? [...index.users.values()].map((user) => presentPerson(user, words))
    : [];
  const tags = mayChangeTags(author)
    ? index.tagNames.all().map((tag) => presentTag(tag, words))
    : [];
  const settings = [
    ...(mayChangeSettings(author) ? presentParts(ofSettings, 'settings', words) : []),
    ...presentParts(ofAccount, 'account', words),
    {
      title: words.say('help.title'),
      url: '/admin/help',
      icon: 'help',
      about: words.say('nav.write'),
    },
  ];
  /** @type {Summary[][]} by rank */
  const matching = [[], [], []];
  for (const post of own) matching[rank(post.title)]?.push(post);
  const posts = matching.flatMap((some) => newest(some, OF_A_KIND)).slice(0, OF_A_KIND);
  const shown = posts.map((post) => presentPost(post, index, words));
  const found = [[...actionsOf(author, words), ...places], shown, people, tags, settings]
    .flatMap((kind) => best(kind, rank))
    .sort((a, b) => rank(a.title) - rank(b.title));
  return [...draftsToPublish(wanted, own, words), ...found].slice(0, IN_ALL);
}

/** @param {string[]} wanted  such as 'publish jam' @param {Summary[]} own @param {Words} words @returns {Found[]} */
function draftsToPublish([first, ...rest], own, words) {
  const verb = fold(words.say('writing.publish'));
  if (first.length < Math.min(3, verb.length) || !verb.startsWith(first)) return [];
  const rank = ranking(rest);
  const drafts = own.filter(({ status, title }) => status === 'draft' && rank(title) < 3);
  return newest(drafts, OF_A_KIND).map(({ id, type, title }) => ({
    title: words.say('goTo.publish', { title: cut(title || words.say('goTo.untitled'), 200) }),
    url: listPath(type),
    icon: 'done',
    about: words.say(stateNames.draft),
    publish: id,
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

/** @param {Author} author @param {Words} words @returns {Found[]} */
const actionsOf = (author, words) => [
  {
    title: words.say('editor.newPost'),
    url: '/admin/posts/new',
    icon: 'new',
    about: words.say('nav.write'),
  },
  ...(mayCreate(author, 'page')
    ? [
        {
          title: words.say('editor.newPage'),
          url: '/admin/pages/new',
          icon: 'new',
          about: words.say('nav.write'),
        },
      ]
    : []),
];

/** @param {Summary} post @param {BlogIndex} index @param {Words} words @returns {Found} */
const presentPost = (post, index, words) => ({
  title: cut(post.title || words.say('goTo.untitled'), 200),
  url: `${listPath(post.type)}/${encodeURIComponent(post.slug)}`,
  icon: post.type === 'page' ? 'pages' : 'posts',
  about: sayKind(post.type, index.stateOf(post), words),
  ...(index.isPublic(post) && { view: urlOf(post) }),
});

/**
 * @param {string} type
 * @param {keyof typeof stateNames} state
 * @param {Words} words
 * @returns {string} such as 'Post' or 'Post, Draft'
 */
const sayKind = (type, state, words) =>
  (type === 'page' ? words.say('common.page') : words.say('common.post')) +
  (state === 'public' ? '' : ` (${words.say(stateNames[state])})`);

/** @param {{ id: string, name: string, role: Role }} user @param {Words} words @returns {Found} */
const presentPerson = ({ id, name, role }, words) => ({
  title: name || id,
  url: `/admin/people/${encodeURIComponent(id)}`,
  icon: 'people',
  about: words.say(roleNames[role]),
});

/** @param {{ name: string }} tag @param {Words} words @returns {Found} */
const presentTag = ({ name }, words) => ({
  title: name,
  url: tagAdminPath(name),
  icon: 'tags',
  about: words.say('tags.tag'),
});

/** @param {[key: string, url: string][]} parts @param {string} icon @param {Words} words @returns {Found[]} */
const presentParts = (parts, icon, words) =>
  parts.map(([title, url]) => ({
    title: words.say(title),
    url,
    icon,
    about: url.startsWith('/admin/appearance')
      ? words.say('nav.appearance')
      : words.say('goTo.setting'),
  }));
