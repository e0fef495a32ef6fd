import * as account from '../../../controllers/admin/account.js';
import { bulkOf } from '../../../controllers/admin/bulk.js';
import * as cache from '../../../controllers/admin/cache.js';
import * as comments from '../../../controllers/admin/comments.js';
import * as dashboard from '../../../controllers/admin/dashboard.js';
import * as exporting from '../../../controllers/admin/export.js';
import * as help from '../../../controllers/admin/help.js';
import * as history from '../../../controllers/admin/history.js';
import * as importing from '../../../controllers/admin/import.js';
import * as media from '../../../controllers/admin/media.js';
import * as images from '../../../controllers/admin/pictures.js';
import * as join from '../../../controllers/admin/join.js';
import * as pages from '../../../controllers/admin/pages.js';
import { removeSelected } from '../../../controllers/admin/media-removal.js';
import * as paste from '../../../controllers/admin/paste.js';
import * as people from '../../../controllers/admin/people.js';
import * as posts from '../../../controllers/admin/posts.js';
import * as preview from '../../../controllers/admin/preview.js';
import * as redirects from '../../../controllers/admin/redirects.js';
import * as rendering from '../../../controllers/admin/rendering.js';
import * as sessions from '../../../controllers/admin/sessions.js';
import * as settings from '../../../controllers/admin/settings.js';
import * as setup from '../../../controllers/admin/setup.js';
import * as statistics from '../../../controllers/admin/statistics.js';
import * as tags from '../../../controllers/admin/tags.js';
import * as trash from '../../../controllers/admin/trash.js';
import { authenticateSession, requireAuthor, requireRole, sameSiteOnly } from '../auth-guards.js';
import { createAuthorAnswers } from './author-answers.js';
import { files, form, importFile, mediumForm, readerForm, smallForm } from '../bodies.js';
/** @import { AuthorAction, SignedInAction } from '../../../controllers/types.js' */
/** @import { AuthorCheck } from '../auth-guards.js' */
/** @import { Area, Check, Method } from '../../../controllers/route.js' */

/**
 * @typedef {[AuthorCheck, ...Check[]]} SignedIn  checks that begin with one that lets only authors pass
 *
 * @typedef {[Method, path: string, checks: Check[], AuthorAction] | [Method, path: string, checks: SignedIn, SignedInAction]} AuthorRoute
 */

const anyone = smallForm;
/** @type {SignedIn} */
const authors = [requireAuthor, ...smallForm];
/** @type {SignedIn} */
const writers = [requireAuthor, ...form];
/** @type {SignedIn} */
const commenters = [requireAuthor, ...readerForm];
/** @type {SignedIn} */
const editors = [requireRole('owner', 'editor'), ...smallForm];
/** @type {SignedIn} */
const taggers = [requireRole('owner', 'editor'), ...mediumForm];
/** @type {SignedIn} */
const uploaders = [requireAuthor, ...files];
/** @type {SignedIn} */
const owners = [requireRole('owner'), ...mediumForm];

/** @type {SignedIn} */
const pictures = [requireRole('owner'), ...files];
/** @type {SignedIn} */
const importers = [requireRole('owner'), ...importFile];

