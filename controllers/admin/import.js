import { isError } from '../../lib/base/errors.js';
import { LARGEST_IMPORT } from '../../lib/exchange/jobs/imports.js';
import { checkPattern } from '../../lib/exchange/import/sources/markdown/permalinks.js';
import { presentImport } from '../../lib/views/presenters/imports.js';
/** @import { Imports } from '../../lib/exchange/jobs/imports.js' */
/** @import { SignedInAction } from '../types.js' */

/** `GET /admin/import` @type {SignedInAction} */
export const show = async (_request, { imports }) => page(await imports.overview());

/** `POST /admin/import`: a file was uploaded, and is being checked. @type {SignedInAction} */
export function upload({ author }, { log }) {
  log.info({ by: author.id }, 'A file to be imported was uploaded');
  return { redirect: '/admin/import' };
}

/** `POST /admin/import/check`: with the addresses that posts had. @type {SignedInAction} */
export async function checkAgain({ form }, { imports }) {
  const permalink = (form.get('permalink') ?? '').trim();
  try {
    if (permalink) checkPattern(permalink);
    await imports.checkAgain(permalink);
  } catch (error) {
    if (!isError(error, 'invalid')) throw error;
    return { ...page(await imports.overview(), { permalink, error: error.message }), status: 422 };
  }
  return { redirect: '/admin/import' };
}

/** `POST /admin/import/start` @type {SignedInAction} */
export async function start({ author }, { imports, log }) {
  await imports.start();
  log.info({ by: author.id }, 'An import was started');
  return { redirect: '/admin/import' };
}

/** `POST /admin/import/cancel`: stops an import, or discards what was checked. @type {SignedInAction} */
export async function cancel({ author }, { imports, log }) {
  await imports.cancel();
  log.info({ by: author.id }, 'An import was cancelled');
  return { redirect: '/admin/import' };
}

/** @param {ReturnType<Imports['overview']>} overview @param {{ permalink: string, error: string }} [typed] */
const page = ({ state, isBusy }, typed) => ({
  view: /** @type {const} */ ('admin/import'),
  model: presentImport(state, { limit: LARGEST_IMPORT, isBusy }, typed),
  page: { title: 'Import' },
});
