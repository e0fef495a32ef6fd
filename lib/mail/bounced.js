import { createHash } from 'node:crypto';
/** @import { Subscriber } from './records.js' */

/** Mails that fail for good, after which an address gets no more. */
const AT_MOST = 2;
const TAG = 4;

/** @param {string} id  of a mailing @returns {string} for it in a Message-ID, which has no colon */
export const nameOfMail = (id) => id.replace(':', '-');

/** @param {string} mail  the id of a mailing, or of another mail @returns {Buffer} stands for it where room is short */
export const tagOfMail = (mail) =>
  createHash('sha256').update(nameOfMail(mail)).digest().subarray(0, TAG);

/**
 * A mail failed for good.
 * @param {Subscriber} before
 * @param {Buffer | null} tag  of the mail, which counts once, however often and by whom it is reported; null: unknown
 * @returns {Subscriber | null} null: it is known, or of no interest any more
 */
export function bounced(before, tag) {
  const lastBounce = tag?.toString('hex');
  if (before.state === 'unsubscribed' || (tag && before.lastBounce === lastBounce)) return null;
  const bounces = before.bounces + 1;
  const isOut = bounces >= AT_MOST && before.state === 'confirmed';
  return { ...before, bounces, ...(tag && { lastBounce }), ...(isOut && { state: 'paused' }) };
}

/** @param {Subscriber} before  whose last mail did not fail for a fault of the address @returns {Subscriber} */
export function pardoned({ lastBounce: _, ...before }) {
  const bounces = Math.max(0, before.bounces - 1);
  return { ...before, bounces, ...(before.state === 'paused' && { state: 'confirmed' }) };
}
