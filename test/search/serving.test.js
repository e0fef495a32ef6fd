import assert from 'node:assert/strict';
import { dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import request from 'supertest';
import { Database } from '../../lib/base/sqlite.js';
import { startBlog } from '../support/blog.js';
import { signInAs } from '../support/authors.js';
import { addPeople, bearer } from '../support/people.js';
import { parsePage } from '../support/html.js';
/** @import { Post } from '../../lib/store/types.js' */
/** @import { TestBlog } from '../support/blog.js' */

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';

describe('The search', () => {
  /** @type {TestBlog} */
  let blog;
  before(async () => {
    blog = await startBlog();
    await addPeople(blog);
    await rename('Ada Lovelace');
  });
  after(() => blog.close());

  /** @param {string} title @param {Partial<Post>} [fields] */
  const save = (title, { revision, ...fields } = {}) =>
    blog.open.content.savePost(
      {
        type: 'post',
        status: 'published',
        markdown: 'Text.',
        publishedAt: '2026-01-01T00:00:00.000Z',
        ...fields,
        title,
      },
      revision ? { revision } : undefined,
    );
  /** @param {string} name */
  const rename = (name) => blog.open.content.saveUser({ id: 'ada', name, role: 'owner' });
  /** @param {string} q */
  const get = (q, more = '') => request(blog.url).get(`/search?q=${encodeURIComponent(q)}${more}`);
  /** @param {string} q */
  const open = async (q) => parsePage(await get(q).expect(200));
  /** @param {string} q */
  const titlesFor = async (q) => (await open(q)).texts('.found h2');

  it('finds what was published, changed, hidden or removed by the next request', async () => {
    const post = await save('Alpaca');
    assert.deepEqual(await titlesFor('alpaca'), ['Alpaca']);
    const llama = await save('Llama', post);
    assert.deepEqual(await titlesFor('alpaca'), []);
    assert.deepEqual(await titlesFor('llama'), ['Llama']);
    const draft = await save('Llama', { ...llama, status: 'draft' });
    assert.deepEqual(await titlesFor('llama'), []);
    const again = await save('Llama', { ...draft, status: 'published' });
    assert.deepEqual(await titlesFor('llama'), ['Llama']);
    await blog.open.content.removePost(again.id, again.revision ?? '');
    assert.deepEqual(await titlesFor('llama'), []);
  });

  it('finds what was published and removed while nobody searched for long', async () => {
    const emu = await save('Emu');
    assert.deepEqual(await titlesFor('emu'), ['Emu']);
    await blog.clock.tick(120_000);
    await save('Ostrich');
    await blog.open.content.removePost(emu.id, emu.revision ?? '');
    assert.deepEqual(await titlesFor('ostrich'), ['Ostrich']);
    assert.deepEqual(await titlesFor('emu'), []);
  });

  it('makes its index anew when it cannot be changed any more, and tells the owner', async () => {
    await save('Okapi');
    assert.deepEqual(await titlesFor('okapi'), ['Okapi']);
    await blog.clock.tick(120_000);
    const folder = dirname(blog.config.storeUrl.slice('sqlite:'.length));
    const file = new Database(join(folder, 'cache', 'search-1.db'));
    file.exec(`CREATE TRIGGER full BEFORE INSERT ON posts BEGIN SELECT RAISE(ABORT, 'jars'); END`);
    file.close();
    await save('Quokka');
    assert.deepEqual(await titlesFor('quokka'), ['Quokka']);
    assert.deepEqual(await titlesFor('okapi'), ['Okapi']);
    const { body } = await request(blog.url).get('/status');
    assert.deepEqual(body.derived.search, { madeAnewAt: blog.clock.now(), failed: false });
    const ada = await signInAs(blog, 'ada');
    assert.match((await ada.open('/admin/system')).text('.system'), /search: made anew on 2026/);
  });

  it('finds a scheduled post from its time on', async () => {
    await save('Tomorrow', { publishedAt: '2026-11-22T12:00:00.000Z' });
    assert.deepEqual(await titlesFor('tomorrow'), []);
    await save('Marmoset');
    // Else anyone could ask which words it has.
    assert.ok((await titlesFor('text tomorrow')).includes('Marmoset'));
    await blog.clock.tickTo('2026-11-22T12:00:00.000Z');
    assert.deepEqual(await titlesFor('tomorrow'), ['Tomorrow']);
  });

  it('finds pages, and posts by tag and by the present name of an author', async () => {
    await save('Imprint', { type: 'page', slug: 'imprint' });
    await save('Engines', { author: 'ada', tags: ['Analytical'] });
    assert.deepEqual(await titlesFor('imprint'), ['Imprint']);
    assert.deepEqual(await titlesFor('analytical lovelace'), ['Engines']);
    await rename('Ada King');
    assert.deepEqual(await titlesFor('analytical king'), ['Engines']);
    assert.deepEqual(await titlesFor('lovelace'), []);
  });

  it('marks the words in an escaped excerpt', async () => {
    const far = 'Far away. '.repeat(100);
    await save('Tags & <b>', { markdown: `${far}The \`<script>\` of Gutenberg & others. ${far}` });
    const { text } = await get('gutenb "<script>"');
    assert.match(text, /&lt;<mark>script<\/mark>&gt; of <mark>Gutenberg<\/mark> &amp; others/);
    assert.match(text, /Tags &amp; &lt;b&gt;/);
    assert.match(text, /value="gutenb &quot;&lt;script&gt;&quot;"/);
    assert.doesNotMatch(text, /<script>/);
  });

  it('shows formulas as readers see them, without their TeX', async () => {
    await save('Circles', { markdown: 'A circumference of $2 \\pi r$.' });
    const page = await open('circumference');
    assert.equal(page.text('.found li > p'), 'A circumference of 2 π r .');
  });

  it('corrects a small mistake, and says so', async () => {
    await save('Marmalade');
    const page = await open('marmelade');
    assert.deepEqual(page.texts('.found h2 mark'), ['Marmalade']);
    assert.equal(
      page.text('#results .meta'),
      'Nothing has these words. With similar ones: 1 result for “marmelade”',
    );
  });

  it('helps where nothing is found', async () => {
    await save('Tagged', { tags: ['helpful'] });
    const page = await open('xyzzyplugh');
    assert.match(page.text('.still'), /Nothing found for “xyzzyplugh”\..*archive.*helpful/);
  });

  it('tells the owner what nobody found, of those who looked for it themselves', async () => {
    await get('  Xyzzy  PLUGH ').set('User-Agent', firefox);
    await get('xyzzy plugh').set('User-Agent', firefox).set('Sec-Fetch-Mode', 'navigate');
    await get('half a wor').set('User-Agent', firefox).set('Sec-Fetch-Mode', 'cors');
    await get('not me').set('User-Agent', firefox).set('DNT', '1');
    await get('a robot').set('User-Agent', 'Googlebot/2.1');
    const token = await bearer(blog, 'ada', 'statistics:read');
    const { body } = await request(blog.url)
      .get('/api/statistics?from=2026-11-22&to=2026-11-22')
      .set(token)
      .expect(200);
    assert.deepEqual(
      body.searches.filter((/** @type {any} */ { q }) => q !== 'xyzzyplugh'),
      [{ q: 'xyzzy plugh', count: 2 }],
    );
  });

  it('finds whole texts in the list of posts, drafts too', async () => {
    await save('Dusky', { status: 'draft', markdown: 'A titi monkey.' });
    const ada = await signInAs(blog, 'ada');
    assert.match((await ada.open('/admin/posts?q=titi+monk')).text('main'), /Dusky/);
    assert.doesNotMatch((await ada.open('/admin/posts?q=titi+zebra')).text('main'), /Dusky/);
    assert.deepEqual(await titlesFor('titi'), []);
  });

  it('has pages of ten', async () => {
    for (let number = 0; number < 12; number++) await save(`Numbat ${number}`);
    const first = await open('numbat');
    assert.equal(first.texts('.found h2').length, 10);
    assert.deepEqual(first.links('.pager a'), ['/search?q=numbat&page=2']);
    const second = parsePage(await get('numbat', '&page=2'));
    assert.equal(second.texts('.found h2').length, 2);
    assert.equal(parsePage(await get('numbat', '&page=9999')).texts('.found h2').length, 2);
  });

  it('keeps the texts of few pages of results in memory, however many ask', async () => {
    const { store } = blog.open;
    const getMany = store.getMany;
    let [now, most] = [0, 0];
    store.getMany = async (...args) => {
      most = Math.max(most, ++now);
      for (let turn = 0; turn < 50; turn++) await setImmediate();
      return getMany.apply(store, args).finally(() => now--);
    };
    await Promise.all(Array.from({ length: 10 }, () => open('numbat')));
    store.getMany = getMany;
    assert.ok(most <= 2, `${most} at once`);
  });

  it('leaves room for others when many queries of one address are under way', async () => {
    const { store } = blog.open;
    const getMany = store.getMany;
    let goOn = () => {};
    const isReady = new Promise((resolve) => (goOn = () => resolve(undefined)));
    store.getMany = async (...args) => (await isReady, getMany.apply(store, args));
    /** @type {number[]} */
    const answered = [];
    const ask = async () => answered.push((await get('numbat')).status);
    const all = Array.from({ length: 12 }, ask);
    while (answered.length < 2) await setImmediate();
    store.getMany = getMany;
    goOn();
    await Promise.all(all);
    assert.equal(answered.filter((status) => status === 429).length, 2);
    await open('numbat');
  });

  it('is not cached, not indexed, and fills no cache', async () => {
    const before = blog.open.cache.count();
    const response = await get('numbat').expect('Cache-Control', 'no-store').expect(200);
    assert.ok(parsePage(response).has('meta[name=robots][content=noindex]'));
    assert.deepEqual(blog.open.cache.count(), before);
  });

  it('is offered on every page, and to browsers', async () => {
    const front = parsePage(await request(blog.url).get('/'));
    assert.ok(front.links('header a').includes('/search'));
    const described = front.attribute('link[rel=search]', 'href');
    const response = await request(blog.url).get(new URL(described).pathname).expect(200);
    assert.match(response.headers['content-type'], /^application\/opensearchdescription\+xml/);
    const template = `template="${new URL(described).origin}/search?q={searchTerms}"`;
    assert.ok(`${response.text}`.includes(template));
    assert.equal((await get('')).status, 200);
  });

  it('answers the API with JSON, and its next page', async () => {
    const ask = (/** @type {string} */ path) => request(blog.url).get(path);
    const { body } = await ask('/api/search?q=numbat')
      .expect(200)
      .expect('Cache-Control', 'no-store');
    assert.equal(body.total, 12);
    assert.deepEqual(Object.keys(body.items[0]), [
      'type',
      'slug',
      'url',
      'title',
      'excerpt',
      'tags',
      'publishedAt',
    ]);
    const { pathname, search } = new URL(body.next);
    const { body: rest } = await ask(pathname + search).expect(200);
    assert.deepEqual([rest.items.length, rest.next], [2, null]);
    await ask('/api/search').expect(422);
    await ask('/api/search?q=a&q=b').expect(422);
  });

  it('takes any question', async () => {
    const questions = [
      'a',
      '"',
      '\u0301'.repeat(2000),
      'AND',
      'a* NEAR(b)',
      '字'.repeat(800),
      'x'.repeat(8000),
      'a b c d e f g h i j k l m n o p'.repeat(200),
      '\0',
      '%',
      '⑴ ⒑ ﷺ ﹰ ͺ',
    ];
    for (const q of questions) assert.equal((await get(q)).status, 200, q.slice(0, 20));
    assert.equal((await request(blog.url).get('/search?q=%ff%fe&page=-1')).status, 200);
  });

  it('slows down who asks too often, and nobody else', async () => {
    const ask = () => request(blog.url).get('/search?q=numbat');
    const statuses = [];
    for (let count = 0; count < 70; count++) statuses.push((await ask()).status);
    assert.equal(statuses.at(-1), 429);
    const refused = await ask();
    assert.equal(refused.headers['retry-after'], '1');
    assert.equal((await request(blog.url).get('/api/search?q=a')).status, 429);
    await request(blog.url).get('/').expect(200);
    await blog.clock.tick(1000);
    assert.equal((await ask()).status, 200);
  });

  it('is not there when it is off', async () => {
    const off = await startBlog({ env: { SEARCH: 'off' } });
    try {
      for (const path of ['/search?q=a', '/opensearch.xml', '/api/search?q=a'])
        await request(off.url).get(path).expect(404);
      const front = parsePage(await request(off.url).get('/'));
      assert.ok(!front.has('form[role=search], .find, link[rel=search]'));
    } finally {
      await off.close();
    }
  });
});
