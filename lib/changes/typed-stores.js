/**
 * @typedef {'newPost' | 'editPost' | 'removePost' | 'page' | 'comment' | 'scheduled' | 'closed' | 'settings' | 'media' | 'reset' | 'byHand'} Cause
 *   why entries were cleared
 * @typedef {keyof typeof typedStores} StoreName
 */

/**
 * The typed stores of the blog's pages, and the causes that can clear their entries.
 * @type {Record<'static' | 'semiStatic' | 'semiDynamic' | 'dynamic' | 'floating', { clearedBy: Cause[] }>}
 */
export const typedStores = {
  static: { clearedBy: ['settings', 'page', 'media'] },
  semiStatic: {
    clearedBy: ['settings', 'page', 'newPost', 'editPost', 'removePost', 'scheduled'],
  },
  semiDynamic: { clearedBy: ['settings', 'newPost', 'editPost', 'removePost', 'scheduled'] },
  dynamic: { clearedBy: ['settings', 'newPost', 'editPost', 'removePost', 'scheduled', 'comment'] },
  floating: {
    clearedBy: ['settings', 'newPost', 'editPost', 'removePost', 'scheduled', 'closed', 'comment'],
  },
};
