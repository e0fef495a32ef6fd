import { presentImport } from '../../lib/views/presenters/imports.js';
/** @import { SignedInAction } from '../types.js' */

/** `GET /admin/import` @type {SignedInAction} */
export const show = (_request, { imports }) => ({
  view: 'admin/import',
  model: presentImport(imports.state, imports),
  page: { title: 'Import' },
});

/** `POST /admin/import`: a file was uploaded, and is being checked. @type {SignedInAction} */
export function upload({ author }, { log }) {
  log.info({ by: author.id }, 'A file to be imported was uploaded');
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
