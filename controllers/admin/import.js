import { LARGEST_IMPORT } from '../../lib/exchange/jobs/imports.js';
import { checkPattern } from '../../lib/exchange/import/sources/markdown/permalinks.js';
import { presentImport } from '../../lib/views/presenters/imports.js';
import { attempt } from './outcome.js';
/** @import { Imports } from '../../lib/exchange/jobs/imports.js' */
/** @import { Words } from '../../lib/base/words.js' */
/** @import { SignedInAction } from '../types.js' */

/** `GET /admin/import` @type {SignedInAction} */
export const show = async (_request, { imports, words }) => page(await imports.overview(), words);

/** `POST /admin/import`: a file was uploaded, and is being checked. @type {SignedInAction} */
export function upload({ author }, { log }) {
  log.info({ by: author.id }, 'A file to be imported was uploaded');
  return { redirect: '/admin/import' };
}

/** `POST /admin/import/check`: with the addresses that posts had. @type {SignedInAction} */
export async function checkAgain({ form }, { imports, words }) {
  const permalink = (form.get('permalink') ?? '').trim();
  return attempt(
    async () => {
      if (permalink) checkPattern(permalink);
      await imports.checkAgain(permalink);
      return { redirect: '/admin/import' };
    },
    async ({ text }) => page(await imports.overview(), words, { permalink, error: text }),
    words,
  );
}

/** `POST /admin/import/start` @type {SignedInAction} */
export async function start({ author }, { accounts, imports, log }) {
  await imports.start();
  await accounts.record({ what: 'blog.imported' });
  log.info({ by: author.id }, 'An import was started');
  return { redirect: '/admin/import' };
}

/** `POST /admin/import/cancel`: stops an import, or discards what was checked. @type {SignedInAction} */
export async function cancel({ author }, { imports, log }) {
  await imports.cancel();
  log.info({ by: author.id }, 'An import was cancelled');
  return { redirect: '/admin/import' };
}

/**
 * @param {ReturnType<Imports['overview']>} overview
 * @param {Words} words
 * @param {{ permalink: string, error: string }} [typed]
 */
const page = ({ state, isBusy }, words, typed) => ({
  view: 'admin/import',
  model: presentImport(state, { limit: LARGEST_IMPORT, isBusy, words }, typed),
  page: { title: words.say('nav.import') },
});
