import { attempt } from './outcome.js';
import { presentProof, proofIn } from './proof.js';
/** @import { AuthorBlog, SignedInAction, SignedInRequest } from '../types.js' */

/** `GET /admin/export` @type {SignedInAction} */
export const show = (request, blog) => page(request, blog);

/** `POST /admin/export/zip`: the same files as `node app.js export`. @type {SignedInAction} */
export async function zip({ author }, { accounts, exports, clock, log }) {
  await accounts.record({ what: 'blog.exported' });
  log.info({ by: author.id }, 'The blog was exported');
  const fileName = `larder-export-${dateOf(clock.now())}.zip`;
  return { fileName, contentType: 'application/zip', open: () => exports.open('export') };
}

/**
 * `POST /admin/export/backup`: the same file as `node app.js backup`, which has password hashes.
 * @type {SignedInAction}
 */
export const backup = (request, blog) =>
  attempt(
    async () => {
      const { author, address } = request;
      const { accounts, exports, clock, log } = blog;
      await accounts.checkReauthentication(author, proofIn(request, blog), address);
      await accounts.record({ what: 'blog.backedUp' });
      log.info({ by: author.id }, 'A backup was downloaded');
      const fileName = `larder-backup-${dateOf(clock.now())}.db`;
      const contentType = 'application/vnd.sqlite3';
      return { fileName, contentType, open: () => exports.open('backup') };
    },
    ({ text }) => page(request, blog, text),
    blog.words,
  );

/** @param {number} time */
const dateOf = (time) => new Date(time).toISOString().slice(0, 10);

/** @param {SignedInRequest} request @param {AuthorBlog} blog @param {string} [error] about the password */
const page = async ({ author }, blog, error = '') => ({
  view: 'admin/export',
  model: { proof: presentProof(await blog.accounts.user(author.id), blog, { error }) },
  page: { title: blog.words.say('nav.export') },
});
