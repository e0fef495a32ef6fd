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

/**
 * Settings of a server that mails, for which time runs faster from now on.
 * @param {string} smtpUrl
 * @param {{ workers: string, faster: number }} how
 * @returns {Record<string, string>}
 */
export const mailingSettings = (smtpUrl, { workers, faster }) => ({
  SMTP_URL: smtpUrl,
  MAIL_FROM: 'blog@example.org',
  WORKERS: workers,
  FAST_TIME: String(faster),
  FAST_FROM: String(Date.now()),
  NODE_OPTIONS: `--import ${new URL('fast-time.js', import.meta.url)}`,
});
