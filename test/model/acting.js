/** @import { Comment, Post } from '../../lib/store/types.js' */
/** @import { World } from './world.js' */

/** What several kinds of steps do to a blog. */

/** @param {World} world @param {'post' | 'page'} type */
export const all = (world, type) => [...world.index.posts()].filter((post) => post.type === type);

/**
 * @param {World} world
 * @param {number} which
 * @param {(post: Post) => object} change
 * @param {'post' | 'page'} [type]
 */
export async function edit(world, which, change, type = 'post') {
  const posts = all(world, type);
  if (posts.length === 0) return;
  const post = await world.content.store.get('post', posts[which % posts.length].id);
  await world.content.savePost({ id: post.id, ...change(post) }, { revision: post.revision });
}

/** @param {World} world @param {number} which @returns {Promise<Comment | undefined>} */
export async function someComment(world, which) {
  const posts = all(world, 'post');
  if (posts.length === 0) return undefined;
  const comments = await world.content.store.commentsOf(posts[which % posts.length].id);
  return comments[which % Math.max(1, comments.length)];
}

/** @param {World} world @param {number} which @param {Partial<Comment>} change */
export async function editComment(world, which, change) {
  const comment = await someComment(world, which);
  if (!comment) return;
  const { html: _, revision = null, ...fields } = { ...comment, ...change };
  await world.content.saveComment(fields, { revision });
}
