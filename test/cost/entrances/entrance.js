/**
 * A parser, or an entrance of the server, that text of others reaches.
 *
 * @typedef {Parameters<typeof import('../tokens.js').shapesOf>[0]} Lists
 * @typedef {object} Entrance
 * @property {string} name
 * @property {Lists} lists  of tokens that it knows
 * @property {number} most  characters that reach it at most
 * @property {number} longest  milliseconds of CPU that these may take
 * @property {(text: string) => unknown} feed  errors that it throws are answers
 */

/** Milliseconds: for what a stranger sends, for what an author sends, and where only a process or thread of its own waits. */
export const [STRANGER, AUTHOR, APART] = [50, 250, 10_000];

/**
 * @param {number} longest
 * @param {number} most
 * @param {Lists} lists
 * @param {Record<string, (text: string) => unknown>} feeds
 * @returns {Entrance[]}
 */
export function of(longest, most, lists, feeds) {
  return Object.entries(feeds).map(([name, feed]) => ({ name, lists, most, longest, feed }));
}
