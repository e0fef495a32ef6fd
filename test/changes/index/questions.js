import assert from 'node:assert/strict';
import fc from 'fast-check';
import * as keys from '../../../lib/changes/keys.js';
import { ownPictures } from '../../../lib/changes/index/own-pictures.js';
import { derivedFrom } from '../../../lib/changes/derived-settings.js';
import { invalidatedBy } from '../../../lib/changes/invalidation.js';
import { BlogIndex } from '../../../lib/changes/index/blog-index.js';
import { authorsOf } from '../../../lib/changes/index/public-lists.js';
import { TrackedIndex } from '../../../lib/changes/tracked-blog.js';
import { defaultSettings } from '../../../lib/changes/index/default-settings.js';
import { compareIndexes } from '../../model/fresh.js';
import { createNaive } from './naive.js';
import {
  change,
  ids,
  shared,
  slugOf,
  slugs,
  START,
  tags,
  typeOf,
  years,
} from './random-changes.js';
/** @import { Summary } from '../../../lib/store/types.js' */

const layout = { feedLength: 3, sitemapLength: 4, yearLength: 2 };
const redirects = 'redirects to the first page:';

/**
 * Makes random changes of an index without a server. Every question that has another answer after one must have had a key of it
 * touched, and hardly any other. All answers must be right, and the index as a start would read it.
 * @param {{ seed: number, histories: number, shrink?: boolean }} options  `shrink`: look for a short history, which takes its time
 * @throws {Error} the history for which that does not hold
 */
export function checkQuestions({ seed, histories, shrink = true }) {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 60, size: 'max' }), (changes) => {
      const blog = createBlog();
      let after = answersOf(blog.index, blog.createNaive());
      for (const [kind, given] of changes) {
        const before = after;
        const cleared = blog.make(kind, given);
        const naive = blog.createNaive();
        after = answersOf(blog.index, naive);
        for (const [question, asked] of before) {
          const [was, is] = [asked.answer, after.get(question)?.answer];
          // What is not there is a 404, which is never kept; nor is a redirect.
          if (was === 'null' || is === undefined || question.startsWith(redirects)) continue;
          const what = `${question} was ${was}, is ${is}, after ${kind} ${JSON.stringify(given)}`;
          if (was !== is) assert.ok(isCleared(asked, cleared), what);
          else if (!cleared.hasRivals && !was.includes(shared) && !isCoarse(question, given))
            assert.ok(!isCleared(asked, cleared, true), what);
        }
        for (const [question, { answer, expected }] of after)
          assert.equal(answer, expected, `${question}, after ${kind} ${JSON.stringify(given)}`);
        assert.equal(blog.index.nextDue(), naive.nextDue());
        compareIndexes(blog.index, blog.loadAfresh());
      }
    }),
    { seed, numRuns: histories, endOnFailure: !shrink },
  );
}

/**
 * @typedef {{ keys: Set<string>, spares?: (key: string, entry: any) => boolean, hasRivals?: boolean }} Cleared
 *
 * @param {Answer} answer
 * @param {Cleared} cleared
 * @param {boolean} [alone]  not on a page that shows its days, and so depends on the time zone
 */
function isCleared({ asked, moments }, { keys: touched, spares = () => false }, alone = false) {
  const all = alone || moments.length === 0 ? asked : [...asked, keys.setting('timeZone')];
  return all.some((key) => touched.has(key) && !spares(key, { moments }));
}

/**
 * @param {string} question that has the same answer as before, though a key of it may have been touched
 * @param {any} given
 */
