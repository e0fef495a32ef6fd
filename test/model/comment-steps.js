import fc from 'fast-check';
import assert from 'node:assert/strict';
import { all, edit, editComment, someComment } from './acting.js';
import { author } from './words.js';
/** @import { Step } from './steps.js' */
/** @import { World } from './world.js' */

const word = fc.constantFrom('jar', 'lid', 'shelf', 'cellar', 'spoon', 'label', 'wax', 'cork');
const beginning = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '));
const which = fc.nat({ max: 99 });
const status = fc.constantFrom('pending', 'approved', 'spam');

const DAY = 86_400_000;
/** Days that the blog may grow older in one step. */
const LONGEST = 31;

/** Comments: by authors and by readers, moderated, and closed. @type {Record<string, Step>} */
export const commentSteps = {
  comment: {
    weight: 2,
    input: fc.record({
      which,
      text: beginning,
      reply: fc.boolean(),
      status,
      author,
    }),
    tell: ({ which, text, status }) => `comment “${text}” on post ${which}, ${status}`,
    async act(world, { which, text, reply, status, author }) {
      const posts = all(world, 'post');
      if (posts.length === 0) return;
      const postId = posts[which % posts.length].id;
      const comments = await world.content.store.commentsOf(postId);
      if (comments.length >= 4) return;
      const replyTo = (reply && comments[0]?.id) || '';
      await world.content.saveComment({
        postId,
        replyTo,
        name: 'Mo',
        url: '',
        markdown: text,
        status,
        author,
      });
    },
  },
  moderate: {
    input: fc.record({ which, status }),
    tell: ({ which, status }) => `make comment ${which} ${status}`,
    act: (world, { which, status }) => editComment(world, which, { status }),
  },
  editComment: {
    input: fc.record({ which, text: beginning }),
    tell: ({ which, text }) => `let comment ${which} say “${text}”`,
    act: (world, { which, text }) => editComment(world, which, { markdown: text }),
  },
  removeComment: {
    input: fc.record({ which }),
    tell: ({ which }) => `remove comment ${which}`,
    async act(world, { which }) {
      const comment = await someComment(world, which);
      if (comment) await world.content.removeComments([comment]);
    },
  },
  send: {
    weight: 3,
    check: ({ life }) => life.isUp,
    input: fc.record({ which, text: beginning, reply: fc.boolean() }),
    tell: ({ which, text }) => `as a reader, send “${text}” on post ${which}`,
    async act(world, { which, text, reply }) {
      const posts = all(world, 'post');
      if (posts.length === 0) return;
      const { id, slug } = posts[which % posts.length];
      const [first] = reply ? world.index.comments(id).keys() : [];
      const comments = await world.content.store.commentsOf(id);
      if (comments.length >= 4) return;
      const page = await world.get(`/post/${slug}`);
      const replyTo = first?.slice(first.indexOf(':') + 1) ?? '';
      const sent = await world.send(`/post/${slug}/comments`, {
        name: 'Vi',
        markdown: text,
        replyTo,
      });
      // A draft may have got the former address of another post in the console.
      if (page.status === 301) return;
      // Whoever is shown a form may send it, and nobody else.
      const hasForm = page.body.includes(`action="/post/${slug}/comments"`);
      const expected = page.status >= 400 ? 404 : hasForm ? 303 : 403;
      assert.equal(sent.status, expected, `${slug}: ${sent.body}`);
    },
  },
  moderateMany: {
    weight: 2,
    input: fc.record({ which, status: fc.constantFrom('pending', 'approved', 'spam', null) }),
    tell: ({ which, status }) => `make every comment on post ${which} ${status ?? 'go'}`,
    async act(world, { which, status }) {
      const posts = all(world, 'post');
      if (posts.length === 0) return;
      const comments = await world.content.store.commentsOf(posts[which % posts.length].id);
      if (status) await world.content.moderate(comments, status);
      else await world.content.removeComments(comments);
    },
  },
  restoreComments: {
    weight: 2,
    input: fc.record({ which, many: fc.boolean() }),
    tell: ({ which, many }) =>
      `restore ${many ? 'all comments of the post of' : ''} comment ${which} in the trash`,
    async act(world, { which, many }) {
      // Those of earlier histories have no post any more.
      const trashed = (await world.content.trashedComments()).filter(({ comment }) =>
        world.index.post(comment.postId),
      );
      if (trashed.length === 0) return;
      const one = trashed[which % trashed.length];
      const isChosen = (/** @type {typeof one} */ { comment }) =>
        comment.postId === one.comment.postId;
      const restored = many ? trashed.filter(isChosen) : [one];
      assert.equal((await world.content.restoreComments(restored)).length, restored.length);
    },
  },
  closeComments: {
    input: fc.record({ which, commentsClosed: fc.boolean() }),
    tell: ({ which, commentsClosed }) =>
      `${commentsClosed ? 'close' : 'open'} the comments on post ${which}`,
    act: (world, { which, commentsClosed }) => edit(world, which, () => ({ commentsClosed })),
  },
  growOld: {
    weight: 3,
    input: fc.record({ which, early: fc.constantFrom(0, 0, 1) }),
    tell: ({ which, early }) =>
      `wait until ${early} ms before post ${which} takes no more comments`,
    async act(world, { which, early }) {
      const span = world.index.settings.commentsCloseAfterDays * DAY;
      const hours = all(world, 'post')
        .map(({ publishedAt }) => Date.parse(publishedAt ?? '') + span - early)
        .filter((hour) => span > 0 && hour > world.now && hour < world.now + LONGEST * DAY);
      if (hours.length > 0) world.now = hours[which % hours.length];
    },
  },
};
