/**
 * @typedef {import('../../types.js').Kind} Kind
 * @typedef {import('../../types.js').Store} Store
 */

const batchSize = 50;

/**
 * @param {any} record
 * @returns {any}
 */
export function withoutRevision(record) {
  if (!record) return record;
  const { revision: _, ...rest } = record;
  return rest;
}

/**
 * @param {Kind} kind
 * @param {Store} store
 * @returns {AsyncIterable<any[]>} all records of that kind, some at a time; media one by one, with their bytes
 */
export async function* inBatches(kind, store) {
  if (kind === 'media') {
    for await (const { id } of store.all(kind)) {
      const whole = await store.get(kind, id);
      if (whole) yield [whole];
    }
    return;
  }
  let batch = [];
  for await (const record of store.all(kind)) {
    if (batch.push(record) < batchSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
