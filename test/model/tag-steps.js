import fc from 'fast-check';
import { all, edit } from './acting.js';
import { tags } from './addresses.js';
import { which } from './words.js';
/** @import { Content } from '../../lib/content/content.js' */
/** @import { ManyPosts } from '../../lib/content/jobs/many-posts.js' */
/** @import { World } from './world.js' */
/** @import { Step } from './steps.js' */

/** The id of a user who may change all posts. */
const EDITOR = 'desk';
/** What can be undone. @type {WeakMap<World, ManyPosts>} */
const undoable = new WeakMap();

/**
 * @param {World} world
 * @param {Parameters<Content['manyPosts']['begin']>[1]} work
 */
async function changeMany({ content, index }, work) {
  if (!index.users.has(EDITOR))
    await content.saveUser({ id: EDITOR, name: 'Desk', role: 'editor' });
  const started = await content.manyPosts.begin(EDITOR, work);
  await started?.ended;
  return started && /** @type {ManyPosts} */ (started.job);
}

/** @param {{ id: string }} post */
const idOf = ({ id }) => ({ id });

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
      const work = { action, tag, type: /** @type {const} */ ('post'), posts: posts.map(idOf) };
      const done = await changeMany(world, work);
      if (done) undoable.set(world, done);
    },
  },
  undoMany: {
    weight: 2,
    input: fc.constant(null),
    tell: () => 'undo the last change of many posts',
    async act(world) {
      const done = undoable.get(world);
      undoable.delete(world);
      if (!done) return;
      const posts = await world.content.manyPosts.changed(done);
      const action = done.action === 'delete' ? 'restore' : 'revert';
      await changeMany(world, { action, tag: done.tag, type: done.type, posts, undoes: done.id });
    },
  },
  turnTags: {
    weight: 2,
    input: fc.record({ which }),
    tell: ({ which }) => `turn the tags of post ${which} round`,
    act: (world, { which }) => edit(world, which, ({ tags }) => ({ tags: tags.toReversed() })),
  },
};
