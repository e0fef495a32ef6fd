import assert from 'node:assert/strict';
import request from 'supertest';
import { eachTest } from '../support/blog.js';
import { plain, saidIn, sitDown } from '../support/editor.js';
import { aboutPage, draftPost, smallBlog } from '../support/fixtures.js';
import { addPeople } from '../support/people.js';
/** @import { TestBlog } from '../support/blog.js' */
/** @import { Desk } from '../support/editor.js' */

describe('The settings', () => {
  const { startBlog } = eachTest();
  /** @type {TestBlog} */
  let blog;
  /** @type {Desk} */
  let ada;
  beforeEach(async () => {
    blog = await startBlog({ posts: smallBlog });
    await addPeople(blog);
    ada = await sitDown(blog, 'ada');
  });

  const read = () => blog.open.store.get('settings', 'site');
  const front = async () => (await request(blog.url).get('/').expect(200)).text;

  /** @param {Record<string, string | string[]>} [typed] */
  async function save(typed = {}) {
    const { text } = await ada.get('/admin/settings').expect(200);
    return ada.send('/admin/settings', /** @type {any} */ ({ ...formIn(text), ...typed }));
  }

  it('change what readers see on every page, and say what that means', async () => {
    assert.match(await front(), /<title>Larder<\/title>/);
    const answer = await save({ title: 'The cool room', timeZone: 'Asia/Tokyo' });
    assert.equal(answer.status, 303);
    const page = await ada.get(answer.headers.location).expect(200);
    assert.equal(saidIn(page.text), 'Title changed. Time zone changed to Asia/Tokyo.');
    assert.match(await front(), /<title>The cool room<\/title>/);
    assert.match(page.text, /Current time there: 21 Nov 2026, 21:00/);
  });

  it('write nothing when nothing is different', async () => {
    const answer = await save();
    const first = await read();
    await save();
    assert.deepEqual(await read(), first);
    const page = await ada.get(answer.headers.location);
    assert.equal(saidIn(page.text), 'No changes to save.');
  });

  it('keep all that was typed when something does not fit, with a sentence for each field', async () => {
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
    const { status, text } = await save(typed);
    assert.equal(status, 422);
    const problems = [...text.matchAll(/<p class="wrong" id="(\w+)-problem">/g)].map(
      ([, id]) => id,
    );
    assert.deepEqual(problems.sort(), [
      'comments',
      'commentsCloseAfterDays',
      'language',
      'navigation',
      'postsPerPage',
      'timeZone',
      'title',
    ]);
    const { comments, ...kept } = typed;
    const form = formIn(text);
    for (const [name, value] of Object.entries(kept))
      assert.deepEqual([form[name]].flat().slice(0, [value].flat().length), [value].flat(), name);
    assert.equal(comments in form, false);
    assert.equal(await read(), null);
  });

  for (const url of ['//evil.example/', '/\\evil.example', 'data:text/html,x', 'about', '/a b'])
    it(`take no link to ${url}`, async () => {
      const { status } = await save({ 'link-title': 'x', 'link-url': url });
      assert.equal(status, 422);
    });

  it('take links in the order in which they stand, and leave out empty rows', async () => {
    await save({
      'link-title': ['', 'About', '', 'Elsewhere'],
      'link-url': ['', '/about', ' ', 'https://elsewhere.example/'],
    });
    assert.deepEqual((await read()).navigation, [
      { title: 'About', url: '/about' },
      { title: 'Elsewhere', url: 'https://elsewhere.example/' },
    ]);
    assert.ok((await front()).indexOf('href="/about"') < (await front()).indexOf('elsewhere.ex'));
  });

  for (const [action, order] of /** @type {[string, string[]][]} */ ([
    ['up-1', ['B', 'A', 'C']],
    ['up-0', ['A', 'B', 'C']],
    ['down-0', ['B', 'A', 'C']],
    ['down-2', ['A', 'B', 'C']],
    ['remove-1', ['A', 'C']],
    ['remove-9', ['A', 'B', 'C']],
  ]))
    it(`let links be moved without JavaScript, and save nothing by it: ${action}`, async () => {
      const { status, text } = await save({
        title: 'Half typed',
        timeZone: 'Half/Typed',
        'link-title': ['A', 'B', 'C'],
        'link-url': ['/a', '/b', '/c'],
        action,
      });
      assert.equal(status, 200);
      const form = formIn(text);
      assert.deepEqual([form['link-title']].flat().filter(Boolean), order);
      assert.deepEqual(
        [form['link-url']].flat().filter(Boolean),
        order.map((title) => `/${title.toLowerCase()}`),
      );
      assert.equal(form.title, 'Half typed');
      assert.equal(await read(), null);
    });

  it('show both when two owners save at once, and let the second decide', async () => {
    const { text } = await ada.get('/admin/settings');
    const mine = { ...formIn(text), title: 'Mine' };
    await save({ title: 'Theirs' });
    const conflict = await ada.send('/admin/settings', /** @type {any} */ (mine));
    assert.equal(conflict.status, 409);
    assert.match(conflict.text, /Saved in the meantime: <bdi>Theirs<\/bdi>/);
    assert.equal((await read()).title, 'Theirs');
    const again = formIn(conflict.text);
    assert.equal(again.title, 'Mine');
    assert.equal((await ada.send('/admin/settings', /** @type {any} */ (again))).status, 303);
    assert.equal((await read()).title, 'Mine');
  });

  it('put a page into the navigation in one step, once', async () => {
    const { text } = await ada.get('/admin/settings');
    assert.match(text, /Pages not in the navigation/);
    for (const said of ['Navigation changed', 'No changes to save']) {
      const page = await ada.follow('/admin/settings/navigation', { page: aboutPage.id });
      assert.ok(page.said.startsWith(said), page.said);
      assert.doesNotMatch(page.text, /Pages not in the navigation/);
    }
    assert.deepEqual((await read()).navigation, [{ title: aboutPage.title, url: '/about' }]);
    await ada.send('/admin/settings/navigation', { page: draftPost.id }).expect(404);
    await ada.send('/admin/settings/navigation', { page: 'x' }).expect(404);
  });

  it('note who changed what, without what they wrote', async () => {
    await save({ title: 'The cool room' });
    const line = blog.log.lines.find(({ message }) => message === 'The settings were changed');
    assert.deepEqual(line?.fields, { by: 'ada', changed: ['title'] });
  });
});

/** @param {string} html @returns {Record<string, string | string[]>} the fields of the page's form, those of one name together */
function formIn(html) {
  const start = html.indexOf('data-settings');
  const form = html.slice(start, html.indexOf('</form>', start));
  /** @type {Record<string, string | string[]>} */
  const fields = {};
  for (const [tag] of form.matchAll(/<input [^>]*>/g)) {
    if (/type="radio"/.test(tag) && !/ checked/.test(tag)) continue;
    const [name, value] = ['name', 'value'].map((attribute) =>
      plain(new RegExp(` ${attribute}="([^"]*)"`).exec(tag)?.[1] ?? ''),
    );
    fields[name] = name in fields ? [fields[name], value].flat() : value;
  }
  return fields;
}
