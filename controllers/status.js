/** @typedef {import('../lib/blog.js').LiveAction} LiveAction */

/** `/status` @type {LiveAction} */
export const figures = (_request, { status }) => ({ json: status() });

/** `/healthz`: whether the store answers. @type {LiveAction} */
export async function health(_request, { store }) {
  try {
    await store.ping();
    return { json: { ok: true } };
  } catch {
    return { json: { ok: false, reason: 'The store is not reachable' }, status: 503 };
  }
}
