import assert from 'node:assert/strict';
import { IndexWriter } from '../../lib/changes/index-writer.js';
import { BlogIndex } from '../../lib/changes/index/blog-index.js';
import { summarise } from '../../lib/changes/index/summary.js';
import { postOf, START } from './small-blog.js';
/** @import { Effect } from '../../lib/changes/effects.js' */

const now = Date.parse(START);
const DAY = 86_400_000;
const at = (/** @type {number} */ days) => new Date(now + days * DAY).toISOString();

describe('The effect of a change', () => {
  /** @type {BlogIndex} */
  let index;
  /** @type {IndexWriter} */
  let writer;
  beforeEach(() => start([postOf({ id: 'a', title: 'Jam' })]));

  /** @param {any[]} posts @param {object} [rest] */
  function start(posts, rest) {
    index = new BlogIndex();
    writer = new IndexWriter(index);
    writer.load({ ...nothing, posts: posts.map(summarise), ...rest }, now);
  }
  /** @param {any} kind @param {any} record @param {{ id?: string, isOurs?: boolean, at?: number }} [how] */
  const put = (kind, record, { id = record.id, isOurs = true, at = now } = {}) =>
    writer.put(kind, id, record, record?.revision ?? '9', at, isOurs);
  const tell = (/** @type {Effect[]} */ effects) =>
    effects.map(({ of, cause, about }) => [of, cause, about].join(' '));

  it('of a post is a new one, an edited one or a removed one', () => {
    const post = postOf({ id: 'b', slug: 'b', title: 'Jelly' });
    const steps = [
      put('post', { ...post, status: 'draft' }),
      put('post', post),
      put('post', { ...post, title: 'Marmalade' }),
      put('post', { ...post, status: 'draft' }),
      put('post', post),
      put('post', null, { id: 'b' }),
      put('post', null, { id: 'b' }),
    ];
    assert.deepEqual(steps.map(tell), [
      [],
      ['post newPost Jelly'],
      ['post editPost Marmalade'],
      ['post removePost Marmalade'],
      ['post newPost Jelly'],
      ['post removePost Jelly'],
      [],
    ]);
  });

  it('of a page is that of a page, whatever happens to it', () => {
    const page = postOf({ id: 'p', slug: 'p', type: 'page', title: 'About' });
    const steps = [
      put('post', page),
      put('post', { ...page, title: 'Me' }),
      put('post', null, { id: 'p' }),
    ];
    assert.deepEqual(steps.map(tell), [['post page About'], ['post page Me'], ['post page Me']]);
  });

  it('of a post that becomes a page is a removal and a new page, and the other way round', () => {
    const page = postOf({ id: 'a', type: 'page', title: 'Jam' });
    assert.deepEqual(tell(put('post', page)), ['post removePost Jam', 'post page Jam']);
    assert.equal(index.lists.all.length, 0);
    assert.equal(index.lists.pages.length, 1);
    assert.deepEqual(tell(put('post', { ...page, type: 'post' })), [
      'post page Jam',
      'post newPost Jam',
    ]);
    assert.equal(index.lists.pages.length, 0);
  });

  it('of a post that takes an address tells of the one that has lost it', () => {
    for (const [type, cause] of /** @type {const} */ ([
      ['post', 'editPost'],
      ['page', 'page'],
    ])) {
      start([postOf({ id: 'b', slug: 'x', title: 'Former', type })]);
      const taker = postOf({ id: 'a', slug: 'x', title: 'Latter', type });
      const [, displaced] = tell(put('post', taker));
      assert.equal(displaced, `path ${cause} Former`);
      assert.deepEqual(tell(put('post', { ...taker, status: 'draft' })).slice(1), []);
      const given = put('post', { ...taker, status: 'draft', slug: 'y' });
      assert.deepEqual(tell(given), [`path ${cause} Former`]);
    }
  });

  it('comes after those of what has become due by then', () => {
    start(
      [
        postOf({ id: 'due', publishedAt: at(1), title: 'Due' }),
        postOf({ id: 'old', publishedAt: at(-29.5), title: 'Old' }),
      ],
      { settings: { commentsCloseAfterDays: 30 } },
    );
    const before = put('settings', { id: 'site', commentsCloseAfterDays: 30, title: 'Jars' });
    assert.deepEqual(tell(before), ['settings settings ']);
    const settings = { id: 'site', commentsCloseAfterDays: 30, title: 'Lids' };
    assert.deepEqual(tell(put('settings', settings, { at: now + 2 * DAY })), [
      ...['post scheduled Due', 'closing closed ', 'settings settings '],
    ]);
    start([postOf({ id: 'due', publishedAt: at(1), title: 'Due' })]);
    const edited = postOf({ id: 'due', publishedAt: at(1), title: 'Late' });
    assert.deepEqual(tell(put('post', edited, { at: now + 2 * DAY })), [
      ...['post scheduled Due', 'post editPost Late'],
    ]);
    assert.deepEqual(writer.advance(now + 3 * DAY), []);
  });

  it('of a comment is about its post', () => {
    const comment = { id: 'a:1', status: 'approved', revision: '5' };
    const effects = [
      put('comment', { ...comment, status: 'pending', revision: '4' }),
      put('comment', comment),
      put('comment', null, { id: 'a:1' }),
      put('comment', { ...comment, id: 'gone:1' }),
    ].flat();
    assert.deepEqual(tell(effects), [
      ...['comment comment Jam', 'comment comment Jam', 'comment comment Jam'],
      'comment comment ',
    ]);
    assert.deepEqual(
      effects.map(({ of, effect }) => of === 'comment' && effect.counted),
      [false, true, true, true],
    );
  });

  it('of a user is about their name, or what is left of them', () => {
    const ada = { id: 'ada', name: 'Ada', revision: '1' };
    assert.deepEqual(tell(put('user', ada)), ['user settings Ada']);
    assert.deepEqual(tell(put('user', null, { id: 'ada' })), ['user settings ada']);
  });

  it('of a file says whether its bytes may differ, and which they are', () => {
    const bytes = Buffer.from('jar');
    const jar = { id: 'jar.png', type: 'image/png', width: 9, height: 9, revision: '1', bytes };
    const { bytes: _, ...light } = jar;
    const text = { ...light, id: 'jar.txt', type: 'text/plain' };
    const effects = [
      put('media', jar),
      put('media', jar, { isOurs: false }),
      put('media', light, { isOurs: false }),
      put('media', null, { id: jar.id }),
      put('media', text),
    ];
    const empty = { exists: true, file: null, shown: [], cameOrWent: false, derives: [] };
    const came = { shown: [jar.id], cameOrWent: true, derives: [] };
    assert.deepEqual(
      effects
        .flat()
        .map(
          ({ of, effect }) => of === 'media' && { ...effect, shown: [...new Set(effect.shown)] },
        ),
      [
        { id: jar.id, exists: true, mayDiffer: false, file: jar, ...came },
        { ...empty, id: jar.id, mayDiffer: true, file: jar },
        { ...empty, id: jar.id, mayDiffer: true },
        { id: jar.id, exists: false, mayDiffer: true, file: null, ...came },
        { ...empty, id: text.id, mayDiffer: false },
      ],
    );
    assert.deepEqual(new Set(tell(effects.flat())), new Set(['media media ']));
  });

  it('of an address is none', () => {
    assert.deepEqual(put('address', { id: '/jam', owner: 'a', revision: '3' }), []);
    assert.equal(index.addresses.get('/jam'), 'a');
    assert.equal(writer.known('address', '/jam'), '3');
  });

  it('has the numbers of posts on pages as they are after it', () => {
    const [effect] = put('settings', { id: 'site', postsPerPage: 7 });
    assert.equal(effect.layout.perPage, 7);
  });

  it('is gone with its revision when all is read again', () => {
    put('address', { id: '/jam', owner: 'a', revision: '3' });
    put('comment', { id: 'a:1', status: 'pending', revision: '4' });
    assert.equal(writer.known('comment', 'a:1'), '4');
    put('comment', { id: 'a:1', status: 'approved', revision: '5' });
    assert.equal(writer.known('comment', 'a:1'), '5');
    put('comment', { id: 'a:1', status: 'pending', revision: '6' });
    writer.load(nothing, now);
    for (const [kind, id] of /** @type {const} */ ([
      ['address', '/jam'],
      ['comment', 'a:1'],
      ['post', 'a'],
    ]))
      assert.equal(writer.known(kind, id), undefined);
  });
});

/** @type {any} */
const nothing = {
  epoch: '',
  sequence: '',
  posts: [],
  staleRenders: [],
  comments: [],
  addresses: [],
  users: [],
  pictures: [],
  settings: null,
};
