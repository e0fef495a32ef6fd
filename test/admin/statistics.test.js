import assert from 'node:assert/strict';
import { withAuthors } from '../support/authors.js';
import { breadPost, smallBlog } from '../support/fixtures.js';
import { steadyStatistics } from '../support/statistics.js';

describe('The page of the statistics', () => {
  const statistics = steadyStatistics();
  const { blog, ada } = withAuthors(['ada'], { posts: smallBlog, statistics });
  const open = (query = '') => ada.open(`/admin/statistics${query}`);
  beforeEach(() => void statistics.asked.splice(0));

  it('shows visitors, views, feed readers and who reads now, compared with the time before', async () => {
    const page = await open();
    assert.deepEqual(page.texts('.figures > div'), [
      'Visitors 35 +40 %, from 25 in the 7 days before',
      'Views 70 −30 %, from 100 in the 7 days before',
      'Feed readers 12 who follow a feed',
      'Now 3 in the last five minutes',
    ]);
  });

  it('asks for seven days, a day by hours, 30 days, twelve months by months or weeks, and all by years', async () => {
    for (const query of [
      '',
      'period=day',
      'period=month',
      'period=year',
      'period=year&by=week',
      'period=all',
    ])
      await open(`?${query}`);
    assert.deepEqual(statistics.asked, [
      { from: '2026-11-15', to: '2026-11-21', by: 'day' },
      { from: '2026-11-21', to: '2026-11-21', by: 'hour' },
      { from: '2026-10-23', to: '2026-11-21', by: 'day' },
      { from: '2025-12-01', to: '2026-11-21', by: 'month' },
      { from: '2025-12-01', to: '2026-11-21', by: 'week' },
      { from: '2026-01-01', to: '2026-11-21', by: 'year' },
    ]);
  });

  it('leads to earlier and later periods, none of which ends in the future or begins before there were any', async () => {
    const link = async (/** @type {string} */ path, /** @type {string} */ rel) =>
      (await ada.open(path)).links(`a[rel=${rel}]`)[0];
    const earlier = await link('/admin/statistics', 'prev');
    assert.equal(earlier, '/admin/statistics?to=2026-11-14');
    assert.equal(await link(earlier, 'next'), '/admin/statistics');
    assert.equal(await link('/admin/statistics', 'next'), undefined);
    assert.equal(await link('/admin/statistics?period=year&to=2026-06-30', 'prev'), undefined);
    assert.equal(
      await link('/admin/statistics?period=year&to=2026-06-30', 'next'),
      '/admin/statistics?period=year',
    );
  });

  it('takes what cannot be in the query for nothing', async () => {
    for (const query of [
      'period=__proto__',
      'to=2026-02-30',
      'to=9999-01-01',
      'to=0',
      'period=constructor&to=<b>',
      'page=%25',
    ])
      await open(`?${query}`);
    for (const asked of statistics.asked)
      assert.deepEqual(asked, { from: '2026-11-15', to: '2026-11-21', by: 'day' });
  });

  it('counts days in the time zone of the blog', async () => {
    await blog.open.content.saveSettings({ timeZone: 'Pacific/Kiritimati' });
    await open('?period=day');
    assert.equal(statistics.asked[0].to, '2026-11-22');
  });

  it('names pages by their titles, countries and languages by their names, and sites as they are written', async () => {
    const page = await open();
    assert.deepEqual(page.texts('section[aria-labelledby=pages] li'), [
      'Rye bread 40',
      '/tag/Süßes 20',
      'Others 10',
    ]);
    assert.deepEqual(page.texts('section[aria-labelledby=referrers] li'), [
      'Directly, or unknown 30',
      'münchen.de search engine 20',
      '<b>.example 1',
    ]);
    assert.deepEqual(page.texts('section[aria-labelledby=countries] li'), [
      'Germany 50',
      'Unknown 20',
    ]);
    assert.deepEqual(page.texts('section[aria-labelledby=languages] li'), [
      'Brazilian Portuguese 70',
    ]);
    assert.match(
      page.text('section[aria-labelledby=bots]'),
      /75 % of all requests for pages.* GPTBot for AI 210/,
    );
  });

  it('says in two clicks which post brought readers this week, and from where', async () => {
    const [statisticsLink] = (await ada.open('/admin')).links('nav a[href="/admin/statistics"]');
    const [ofPost] = (await ada.open(statisticsLink)).links('section[aria-labelledby=pages] li a');
    const page = await ada.open(ofPost);
    assert.deepEqual(statistics.asked.at(-1), {
      from: '2026-11-15',
      to: '2026-11-21',
      by: 'day',
      page: '/post/rye-bread',
    });
    assert.match(page.text('h1'), /Rye bread/);
    assert.deepEqual(page.texts('.figures > div'), [
      'Views 70 −30 %, from 100 in the 7 days before',
    ]);
    assert.match(page.text('section[aria-labelledby=referrers]'), /münchen\.de/);
    assert.ok(page.links().includes('/admin/statistics'), 'back to all pages');
    assert.ok(page.links().includes('/admin/statistics?period=month&page=%2Fpost%2Frye-bread'));
  });

  it('draws bars that say what they show, with the same in a table, whose days lead to their hours', async () => {
    const page = await open();
    assert.equal(
      page.attribute('svg[role=img]', 'aria-label'),
      'Bar chart of views and visitors by day. Most: 10 views, 5 visitors (Sun 15 Nov).',
    );
    assert.equal(page.texts('svg[role=img] title').length, 7);
    assert.deepEqual(page.texts('.chart tbody tr:first-child > *'), ['Sun 15 Nov', '10', '5']);
    assert.equal(page.links('.chart tbody a')[0], '/admin/statistics?period=day&to=2026-11-15');
  });

  it('follows a post that has moved', async () => {
    const { content, store } = blog.open;
    const { revision } = await store.get('post', breadPost.id);
    await content.savePost({ id: breadPost.id, slug: 'rye', title: 'Rye' }, { revision });
    assert.equal((await open()).texts('section[aria-labelledby=pages] li a')[0], 'Rye');
  });

  it('has no script, no style and no markup of a reader in it', async () => {
    const { text } = await ada.get('/admin/statistics').expect(200);
    assert.doesNotMatch(text, /<i>|<b>|style=/);
  });
});

describe('The page of the statistics, when they are off', () => {
  const { ada } = withAuthors(['ada'], { env: { STATISTICS: 'off' } });

  it('is not there, and no link leads to it', async () => {
    await ada.get('/admin/statistics').expect(404);
    assert.equal((await ada.open('/admin')).links().includes('/admin/statistics'), false);
  });
});
