import assert from 'node:assert/strict';
import fc from 'fast-check';
import * as keys from '../../lib/changes/keys.js';
import { invalidatedBy } from '../../lib/changes/invalidation.js';
import { BlogIndex } from '../../lib/index/blog-index.js';
import { TrackedIndex } from '../../lib/changes/tracked-blog.js';
import { defaultSettings } from '../../lib/index/default-settings.js';
import { compareIndexes } from '../model/fresh.js';
import { createNaive } from './naive.js';

const layout = { feedLength: 3, sitemapLength: 4, archiveNames: 6 };
const START = Date.parse('2026-03-01T12:00:00Z');
const DAY = 86_400_000;
const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'about', 'shop'];
const slugs = ['one', 'two'];
const tags = ['sweet', 'sour', 'salt'];
const years = ['2023', '2024', '2025', '2026'];
const redirects = 'redirects to the first page:';
const typeOf = (/** @type {string} */ id) => (id.length > 1 ? 'page' : 'post');
const dates = fc.oneof(
  fc
    .tuple(
      fc.constantFrom(...years.slice(0, 3)),
      fc.constantFrom('01-01T00:30', '06-15T08:00', '12-31T23:30'),
    )
    .map(([year, rest]) => `${year}-${rest}:00.000Z`),
  fc.integer({ min: -32, max: 3 }).map((days) => new Date(START + days * DAY).toISOString()),
);

/** Each change as its name and what it is given. @type {fc.Arbitrary<[string, any]>} */
const change = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.tuple(
      fc.constant('post'),
      fc.record({
        id: fc.constantFrom(...ids),
        slug: fc.constantFrom(...slugs),
        title: fc.constantFrom('Jar', 'Lid'),
        tags: fc.shuffledSubarray(tags),
        author: fc.constantFrom('', 'ada'),
        coAuthors: fc.constantFrom(undefined, undefined, ['bo'], ['ada', 'bo']),
        status: fc.constantFrom('published', 'published', 'published', 'draft'),
        publishedAt: dates,
        updatedAt: fc.constantFrom('2026-03-01T00:00:00.000Z', '2026-03-02T00:00:00.000Z'),
        commentsClosed: fc.boolean(),
        words: fc.constantFrom(10, 900),
        teaserDigest: fc.constantFrom('s', 't'),
        textDigest: fc.constantFrom('x', 'y'),
        noindex: fc.constantFrom(undefined, undefined, true),
        description: fc.constantFrom(undefined, 'z'),
        canonicalUrl: fc.constantFrom(undefined, 'https://z.example/'),
      }),
    ),
  },
  fc.tuple(fc.constant('gone'), fc.constantFrom(...ids)),
  fc.tuple(
    fc.constant('settings'),
    fc.record({
      title: fc.constantFrom('Larder', 'Cellar'),
      postsPerPage: fc.constantFrom(1, 2, 3),
      timeZone: fc.constantFrom('UTC', 'Asia/Tokyo', 'America/New_York'),
      comments: fc.constantFrom('shown', 'off'),
      commentsCloseAfterDays: fc.constantFrom(0, 30),
      tagDescriptions: fc.constantFrom([], [{ tag: 'Sour', text: 'Lemons.' }]),
    }),
  ),
  fc.tuple(fc.constant('later'), fc.constantFrom(1000, DAY / 2, 2 * DAY)),
  fc.tuple(
    fc.constant('comment'),
    fc.record({ id: fc.constantFrom('a:1', 'a:2', 'b:1'), isApproved: fc.boolean() }),
  ),
  fc.tuple(
    fc.constant('picture'),
    fc.record({
      id: fc.constantFrom('x-jar.png', 'x-jar.png.400w.webp', 'x-jar.png.800w.webp'),
      width: fc.constantFrom(400, 800, null),
    }),
  ),
  fc.tuple(
    fc.constant('user'),
    fc.record({
      id: fc.constantFrom('ada', 'bo'),
      name: fc.constantFrom('Ada', 'Countess', null),
      about: fc.constantFrom(undefined, 'Bakes.'),
      picture: fc.constantFrom(undefined, 'https://z.example/ada.png'),
    }),
  ),
);

/**
 * Makes random changes of an index without a server. Every question that has another answer after one must have had a key of it
 * touched. All answers must be right, and the index as a start would read it.
 * @param {{ seed: number, histories: number }} options
 * @throws {Error} the history for which that does not hold
 */
