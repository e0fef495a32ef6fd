import { ownPictures } from '../../changes/index/own-pictures.js';
import * as account from '../../../controllers/admin/account.js';
import * as activity from '../../../controllers/admin/activity.js';
import * as appearance from '../../../controllers/admin/appearance.js';
import { bulkOf } from '../../../controllers/admin/bulk.js';
import * as cache from '../../../controllers/admin/cache.js';
import * as comments from '../../../controllers/admin/comments.js';
import * as dashboard from '../../../controllers/admin/dashboard.js';
import * as exporting from '../../../controllers/admin/export.js';
import * as finding from '../../../controllers/admin/find.js';
import * as forgot from '../../../controllers/admin/forgot.js';
import * as help from '../../../controllers/admin/help.js';
import * as history from '../../../controllers/admin/history.js';
import * as importing from '../../../controllers/admin/import.js';
import * as media from '../../../controllers/admin/media.js';
import * as images from '../../../controllers/admin/pictures.js';
import * as join from '../../../controllers/admin/join.js';
import * as pages from '../../../controllers/admin/pages.js';
import { removeSelected } from '../../../controllers/admin/media-removal.js';
import * as passkeys from '../../../controllers/admin/passkeys.js';
import * as paste from '../../../controllers/admin/paste.js';
import * as people from '../../../controllers/admin/people.js';
import * as posts from '../../../controllers/admin/posts.js';
import * as presence from '../../../controllers/admin/presence.js';
import * as preview from '../../../controllers/admin/preview.js';
import * as redirects from '../../../controllers/admin/redirects.js';
import * as rendering from '../../../controllers/admin/rendering.js';
import * as sessions from '../../../controllers/admin/sessions.js';
import * as settings from '../../../controllers/admin/settings.js';
import * as setup from '../../../controllers/admin/setup.js';
import * as statistics from '../../../controllers/admin/statistics.js';
import * as mailings from '../../../controllers/admin/mailings.js';
import * as subscribers from '../../../controllers/admin/subscribers.js';
import * as system from '../../../controllers/admin/system.js';
import * as tags from '../../../controllers/admin/tags.js';
import * as trash from '../../../controllers/admin/trash.js';
import * as twoFactor from '../../../controllers/admin/two-factor.js';
import { forAuthors } from '../../../controllers/route.js';
import { actingFor } from '../acting.js';
import { wordsFor } from '../author-words.js';
import { authenticateSession, requireAuthor, requireRole, sameSiteOnly } from '../auth-guards.js';
import { createAuthorAnswers } from './author-answers.js';
import { files, form, importFile, mediumForm, readerForm, smallForm, listFile } from '../bodies.js';
/** @import { AuthorResult, AuthorServices } from '../../../controllers/types.js' */
/** @import { Area, SignedIn } from '../../../controllers/route.js' */

const get = forAuthors('GET');
const post = forAuthors('POST');

const anyone = smallForm;
/** @type {SignedIn} */
const authors = [requireAuthor, ...smallForm];
/** @type {SignedIn} */
const writers = [requireAuthor, ...form];
/** @type {SignedIn} */
const partial = [requireAuthor, ...mediumForm];
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

/** @type {SignedIn} */
const listers = [requireRole('owner'), ...listFile];

