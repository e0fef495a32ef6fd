import fc from 'fast-check';
import { all, edit } from './acting.js';
import { tags } from './addresses.js';
import { which } from './words.js';
/** @import { Content } from '../../lib/content/content.js' */
/** @import { World } from './world.js' */
/** @import { Step } from './steps.js' */

/** By whoever may change all posts. */
const author = { by: '', may: () => true };
/** What can be undone. @type {WeakMap<World, Parameters<Content['changePosts']>[0]>} */
const undoable = new WeakMap();

/** What becomes of tags, in one post or in all of them, and of many posts at once. @type {Record<string, Step>} */
export const tagSteps = {
  describeTag: {
    weight: 2,
    input: fc.record({
      tag: fc.constantFrom(...tags),
      text: fc.constantFrom('', 'Jars.', 'Lids.'),
    }),
    tell: ({ tag, text }) => `describe the tag ${tag} as “${text}”`,
    act: ({ content }, { tag, text }) => content.describeTag(tag, text),
  },
  retag: {
    weight: 3,
    input: fc.record({ from: fc.constantFrom(...tags), to: fc.constantFrom(...tags, '') }),
    tell: ({ from, to }) => (to ? `rename the tag ${from} to ${to}` : `remove the tag ${from}`),
    act: ({ content }, { from, to }) => content.retag(from, to),
  },
  changeMany: {
    weight: 3,
    input: fc.record({
      action: fc.constantFrom('publish', 'unpublish', 'tag', 'untag', 'delete'),
      tag: fc.constantFrom(...tags),
      from: fc.nat(5),
      count: fc.nat(4),
    }),
    tell: ({ action, tag, from, count }) => `${action} ${tag} ${count} posts from the ${from}th on`,
    async act(world, { action, tag, from, count }) {
      const posts = all(world, 'post').slice(from, from + count);
      const { changed } = await world.content.changePosts({ action, tag, posts }, author);
      const back = action === 'delete' ? 'restore' : 'revert';
      undoable.set(world, { action: back, posts: changed });
    },
  },
  undoMany: {
    weight: 2,
    input: fc.constant(null),
    tell: () => 'undo the last change of many posts',
    async act(world) {
      const change = undoable.get(world);
      undoable.delete(world);
      if (change) await world.content.changePosts(change, author);
    },
  },
  turnTags: {
    weight: 2,
    input: fc.record({ which }),
    tell: ({ which }) => `turn the tags of post ${which} round`,
    act: (world, { which }) => edit(world, which, ({ tags }) => ({ tags: tags.toReversed() })),
  },
};
