import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
/** @import { StoredEntry } from '../../lib/accelerator/types.js' */

/**
 * @param {string} key
 * @param {string | Buffer} body
 * @param {Partial<StoredEntry> & { etag?: string }} [fields]
 * @returns {StoredEntry} with one variant
 */
export const entryOf = (key, body, { etag = `"${body.length}"`, ...fields } = {}) => ({
  key,
  version: '1',
  groups: [],
  ...fields,
  variants: [
    {
      status: 200,
      headers: ['Content-Type', 'text/plain', 'ETag', etag],
      varied: {},
      requestedAt: 1_764_000_000_000,
      receivedAt: 1_764_000_000_250,
      body: Buffer.from(body),
    },
  ],
});

/**
 * @param {string} key
 * @param {number} version
 * @returns {StoredEntry} whose ETag is the digest of its body, and whose body is another one for each version
 */
export function signedEntry(key, version) {
  const body = Buffer.alloc(1 + ((version * 7919) % 20_000), `${key} ${version} `);
  return entryOf(key, body, { etag: signature(body), version: String(version) });
}

/** @param {Buffer} body */
export const signature = (body) => `"${createHash('sha256').update(body).digest('hex')}"`;

/** Lets the process work on until something holds. @param {() => unknown} condition */
export async function until(condition) {
  while (!(await condition())) await setImmediate();
}
