import { LarderError, isError } from '../../../base/errors.js';
/** @import { Problem } from '../../../store/inspect.js' */
/** @import { Store } from '../../../store/types.js' */

/** No cookie can have it: a session's id is a digest. */
const id = 'doctor';

/**
 * Writes a record that nobody sees, and removes it.
 *
 * @param {Store} store
 * @param {number} now in milliseconds since 1970
 * @returns {Promise<Problem[]>}
 */
export async function tryWrite(store, now) {
  const at = new Date(now).toISOString();
  const record = { id, user: '', passwordAt: '', stage: 'code', secret: '', createdAt: at };
  try {
    const leftOver = await store.get('session', id);
    const put = { kind: /** @type {const} */ ('session'), revision: leftOver?.revision ?? null };
    const [revision] = await store.write([
      { ...put, record: { ...record, seenAt: at, agent: 'larder doctor' } },
    ]);
    await store.write([{ kind: 'session', id, revision: String(revision), removed: true }]);
    return [];
  } catch (error) {
    // Another doctor is at it, and has written.
    if (isError(error, 'conflict')) return [];
    if (!(error instanceof LarderError)) throw error;
    return [
      {
        what: `A test record could not be written: ${error.message}`,
        todo: 'Fix this: the blog can be read, but nobody can sign in, write or comment.',
      },
    ];
  }
}
