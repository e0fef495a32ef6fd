import { attempt } from './outcome.js';
import { currentPassword, presentFields } from '../../lib/views/presenters/fields.js';
/** @import { Words } from '../../lib/base/words.js' */
/** @import { SignedInAction } from '../types.js' */

/** `GET /admin/export` @type {SignedInAction} */
export const show = (_request, { words }) => page(words);

/** `POST /admin/export/zip`: the same files as `node app.js export`. @type {SignedInAction} */
export function zip({ author }, { exports, clock, log }) {
  log.info({ by: author.id }, 'The blog was exported');
  const fileName = `larder-export-${dateOf(clock.now())}.zip`;
  return { fileName, contentType: 'application/zip', open: () => exports.open('export') };
}

/**
 * `POST /admin/export/backup`: the same file as `node app.js backup`, which has password hashes.
 * @type {SignedInAction}
 */
export const backup = ({ author, form, address }, { accounts, exports, clock, log, words }) =>
  attempt(
    async () => {
      await accounts.checkReauthentication(author, form.get('current') ?? '', address);
      log.info({ by: author.id }, 'A backup was downloaded');
      const fileName = `larder-backup-${dateOf(clock.now())}.db`;
      const contentType = 'application/vnd.sqlite3';
      return { fileName, contentType, open: () => exports.open('backup') };
    },
    ({ text }) => page(words, text),
    words,
  );

/** @param {number} time */
const dateOf = (time) => new Date(time).toISOString().slice(0, 10);

/** @param {Words} words @param {string} [error] about the password */
const page = (words, error = '') => ({
  view: 'admin/export',
  model: { field: presentFields({ current: currentPassword }, {}, { current: error }, words) },
  page: { title: words.say('nav.export') },
});
