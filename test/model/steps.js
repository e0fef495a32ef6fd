import fc from 'fast-check';
import { all, edit } from './acting.js';
import { slugs, tags, years } from './addresses.js';
import { commentSteps } from './comment-steps.js';
import { consoleSteps } from './console-steps.js';
import { fauxtonSteps } from './fauxton-steps.js';
import { fillSteps } from './fill-steps.js';
import { lifeSteps } from './life-steps.js';
import { mediaSteps } from './media-steps.js';
import { pageSteps } from './page-steps.js';
import { searchSteps } from './search-steps.js';
import { houseSteps } from './settings-steps.js';
import { tagSteps } from './tag-steps.js';
import { textSteps } from './text-steps.js';
import { userSteps } from './user-steps.js';
import { author, beginning, title, which, word } from './words.js';
/** @import { Post } from '../../lib/store/types.js' */
/** @import { World } from './world.js' */

/** What lists do not show. */
const rest = fc
  .tuple(word, fc.constantFrom(0, 1, 90, 300, 900))
  .map(([each, count]) => `${each} `.repeat(count));
const date = fc
  .tuple(
    fc.constantFrom(...years),
    fc.constantFrom('01-01T00:30', '01-01T12:00', '06-15T08:00', '12-31T12:00', '12-31T23:30'),
  )
  .map(([year, rest]) => `${year}-${rest}:00.000Z`);
/** In days: young enough that comments on it are still to be closed. */
const age = fc.constantFrom(null, null, 0, 0.5, 29);
/** Often the first one alone, so that its list has further pages. */
const someTags = fc.oneof(
  fc.constant(tags.slice(0, 1)),
  fc.shuffledSubarray(tags, { maxLength: 3 }),
);
const DAY = 86_400_000;

/**
 * @typedef {object} Step  One kind of thing that happens to a blog.
 * @property {fc.Arbitrary<any>} input
 * @property {(input: any) => string} tell  as a line of a story
 * @property {(world: World, input: any) => Promise<unknown>} act
 * @property {number} [weight]
 * @property {(world: Pick<World, 'life'>) => boolean} [check] whether it can be done now
 */

