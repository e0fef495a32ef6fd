import {
  mayChangeSettings,
  mayChangeTags,
  mayCreate,
  mayMoveBlog,
  mayRunMail,
  mayRunPeople,
  maySeeStatistics,
} from '../../people/rights.js';
import { presentScriptWords } from './script-words.js';
/** @import { Author } from '../../people/rights.js' */
/** @import { Clock } from '../../base/clock.js' */
/** @import { Assets } from '../assets.js' */
/** @import { Words } from '../../base/words.js' */

/**
 * The model that all admin pages share, besides their own. Shown by `views/admin/head.mustache`.
 * @param {{ view: string, path: string, author: Author | null, waiting: number }} request `author` null: nobody is
 * signed in; `waiting`: number of comments that await their approval
 * @param {{ assets: Assets, statistics: unknown, mail: unknown, networks: unknown, clock: Pick<Clock, 'now'>, words:
 *   Words }} blog  what is null is off
 */
export const presentAdmin = (
  { view, path, author, waiting },
  { assets, statistics, mail, networks, clock, words },
) => ({
  admin: {
    language: words.language === 'en' ? 'en-GB' : words.language,
    scriptWords: presentScriptWords(view, words),
    // When what was done is seen everywhere is asked of the networks.
    doneAt: networks ? new Date(clock.now()).toISOString() : null,
    styleUrl: assets.url('admin.css'),
    scriptUrl: assets.url('admin.js'),
    dashboardStyleUrl: assets.url('admin/dashboard.css'),
    listsStyleUrl: assets.url('admin/lists.css'),
    helpStyleUrl: assets.url('help.css'),
    appearanceStyleUrl: assets.url('admin/appearance.css'),
    writeStyleUrl: assets.url('admin/write.css'),
    writeScriptUrl: assets.url('admin/write.js'),
    iconsUrl: assets.url('admin/icons.svg'),
    author: author && { name: author.name, isHere: isCurrent('/admin/account', path) },
    groups: groupsFor({ path, author, waiting }, { statistics, mail }, words),
  },
});

const everyone = () => true;
/** @param {Author} author */
const editors = (author) => mayCreate(author, 'page');

/**
 * @typedef {{ statistics: unknown, mail: unknown }} Parts  what is null is off
 *
 * @typedef {object} Place
 * @property {string} title  a key of words/admin/en.json
 * @property {string} url
 * @property {string} icon  its name in `public/admin/icons.svg`
 * @property {(author: Author) => boolean} may
 */

/** @param {string} title  with the name of its page and its icon @param {Place['may']} may @returns {Place} */
function place(title, may) {
  const [, name] = title.split('.');
  return { title, url: `/admin/${name}`, icon: name, may };
}

/**
 * The navigation of the admin pages, in groups; the first has no title.
 * @type {{ title: string, places: Place[] }[]}
 */
const groups = [
  {
    title: '',
    places: [
      { title: 'nav.dashboard', url: '/admin', icon: 'dashboard', may: everyone },
      { title: 'nav.viewBlog', url: '/', icon: 'view', may: everyone },
    ],
  },
  {
    title: 'nav.write',
    places: [
      place('nav.posts', everyone),
      place('nav.pages', editors),
      place('nav.comments', everyone),
      place('nav.media', everyone),
    ],
  },
  {
    title: 'nav.audience',
    places: [
      place('nav.statistics', maySeeStatistics),
      place('nav.subscribers', mayRunMail),
      place('nav.mailings', editors),
    ],
  },
  {
    title: 'nav.blog',
    places: [
      place('nav.appearance', mayChangeSettings),
      place('nav.tags', mayChangeTags),
      place('nav.people', mayRunPeople),
      place('nav.activity', mayRunPeople),
      place('nav.settings', mayChangeSettings),
    ],
  },
  {
    title: 'nav.tools',
    places: [
      place('nav.import', mayMoveBlog),
      place('nav.export', mayMoveBlog),
      place('nav.trash', everyone),
      place('nav.cache', editors),
      place('nav.system', mayMoveBlog),
    ],
  },
];

/**
 * Users see only what they may use.
 * @param {{ path: string, author: Author | null, waiting: number }} request
 * @param {Parts} parts
 * @param {Words} words
 */
const groupsFor = ({ path, author, waiting }, parts, words) =>
  groups
    .map(({ title, places }) => ({
      id: title,
      title: title && words.say(title),
      places: (author ? placesFor(author, parts, words, places) : []).map((place) => ({
        ...place,
        current: isCurrent(place.url, path),
        count: place.icon === 'comments' && waiting > 0 && { text: words.number(waiting) },
      })),
    }))
    .filter(({ places }) => places.length > 0);

/**
 * @param {Author} author
 * @param {Parts} parts
 * @param {Words} words
 * @param {Place[]} [places]
 */
export const placesFor = (
  author,
  { statistics, mail },
  words,
  places = groups.flatMap((group) => group.places),
) => {
  const isThere = (/** @type {string} */ url) =>
    (statistics || url !== '/admin/statistics') && (mail || url !== '/admin/mailings');
  return places
    .filter(({ may, url }) => may(author) && isThere(url))
    .map(({ title, url, icon }) => ({ title: words.say(title), url, icon }));
};

/** @param {string} url @param {string} path */
const isCurrent = (url, path) =>
  path === url || (url !== '/admin' && url !== '/' && path.startsWith(`${url}/`));
