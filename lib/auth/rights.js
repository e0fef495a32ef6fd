/** @import { Scope, User } from '../types.js' */

/**
 * Who may do what, for the admin page and the API alike. An author has their own posts, an editor
 * everyone's, the owner also the settings and the accounts.
 *
 * @typedef {object} Author  Whoever a request speaks for.
 * @property {string} id  a user's; '' for a token of the blog itself, made before there were users
 * @property {string} name
 * @property {User['role']} role
 * @property {string} [sessionId]  of one who is signed in
 * @property {readonly Scope[]} [scopes]  of a token; one who is signed in has all
 */

/**
 * What a token may do. Each of them may read; `read` may do nothing else, `admin` everything its user may.
 * @type {readonly Scope[]}
 */
export const scopes = [
  'read',
  'posts:write',
  'pages:write',
  'comments:write',
  'media:write',
  'settings:write',
  'admin',
];

/** @type {readonly User['role'][]} */
export const roles = ['owner', 'editor', 'author'];

/** @param {Author} author @param {Scope} scope @returns {boolean} */
export const hasScope = ({ scopes: granted }, scope) =>
  !granted || scope === 'read' || granted.includes(scope) || granted.includes('admin');

/** @param {Author} author */
const isEditor = ({ role }) => role === 'owner' || role === 'editor';

/**
 * @param {Author} author
 * @param {{ type: 'post' | 'page', author: string }} post
 * @returns {boolean} whether they may change or remove it, and read it before it is public
 */
export const mayEdit = (author, post) =>
  isEditor(author) || (post.type === 'post' && post.author !== '' && post.author === author.id);

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
