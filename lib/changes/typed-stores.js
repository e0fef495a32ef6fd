/**
 * @typedef {'newPost' | 'editPost' | 'removePost' | 'page' | 'comment' | 'scheduled' | 'closed' | 'settings' | 'media'
 *   | 'reset' | 'byHand'} Cause why entries were cleared
 * @typedef {keyof typeof typedStores} StoreName
 */

/** @type {Cause[]} */
const posts = ['newPost', 'editPost', 'removePost', 'scheduled', 'media'];

/**
 * The typed stores of the blog's pages, and the causes that can clear their entries.
 * @type {Record<'static' | 'semiStatic' | 'semiDynamic' | 'dynamic' | 'floating', { clearedBy: Cause[] }>}
 */
export const typedStores = {
  static: { clearedBy: ['settings', 'page', 'media'] },
  semiStatic: {
    clearedBy: ['settings', 'page', ...posts],
  },
  semiDynamic: { clearedBy: ['settings', ...posts] },
  dynamic: { clearedBy: ['settings', 'page', ...posts, 'comment'] },
  floating: { clearedBy: ['settings', ...posts, 'closed', 'comment'] },
};
