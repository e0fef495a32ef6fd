import assert from 'node:assert/strict';
import { BlogIndex, pathOf, readingMinutes } from '../../../lib/changes/index/blog-index.js';
import { postOf, START } from '../small-blog.js';

const now = Date.parse(START);
const HOUR = 3_600_000;
const at = (/** @type {number} */ hours) => new Date(now + hours * HOUR).toISOString();

describe('The index', () => {
  /** @param {any[]} posts @param {object} [settings] */
  const summaries = (posts, settings) =>
    /** @type {any} */ ({
      epoch: '',
      sequence: '',
      posts,
      staleRenders: [],
      comments: [],
      addresses: [],
      users: [],
      pictures: [],
      settings,
    });
  /** @param {any[]} [posts] @param {object} [settings] */
  const open = (posts = [], settings = {}) => {
    const index = new BlogIndex();
    index.load(summaries(posts, settings), now);
    return index;
  };

  it('says days in the language and time zone of the settings, also after all was read again', () => {
    const night = '2026-03-31T23:30:00.000Z';
    const index = open();
    assert.equal(index.date('full', night), '31 March 2026');
    index.load(summaries([], { timeZone: 'Europe/Berlin' }), now);
    assert.equal(index.date('full', night), '1 April 2026');
    index.setSettings(/** @type {any} */ ({ language: 'de', timeZone: 'Europe/Berlin' }));
    assert.equal(index.date('day', night), '1. April');
    assert.equal(index.date('month', night), 'April');
    index.setSettings(/** @type {any} */ ({ language: 'de' }));
    assert.equal(index.date('month', night), 'März');
  });

  it('holds nothing of what it held before all was read again', () => {
    const [a, b] = ['a', 'b'].map((id) => postOf({ id, slug: 'same', tags: ['jam'] }));
    const index = open([a, b]);
    index.setUser('ada', /** @type {any} */ ({ id: 'ada', name: 'Ada' }));
    index.setComment('a:1', /** @type {any} */ ({ id: 'a:1', status: 'approved' }));
    index.setAddress('/jam', 'a');
    index.pictures.set('x-jar.png', /** @type {any} */ ({ id: 'x-jar.png' }));
    index.load(summaries([b]), now);
    assert.deepEqual(index.dump(), { ...open([b]).dump(), users: [], comments: [], pictures: [] });
    assert.equal(index.post('a'), undefined);
    assert.equal(index.find('post', 'same'), b);
    assert.equal(index.setPost('b', null).displaced.length, 0);
    assert.equal(index.find('post', 'same'), undefined);
    index.setPost('c', postOf({ id: 'c', slug: 'same' }));
    assert.equal(index.find('post', 'same')?.id, 'c');
    index.setPost('c', null);
    assert.equal(index.addresses.size, 0);
    assert.deepEqual(index.tagNames.all(), []);
    assert.equal(index.comments('a').size, 0);
  });

  it('has a post as public from its moment on, in order, and never hides it again', () => {
    const posts = ['c', 'a', 'b'].map((id, place) =>
      postOf({ id, slug: id, publishedAt: at(3 - place) }),
    );
    const index = open(posts);
    const states = () => posts.map((post) => index.stateOf(post)).join();
    assert.equal(states(), 'scheduled,scheduled,scheduled');
    assert.equal(index.nextDue(), now + HOUR);
    assert.deepEqual(index.advance(now + HOUR - 1).published, []);
    const { published } = index.advance(now + 2 * HOUR);
    assert.deepEqual(
      published.map(({ after, neighbours }) => [after?.id, neighbours.toSorted()]),
      [
        ['b', ['b']],
        ['a', ['a', 'b']],
      ],
    );
    assert.equal(states(), 'scheduled,public,public');
    index.advance(now - HOUR);
    assert.equal(index.now, now + 2 * HOUR);
    assert.equal(index.stateOf(postOf({ status: 'draft' })), 'draft');
    assert.equal(index.isPublic(postOf({ publishedAt: null })), false);
  });

  it('tells which posts close by their age, each once', () => {
    const posts = [1, 2, 3].map((id) => postOf({ id: `${id}`, publishedAt: at(-24 + id) }));
    const index = open(posts, { commentsCloseAfterDays: 1 });
    assert.equal(index.nextDue(), now + HOUR);
    assert.deepEqual(index.advance(now + HOUR).closed, ['1']);
    assert.deepEqual(index.advance(now + HOUR).closed, []);
    assert.equal(index.nextDue(), now + 2 * HOUR);
    assert.deepEqual(index.advance(now + 5 * HOUR).closed, ['2', '3']);
    assert.equal(index.nextDue(), Infinity);
  });

  it('has a path for posts and one for pages', () => {
    assert.equal(pathOf({ type: 'page', slug: 'about' }), '/about');
    assert.equal(pathOf({ type: 'post', slug: 'jam' }), '/post/jam');
  });

  it('says how long reading takes, a minute at least', () => {
    assert.deepEqual([0, 238, 357, 356, 2380].map(readingMinutes), [1, 1, 2, 1, 10]);
  });

  it('keeps of people what pages may show', () => {
    const index = open();
    const secret = { password: 'x', email: 'ada@example.org' };
    const ada = { id: 'ada', name: 'Ada', role: 'author', revision: '1' };
    index.setUser('ada', /** @type {any} */ ({ ...ada, ...secret }));
    assert.deepEqual(index.users.get('ada'), ada);
    const more = { ...ada, about: 'Bakes.', picture: 'https://z.example/ada.png' };
    index.setUser('ada', /** @type {any} */ ({ ...more, ...secret }));
    assert.deepEqual(index.users.get('ada'), more);
  });
});
