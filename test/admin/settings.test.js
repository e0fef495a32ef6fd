import assert from 'node:assert/strict';
import request from 'supertest';
import { withAuthors } from '../support/authors.js';
import { parsePage } from '../support/html.js';
import { aboutPage, draftPost, smallBlog } from '../support/fixtures.js';
/** @import { Form } from '../support/authors.js' */
/** @import { Page } from '../support/html.js' */

describe('The settings page', () => {
  const { blog, ada } = withAuthors(['ada'], { posts: smallBlog });

  const read = () => blog.open.store.get('settings', 'site');
  const front = async () => parsePage(await request(blog.url).get('/').expect(200));
  const formIn = (/** @type {Page} */ page) => page.fields('form[data-settings]');

  /** @param {Form} [typed] */
  async function save(typed = {}) {
    return ada.send('/admin/settings', { ...formIn(await ada.open('/admin/settings')), ...typed });
  }

  it('changes what readers see on every page, and says what changed', async () => {
    assert.equal((await front()).text('title'), 'Larder');
    const answer = await save({ title: 'The cool room', timeZone: 'Asia/Tokyo' });
    assert.equal(answer.status, 303);
    const page = await ada.open(answer.headers.location);
    assert.equal(page.flash(), 'Title saved. Time zone: Asia/Tokyo.');
    assert.equal((await front()).text('title'), 'The cool room');
    assert.match(page.text(), /Current time there: 21 Nov 2026, 21:00/);
  });

  it('offers languages by their own names, and time zones by city with the hour there', async () => {
    await save({ language: 'de', timeZone: 'Asia/Kolkata' });
    const page = await ada.open('/admin/settings');
    assert.equal(page.text('#language [selected]'), 'Deutsch');
    assert.equal(page.attribute('#language [lang="pt-BR"]', 'value'), 'pt-BR');
    assert.ok(page.texts('#language option').includes('Português (Brasil)'));
    assert.match(page.text('#timeZone [selected]'), /^Kolkata, 17:30$/);
    assert.equal(page.text('optgroup[label=Europe] [value="Europe/Berlin"]'), 'Berlin, 13:00');
    assert.equal(page.text('#timeZone > [value=UTC]'), 'UTC, 12:00');
  });

  it('keeps a language and a time zone that are not in the lists', async () => {
    await blog.open.content.saveSettings({ language: 'de-LI', timeZone: 'Etc/GMT+5' });
    const form = formIn(await ada.open('/admin/settings'));
    assert.deepEqual([form.language, form.timeZone], ['de-LI', 'Etc/GMT+5']);
    const page = await ada.open((await save({ title: 'Bread' })).headers.location);
    assert.equal(page.flash(), 'Title saved.');
    assert.equal((await read()).language, 'de-LI');
  });

  it('names all mistakes at the top, each with a link to its field', async () => {
    const answer = await save({
      title: '',
      comments: 'perhaps',
      'link-title': 'x',
      'link-url': '',
    });
    const page = parsePage(answer);
    assert.deepEqual(page.links('.summary a').sort(), ['#comments', '#navigation', '#title']);
    for (const link of page.links('.summary a')) assert.ok(page.has(link), link);
    assert.match(page.text('.summary'), /Title: A title is required/);
  });

  it('writes nothing when nothing changed', async () => {
    const answer = await save();
    const first = await read();
    await save();
    assert.deepEqual(await read(), first);
    const page = await ada.open(answer.headers.location);
    assert.equal(page.flash(), 'No changes to save.');
  });

  it('keeps everything typed when a field is invalid, with a message for each', async () => {
    const typed = {
      title: '',
      language: 'not a tag',
      timeZone: 'Mars/Olympus',
      postsPerPage: '1e2',
      comments: 'perhaps',
      commentsCloseAfterDays: '-1',
      tagline: 'Typed "with" <care>',
      'link-title': ['About', ''],
      'link-url': ['javascript:alert(1)', '/nowhere'],
    };
    const answer = await save(typed);
    assert.equal(answer.status, 422);
    const page = parsePage(answer);
    assert.deepEqual(Object.keys(page.problems()).sort(), [
      'comments',
      'commentsCloseAfterDays',
      'language',
      'navigation',
      'postsPerPage',
      'timeZone',
      'title',
    ]);
    const { comments, ...kept } = typed;
    const form = formIn(page);
    for (const [name, value] of Object.entries(kept))
      assert.deepEqual([form[name]].flat().slice(0, [value].flat().length), [value].flat(), name);
    assert.equal(comments in form, false);
    assert.equal(await read(), null);
  });

  for (const url of ['mailto:ada@larder.example?subject=Jam', 'tel:+49-30-1234567'])
    it(`takes a link to ${url}`, async () => {
      await save({ 'link-title': 'Reach us', 'link-url': url });
      assert.ok((await front()).links('header nav a').includes(url));
    });

  it('marks the page that a link of the menu leads to, however that is written', async () => {
    const marked = async (/** @type {string} */ path) =>
      (await ada.open(path)).links('header nav [aria-current=page]');
    const { host } = new URL(blog.url);
    for (const url of [
      '/about',
      '/about/',
      '/about#us',
      `${blog.url}/about`,
      `HTTPS://${host}/about/#us`,
      '/%61bout',
    ]) {
      await save({ 'link-title': 'About', 'link-url': url });
      assert.deepEqual(await marked('/about'), [url]);
      assert.deepEqual(await marked('/'), []);
    }
    for (const url of [blog.url, `${blog.url}/#newest`]) {
      await save({ 'link-title': 'Home', 'link-url': url });
      assert.deepEqual(await marked('/'), [url]);
    }
    for (const url of [
      `${blog.url.slice(0, -1)}/about`,
      'https://elsewhere.example/about',
      '/about?x=1',
    ])
      assert.equal((await save({ 'link-title': 'No', 'link-url': url })).status, 303);
    assert.deepEqual(await marked('/about'), []);
  });

  for (const url of [
    'mailto:ada',
    'tel:ada',
    '//evil.example/',
    '/\\evil.example',
    'data:text/html,x',
    'about',
    '/a b',
  ])
    it(`refuses a link to ${url}`, async () => {
      const { status } = await save({ 'link-title': 'x', 'link-url': url });
      assert.equal(status, 422);
    });

  it('takes links in their order, and leaves out empty rows', async () => {
    await save({
      'link-title': ['', 'About', '', 'Elsewhere'],
      'link-url': ['', '/about', ' ', 'https://elsewhere.example/'],
      'link-place': ['', '', '', ''],
    });
    assert.deepEqual((await front()).links('header nav a'), [
      '/about',
      'https://elsewhere.example/',
    ]);
    assert.deepEqual((await front()).links('footer a'), ['#top']);
  });

  it('lets the links that every blog has be renamed, moved, removed and brought back', async () => {
    const menu = async () => {
      const page = await front();
      return [page.texts('header nav a'), page.texts('footer li a')];
    };
    const usual = [
      ['Archive', 'Tags', 'Subscribe'],
      ['Powered by Larder', 'Back to top'],
    ];
    assert.deepEqual(await menu(), usual);
    await save({
      'link-title': ['Feeds', 'All posts', 'Imprint', 'Made with Larder'],
      'link-url': ['/subscribe', '/archive', '/imprint', '/source/about'],
      'link-place': ['', '', 'footer', 'footer'],
    });
    assert.deepEqual(await menu(), [
      ['Feeds', 'All posts'],
      ['Imprint', 'Made with Larder', 'Back to top'],
    ]);
    const page = await ada.follow('/admin/settings/navigation', { page: '/tags' });
    assert.equal(page.flash(), 'Menu saved.');
    assert.deepEqual((await menu())[0], ['Feeds', 'All posts', 'Tags']);
    await save({ 'link-title': '', 'link-url': '', 'link-place': '' });
    assert.deepEqual(await menu(), [[], ['Back to top']]);
    assert.equal((await read()).poweredBy, false);
    await save({
      'link-title': [...usual[0], 'Powered by Larder'],
      'link-url': ['/archive', '/tags', '/subscribe', '/source/about'],
      'link-place': ['', '', '', 'footer'],
    });
    assert.deepEqual(await menu(), usual);
    assert.deepEqual((await read()).navigation, [], 'it is as at the start');
  });

  for (const [action, order] of /** @type {[string, string[]][]} */ ([
    ['up-1', ['B', 'A', 'C']],
    ['up-0', ['A', 'B', 'C']],
    ['down-0', ['B', 'A', 'C']],
    ['down-2', ['A', 'B', 'C']],
    ['remove-1', ['A', 'C']],
    ['remove-9', ['A', 'B', 'C']],
  ]))
    it(`moves links without JavaScript, and saves nothing by it: ${action}`, async () => {
      const answer = await save({
        title: 'Half typed',
        timeZone: 'Half/Typed',
        'link-title': ['A', 'B', 'C'],
        'link-url': ['/a', '/b', '/c'],
        action,
      });
      assert.equal(answer.status, 200);
      const form = formIn(parsePage(answer));
      assert.deepEqual([form['link-title']].flat().filter(Boolean), order);
      assert.deepEqual(
        [form['link-url']].flat().filter(Boolean),
        order.map((title) => `/${title.toLowerCase()}`),
      );
      assert.equal(form.title, 'Half typed');
      assert.equal(await read(), null);
    });

  it('shows both versions when two owners save at once, and lets the second decide', async () => {
    const mine = { ...formIn(await ada.open('/admin/settings')), title: 'Mine' };
    await save({ title: 'Theirs' });
    const conflict = parsePage(await ada.send('/admin/settings', mine).expect(409));
    assert.match(conflict.text(), /Saved in the meantime: Theirs/);
    assert.equal((await read()).title, 'Theirs');
    const again = formIn(conflict);
    assert.equal(again.title, 'Mine');
    await ada.send('/admin/settings', again).expect(303);
    assert.equal((await read()).title, 'Mine');
  });

  it('say what a page of the owner takes the place of', async () => {
    const text = async () => (await ada.open('/admin/settings')).text();
    assert.doesNotMatch(await text(), /takes the place/);
    const page = { type: 'page', slug: 'rss', title: 'Really', status: 'published', author: 'ada' };
    await blog.open.content.savePost(/** @type {any} */ (page));
    assert.match(await text(), /Really: This page replaces the redirect to the RSS feed\./);
  });

  it('stores the usual links of a menu by the titles of the language that is chosen', async () => {
    const usual = { title: 'Archive', url: '/archive' };
    const own = { title: 'Tags of ours', url: '/tags' };
    const about = { title: 'Archive', url: '/about' };
    const { content } = blog.open;
    await content.saveSettings({ navigation: [about, usual, own] });
    await content.saveSettings({ language: 'de' });
    assert.deepEqual((await read()).navigation, [about, { ...usual, title: 'Archiv' }, own]);
    await content.saveSettings({ language: 'en' });
    assert.deepEqual((await read()).navigation, [about, usual, own]);
  });

  it('adds a page to the navigation in one step, once', async () => {
    assert.match((await ada.open('/admin/settings')).text(), /Not in the menu/);
    for (const said of ['Menu saved', 'No changes to save']) {
      const page = await ada.follow('/admin/settings/navigation', { page: aboutPage.id });
      assert.ok(page.flash().startsWith(said), page.flash());
      assert.doesNotMatch(page.text(), /Not in the menu/);
    }
    assert.deepEqual((await read()).navigation, [{ title: aboutPage.title, url: '/about' }]);
    await ada.send('/admin/settings/navigation', { page: draftPost.id }).expect(404);
    await ada.send('/admin/settings/navigation', { page: 'x' }).expect(404);
  });

  it('logs who changed which setting, without the value', async () => {
    await save({ title: 'The cool room' });
    const line = blog.log.lines.find(({ message }) => message === 'The settings were changed');
    assert.deepEqual(line?.fields, { by: 'ada', changed: ['title'] });
  });
});