export function checkQuestions({ seed, histories }) {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 60, size: 'max' }), (changes) => {
      const blog = createBlog();
      let after = answersOf(blog.index, blog.createNaive());
      for (const [kind, given] of changes) {
        const before = after;
        const isTouched = blog.make(kind, given);
        after = answersOf(blog.index, blog.createNaive());
        for (const [question, { answer, asked, moments }] of before)
          assert.ok(
            // What is not there is a 404, which is never kept; nor is a redirect.
            answer === 'null' ||
              question.startsWith(redirects) ||
              !after.has(question) ||
              answer === after.get(question)?.answer ||
              isTouched(asked, moments),
            `${question} was ${answer}, is ${after.get(question)?.answer}, after ${kind} ${JSON.stringify(given)}`,
          );
        for (const [question, { answer, expected }] of after)
          assert.equal(answer, expected, `${question}, after ${kind} ${JSON.stringify(given)}`);
        compareIndexes(blog.index, blog.loadAfresh());
        assert.deepEqual(blog.found(), blog.expected());
      }
    }),
    { seed, numRuns: histories },
  );
}

/** An index that grows, and beside it what a store would hold. */
function createBlog() {
  const held = { posts: new Map(), comments: new Map(), users: new Map(), pictures: new Map() };
  /** @type {any} */
  let settings = { ...defaultSettings(), postsPerPage: 2, id: 'site' };
  let now = START;
  let revision = 0;
  const index = new BlogIndex(layout);
  const summaries = () =>
    /** @type {any} */ ({
      posts: [...held.posts.values()],
      comments: [...held.comments].map(([id, revision]) => ({ id, revision })),
      users: [...held.users.values()],
      addresses: [],
      pictures: [...held.pictures.values()],
      settings,
    });
  index.load(summaries(), now);
  const invalidated = (/** @type {any} */ of, /** @type {unknown} */ effect) =>
    invalidatedBy({ of, effect, cause: 'settings', about: '', layout: index.layout });
  const touched = (/** @type {any} */ of, /** @type {unknown} */ effect) =>
    invalidated(of, effect).keys;
  const touching = (/** @type {Iterable<string>} */ found) => {
    const all = new Set(found);
    return (/** @type {string[]} */ asked) => asked.some((key) => all.has(key));
  };
  /** @type {Record<string, (given: any) => (asked: string[], moments: number[]) => boolean>} */
  const makes = {
    post({ id, slug, ...fields }) {
      const post = {
        id,
        type: typeOf(id),
        slug: `${id}-${slug}`,
        ...fields,
        revision: String(++revision),
      };
      held.posts.set(id, post);
      return touching(touched('post', index.setPost(id, post)));
    },
    gone(id) {
      held.posts.delete(id);
      return touching(touched('post', index.setPost(id, null)));
    },
    settings(changed) {
      settings = { ...settings, ...changed };
      const effect = index.setSettings(settings);
      const isTouched = touching(touched('settings', effect));
      const { spares = () => false } = invalidated('settings', effect);
      // A page that shows days depends on the time zone, too.
      return (asked, moments) => isTouched(asked) || !spares(keys.setting('timeZone'), { moments });
    },
    later(milliseconds) {
      now += milliseconds;
      const { published, closed } = index.advance(now);
      const all = published.map((effect) => touched('post', effect));
      return touching([...all, touched('closing', closed)].flatMap((each) => [...each]));
    },
    comment({ id, isApproved }) {
      const comment = /** @type {any} */ ({
        status: isApproved ? 'approved' : 'pending',
        revision: String(++revision),
      });
      if (isApproved) held.comments.set(id, comment.revision);
      else held.comments.delete(id);
      return touching(touched('comment', index.setComment(id, comment)));
    },
    picture({ id, width }) {
      const picture = width && { id, width, height: 300, revision: String(++revision) };
      if (picture) held.pictures.set(id, picture);
      else held.pictures.delete(id);
      const effect = index.pictures.set(id, picture);
      return touching(touched('media', { id, mayDiffer: false, file: null, ...effect }));
    },
    user({ id, name, about, picture }) {
      const fields = { id, name, role: 'author', about, picture };
      const user = name && /** @type {any} */ ({ ...fields, revision: String(++revision) });
      if (user) held.users.set(id, user);
      else held.users.delete(id);
      return touching(touched('user', index.setUser(id, user)));
    },
  };
  return {
    index,
    make: (/** @type {string} */ kind, /** @type {any} */ given) => makes[kind](given),
    /** What is at each address of the posts there are, and at the ones they do not have. */
    found: () =>
      ids.flatMap((id) => slugs.map((slug) => index.find(typeOf(id), `${id}-${slug}`)?.id)),
    expected: () =>
      ids.flatMap((id) =>
        slugs.map((slug) => (held.posts.get(id)?.slug === `${id}-${slug}` ? id : undefined)),
      ),
    createNaive: () =>
      createNaive(
        /** @type {any} */ ({
          posts: [...held.posts.values()],
          comments: held.comments,
          users: [...held.users.values()],
          pictures: [...held.pictures.values()],
          settings,
        }),
        index.now,
        layout,
      ),
    loadAfresh() {
      const fresh = new BlogIndex(layout);
      fresh.load(summaries(), index.now);
      return fresh;
    },
  };
}

