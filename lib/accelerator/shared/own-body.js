/** @import { Write } from '../types.js' */

/**
 * A body that came from another process is a part of what else came with it, and would hold all of that: 64 kB for one
 * of 100 bytes.
 * @template {Extract<Write, { type: 'put' }>['entry']} E
 * @param {E} entry  that was put
 * @returns {E} with a body of its own
 */
export function withOwnBody(entry) {
  const [response] = entry.variants;
  return { ...entry, variants: [{ ...response, body: Buffer.from(response.body) }] };
}

/** @param {Write} write @returns {Write} the same */
export const ownWrite = (write) =>
  write.type === 'put' ? { ...write, entry: withOwnBody(write.entry) } : write;