/** @type {Record<string, Step>} */
export const steps = {
  newPost: {
    weight: 16,
    input: fc.record({
      title,
      slug: fc.constantFrom(...slugs),
      beginning,
      rest,
      tags: someTags,
      date,
      age,
      author,
      status: fc.constantFrom('published', 'published', 'draft'),
    }),
    tell: ({ title, slug, date, age, tags, status }) =>
      `write the ${status} post “${title}” at ${slug}, dated ${age === null ? date : `${age} days ago`}, tagged ${tags}`,
    act: (world, { title, slug, beginning, rest, tags, date, age, author, status }) =>
      all(world, 'post').length >= 10
        ? Promise.resolve()
        : world.content.savePost({
            title,
            slug,
            markdown: `${beginning}\n\n${rest}`,
            tags,
            publishedAt: age === null ? date : new Date(world.now - age * DAY).toISOString(),
            author,
            status,
          }),
  },
  editRest: {
    input: fc.record({ which, rest }),
    tell: ({ which, rest }) => `give post ${which} another ending of ${rest.length} characters`,
    act: (world, { which, rest }) =>
      edit(world, which, ({ markdown }) => ({
        markdown: `${markdown.split('\n\n')[0]}\n\n${rest}`,
      })),
  },
  lengthen: {
    weight: 3,
    input: fc.record({ which, count: fc.constantFrom(90, 300, 900, 2000) }),
    tell: ({ which, count }) =>
      `give post ${which} an ending of ${count} words, of which lists show none`,
    act: (world, { which, count }) =>
      edit(world, which, ({ markdown }) => ({
        excerpt: 'a jar',
        markdown: `${markdown.split('\n\n')[0]}\n\n${'jar '.repeat(count)}`,
      })),
  },
  editBeginning: {
    input: fc.record({ which, beginning }),
    tell: ({ which, beginning }) => `let post ${which} begin with “${beginning}”`,
    act: (world, { which, beginning }) =>
      edit(world, which, ({ markdown }) => ({
        markdown: `${beginning}\n\n${markdown.split('\n\n')[1] ?? ''}`,
      })),
  },
  editExcerpt: {
    input: fc.record({ which, beginning }),
    tell: ({ which, beginning }) => `give post ${which} the excerpt “${beginning}”`,
    act: (world, { which, beginning }) => edit(world, which, () => ({ excerpt: beginning })),
  },
  editTitle: {
    input: fc.record({ which, title }),
    tell: ({ which, title }) => `call post ${which} “${title}”`,
    act: (world, { which, title }) => edit(world, which, () => ({ title })),
  },
  editTags: {
    input: fc.record({ which, tags: someTags }),
    tell: ({ which, tags }) => `tag post ${which} with ${tags}`,
    act: (world, { which, tags }) => edit(world, which, () => ({ tags })),
  },
  editDate: {
    input: fc.record({ which, date }),
    tell: ({ which, date }) => `date post ${which} ${date}`,
    act: (world, { which, date }) => edit(world, which, () => ({ publishedAt: date })),
  },
  overtake: {
    weight: 3,
    input: fc.record({ which }),
    tell: ({ which }) => `date post ${which} a moment after the one that is newer`,
    async act(world, { which }) {
      const { all: list } = world.index.lists;
      const newer = list.at(1 + (which % Math.max(1, list.length - 1)));
      const post = newer && list.at(list.position(newer) - 1);
      if (!post) return;
      const publishedAt = new Date(Date.parse(newer.publishedAt ?? '') + 1).toISOString();
      await world.content.savePost({ id: post.id, publishedAt }, { revision: post.revision });
    },
  },
  rename: {
    input: fc.record({ which, slug: fc.constantFrom(...slugs) }),
    tell: ({ which, slug }) => `move post ${which} to ${slug}`,
    act: (world, { which, slug }) => edit(world, which, () => ({ slug })),
  },
  editStatus: {
    input: fc.record({ which, status: fc.constantFrom('published', 'draft') }),
    tell: ({ which, status }) => `make post ${which} ${status}`,
    act: (world, { which, status }) => edit(world, which, () => ({ status })),
  },
  editTwiceInOneSecond: {
    input: fc.record({ which, title, beginning }),
    tell: ({ which, title, beginning }) =>
      `call post ${which} “${title}”, read it, and at once let it begin with “${beginning}”`,
    async act(world, { which, title, beginning }) {
      await edit(world, which, () => ({ title }));
      await world.warm();
      world.now += 1;
      await edit(world, which, ({ markdown }) => ({ markdown: `${beginning}\n\n${markdown}` }));
    },
  },
  changeBack: {
    weight: 3,
    // Who tells in order has told of the first change before anybody reads.
    check: ({ life }) => life.hasBadFeed,
    input: fc.record({ which, title }),
    tell: ({ which, title }) =>
      `call post ${which} “${title}”, let all be read anew, and call it what it was`,
    async act(world, { which, title }) {
      let before = '';
      await edit(world, which, (post) => {
        before = post.title;
        return { title };
      });
      world.life.blog.cache.clearAll('byHand');
      await world.read();
      await edit(world, which, () => ({ title: before }));
    },
  },
  saveUnchanged: {
    input: fc.record({ which }),
    tell: ({ which }) => `save post ${which} as it is`,
    act: (world, { which }) => edit(world, which, () => ({})),
  },
  remove: {
    input: fc.record({ which }),
    tell: ({ which }) => `remove post ${which}`,
    async act(world, { which }) {
      const posts = all(world, 'post');
      const post = posts[which % Math.max(1, posts.length)];
      if (!post) return;
      world.removed = await world.content.store.get('post', post.id);
      await world.content.removePost(post.id, post.revision);
    },
  },
  removeNewest: {
    input: fc.constant(null),
    tell: () => 'remove the newest post',
    async act(world) {
      const [post] = world.index.lists.all.newest(1);
      if (post) await world.content.removePost(post.id, post.revision);
    },
  },
  restore: {
    input: fc.constant(null),
    tell: () => 'restore the post removed last',
    async act(world) {
      const { removed } = world;
      if (!removed || world.index.post(removed.id) || all(world, 'post').length >= 10) return;
      const trash = await world.content.trash();
      if (trash.some(({ id }) => id === removed.id)) await world.content.restorePost(removed.id);
    },
  },
  ...userSteps,
  ...fillSteps,
  ...pageSteps,
  ...tagSteps,
  ...searchSteps,
  ...textSteps,
  ...mediaSteps,
  schedule: {
    weight: 2,
    input: fc.record({ which, seconds: fc.constantFrom(1, 30, 4000) }),
    tell: ({ which, seconds }) => `let post ${which} be public in ${seconds} seconds`,
    act: (world, { which, seconds }) =>
      edit(world, which, () => ({
        status: 'published',
        publishedAt: new Date(world.now + seconds * 1000).toISOString(),
      })),
  },
  wait: {
    weight: 3,
    input: fc.record({ milliseconds: fc.constantFrom(1, 400, 1000, 31_000, 5_000_000) }),
    tell: ({ milliseconds }) => `wait ${milliseconds} ms`,
    async act(world, { milliseconds }) {
      world.now += milliseconds;
    },
  },
  ...houseSteps,
  ...lifeSteps,
  ...consoleSteps,
  ...fauxtonSteps,
  ...commentSteps,
};

/** One step of a history, as fast-check runs, prints and shrinks it. @implements {fc.AsyncCommand<World, World>} */
class Command {
  /** @param {string} kind @param {Step} step @param {any} input */
  constructor(kind, step, input) {
    this.kind = kind;
    this.step = step;
    this.input = input;
  }

  /** @param {Readonly<World>} world */
  check(world) {
    return this.step.check?.(world) ?? true;
  }

  /** @param {World} _model @param {World} world */
  run(_model, world) {
    return world.step(this.kind, () => this.step.act(world, this.input));
  }

  toString() {
    return `\n  ${this.step.tell(this.input)}`;
  }
}

/**
 * @param {number} maxCommands
 * @param {Record<string, Step>} [more]  kinds of steps beside the usual ones
 * @returns {fc.Arbitrary<Iterable<fc.AsyncCommand<World, World>>>}
 */
export const histories = (maxCommands, more = {}) =>
  fc.commands(
    Object.entries({ ...steps, ...more }).flatMap(([kind, step]) =>
      Array.from({ length: step.weight ?? 1 }, () =>
        step.input.map((each) => new Command(kind, step, each)),
      ),
    ),
    { maxCommands, size: 'max' },
  );