/** @template {{ posts: any[] }} T @param {T} list @returns {T | null} */
const orNull = (list) => (list.posts.length > 0 ? list : null);

/** @typedef {{ answer: string, expected: string, asked: string[], moments: number[] }} Answer */

/**
 * @param {BlogIndex} index
 * @param {any} naive that answers the same
 * @returns {Map<string, Answer>} by question
 */
function answersOf(index, naive) {
  /** @type {Map<string, Answer>} */
  const answers = new Map();
  const tell = (/** @type {any} */ found) =>
    // Which revision it is, a mention tells to the reader of texts alone.
    JSON.stringify(found, (name, value) => (name === 'revision' ? undefined : value));
  /** @param {string} question @param {(index: TrackedIndex, note: (key: string) => void) => any} ask */
  const ask = (question, ask) => {
    /** @type {string[]} */
    const asked = [];
    const note = (/** @type {string} */ key) => void asked.push(key);
    const tracked = new TrackedIndex(index, note);
    const found = ask(tracked, note) ?? null;
    const moments = [...[found].flat().map((each) => each?.publishedAt), ...tracked.moments]
      .filter((iso) => iso)
      .map((iso) => Date.parse(iso));
    const expected = tell(ask(naive, () => {}) ?? null);
    answers.set(question, { answer: tell(found), expected, asked, moments });
  };
  for (const list of ['all', ...tags.map((tag) => `tag:${tag}`), 'author:ada', 'author:bo']) {
    ask(`front ${list}`, (blog) => blog.front(list));
    ask(`newest ${list}`, (blog) => blog.newest(list));
    for (let number = 1; number < 10; number++) {
      ask(`page ${number} of ${list}`, (blog) => orNull(blog.page(list, number)));
      ask(`${redirects} page ${number} of ${list}`, (blog) => blog.page(list, number).isNext);
    }
  }
  for (const year of years) {
    ask(`year ${year}`, (blog) => orNull({ posts: blog.year(year) })?.posts);
    if (index.lists.years.has(year))
      ask(`neighbours of ${year}`, (blog) => blog.yearNeighbours(year));
  }
  for (let number = 1; number < 4; number++)
    ask(`sitemap ${number}`, (blog) => blog.sitemap(number));
  ask('tags', (blog) => blog.tags().sort((a, b) => (a.name < b.name ? -1 : 1)));
  ask('years', (blog) => blog.years());
  ask('is named', (blog) => blog.isNamed);
  ask('sitemap parts', (blog) => blog.sitemapParts());
  ask('description', (blog) => blog.description('sour'));
  ask('title', (blog) => blog.settings.title);
  ask('picture', (blog) => blog.picture('x-jar.png'));
  ask('picture is there', (blog) => blog.hasPicture('x-jar.png'));
  for (const id of ['ada', 'bo']) {
    ask(`author ${id}`, (blog) => blog.users.get(id));
    ask(`profile of ${id}`, (blog) => blog.profile(id));
  }
  for (const id of ids) {
    for (const slug of slugs)
      ask(`what is at ${id}-${slug}`, (blog) => blog.find(typeOf(id), `${id}-${slug}`));
    const post = index.post(id);
    if (!post || !index.isPublic(post)) continue;
    if (typeOf(id) === 'page') continue;
    ask(`date ${post.publishedAt}`, (blog) => blog.date('full', post.publishedAt ?? ''));
    ask(`neighbours of ${id}`, (blog) => blog.neighbours(post));
    for (const tag of post.tags)
      ask(`related to ${id} by ${tag}`, (blog) => blog.related(post, tag));
    ask(`comments of ${id}`, (blog) => blog.commentCount(id));
    ask(`commenting on ${id}`, (blog) => blog.commenting(post));
    const { title, slug, publishedAt, author, words, teaserDigest, textDigest, updatedAt } = post;
    const { description, canonicalUrl, noindex } = post;
    const search = { description, canonicalUrl, noindex };
    const card = {
      title,
      slug,
      publishedAt,
      tags: post.tags,
      author,
      isLong: words > 200,
      teaserDigest,
    };
    ask(`card of ${id}`, (_, note) => (note(keys.card(id)), card));
    ask(
      `text of ${id}`,
      (_, note) => (note(keys.text(id)), { ...card, textDigest, updatedAt, search }),
    );
  }
  return answers;
}
