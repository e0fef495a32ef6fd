/**
 * @typedef {import('../../types.js').Address} Address
 * @typedef {import('../../store/inspect.js').Problem} Problem
 */

/** In milliseconds: a younger claim may be of a post that is just being written. */
const youth = 600_000;

/**
 * @param {Map<string, Address>} addresses
 * @param {Map<string, string>} posts each one's id and present path
 * @param {number} now in milliseconds since 1970
 * @returns {Problem[]} of addresses that are held for a post which does not stand there. (One that is not held and
 *   whose post is gone is as it should be: it answers that the post is gone.)
 */
export function checkAddresses(addresses, posts, now) {
  return [...addresses.values()]
    .filter(({ held, claimedAt }) => held && now - Date.parse(claimedAt) > youth)
    .filter(({ id, owner }) => posts.get(owner) !== id)
    .map(({ id, owner }) => ({
      what: `The address ${id} is held for the post ${owner}, which ${posts.has(owner) ? `stands at ${posts.get(owner)}` : 'is not there'}.`,
      todo: `It does no harm, and the next post of that slug takes it; or set held to false in the database's console.`,
    }));
}
