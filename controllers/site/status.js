/** @import { UncachedAction } from '../types.js' */

/** `/status` @type {UncachedAction} */
export const figures = async (_request, { status }) => ({ json: await status() });

/** `/healthz`: whether the store answers. @type {UncachedAction} */
export async function health(_request, { store }) {
  try {
    await store.ping();
    return { json: { ok: true } };
  } catch {
    return { json: { ok: false, reason: 'The store is not reachable' }, status: 503 };
  }
}
