import assert from 'node:assert/strict';
import request from 'supertest';
import { saveUpload } from '../../lib/content/media/uploads.js';
import { withAuthors } from '../support/authors.js';
import { breadPost, smallBlog } from '../support/fixtures.js';
import { png } from '../support/images.js';
/** @import { liveOf } from '../../lib/views/presenters/cache.js' */

describe('The page of the cache', () => {
  const { blog, ada } = withAuthors(['ada'], { posts: smallBlog });

  const read = (/** @type {string} */ path) => request(blog.url).get(path).expect(200);
  const status = async () => (await read('/status')).body;
  /** @returns {Promise<ReturnType<typeof liveOf>>} */
  const live = async () => (await ada.get('/admin/figures').expect(200)).body;

  it('has the figures of /status, on the page and in its live updates', async () => {
    for (let time = 0; time < 4; time++) await read('/post/rye-bread');
    await read('/tags');
    await request(blog.url).get('/nothing').expect(404);
    const { cache, requests } = await status();
    const { floating } = cache.stores;
    assert.deepEqual([floating.hits, floating.misses], [3, 1]);
    const page = await ada.open('/admin/cache');
    const { texts } = await live();
    const expected = {
      'floating-entries': `${floating.entries}`,
      'floating-ratio': '75 %',
      ratio: '60 %',
      entries: '2',
      'entries-note': '1 of 3 posts',
      evictions: '0',
      'requests-pages': `${requests.pages}`,
      'requests-notFound': '1',
      uptime: '0 s',
      store: 'SQLite, connected',
    };
    for (const [key, text] of Object.entries(expected)) {
      assert.equal(texts[key], text, key);
      assert.equal(page.text(`[data-figure="${key}"]`), text, key);
    }
    assert.match(texts.memory, /^\d+(\.\d)? MB$/);
  });

  it('says what was cleared last, by what, and how many pages that took', async () => {
    for (const path of ['/', '/post/rye-bread', '/tags']) await read(path);
    const { revision } = await blog.open.store.get('post', breadPost.id);
    await blog.open.content.savePost({ id: breadPost.id, title: 'Rye <bread>' }, { revision });
    await blog.clock.tick(60_000);
    await blog.open.content.saveSettings({ title: 'The cool room' });
    const { clears } = await live();
    const shown = clears
      .slice(0, 2)
      .map(({ text, entries, ready, when }) => [...[text, entries, ready, when]]);
    assert.deepEqual(shown, [
      ['Changed settings', '3 pages', 'all ready again', 'today at 12:01'],
      ['Updated “Rye <bread>”', '2 pages', 'all ready again', 'today at 12:00'],
    ]);
    assert.match(clears[0].took, /^\d+(\.\d)? (µs|ms)$/);
    await saveUpload({ name: 'jar.png', bytes: png() }, 'ada', blog.open.content);
    const page = await ada.open('/admin/cache');
    assert.match(page.text(), /Changed files nothing to clear/);
    assert.match(
      page.text(),
      /Updated “Rye <bread>” 2 pages [\d.]+ [µm]s all ready again today at 12:00/,
    );
  });

  it('lists the pages that a change cleared, each with what of it the page showed', async () => {
    for (const path of ['/', '/post/rye-bread', '/archive']) await read(path);
    const { revision } = await blog.open.store.get('post', breadPost.id);
    await blog.open.content.savePost({ id: breadPost.id, title: 'Rye <bread>' }, { revision });
    assert.equal((await live()).clears[0].ready, 'none ready again');
    await read('/archive');
    const [{ url, ready }] = (await live()).clears;
    assert.equal(ready, '1 ready again');
    const page = await ada.open(url);
    assert.equal(page.text('h1'), 'Updated “Rye <bread>”');
    const rows = page.texts('tbody tr').map((row) => row.replace(/\s+/g, ' '));
    assert.deepEqual(rows.toSorted(), [
      '/ what lists show of “Rye <bread>” With its next reader',
      '/archive the first page of 2026 Ready again',
      '/post/rye-bread the text of “Rye <bread>” With its next reader',
    ]);
    await ada.get('/admin/cache/changes/99').expect(404);
    await ada.follow('/admin/cache/clear', {});
    const [byHand] = (await live()).clears;
    assert.match((await ada.open(byHand.url)).text(), /\/archive everything/);
  });

  it('tells nobody else what was cleared', async () => {
    await blog.open.content.saveSettings({ title: 'The cool room' });
    assert.equal('lastClears' in (await status()), false);
    assert.equal(JSON.stringify(await status()).includes('cool'), false);
  });

  it('clears one part of the cache by hand, and counts that apart', async () => {
    for (const path of ['/', '/post/rye-bread', '/post/quince-jam', '/tags']) await read(path);
    const page = await ada.follow('/admin/cache/clear', { store: 'floating' });
    assert.match(page.flash(), /^Posts: 2 pages cleared\./);
    const { cache } = await status();
    assert.equal(cache.stores.floating.entries, 0);
    assert.equal(cache.stores.dynamic.entries, 1);
    assert.deepEqual(cache.clears.byHand, { count: 1, lookedAt: 2, entries: 2 });
    assert.equal((await live()).clears[0].text, 'Cleared manually: Posts');
    const line = blog.log.lines.find(({ message }) => message === 'The cache was cleared by hand');
    assert.deepEqual(line?.fields, { by: 'ada', store: 'floating', entries: 2 });
  });

  it('clears the whole cache by hand, and refuses unknown stores', async () => {
    for (const path of ['/', '/post/rye-bread', '/tags']) await read(path);
    for (const store of ['nothing', '__proto__', 'constructor'])
      await ada.send('/admin/cache/clear', { store }).expect(400);
    assert.equal(blog.open.cache.count().entries, 3);
    await ada.follow('/admin/cache/clear', {});
    assert.equal(blog.open.cache.count().entries, 0);
    assert.match((await read('/')).headers['cache-status'], /stored/);
  });

  it('draws the hit rate of the last ten minutes', async () => {
    await read('/');
    await blog.clock.tick(15_000);
    assert.equal((await live()).line, 'M0 100h1');
    await read('/');
    assert.equal((await live()).line, 'M0 100h1L1000 0');
    assert.equal((await live()).texts['late-ratio'], '50 %');
    for (let time = 0; time < 42; time++) await blog.clock.tick(15_000);
    assert.equal((await live()).line, '');
    assert.equal((await live()).texts['late-ratio'], '–');
    assert.equal((await live()).texts.ratio, '50 %');
    assert.equal((await live()).texts.uptime, '10 min');
  });

  it('shows no message made up in the query', async () => {
    const said = async (/** @type {string} */ query) =>
      (await ada.open(`/admin/cache?${query}`)).flash();
    assert.equal(await said('cleared=<b>&of=floating'), '');
    assert.match(await said('cleared=1&of=<b>'), /^1 page cleared/);
  });
});
