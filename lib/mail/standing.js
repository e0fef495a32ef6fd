import { again } from '../content/writing/writer.js';
import { changeMailing } from './mailings.js';
/** @import { Store } from '../store/types.js' */

/**
 * Has all mailings stand, and the digests, until an owner has them go on: what comes from another blog mails nobody.
 * They then are as those of another store.
 * @param {Store} store
 */
export async function haveMailStand(store) {
  for await (const { id, state } of store.all('mailing'))
    if (state === 'waiting' || state === 'sending')
      await changeMailing(store, id, () => ({ epoch: '' }));
  // Settings that come from there may turn digests on.
  await again(async () => {
    const { revision = null, ...record } = (await store.get('job', 'digest')) ?? NO_DIGEST;
    await store.write([{ kind: 'job', record: { ...record, epoch: '' }, revision }]);
  });
}

const NO_DIGEST = { id: 'digest', schedule: 'off', slot: '', until: '' };
