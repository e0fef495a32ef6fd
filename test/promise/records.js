import { deepEqual } from 'node:assert/strict';
import { kinds } from './life.js';
/** @import { Store } from '../../lib/store/types.js' */

/**
 * @param {Store} store
 * @returns {Promise<Record<string, any[]>>} all that a blog holds, as JSON has it
 */
export async function recordsOf(store) {
  /** @type {Record<string, any[]>} */
  const all = {};
  for (const kind of kinds) {
    all[kind] = [];
    for await (const { revision: _, ...record } of store.all(kind)) {
      const bytes = kind === 'media' && (await store.get(kind, record.id)).bytes;
      all[kind].push({ ...record, ...(bytes && { bytes: Buffer.from(bytes).toString('base64') }) });
    }
    all[kind].sort((one, other) => (one.id < other.id ? -1 : 1));
  }
  return JSON.parse(JSON.stringify(all));
}

/**
 * @param {Record<string, any[]>} now
 * @param {Record<string, any[]>} then  fields that came later may be beside these
 */
export function assertAllIsThere(now, then) {
  for (const [kind, records] of Object.entries(then))
    for (const record of records) {
      const found = now[kind].find(({ id }) => id === record.id) ?? {};
      const known = Object.fromEntries(Object.keys(record).map((name) => [name, found[name]]));
      deepEqual(known, record, `${kind} ${record.id}`);
    }
}
