import {
  mayChangeSettings,
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
    helpStyleUrl: assets.url('help.css'),
    appearanceStyleUrl: assets.url('admin/appearance.css'),
    author: author && { name: author.name },
    navigation: links
      .filter(
        ({ may, url }) => author && may(author) && (statistics || url !== '/admin/statistics'),
      )
      .map(({ title, url }) => ({
        ...{ title, url, current: isCurrent(url, path) },
        count: url === '/admin/comments' && waiting > 0 && { text: waiting.toLocaleString('en') },
      })),
  },
});

const everyone = () => true;
/** @param {Author} author */
const editors = (author) => mayCreate(author, 'page');

/**
 * The navigation of the admin pages. Users see only what they may use.
 * @type {{ title: string, url: string, may: (author: Author) => boolean }[]}
 */
const links = [
  { title: 'Dashboard', url: '/admin', may: everyone },
  { title: 'Statistics', url: '/admin/statistics', may: maySeeStatistics },
  { title: 'Posts', url: '/admin/posts', may: everyone },
  { title: 'Pages', url: '/admin/pages', may: editors },
  { title: 'Comments', url: '/admin/comments', may: everyone },
  { title: 'Media', url: '/admin/media', may: everyone },
  { title: 'Appearance', url: '/admin/appearance', may: mayChangeSettings },
  { title: 'Settings', url: '/admin/settings', may: mayChangeSettings },
  { title: 'People', url: '/admin/people', may: mayRunPeople },
  { title: 'Import', url: '/admin/import', may: mayMoveBlog },
  { title: 'Export', url: '/admin/export', may: mayMoveBlog },
  { title: 'Trash', url: '/admin/trash', may: everyone },
];

/** @param {string} url @param {string} path */
const isCurrent = (url, path) => path === url || (url !== '/admin' && path.startsWith(`${url}/`));
