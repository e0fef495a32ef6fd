import * as account from '../controllers/admin/account.js';
import * as comments from '../controllers/admin/comments.js';
import * as dashboard from '../controllers/admin/dashboard.js';
import * as history from '../controllers/admin/history.js';
import * as media from '../controllers/admin/media.js';
import * as join from '../controllers/admin/join.js';
import * as pages from '../controllers/admin/pages.js';
import * as people from '../controllers/admin/people.js';
import * as posts from '../controllers/admin/posts.js';
import * as preview from '../controllers/admin/preview.js';
import * as sessions from '../controllers/admin/sessions.js';
import * as settings from '../controllers/admin/settings.js';
import * as setup from '../controllers/admin/setup.js';
import * as trash from '../controllers/admin/trash.js';
import { requireAuthor, requireRole } from './accounts/gate.js';
import { files, form, mediumForm, readerForm, smallForm } from './bodies.js';

/** @typedef {import('./authors.js').AuthorRoute} AuthorRoute */

const anyone = smallForm;
const authors = [requireAuthor, ...smallForm];
const writers = [requireAuthor, ...form];
const commenters = [requireAuthor, ...readerForm];
const editors = [requireRole('owner', 'editor'), ...smallForm];
const uploaders = [requireAuthor, ...files];
const owners = [requireRole('owner'), ...mediumForm];

/** Every address of the admin pages, grouped by noun: method, path, action, and the chain before it. @type {AuthorRoute[]} */
export const adminRoutes = [
  ['GET', '/admin/login', sessions.form, anyone],
  ['POST', '/admin/login', sessions.create, anyone],
  ['GET', '/admin/login/code', sessions.codeForm, anyone],
  ['POST', '/admin/login/code', sessions.confirm, anyone],
  ['POST', '/admin/logout', sessions.end, anyone],

  ['GET', '/admin/setup', setup.form, anyone],
  ['POST', '/admin/setup', setup.create, anyone],

  ['GET', '/admin/join', join.form, anyone],
  ['POST', '/admin/join', join.create, anyone],

  ['GET', '/admin/account', account.show, authors],
  ['POST', '/admin/account/name', account.rename, authors],
  ['POST', '/admin/account/email', account.setEmail, authors],
  ['POST', '/admin/account/password', account.changePassword, authors],
  ['POST', '/admin/account/code', account.startCodes, authors],
  ['POST', '/admin/account/code/confirm', account.confirmCodes, authors],
  ['POST', '/admin/account/code/end', account.endCodes, authors],
  ['POST', '/admin/account/sessions/end', account.endSessions, authors],
  ['POST', '/admin/account/tokens', account.createToken, authors],
  ['POST', '/admin/account/tokens/revoke', account.revokeToken, authors],

  ['GET', '/admin', dashboard.show, authors],
  ['GET', '/admin/figures', dashboard.figures, editors],
  ['POST', '/admin/cache/clear', dashboard.clear, editors],

  ['GET', '/admin/posts', posts.list, authors],
  ['GET', '/admin/posts/new', posts.fresh, authors],
  ['POST', '/admin/posts/new', posts.save, writers],
  ['GET', '/admin/posts/:slug', posts.show, authors],
  ['POST', '/admin/posts/:slug', posts.save, writers],
  ['GET', '/admin/posts/:slug/history', history.posts.list, authors],
  ['GET', '/admin/posts/:slug/history/:version', history.posts.show, authors],
  ['POST', '/admin/posts/:slug/history/:version', history.posts.restore, authors],
  ['POST', '/admin/posts/:slug/link', history.posts.link, authors],

  ['GET', '/admin/pages', pages.list, authors],
  ['GET', '/admin/pages/new', pages.fresh, authors],
  ['POST', '/admin/pages/new', pages.save, writers],
  ['GET', '/admin/pages/:slug', pages.show, authors],
  ['POST', '/admin/pages/:slug', pages.save, writers],
  ['GET', '/admin/pages/:slug/history', history.pages.list, authors],
  ['GET', '/admin/pages/:slug/history/:version', history.pages.show, authors],
  ['POST', '/admin/pages/:slug/history/:version', history.pages.restore, authors],
  ['POST', '/admin/pages/:slug/link', history.pages.link, authors],

  ['GET', '/admin/media', media.list, authors],
  ['POST', '/admin/media', media.upload, uploaders],
  ['GET', '/admin/media/:name', media.show, authors],
  ['POST', '/admin/media/:name', media.change, authors],

  ['POST', '/admin/preview', preview.typed, writers],
  ['GET', '/admin/preview/:token', preview.secret, anyone],

  ['GET', '/admin/settings', settings.show, owners],
  ['POST', '/admin/settings', settings.save, owners],
  ['POST', '/admin/settings/navigation', settings.addPage, owners],

  ['GET', '/admin/comments', comments.list, authors],
  ['POST', '/admin/comments', comments.moderate, authors],
  ['GET', '/admin/comments/:id', comments.show, authors],
  ['POST', '/admin/comments/:id', comments.save, commenters],

  ['GET', '/admin/people', people.list, owners],
  ['POST', '/admin/people', people.add, owners],
  ['POST', '/admin/people/sessions/end', people.endSessions, owners],
  ['POST', '/admin/people/tokens/revoke', people.revokeToken, owners],
  ['GET', '/admin/people/:id', people.show, owners],
  ['POST', '/admin/people/:id/role', people.changeRole, owners],
  ['POST', '/admin/people/:id/link', people.makeLink, owners],
  ['POST', '/admin/people/:id/code/end', people.endCodes, owners],
  ['POST', '/admin/people/:id/lock', people.lockOut, owners],
  ['POST', '/admin/people/:id/remove', people.remove, owners],

  ['GET', '/admin/trash', trash.list, authors],
  ['POST', '/admin/trash/:id', trash.restore, authors],
];
