import assert from 'node:assert/strict';
import { Reader } from '../../lib/changes/reader.js';
import { TrackedIndex } from '../../lib/changes/tracked-blog.js';
import { BlogIndex } from '../../lib/changes/index/blog-index.js';
import { summarise } from '../../lib/changes/index/summary.js';
import { renderPost } from '../../lib/markup/render.js';
import { postOf, START } from './small-blog.js';

describe('A render that reads', () => {
  /** @type {BlogIndex} */
  let index;
  /** @type {Map<string, any>} */
  let records;
  /** @type {any[]} */
  let comments;
  /** @type {Set<string>} */
  let noted;
  /** @type {Reader} */
  let reader;
  /** @type {string[][]} */
  let left;

  beforeEach(() => {
    records = new Map();
    for (const id of ['a', 'b', 'c']) records.set(id, current(postOf({ id, slug: id })));
    comments = [
      { id: 'a:1', status: 'approved', revision: '5' },
      { id: 'a:2', status: 'approved', revision: '7' },
    ];
    index = indexOfAll();
    [noted, left] = [new Set(), []];
    reader = openReader();
  });

  function indexOfAll() {
    const summaries = {
      epoch: '',
      sequence: '',
      staleRenders: [],
      addresses: [],
      users: [],
      pictures: [],
      posts: [...records.values()].map(summarise),
      comments: comments.map(({ id, revision }) => ({ id, revision })),
      settings: null,
    };
    const loaded = new BlogIndex();
    loaded.load(summaries, Date.parse(START));
    return loaded;
  }

  function openReader() {
    const store = {
      get: async (/** @type {string} */ _, /** @type {string} */ id) => records.get(id) ?? null,
      /** @param {string} _kind @param {string[]} ids @param {string[]} [without] */
      async getMany(_kind, ids, without = []) {
        left.push(without);
        return ids.map((id) => records.get(id) ?? null);
      },
      commentsOf: async () => comments,
    };
    const texts = { render: async () => ({ html: 'rendered anew' }) };
    const record = (/** @type {string} */ key) => void noted.add(key);
    const deps = { store, index, texts, current: new WeakSet(), record };
    return new Reader(/** @type {any} */ (deps));
  }

  /** @param {any} post */
  const current = (post) => ({ ...post, ...renderPost(post) });
  /** @param {string} id */
  const mention = (id) => /** @type {any} */ (index.post(id));
  /** @param {string} id @param {object} fields */
  const change = (id, fields) => records.set(id, current({ ...records.get(id), ...fields }));

  it('depends on each text, card, entry, list of comments and file that it asked for', async () => {
    await reader.text(mention('a'));
    assert.deepEqual([...noted], ['text:a']);
    await reader.cards([mention('b'), mention('c')]);
    await reader.entries([mention('b')]);
    await reader.comments(mention('a'));
    await reader.comments(mention('b'));
    await reader.media('jar.png');
    assert.deepEqual([...noted].slice(1), [
      'card:b',
      'card:c',
      'entry:b',
      'comments:a',
      'comments:b',
      'media:jar.png',
    ]);
    assert.equal(reader.outdated, false);
  });

  it('depends on the coming of a file that is not there, and on the going of one that is', async () => {
    records.set('hum.mp3', { id: 'hum.mp3', type: 'audio/mpeg', size: 7 });
    const files = await reader.files(['hum.mp3', 'gone.mp3']);
    assert.deepEqual([...files.keys()], ['hum.mp3']);
    assert.deepEqual([...noted], ['media:hum.mp3', 'media:gone.mp3', 'absent:gone.mp3']);
  });

  it('texts of posts that are gone or hidden leaves them out, in the order of the others', async () => {
    records.delete('a');
    change('b', { status: 'draft' });
    const asked = ['c', 'b', 'a'].map(mention);
    assert.deepEqual(
      (await reader.cards(asked)).map(({ id }) => id),
      ['c'],
    );
    assert.deepEqual(
      (await reader.entries(asked)).map(({ id }) => id),
      ['c'],
    );
    assert.equal(reader.outdated, true);
  });

  it('a text that has just been removed finds it gone', async () => {
    records.delete('a');
    await assert.rejects(reader.text(mention('a')), { code: 'gone' });
    assert.equal(reader.outdated, true);
  });

  for (const [what, fields] of /** @type {[string, object][]} */ ([
    ['hidden', { status: 'draft' }],
    ['put off', { publishedAt: '2030-01-01T00:00:00.000Z' }],
    ['made a page', { type: 'page' }],
  ]))
    it(`a text that has just been ${what} gets none, and is not kept`, async () => {
      change('a', fields);
      assert.equal(await reader.text(mention('a')), null);
      assert.equal(reader.outdated, true);
    });

  it('a text of another revision is not kept, whether it is older or newer', async () => {
    for (const revision of ['0', '2']) {
      reader.outdated = false;
      change('a', { revision });
      assert.equal((await reader.text(mention('a')))?.title, records.get('a').title);
      assert.equal(reader.outdated, true);
    }
  });

  it('leaves out what pages do not show, of texts known to be current, and then of all or none', async () => {
    await reader.cards([mention('a')]);
    await reader.cards([mention('a')]);
    await reader.text(mention('a'));
    await reader.cards([mention('a'), mention('b')]);
    await reader.cards([mention('a'), mention('b')]);
    assert.deepEqual(left, [...[[], ['markdown', 'html'], ['markdown'], [], ['markdown', 'html']]]);
  });

  it('a stored HTML of another text renders it anew', async () => {
    records.set('a', { ...records.get('a'), markdown: 'Typed in the console' });
    assert.equal((await reader.text(mention('a')))?.html, 'rendered anew');
    assert.equal((await reader.text(mention('b')))?.html, records.get('b').html);
  });

  describe('comments', () => {
    it('shows those that the index knows, in the order of the store', async () => {
      comments.unshift({ id: 'a:0', status: 'approved', revision: '9' });
      const ids = (await reader.comments(mention('a'))).map(({ id }) => id);
      assert.deepEqual(ids, ['a:1', 'a:2']);
      assert.equal(reader.outdated, false);
    });

    for (const [what, revision, isOutdated] of /** @type {[string, string, boolean][]} */ ([
      ['older than the index knows it', '4', true],
      ['as the index knows it', '5', false],
      ['newer than the index knows it', '10', false],
    ]))
      it(`of which one is ${what} is ${isOutdated ? 'not ' : ''}kept`, async () => {
        comments[0] = { ...comments[0], revision };
        assert.equal((await reader.comments(mention('a'))).length, 2);
        assert.equal(reader.outdated, isOutdated);
      });

    it('of which one is missing is not kept', async () => {
      comments.pop();
      assert.equal((await reader.comments(mention('a'))).length, 1);
      assert.equal(reader.outdated, true);
    });

    it('of which one has just been withdrawn does not show it', async () => {
      comments[0] = { ...comments[0], revision: '8', status: 'pending' };
      assert.equal((await reader.comments(mention('a'))).length, 1);
    });
  });

  it('finds no post that is not public, and depends on an address of a page that is free', () => {
    change('a', { status: 'draft' });
    change('b', { type: 'page' });
    index = indexOfAll();
    const tracked = new TrackedIndex(index, (key) => void noted.add(key));
    noted.clear();
    assert.equal(tracked.find('post', 'a'), null);
    assert.equal(tracked.find('post', 'nowhere'), null);
    assert.deepEqual([...noted], []);
    assert.equal(tracked.find('page', 'nowhere'), null);
    assert.deepEqual([...noted], ['vacant:nowhere']);
    assert.equal(tracked.find('page', 'b')?.id, 'b');
  });

  it('what is around a post that has just been removed finds nothing', () => {
    const tracked = new TrackedIndex(index, () => {});
    const gone = { id: 'gone', type: /** @type {const} */ ('post'), revision: '1' };
    assert.deepEqual(tracked.neighbours(gone), { older: null, newer: null });
    assert.deepEqual(tracked.related(gone, 'Kitchen'), []);
    assert.equal(tracked.link(gone), null);
    assert.equal(tracked.commenting(gone), 'closed');
    assert.equal(tracked.commentCount('gone'), 0);
  });
});
