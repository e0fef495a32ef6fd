/** @import { Subscriber } from './records.js' */

/** @param {string} createdAt @returns {Subscriber} that nothing is known of yet; its id comes when it is written */
export const createSubscriber = (createdAt) => ({
  id: '',
  email: '',
  state: 'unconfirmed',
  tags: [],
  language: '',
  source: '',
  createdAt,
  askedAt: '',
  confirmedAt: '',
  unsubscribedAt: '',
  bounces: 0,
});

/**
 * What stays of who has unsubscribed, so that no import brings them back: the id, which is a keyed hash of the address.
 * @param {Subscriber} subscriber
 * @returns {Subscriber}
 */
export const tombstoneOf = ({ id, unsubscribedAt }) => ({
  ...createSubscriber(unsubscribedAt),
  id,
  state: 'unsubscribed',
  unsubscribedAt,
});
