import {
  mayChangeSettings,
  mayChangeTags,
  mayCreate,
  mayMoveBlog,
  mayRunPeople,
  maySeeStatistics,
} from '../../people/rights.js';
/** @import { Author } from '../../people/rights.js' */
/** @import { Assets } from '../assets.js' */

/**
 * The model that all admin pages share, besides their own. Shown by `views/admin/head.mustache`.
 * @param {{ path: string, author: Author | null, waiting: number }} request `author` null: nobody is signed in;
 * `waiting`: number of comments that await their approval
 * @param {{ assets: Assets, statistics: unknown }} blog  `statistics` null: they are off
 */
export const presentAdmin = ({ path, author, waiting }, { assets, statistics }) => ({
  admin: {
    styleUrl: assets.url('admin.css'),
    scriptUrl: assets.url('admin.js'),
    dashboardStyleUrl: assets.url('admin/dashboard.css'),
    listsStyleUrl: assets.url('admin/lists.css'),
    helpStyleUrl: assets.url('help.css'),
    appearanceStyleUrl: assets.url('admin/appearance.css'),
    iconsUrl: assets.url('admin/icons.svg'),
    author: author && { name: author.name, isHere: isCurrent('/admin/account', path) },
    groups: groupsFor({ path, author, waiting }, statistics),
  },
});

const everyone = () => true;
/** @param {Author} author */
const editors = (author) => mayCreate(author, 'page');

/**
 * @typedef {object} Place
 * @property {string} title
 * @property {string} url
 * @property {string} icon  its name in `public/admin/icons.svg`
 * @property {(author: Author) => boolean} may
 */

/**
 * The navigation of the admin pages, in groups; the first has no title.
 * @type {{ title: string, places: Place[] }[]}
 */
const groups = [
  {
    title: '',
    places: [
      { title: 'Dashboard', url: '/admin', icon: 'dashboard', may: everyone },
      { title: 'View blog', url: '/', icon: 'view', may: everyone },
    ],
  },
  {
    title: 'Write',
    places: [
      { title: 'Posts', url: '/admin/posts', icon: 'posts', may: everyone },
      { title: 'Pages', url: '/admin/pages', icon: 'pages', may: editors },
      { title: 'Comments', url: '/admin/comments', icon: 'comments', may: everyone },
      { title: 'Media', url: '/admin/media', icon: 'media', may: everyone },
    ],
  },
  {
    title: 'Audience',
    places: [
      { title: 'Statistics', url: '/admin/statistics', icon: 'statistics', may: maySeeStatistics },
    ],
  },
  {
    title: 'Blog',
    places: [
      { title: 'Appearance', url: '/admin/appearance', icon: 'appearance', may: mayChangeSettings },
      { title: 'Tags', url: '/admin/tags', icon: 'tags', may: mayChangeTags },
      { title: 'People', url: '/admin/people', icon: 'people', may: mayRunPeople },
      { title: 'Settings', url: '/admin/settings', icon: 'settings', may: mayChangeSettings },
    ],
  },
  {
    title: 'Tools',
    places: [
      { title: 'Import', url: '/admin/import', icon: 'import', may: mayMoveBlog },
      { title: 'Export', url: '/admin/export', icon: 'export', may: mayMoveBlog },
      { title: 'Trash', url: '/admin/trash', icon: 'trash', may: everyone },
      { title: 'Cache', url: '/admin/cache', icon: 'cache', may: editors },
      { title: 'System', url: '/admin/system', icon: 'system', may: mayMoveBlog },
    ],
  },
];

/**
 * Users see only what they may use.
 * @param {{ path: string, author: Author | null, waiting: number }} request
 * @param {unknown} statistics  null: they are off
 */
const groupsFor = ({ path, author, waiting }, statistics) =>
  groups
    .map(({ title, places }) => ({
      title,
      places: (author ? placesFor(author, statistics, places) : []).map((place) => ({
        ...place,
        current: isCurrent(place.url, path),
        count: place.icon === 'comments' && waiting > 0 && { text: waiting.toLocaleString('en') },
      })),
    }))
    .filter(({ places }) => places.length > 0);

/**
 * @param {Author} author
 * @param {unknown} statistics  null: they are off
 * @param {Place[]} [places]
 */
export const placesFor = (author, statistics, places = groups.flatMap((group) => group.places)) =>
  places
    .filter(({ may, url }) => may(author) && (statistics || url !== '/admin/statistics'))
    .map(({ title, url, icon }) => ({ title, url, icon }));

/** @param {string} url @param {string} path */
const isCurrent = (url, path) =>
  path === url || (url !== '/admin' && url !== '/' && path.startsWith(`${url}/`));
