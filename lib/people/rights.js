import { authorsOf } from '../changes/index/public-lists.js';
/** @import { Authored, Scope, User } from '../store/types.js' */

/**
 * Permissions, for the admin pages and the API. Authors may change their own posts, editors everyone's,
 * owners also the settings and the accounts.
 *
 * @typedef {object} Author  The user on whose behalf a request is made.
 * @property {string} id  a user's; '' for a token made before there were users
 * @property {string} name
 * @property {User['role']} role
 * @property {string} [language]  of the admin pages, BCP 47
 * @property {string} [sessionId]  when signed in by a session
 * @property {string} [via]  how they act: as in the record of acts
 * @property {readonly Scope[]} [scopes]  of an API token; a session has all scopes
 */

/**
 * What a token may do. Every scope but those `APART` may read; `read` may do nothing else, `admin` may do all that its
 * user may.
 * @type {readonly Scope[]}
 */
export const scopes = [
  'read',
  'posts:write',
  'pages:write',
  'comments:write',
  'media:write',
  'settings:write',
  'statistics:read',
  'activity:read',
  'subscribers:read',
  'subscribers:write',
  'bounces:write',
  'admin',
];

/** Of what is no content. @type {Set<Scope>} */
export const APART = new Set([
  'statistics:read',
  'activity:read',
  'subscribers:read',
  'subscribers:write',
  'bounces:write',
]);

/** @type {readonly User['role'][]} */
export const roles = ['owner', 'editor', 'author'];

/** @param {Author} author @param {Scope} scope @returns {boolean} */
export const hasScope = ({ scopes: granted }, scope) =>
  !granted ||
  granted.includes(scope) ||
  granted.includes('admin') ||
  (scope === 'read' && granted.some((each) => !APART.has(each)));

/** @param {Author} author */
const isEditor = ({ role }) => role === 'owner' || role === 'editor';

/**
 * @param {Author} author
 * @param {Authored & { type: 'post' | 'page' }} post
 * @returns {boolean} whether they may change or remove it, and read it before it is public
 */
export const mayEdit = (author, post) =>
  isEditor(author) ||
  (post.type === 'post' && author.id !== '' && authorsOf(post).includes(author.id));

/** Whether they may say who wrote a post. @param {Author} author */
export const mayChooseAuthors = isEditor;

/** Whether they may change a tag in all posts. @param {Author} author */
export const mayChangeTags = isEditor;

/** @param {Author} author @param {'post' | 'page'} type @returns {boolean} whether they may write a new one */
export const mayCreate = (author, type) => type === 'post' || isEditor(author);

/**
 * @param {Author} author
 * @param {{ by: string }} media
 * @returns {boolean} whether they may describe or remove the file; everyone who writes may upload one
 */
export const mayRemoveMedia = (author, { by }) =>
  isEditor(author) || (by !== '' && by === author.id);

/** @param {Author} author */
export const mayChangeSettings = ({ role }) => role === 'owner';

/** @param {Author} author */
export const mayRunPeople = ({ role }) => role === 'owner';

/** @param {Author} author */
export const maySeeStatistics = (author) => isEditor(author);

/** Whether they may send a post to all subscribers. @param {Author} author */
export const maySendMail = isEditor;

/** Whether they may see who reads by e-mail. @param {Author} author */
export const mayRunMail = ({ role }) => role === 'owner';

/** Whether they may import, export and back up the whole blog. @param {Author} author */
export const mayMoveBlog = ({ role }) => role === 'owner';
