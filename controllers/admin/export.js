import { sayError } from '../../lib/views/presenters/errors.js';
import { currentPassword, presentFields } from '../../lib/views/presenters/fields.js';
import { isError } from '../../lib/base/errors.js';
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
export async function backup({ author, form, address }, { accounts, exports, clock, log, words }) {
  try {
    await accounts.checkReauthentication(author, form.get('current') ?? '', address);
  } catch (error) {
    if (!isError(error, 'invalid')) throw error;
    return { ...page(words, sayError(error, words)), status: 422 };
  }
  log.info({ by: author.id }, 'A backup was downloaded');
  const fileName = `larder-backup-${dateOf(clock.now())}.db`;
  return { fileName, contentType: 'application/vnd.sqlite3', open: () => exports.open('backup') };
}

/** @param {number} time */
const dateOf = (time) => new Date(time).toISOString().slice(0, 10);

/** @param {Words} words @param {string} [error] about the password */
const page = (words, error = '') => ({
  view: /** @type {const} */ ('admin/export'),
  model: { field: presentFields({ current: currentPassword }, {}, { current: error }, words) },
  page: { title: words.say('nav.export') },
});