const isCoarse = (question, given) =>
  // They ask for more than they show: all years, all of a part, a whole title, whatever moves in a list, or any move of a year.
  /^(is named|sitemap \d|what is at|related)/.test(question) ||
  (/^neighbours of \d/.test(question) && given.timeZone) ||
  // An author without a name is not shown, and still to be waited for.
  (/^(card|entry|text)/.test(question) && /uthor/.test(given.name));

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
  /** @param {any} of @param {any} effect */
  const clearedBy = (of, effect) =>
    invalidatedBy({ of, effect, cause: 'settings', about: '', layout: index.layout });
  const all = (/** @type {Cleared[]} */ cleared) => ({
    keys: new Set(cleared.flatMap(({ keys }) => [...keys])),
  });
  const clearedByPost = (/** @type {ReturnType<BlogIndex['setPost']>} */ effect) => ({
    ...all([
      clearedBy('post', effect),
      ...effect.displaced.map((other) => clearedBy('path', other)),
    ]),
    hasRivals: effect.displaced.length > 0,
  });
  /** @type {Record<string, (given: any) => Cleared>} */
  const makes = {
    post({ id, slug, ...fields }) {
      const post = {
        id,
        type: typeOf(id),
        slug: slugOf(id, slug),
        ...fields,
        revision: String(++revision),
      };
      held.posts.set(id, post);
      return clearedByPost(index.setPost(id, post));
    },
    edit({ which, name, fields }) {
      const { length } = [...held.posts];
      const post = [...held.posts.values()][which % Math.max(1, length)];
      if (!post) return { keys: new Set() };
      const [, slug] = post.slug.split('-');
      return makes.post({ ...post, slug, [name]: fields[name] });
    },
    gone(id) {
      held.posts.delete(id);
      return clearedByPost(index.setPost(id, null));
    },
    settings(changed) {
      settings = { ...settings, ...changed };
      return clearedBy('settings', index.setSettings(settings));
    },
    later(milliseconds) {
      now += milliseconds;
      const { published, closed } = index.advance(now);
      return all([
        ...published.map((effect) => clearedBy('post', effect)),
        clearedBy('closing', closed),
      ]);
    },
    comment({ id, isApproved }) {
      const comment = /** @type {any} */ ({
        status: isApproved ? 'approved' : 'pending',
        revision: String(++revision),
      });
      if (isApproved) held.comments.set(id, comment.revision);
      else held.comments.delete(id);
      return clearedBy('comment', index.setComment(id, comment));
    },
    picture({ id, width }) {
      const picture = width && { id, width, height: 300, revision: String(++revision) };
      if (picture) held.pictures.set(id, picture);
      else held.pictures.delete(id);
      const effect = index.pictures.set(id, picture);
      const derives = derivedFrom(index.settings, id);
      return clearedBy('media', {
        id,
        exists: Boolean(picture),
        mayDiffer: false,
        file: null,
        derives,
        ...effect,
      });
    },
    user({ id, name, about, picture }) {
      const fields = { id, name, role: 'author', about, picture };
      const user = name && /** @type {any} */ ({ ...fields, revision: String(++revision) });
      if (user) held.users.set(id, user);
      else held.users.delete(id);
      return clearedBy('user', index.setUser(id, user));
    },
  };
  return {
    index,
    make: (/** @type {string} */ kind, /** @type {any} */ given) => makes[kind](given),
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

/** The sitemap shows no others. @param {Pick<Summary, 'canonicalUrl'>} post */
const isCanonical = ({ canonicalUrl }) => canonicalUrl === undefined;

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
    const record = (/** @type {string} */ key) => void asked.push(key);
    const tracked = new TrackedIndex(index, record);
    const found = ask(tracked, record) ?? null;
    const moments = [...[found].flat().map((each) => each?.publishedAt), ...tracked.moments]
      .filter((iso) => iso)
      .map((iso) => Date.parse(iso));
    const expected = tell(ask(naive, () => {}) ?? null);
    answers.set(question, { answer: tell(found), expected, asked, moments });
  };
  for (const list of ['all', ...tags.map((tag) => `tag:${tag}`), 'author:ada', 'author:bo']) {
    ask(`front ${list}`, (blog) => blog.front(list));
    ask(`count ${list}`, (blog) => blog.count(list));
    ask(`newest ${list}`, (blog) => blog.newest(list));
    for (let number = 1; number < 10; number++) {
      ask(`page ${number} of ${list}`, (blog) => orNull(blog.page(list, number)));
      ask(`${redirects} page ${number} of ${list}`, (blog) => blog.page(list, number).isNext);
    }
  }
  for (const year of years) {
    ask(`year ${year}`, (blog) => blog.yearFront(year));
    for (let number = 1; number < 4; number++) {
      ask(`page ${number} of ${year}`, (blog) => orNull(blog.yearPage(year, number)));
      ask(`${redirects} page ${number} of ${year}`, (blog) => blog.yearPage(year, number).isNext);
    }
    if (index.lists.years.has(year))
      ask(`neighbours of ${year}`, (blog) => blog.yearNeighbours(year));
  }
  for (let number = 1; number < 4; number++)
    ask(`sitemap ${number}`, (blog) => blog.sitemap(number)?.filter(isCanonical));
  ask('tags', (blog) => blog.tags().sort((a, b) => (a.name < b.name ? -1 : 1)));
  ask('years', (blog) => blog.years());
  ask('is named', (blog) => blog.isNamed);
  ask('sitemap parts', (blog) => blog.sitemapParts());
  ask('description', (blog) => blog.description('sour'));
  ask('title', (blog) => blog.settings.title);
  ask('picture', (blog) => blog.picture('x-jar.png'));
  for (const name of ownPictures) ask(name, (blog) => blog.ownPicture(name));
  ask('picture is there', (blog) => blog.hasPicture('x-jar.png'));
  for (const id of ['ada', 'bo']) {
    ask(`author ${id}`, (blog) => blog.users.get(id));
    ask(`profile of ${id}`, (blog) => blog.profile(id));
  }
  for (const id of ids) {
    for (const slug of slugs)
      ask(`what is at ${slugOf(id, slug)}`, (blog) => blog.find(typeOf(id), slugOf(id, slug)));
    const post = index.post(id);
    if (!post || !index.isPublic(post)) continue;
    if (typeOf(id) === 'page') continue;
    ask(`date ${post.publishedAt}`, (blog) => blog.date('full', post.publishedAt ?? ''));
    ask(`neighbours of ${id}`, (blog) => blog.neighbours(post));
    for (const tag of post.tags)
      ask(`related to ${id} by ${tag}`, (blog) => blog.related(post, tag));
    ask(`comments of ${id}`, (blog) => blog.commentCount(id));
    ask(`commenting on ${id}`, (blog) => blog.commenting(post));
    const { title, slug, publishedAt, tags, cover, teaserDigest, textDigest, updatedAt } = post;
    const { words, description, canonicalUrl, noindex } = post;
    const teaser = { title, slug, publishedAt, tags, cover: cover?.src, teaserDigest };
    const entry = { ...teaser, cover, textDigest, updatedAt };
    const isLong = words > 200;
    /** @param {(id: string) => string} key @param {object} shown */
    const shows =
      (key, shown) => (/** @type {any} */ blog, /** @type {(key: string) => void} */ record) => {
        record(key(id));
        return {
          ...shown,
          authors: authorsOf(post).flatMap((each) => blog.users.get(each)?.name ?? []),
        };
      };
    ask(`card of ${id}`, shows(keys.card, { ...teaser, isLong }));
    ask(`entry of ${id}`, shows(keys.entry, entry));
    ask(
      `text of ${id}`,
      shows(keys.text, { ...entry, isLong, description, canonicalUrl, noindex }),
    );
  }
  return answers;
}