/** Every address of the admin pages, grouped by noun. */
export const adminRoutes = [
  get('/admin/login', anyone, sessions.form),
  post('/admin/login', anyone, sessions.create),
  post('/admin/login/challenge', anyone, passkeys.challenge),
  post('/admin/login/passkey', anyone, sessions.createByPasskey),
  get('/admin/login/code', anyone, sessions.twoFactorForm),
  post('/admin/login/code', anyone, sessions.confirm),
  post('/admin/logout', anyone, sessions.end),

  get('/admin/setup', anyone, setup.form),
  post('/admin/setup', anyone, setup.create),

  get('/admin/forgot', anyone, forgot.form),
  post('/admin/forgot', anyone, forgot.send),

  get('/admin/join', anyone, join.form),
  post('/admin/join', anyone, join.create),

  get('/admin/account', authors, account.show),
  post('/admin/account/name', authors, account.rename),
  post('/admin/account/profile', authors, account.describe),
  post('/admin/account/language', authors, account.setLanguage),
  post('/admin/account/email', authors, account.setEmail),
  post('/admin/account/password', authors, account.changePassword),
  post('/admin/account/password/remove', authors, account.removePassword),
  post('/admin/account/challenge', authors, passkeys.challengeAgain),
  post('/admin/account/passkeys/challenge', authors, passkeys.begin),
  post('/admin/account/passkeys', authors, passkeys.add),
  post('/admin/account/passkeys/change', authors, passkeys.change),
  post('/admin/account/code', authors, twoFactor.start),
  post('/admin/account/code/confirm', authors, twoFactor.confirm),
  post('/admin/account/code/end', authors, twoFactor.end),
  post('/admin/account/sessions/end', authors, account.endSessions),
  post('/admin/account/tokens', authors, account.createToken),
  post('/admin/account/tokens/revoke', authors, account.revokeToken),

  get('/admin', authors, dashboard.show),
  get('/admin/find', authors, finding.show),

  get('/admin/appearance', owners, appearance.show),
  post('/admin/appearance', owners, appearance.save),
  post('/admin/appearance/theme', pictures, appearance.upload),
  get('/admin/appearance/preview', owners, appearance.preview),
  get('/admin/appearance/style', owners, appearance.style),

  get('/admin/statistics', editors, statistics.show),
  get('/admin/statistics/live', editors, statistics.live),
  post('/admin/statistics/browser', editors, statistics.leaveOut),
  post('/admin/statistics/privacy', editors, statistics.makePrivacyPage),
  get('/admin/redirects/new', editors, redirects.fresh),
  post('/admin/redirects', editors, redirects.save),

  get('/admin/cache', editors, cache.show),
  get('/admin/cache/changes/:id', editors, cache.change),
  get('/admin/figures', editors, cache.figures),
  get('/admin/system', owners, system.show),
  post('/admin/cache/clear', editors, cache.clear),

  get('/admin/posts', authors, posts.list),
  post('/admin/posts', authors, bulkOf('post')),
  get('/admin/posts/new', authors, posts.fresh),
  post('/admin/posts/new', writers, posts.save),
  get('/admin/posts/:slug', authors, posts.show),
  post('/admin/posts/:slug', writers, posts.save),
  get('/admin/posts/:slug/history', authors, history.posts.list),
  get('/admin/posts/:slug/history/:version', authors, history.posts.show),
  post('/admin/posts/:slug/history/:version', authors, history.posts.restore),
  post('/admin/posts/:slug/link', authors, history.posts.link),

  get('/admin/pages', authors, pages.list),
  post('/admin/pages', authors, bulkOf('page')),
  get('/admin/pages/new', authors, pages.fresh),
  post('/admin/pages/new', writers, pages.save),
  get('/admin/pages/:slug', authors, pages.show),
  post('/admin/pages/:slug', writers, pages.save),
  get('/admin/pages/:slug/history', authors, history.pages.list),
  get('/admin/pages/:slug/history/:version', authors, history.pages.show),
  post('/admin/pages/:slug/history/:version', authors, history.pages.restore),
  post('/admin/pages/:slug/link', authors, history.pages.link),

  get('/admin/tags', editors, tags.list),
  get('/admin/tags/:tag', editors, tags.show),
  post('/admin/tags/:tag', taggers, tags.change),
  get('/admin/tag-names', authors, tags.complete),

  get('/admin/media', authors, media.list),
  post('/admin/media', uploaders, media.upload),
  post('/admin/media/selected', authors, removeSelected),
  get('/admin/pictures', authors, images.list),
  get('/admin/pictures/without-sizes', authors, images.withoutSizes),
  post('/admin/pictures/:name/sizes', uploaders, images.addSizes),
  get('/admin/media/:name', authors, media.show),
  post('/admin/media/:name', authors, media.change),

  post('/admin/presence', authors, presence.report),
  post('/admin/preview', writers, preview.typed),
  post('/admin/preview/parts', partial, preview.parts),
  get('/admin/preview/:token', anyone, preview.secret),

  post('/admin/markdown', writers, paste.convert),
  get('/admin/help', authors, help.show),
  get('/admin/rendering', editors, rendering.show),
  post('/admin/rendering', editors, rendering.update),

  get('/admin/settings', owners, settings.show),
  post('/admin/settings', owners, settings.save),
  post('/admin/settings/navigation', owners, settings.addPage),
  post('/admin/settings/words', owners, settings.changeWords),
  ...ownPictures.map((name) =>
    post(`/admin/settings/${name}`, pictures, settings.changePicture(name)),
  ),

  get('/admin/comments', authors, comments.list),
  post('/admin/comments', authors, comments.moderate),
  get('/admin/comments/:id', authors, comments.show),
  post('/admin/comments/:id', commenters, comments.save),

  get('/admin/people', owners, people.list),
  post('/admin/people', owners, people.add),
  post('/admin/people/sessions/end', owners, people.endSessions),
  post('/admin/people/tokens/revoke', owners, people.revokeToken),
  get('/admin/people/:id', owners, people.show),
  post('/admin/people/:id/data', owners, people.data),
  post('/admin/people/:id/role', owners, people.changeRole),
  post('/admin/people/:id/link', owners, people.makeLink),
  post('/admin/people/:id/code/end', owners, people.disableTwoFactor),
  post('/admin/people/:id/lock', owners, people.suspend),
  post('/admin/people/:id/remove', owners, people.remove),

  get('/admin/mailings', editors, mailings.show),
  post('/admin/mailings/address', owners, mailings.saveAddress),
  post('/admin/mailings/digest', owners, mailings.saveDigest),
  get('/admin/mailings/:id', editors, mailings.showOne),
  post('/admin/mailings/:id', editors, mailings.begin),
  get('/admin/mailings/:id/mail', editors, mailings.preview),
  post('/admin/mailings/:id/test', editors, mailings.test),
  post('/admin/mailings/:id/pause', editors, mailings.pause),
  post('/admin/mailings/:id/resume', owners, mailings.resume),
  post('/admin/mailings/:id/cancel', editors, mailings.cancel),
  get('/admin/subscribers', owners, subscribers.show),
  post('/admin/subscribers', owners, subscribers.add),
  post('/admin/subscribers/find', owners, subscribers.find),
  post('/admin/subscribers/export', owners, subscribers.exportAll),
  post('/admin/subscribers/import', listers, subscribers.importList),
  get('/admin/subscribers/:id', owners, subscribers.showOne),
  post('/admin/subscribers/:id/data', owners, subscribers.data),
  post('/admin/subscribers/:id/off', owners, subscribers.leave),
  post('/admin/subscribers/:id/remove', owners, subscribers.remove),

  get('/admin/activity', owners, activity.show),

  get('/admin/import', owners, importing.show),
  post('/admin/import', importers, importing.upload),
  post('/admin/import/check', owners, importing.checkAgain),
  post('/admin/import/start', owners, importing.start),
  post('/admin/import/cancel', owners, importing.cancel),

  get('/admin/export', owners, exporting.show),
  post('/admin/export/zip', owners, exporting.zip),
  post('/admin/export/backup', owners, exporting.backup),

  get('/admin/trash', authors, trash.list),
  post('/admin/trash', authors, trash.restoreSelected),
  post('/admin/trash/:id', authors, trash.restore),
];

/**
 * @param {Omit<Parameters<typeof createAuthorAnswers>[0], 'blog'> & { services: AuthorServices }} parts
 * @returns {Area<AuthorServices, AuthorResult>}
 */
export const createAdminArea = ({ services, ...parts }) => ({
  kind: 'admin',
  prefix: '/admin',
  checks: [sameSiteOnly, authenticateSession],
  routes: adminRoutes,
  services,
  servicesFor: (request) => ({
    ...services,
    ...actingFor(request, services),
    words: wordsFor(request),
  }),
  ...createAuthorAnswers({ blog: services, ...parts }),
});
