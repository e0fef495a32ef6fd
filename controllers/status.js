/** @typedef {import('../lib/blog.js').LiveAction} LiveAction */

/** Seconds after which to look again. */
const RETRY_AFTER = '5';

/** `/status` @type {LiveAction} */
export const figures = (_request, { status }) => ({ json: status() });

/** `/healthz`: whether the store answers. @type {LiveAction} */
export async function health(_request, { store }) {
  try {
    await store.ping();
    return { json: { ok: true } };
  } catch {
    const json = { ok: false, reason: 'The store is not reachable' };
    return { json, status: 503, headers: ['Retry-After', RETRY_AFTER] };
  }
}
