import { isError } from '../../lib/errors.js';
import { checkPattern } from '../../lib/import/sources/markdown/permalinks.js';
import { presentImport } from '../../lib/views/presenters/imports.js';
/** @import { Imports } from '../../lib/jobs/imports.js' */
/** @import { SignedInAction } from '../types.js' */

/** `GET /admin/import` @type {SignedInAction} */
export const show = (_request, { imports }) => page(imports);

/** `POST /admin/import`: a file was uploaded, and is being checked. @type {SignedInAction} */
export function upload({ author }, { log }) {
  log.info({ by: author.id }, 'A file to be imported was uploaded');
  return { redirect: '/admin/import' };
}

/** `POST /admin/import/check`: with the addresses that posts had. @type {SignedInAction} */
export function checkAgain({ form }, { imports }) {
  const permalink = (form.get('permalink') ?? '').trim();
  try {
    if (permalink) checkPattern(permalink);
    imports.checkAgain(permalink);
  } catch (error) {
    if (!isError(error, 'invalid')) throw error;
    return { ...page(imports, { permalink, error: error.message }), status: 422 };
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

/** @param {Imports} imports @param {{ permalink: string, error: string }} [typed] */
const page = (imports, typed) => ({
  view: /** @type {const} */ ('admin/import'),
  model: presentImport(imports.state, imports, typed),
  page: { title: 'Import' },
});
