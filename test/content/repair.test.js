import assert from 'node:assert/strict';
import request from 'supertest';
import { repairs } from '../../lib/content/repair.js';
import { openBlog } from '../../lib/start/open-blog.js';
import { eachTest } from '../support/blog.js';
import { breadPost, jamPost } from '../support/fixtures.js';
/** @import { Kind } from '../../lib/store/types.js' */

const comment = { id: `${jamPost.id}:1`, postId: jamPost.id, name: 'Ada', html: '<p>Yum</p>' };
const paths = [
  '/',
  `/post/${jamPost.slug}`,
  '/tag/preserves',
  '/archive',
  '/atomfeed',
  '/feed.json',
];

/** @type {[Kind, string, Record<string, unknown>][]} */
const spoilt = [
  ['post', jamPost.id, { tags: ['preserves', 1, null] }],
  ['post', jamPost.id, { tags: ['preserves', {}] }],
  ['post', jamPost.id, { publishedAt: '' }],
  ['post', jamPost.id, { publishedAt: 'soon', updatedAt: 'never' }],
  ['post', jamPost.id, { createdAt: 'x' }],
  ['post', jamPost.id, { cover: 'jam.jpg' }],
  ['post', jamPost.id, { cover: {} }],
  ['post', jamPost.id, { coAuthors: 5 }],
  ['comment', comment.id, { createdAt: 'x' }],
  ['settings', 'site', { navigation: [null] }],
  ['settings', 'site', { navigation: [{}] }],
  ['settings', 'site', { language: 'not a language' }],
  ['settings', 'site', { timeZone: 'Mars/Base' }],
  ['settings', 'site', { postsPerPage: 0 }],
  ['settings', 'site', { commentsCloseAfterDays: -1 }],
  ['settings', 'site', { tagDescriptions: 'x' }],
  ['settings', 'site', { tagDescriptions: [null] }],
  ['settings', 'site', { theme: 'no-such-theme' }],
  ['settings', 'site', { theme: '/media/%zz.zip' }],
  ['settings', 'site', { appearance: { unknown: 1, front: 'sideways' } }],
  ['settings', 'site', { appearance: { accent: 5, footer: 'Hello', css: '}' } }],
  ['settings', 'site', { words: { readNext: 7, unknown: 'x', posts: 'x', by: 'nobody' } }],
  ['settings', 'site', { appearance: { pinned: ['x'], links: [{}], switches: [] } }],
];

/** What an index holds, in any order. @param {Awaited<ReturnType<typeof openBlog>>} blog */
function held({ index }) {
  const { posts, ...more } = index.dump();
  return { ...more, posts: new Map(posts.map((post) => [post.id, post])) };
}

describe('A record that somebody has spoilt in the database’s console', () => {
  const { startBlog } = eachTest();

  for (const [kind, id, fields] of spoilt)
    it(`breaks no page and no start: ${kind} ${JSON.stringify(fields)}`, async () => {
      const { url, open, config, clock, log } = await startBlog({ posts: [breadPost, jamPost] });
      const { store } = open;
      const createdAt = jamPost.updatedAt;
      const more = { replyTo: '', url: '', markdown: 'Yum', status: 'approved', createdAt };
      await store.write([{ kind: 'comment', record: { ...comment, ...more }, revision: null }]);
      await open.content.saveSettings({ tagline: 'Cool and dry' });
      const before = await store.get(kind, id);
      await store.write([{ kind, record: { ...before, ...fields }, revision: before.revision }]);
      await open.changes.compare();

      for (const path of paths) await request(url).get(path).expect(200);
      const again = await openBlog(config, { clock, log });
      assert.deepEqual(held(again), held(open));
      await again.close();
      const told = log.lines.filter(({ level }) => level === 'warn').map((line) => line.fields);
      assert.deepEqual(told[0], { kind, id, fields: Object.keys(fields) });
      assert.deepEqual(
        log.lines.filter(({ level }) => level === 'error'),
        [],
      );
    });

  it('is whole again once its author changes it', async () => {
    const { open } = await startBlog({ posts: [jamPost] });
    const before = await open.store.get('post', jamPost.id);
    const record = { ...before, tags: ['preserves', 1] };
    await open.store.write([{ kind: 'post', record, revision: before.revision }]);
    await open.changes.compare();
    const { revision } = await open.store.get('post', jamPost.id);
    await open.content.savePost({ id: jamPost.id, title: 'Jam' }, { revision });
    assert.deepEqual((await open.store.get('post', jamPost.id)).tags, ['preserves']);
  });
});

describe('What is shown instead of a value that cannot be shown', () => {
  it('is nothing of a field that a record may lack', () => {
    const post = { cover: 'x', coAuthors: [1], description: 5, canonicalUrl: [] };
    assert.deepEqual(repairs('post', post), {
      cover: undefined,
      coAuthors: undefined,
      description: undefined,
      canonicalUrl: undefined,
    });
    assert.deepEqual(repairs('user', { about: 1, picture: {}, email: [] }), {
      about: undefined,
      picture: undefined,
      email: undefined,
    });
  });

  it('is what a new blog has of a setting', () => {
    assert.deepEqual(repairs('settings', { logo: 5, icon: null, llmsText: {}, securityText: 1 }), {
      logo: '',
      icon: '',
      llmsText: '',
      securityText: '',
    });
  });

  it('is the time of the last change for when a post was published', () => {
    const updatedAt = jamPost.updatedAt;
    assert.deepEqual(repairs('post', { publishedAt: 'x', updatedAt }), { publishedAt: updatedAt });
  });

  it('is not asked for where all is well, or is not there', () => {
    assert.deepEqual(repairs('post', { ...jamPost, cover: null, coAuthors: ['ada'] }), {});
    assert.deepEqual(repairs('address', { owner: 5 }), {});
  });
});
