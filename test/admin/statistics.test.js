import assert from 'node:assert/strict';
import request from 'supertest';
import { withAuthors } from '../support/authors.js';
import { breadPost, smallBlog } from '../support/fixtures.js';
import { parsePage } from '../support/html.js';
import { steadyStatistics } from '../support/statistics.js';

describe('The page of the statistics', () => {
  const statistics = steadyStatistics();
  const { blog, ada } = withAuthors(['ada'], { posts: smallBlog, statistics });
  const open = (query = '') => ada.open(`/admin/statistics${query}`);
  beforeEach(() => void statistics.asked.splice(0));

  it('shows visitors, views, feed readers and who reads now, compared with the time before', async () => {
    const page = await open();
    assert.deepEqual(page.texts('.figures > div'), [
      'Visitors 35 +40 %, 25 in the 7 days before',
      'Views 70 −30 %, 100 in the 7 days before',
      'Feed subscribers 12 who follow a feed',
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
      'page=//evil.example/',
      'page=nowhere',
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
      'Direct, from this blog, or unknown 49',
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
      /75 % of all page requests.* GPTBot for AI 210/,
    );
  });

  it('names what names itself not in the language of who looks', async () => {
    const { query } = statistics;
    const crawlers = [{ name: 'Unknown', kind: 'bot', requests: 2 }];
    const browsers = [{ browser: 'Other', views: 1 }];
    Object.assign(statistics, {
      query: async (/** @type {Parameters<typeof query>[0]} */ asked) => ({
        ...(await query(asked)),
        crawlers,
        browsers,
      }),
    });
    await ada.follow('/admin/account/language', { language: 'de' });
    const page = await open();
    await ada.follow('/admin/account/language', { language: '' });
    statistics.query = query;
    assert.deepEqual(page.texts('section[aria-labelledby=bots] li'), ['Unbekannt 2']);
    assert.deepEqual(page.texts('section[aria-labelledby=browsers] li'), ['Unbekannter Browser 1']);
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
    assert.deepEqual(page.texts('.figures > div'), ['Views 70 −30 %, 100 in the 7 days before']);
    assert.match(page.text('section[aria-labelledby=referrers]'), /münchen\.de/);
    assert.ok(page.links().includes('/admin/statistics'), 'back to all pages');
    assert.ok(page.links().includes('/admin/statistics?period=month&page=%2Fpost%2Frye-bread'));
  });

  it('draws bars that say what they show, with the same in a table, whose days lead to their hours', async () => {
    const page = await open();
    assert.equal(
      page.attribute('svg[role=img]', 'aria-label'),
      'Views and visitors by day. Most: 10 views, 5 visitors (Sun 15 Nov).',
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

  it('leaves the own browser out by a cookie that says nothing else, and counts it again', async () => {
    const cookieAfter = async (/** @type {string} */ count) =>
      (await ada.send('/admin/statistics/browser', { count }).expect(303)).headers['set-cookie'][0];
    const rest = 'Path=/; HttpOnly; SameSite=Lax';
    assert.equal(await cookieAfter('no'), `larder-uncounted=1; Max-Age=31536000; ${rest}`);
    assert.equal(await cookieAfter('yes'), `larder-uncounted=; Max-Age=0; ${rest}`);
    assert.match((await open()).text('section[aria-labelledby=browser]'), /Ignore my visits/);
    const signedIn = ada.get('/admin').get('Cookie');
    const { text } = await ada
      .get('/admin/statistics')
      .set('Cookie', `${signedIn}; larder-uncounted=1`);
    assert.match(parsePage(text).text('section[aria-labelledby=browser]'), /Count my visits/);
  });

  it('writes a page about privacy once, as a draft that is an ordinary page', async () => {
    const section = async () => (await open()).text('section[aria-labelledby=privacy]');
    assert.match(await section(), /Write a privacy page/);
    const editor = await ada.follow('/admin/statistics/privacy', {});
    assert.equal(editor.path, '/admin/pages/privacy');
    assert.match(editor.fields('#editor').markdown, /deleted at the end of the day/);
    await request(blog.url).get('/privacy').expect(404);
    assert.match(await section(), /not published yet/);
    await ada.send(editor.path, { ...editor.fields('#editor'), action: 'publish' });
    const { text } = await request(blog.url).get('/privacy').expect(200);
    assert.match(text, /Global Privacy Control/);
    assert.match(await section(), /says what is counted/);
    assert.equal((await ada.follow('/admin/statistics/privacy', {})).path, '/admin/pages/privacy');
  });

  it('has no script, no style and no markup of a reader in it', async () => {
    const { text } = await ada.get('/admin/statistics').expect(200);
    assert.doesNotMatch(text, /<i>|<b>|style=/);
  });
});

describe('How often a post was viewed', () => {
  const statistics = steadyStatistics();
  const { blog, ada, anna } = withAuthors(['ada', 'anna'], { posts: smallBlog, statistics });
  beforeEach(() => void statistics.asked.splice(0));

  it('is said in the list of posts, by one question, and beside the editor, whatever its URL was', async () => {
    const { content, store } = blog.open;
    const { revision } = await store.get('post', breadPost.id);
    await content.savePost({ id: breadPost.id, slug: 'rye', author: 'anna' }, { revision });
    assert.match((await ada.open('/admin/posts')).text('main'), /40 views in 30 days/);
    assert.deepEqual(statistics.asked, [{ from: '2026-10-23', to: '2026-11-21', by: 'day' }]);
    const [readers] = ['section[aria-labelledby=readers]'];
    const editor = await ada.open('/admin/posts/rye');
    assert.match(editor.text(readers), /40 views in 30 days/);
    assert.deepEqual(editor.links(`${readers} a`), [
      '/admin/statistics?period=month&page=%2Fpost%2Frye',
    ]);
    const own = await anna.open('/admin/posts/rye');
    assert.equal(own.text(readers), 'Readers 40 views in 30 days');
    assert.equal((await ada.open('/admin/posts/quince-jam')).has(readers), false);
  });

  it('is on the dashboard of editors, of all together', async () => {
    const page = await ada.open('/admin');
    assert.deepEqual(page.texts('.readers .tiles > div'), [
      'Visitors in 30 days 35 +40 %, 25 in the 30 days before',
      'Views in 30 days 70 −30 %, 100 in the 30 days before',
      'Visitors today 5 10 views',
      'Now 3 in the last five minutes',
    ]);
    assert.deepEqual(page.texts('.readers .tops li'), [
      ...['Rye bread 4', 'Rye bread 40', '/tag/Süßes 20'],
    ]);
    assert.equal((await anna.open('/admin')).has('.readers'), false);
  });

  it('is on the dashboard as a chart of 30 days, which says what it shows', async () => {
    const page = await ada.open('/admin');
    const titles = page.texts('.line-chart title');
    assert.equal(titles.length, 30);
    assert.equal(titles[29], 'Sat 21 Nov: 10 views, 5 visitors');
    assert.match(
      (await ada.get('/admin')).text,
      /aria-label="Views and visitors by day\. Most: 10 views, 5 visitors/,
    );
  });

  it('keeps nobody from writing when it cannot be found out', async () => {
    statistics.fail(new Error('No disk'));
    for (const path of ['/admin', '/admin/posts', '/admin/posts/rye-bread'])
      assert.doesNotMatch((await ada.open(path)).text('main'), /views|Visitors/);
    assert.match(blog.log.lines.at(-1)?.message ?? '', /statistics cannot be read/);
  });
});

describe('What was counted', () => {
  const { blog, ada } = withAuthors(['ada'], { posts: smallBlog });

  it('is on the page of the statistics at once, but not the visits of a browser that was left out', async () => {
    const read = (/** @type {string} */ path) =>
      request(blog.url)
        .get(path)
        .set('User-Agent', 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0')
        .set('Referer', 'https://news.ycombinator.com/item?id=1');
    await read('/post/rye-bread');
    await read('/old');
    const answer = await ada.send('/admin/statistics/browser', { count: 'no' });
    const [cookie] = answer.headers['set-cookie'][0].split(';');
    await read('/post/rye-bread').set('Cookie', cookie);
    const page = await ada.open('/admin/statistics');
    assert.deepEqual(page.texts('.figures strong'), ['1', '1', '0', '1']);
    assert.deepEqual(page.texts('section[aria-labelledby=not-found] code'), ['/old']);
    const [ofPost] = page.links('section[aria-labelledby=pages] li a');
    const referrers = (await ada.open(ofPost)).texts('section[aria-labelledby=referrers] li');
    assert.deepEqual(referrers, ['Hacker News social network 1']);
    assert.match((await ada.open('/admin/posts')).text('main'), /1 view in 30 days/);
    await ada.open('/admin/statistics?period=day&page=/post/rye-bread');
  });

  it('tells where it led that ended as the address of a post does', async () => {
    await request(blog.url)
      .get('/2012/03/rye-bread.html')
      .set('User-Agent', 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0')
      .expect(302);
    const rows = (await ada.open('/admin/statistics')).texts(
      'section[aria-labelledby=not-found] li',
    );
    const said = '/2012/03/rye-bread.html redirected → /post/rye-bread 1';
    assert.ok(rows.includes(said), rows.join('\n'));
  });
});

describe('The page of the statistics, when they are off', () => {
  const { ada } = withAuthors(['ada'], { env: { STATISTICS: 'off' } });

  it('is not there, and no link leads to it', async () => {
    await ada.get('/admin/statistics').expect(404);
    assert.equal((await ada.open('/admin')).links().includes('/admin/statistics'), false);
  });
});
