import { isDeepStrictEqual } from 'node:util';
/** @import { Kind, Put, Store, StoredRecord } from './types.js' */

/**
 * The kinds that are copied and backed up, in an order in which no record precedes one that it refers to. Sessions are
 * not, nor is mail that waits: it has links that let people in, and a copy of a blog must mail nobody.
 * @type {Kind[]}
 */
export const lastingKinds = [
  'settings',
  'user',
  'media',
  'post',
  'comment',
  'address',
  'version',
  'history',
  'autosave',
  'trash',
  'trashedComment',
  'import',
  'statistics',
  'counts',
  'job',
  'act',
  'subscriber',
  'mailing',
  'delivery',
];

const batchSize = 100;

/** @param {StoredRecord} record @returns {StoredRecord} */
export function withoutRevision(record) {
  const { revision: _, ...rest } = record;
  return rest;
}

/**
 * @param {Kind} kind
 * @param {Store} store
 * @returns {AsyncIterable<StoredRecord[]>} all records of that kind in batches; media one by one, with their bytes
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

/**
 * @param {Kind} kind
 * @param {StoredRecord[]} batch records of the source
 * @param {Store} to
 * @returns {Promise<Put[]>} writes for those that the target lacks or has differently
 */
export async function missing(kind, batch, to) {
  const present = await to.getMany(
    kind,
    batch.map(({ id }) => id),
  );
  return batch.flatMap((record, at) =>
    present[at] && isDeepStrictEqual(withoutRevision(record), withoutRevision(present[at]))
      ? []
      : [{ kind, record: withoutRevision(record), revision: present[at]?.revision ?? null }],
  );
}

/**
 * @param {Put[]} writes of one kind
 * @param {Store} to
 */
export async function writeBatch(writes, to) {
  // One by one, since each may be large.
  if (writes[0]?.kind === 'media') for (const write of writes) await to.write([write]);
  else await to.writeMany(writes);
}
