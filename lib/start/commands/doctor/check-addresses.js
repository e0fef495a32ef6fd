/** @import { Address } from '../../../store/types.js' */

/** In milliseconds: a younger claim may be of a post that is just being written. */
const minimumAge = 600_000;

/**
 * @param {Map<string, Address>} addresses
 * @param {Map<string, string>} posts each one's id and present path
 * @param {number} now in milliseconds since 1970
 * @returns {number} how many are held for a post which does not stand there: a save or removal broke off. That does
 *   no harm, and the next post of that slug takes the address
 */
export const countAbandoned = (addresses, posts, now) =>
  [...addresses.values()]
    .filter(({ held, claimedAt }) => held && now - Date.parse(claimedAt) > minimumAge)
    .filter(({ id, owner }) => posts.get(owner) !== id).length;
