import assert from 'node:assert/strict';
import { invalidatedBy } from '../../lib/changes/invalidation.js';
import { BlogIndex } from '../../lib/changes/index/blog-index.js';
import { summarise } from '../../lib/changes/index/summary.js';
import { etagOf } from '../../lib/responses/entry.js';
import { postOf, START } from './small-blog.js';

describe('A file that was changed in the console of the database', () => {
  const bytes = Buffer.from('a jar');
  const kept = { etag: etagOf(bytes), contentType: 'image/png' };
  /** @param {{ bytes: Buffer, type: string }} file */
  const isCleared = (file) => {
    const effect = {
      id: 'jar.png',
      exists: true,
      mayDiffer: true,
      file,
      shown: [],
      cameOrWent: false,
    };
    const { keys, spares } = invalidatedBy(/** @type {any} */ ({ of: 'media', effect }));
    return !spares?.([...keys][0], /** @type {any} */ (kept));
  };

  it('stays in the cache when it has the same bytes and type, as after a new description', () =>
    assert.equal(isCleared({ bytes, type: 'image/png' }), false));

  it('is cleared when its bytes or its type differ', () => {
    assert.equal(isCleared({ bytes: Buffer.from('a lid'), type: 'image/png' }), true);
    assert.equal(isCleared({ bytes, type: 'image/gif' }), true);
  });
});

describe('The sitemap', () => {
  it('is touched by a page of another date, which has another place in it, and by no other save of it', () => {
    const index = new BlogIndex();
    const page = postOf({ id: 'p', type: 'page', slug: 'about' });
    index.setPost('p', summarise(page));
    /** @param {object} fields */
    const keysOf = (fields) => {
      const effect = index.setPost('p', summarise({ ...page, ...fields }));
      index.setPost('p', summarise(page));
      const { layout } = index;
      return [...invalidatedBy({ of: 'post', effect, cause: 'page', about: '', layout }).keys];
    };
    index.advance(Date.parse(START));
    index.setPost('p', summarise(page));
    assert.ok(keysOf({ publishedAt: '2025-01-01T00:00:00.000Z' }).includes('sitemap:1'));
    assert.ok(!keysOf({ title: 'Me' }).includes('sitemap:1'));
    assert.deepEqual(keysOf({}), []);
  });
});
