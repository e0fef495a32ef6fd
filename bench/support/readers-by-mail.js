import { createSubscriber } from '../../lib/mail/new-subscriber.js';
import { createMailings } from '../../lib/mail/mailings.js';
import { createSubscribers } from '../../lib/mail/subscribers.js';
import { systemClock } from '../../lib/base/clock.js';
import { randomBytes } from '../../lib/people/secrets.js';
/** @import { openForWriting } from './blog.js' */

/** @typedef {Awaited<ReturnType<typeof openForWriting>>} Blog */

/** @param {number} at */
export const emailOf = (at) => `reader${at}@example.com`;

/** @param {Blog} blog @param {string[]} emails  confirmed from now on @returns {Promise<string[]>} their ids */
export async function addReaders({ store }, emails) {
  const subscribers = createSubscribers({ store, random: randomBytes, baseUrl: 'http://x' });
  const ids = await subscribers.idsOf(emails);
  const at = new Date().toISOString();
  for (let from = 0; from < ids.length; from += 500)
    await store.write(
      ids.slice(from, from + 500).map((id, place) => ({
        kind: 'subscriber',
        record: {
          ...createSubscriber(at),
          id,
          email: emails[from + place],
          state: 'confirmed',
          confirmedAt: at,
        },
        revision: null,
      })),
    );
  return ids;
}

/** @param {Blog} blog */
export const openMailings = ({ store, index }) =>
  createMailings({ store, index, clock: systemClock, onChanged: () => {} });