/** Every address of the admin pages, grouped by noun: method, path, checks, action. @type {AuthorRoute[]} */
export const adminRoutes = [
  ['GET', '/admin/login', anyone, sessions.form],
  ['POST', '/admin/login', anyone, sessions.create],
  ['GET', '/admin/login/code', anyone, sessions.twoFactorForm],
  ['POST', '/admin/login/code', anyone, sessions.confirm],
  ['POST', '/admin/logout', anyone, sessions.end],

  ['GET', '/admin/setup', anyone, setup.form],
  ['POST', '/admin/setup', anyone, setup.create],

  ['GET', '/admin/join', anyone, join.form],
  ['POST', '/admin/join', anyone, join.create],

  ['GET', '/admin/account', authors, account.show],
  ['POST', '/admin/account/name', authors, account.rename],
  ['POST', '/admin/account/profile', authors, account.describe],
  ['POST', '/admin/account/email', authors, account.setEmail],
  ['POST', '/admin/account/password', authors, account.changePassword],
  ['POST', '/admin/account/code', authors, account.startTwoFactor],
  ['POST', '/admin/account/code/confirm', authors, account.confirmTwoFactor],
  ['POST', '/admin/account/code/end', authors, account.disableTwoFactor],
  ['POST', '/admin/account/sessions/end', authors, account.endSessions],
  ['POST', '/admin/account/tokens', authors, account.createToken],
  ['POST', '/admin/account/tokens/revoke', authors, account.revokeToken],

  ['GET', '/admin', authors, dashboard.show],

  ['GET', '/admin/statistics', editors, statistics.show],
  ['GET', '/admin/statistics/live', editors, statistics.live],
  ['POST', '/admin/statistics/browser', editors, statistics.leaveOut],
  ['POST', '/admin/statistics/privacy', editors, statistics.makePrivacyPage],
  ['GET', '/admin/redirects/new', editors, redirects.fresh],
  ['POST', '/admin/redirects', editors, redirects.save],

  ['GET', '/admin/cache', editors, cache.show],
  ['GET', '/admin/figures', editors, cache.figures],
  ['POST', '/admin/cache/clear', editors, cache.clear],

  ['GET', '/admin/posts', authors, posts.list],
  ['POST', '/admin/posts', authors, bulkOf('post')],
  ['GET', '/admin/posts/new', authors, posts.fresh],
  ['POST', '/admin/posts/new', writers, posts.save],
  ['GET', '/admin/posts/:slug', authors, posts.show],
  ['POST', '/admin/posts/:slug', writers, posts.save],
  ['GET', '/admin/posts/:slug/history', authors, history.posts.list],
  ['GET', '/admin/posts/:slug/history/:version', authors, history.posts.show],
  ['POST', '/admin/posts/:slug/history/:version', authors, history.posts.restore],
  ['POST', '/admin/posts/:slug/link', authors, history.posts.link],

  ['GET', '/admin/pages', authors, pages.list],
  ['POST', '/admin/pages', authors, bulkOf('page')],
  ['GET', '/admin/pages/new', authors, pages.fresh],
  ['POST', '/admin/pages/new', writers, pages.save],
  ['GET', '/admin/pages/:slug', authors, pages.show],
  ['POST', '/admin/pages/:slug', writers, pages.save],
  ['GET', '/admin/pages/:slug/history', authors, history.pages.list],
  ['GET', '/admin/pages/:slug/history/:version', authors, history.pages.show],
  ['POST', '/admin/pages/:slug/history/:version', authors, history.pages.restore],
  ['POST', '/admin/pages/:slug/link', authors, history.pages.link],

  ['GET', '/admin/tags', editors, tags.list],
  ['GET', '/admin/tags/:tag', editors, tags.show],
  ['POST', '/admin/tags/:tag', taggers, tags.change],
  ['GET', '/admin/tag-names', authors, tags.complete],

  ['GET', '/admin/media', authors, media.list],
  ['POST', '/admin/media', uploaders, media.upload],
  ['POST', '/admin/media/selected', authors, removeSelected],
  ['GET', '/admin/pictures', authors, images.list],
  ['GET', '/admin/pictures/without-sizes', authors, images.withoutSizes],
  ['POST', '/admin/pictures/:name/sizes', uploaders, images.addSizes],
  ['GET', '/admin/media/:name', authors, media.show],
  ['POST', '/admin/media/:name', authors, media.change],

  ['POST', '/admin/preview', writers, preview.typed],
  ['GET', '/admin/preview/:token', anyone, preview.secret],

  ['POST', '/admin/markdown', writers, paste.convert],
  ['GET', '/admin/help', authors, help.show],
  ['GET', '/admin/rendering', editors, rendering.show],
  ['POST', '/admin/rendering', editors, rendering.update],

  ['GET', '/admin/settings', owners, settings.show],
  ['POST', '/admin/settings', owners, settings.save],
  ['POST', '/admin/settings/navigation', owners, settings.addPage],
  ['POST', '/admin/settings/logo', pictures, settings.changePicture('logo')],
  ['POST', '/admin/settings/icon', pictures, settings.changePicture('icon')],

  ['GET', '/admin/comments', authors, comments.list],
  ['POST', '/admin/comments', authors, comments.moderate],
  ['GET', '/admin/comments/:id', authors, comments.show],
  ['POST', '/admin/comments/:id', commenters, comments.save],

  ['GET', '/admin/people', owners, people.list],
  ['POST', '/admin/people', owners, people.add],
  ['POST', '/admin/people/sessions/end', owners, people.endSessions],
  ['POST', '/admin/people/tokens/revoke', owners, people.revokeToken],
  ['GET', '/admin/people/:id', owners, people.show],
  ['POST', '/admin/people/:id/role', owners, people.changeRole],
  ['POST', '/admin/people/:id/link', owners, people.makeLink],
  ['POST', '/admin/people/:id/code/end', owners, people.disableTwoFactor],
  ['POST', '/admin/people/:id/lock', owners, people.suspend],
  ['POST', '/admin/people/:id/remove', owners, people.remove],

  ['GET', '/admin/import', owners, importing.show],
  ['POST', '/admin/import', importers, importing.upload],
  ['POST', '/admin/import/check', owners, importing.checkAgain],
  ['POST', '/admin/import/start', owners, importing.start],
  ['POST', '/admin/import/cancel', owners, importing.cancel],

  ['GET', '/admin/export', owners, exporting.show],
  ['POST', '/admin/export/zip', owners, exporting.zip],
  ['POST', '/admin/export/backup', owners, exporting.backup],

  ['GET', '/admin/trash', authors, trash.list],
  ['POST', '/admin/trash', authors, trash.restoreSelected],
  ['POST', '/admin/trash/:id', authors, trash.restore],
];

/** @param {Omit<Parameters<typeof createAuthorAnswers>[0], 'blog'> & { services: any }} parts @returns {Area} */
export const createAdminArea = ({ services, ...parts }) => ({
  kind: 'admin',
  prefix: '/admin',
  checks: [sameSiteOnly, authenticateSession],
  routes: adminRoutes,
  services,
  ...createAuthorAnswers({ blog: services, ...parts }),
});
