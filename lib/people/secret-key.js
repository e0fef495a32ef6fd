import { isError } from '../base/errors.js';
import { newToken } from './secrets.js';
/** @import { Store } from '../store/types.js' */
/** @import { RandomBytes } from './secrets.js' */

/**
 * A key with which all processes of a blog sign. It is kept among the tokens; who needs it first makes it.
 * @param {Store} store
 * @param {string} id  of its record
 * @param {RandomBytes} random
 * @returns {Promise<string>} 43 characters, 256 bits
 */
export async function secretKey(store, id, random) {
  for (;;) {
    const present = await store.get('token', id);
    if (present) return present.key;
    const record = { id, key: newToken(random) };
    try {
      await store.write([{ kind: 'token', record, revision: null }]);
      return record.key;
    } catch (error) {
      if (!isError(error, 'conflict')) throw error;
    }
  }
}
