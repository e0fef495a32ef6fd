import assert from 'node:assert/strict';
import request from 'supertest';
import { faults } from './axe.js';
import { withBrowser } from '../support/browser.js';
import { breadPost, smallBlog } from '../support/fixtures.js';
import { parsePage } from '../support/html.js';
import { addPeople } from '../support/people.js';
/** @import { Comment } from '../../lib/store/types.js' */

describe('Comments in a browser', () => {
  const { blog, open, openAs } = withBrowser({ posts: smallBlog });
  beforeEach(() => addPeople(blog));

  const shown = [
    '/post/rye-bread',
    '/',
    '/page/1',
    '/tag/bread',
    '/atomfeed',
    '/tag/bread/atomfeed',
  ];
  /** @returns {Promise<string>} all that readers get */
  async function readAll() {
    const pages = await Promise.all(shown.map((path) => request(blog.url).get(path)));
    return pages.map(({ text, body }) => text ?? String(body)).join('\n');
  }

  it('are sent without JavaScript from a kept page, approved, answered, removed, and gone', async () => {
    await readAll();
    await request(blog.url).get('/post/rye-bread').expect('Cache-Status', 'larder; hit');
    const reader = await open({ javaScriptEnabled: false });
    await reader.goto(`${blog.url}/post/rye-bread`);
    await reader.fill('.comments > .write [name=name]', 'Grace');
    await reader.fill('.comments > .write [name=markdown]', 'How *long* does it keep?');
    await reader.click('.comments > .write button');
    assert.equal(new URL(reader.url()).pathname, '/comment-received');
    assert.match(await reader.innerText('main'), /will appear once it’s approved/);
    assert.doesNotMatch(await readAll(), /How <em>long<\/em>/);

    const ada = await openAs('/admin', { javaScriptEnabled: false });
    await ada.click('nav >> text=Comments');
    await ada.click('.remarks >> text=Approve');
    assert.match(await ada.innerText('.said'), /1 comment approved/);
    assert.match(await readAll(), /How <em>long<\/em> does it keep\?[^]*1 comment</);

    await ada.click('nav[aria-label=Status] >> text=Approved');
    await ada.click('.remarks >> text=Reply');
    await ada.fill('[name=reply]', 'A week, in linen.');
    await ada.click('text=Publish reply');
    assert.match(await readAll(), /A week, in linen\.[^]*2 comments</);

    await reader.goto(`${blog.url}/post/rye-bread`);
    await reader.click('.comment summary');
    await reader.fill('.comment details [name=name]', 'Grace');
    await reader.fill('.comment details [name=markdown]', 'Thank you!');
    await reader.click('.comment details button');
    const all = await blog.open.store.commentsOf(breadPost.id);
    assert.ok(all.find(({ markdown }) => markdown === 'Thank you!')?.replyTo);

    for (const status of ['approved', 'pending']) {
      await ada.goto(`${blog.url}/admin/comments?status=${status}`);
      await ada.click('text=Select all on this page');
      await ada.click('.bulk >> text=Delete');
      assert.match(await ada.innerText('.said'), /moved to the trash/);
    }
    assert.deepEqual(await blog.open.store.commentsOf(breadPost.id), []);
    assert.doesNotMatch(await readAll(), /Grace|linen|\d comment/);

    await ada.click('.said >> text=Undo');
    assert.match(await ada.innerText('.said'), /1 comment restored/);
    await ada.click('nav[aria-label=Status] >> text=Trash');
    await ada.click('text=Select all on this page');
    await ada.click('.bulk >> text=Restore');
    assert.match(await ada.innerText('.said'), /2 comments restored/);
    assert.match(await readAll(), /A week, in linen\.[^]*2 comments</);
  });

  it('are counted in the menu in a colour that can be read while they await approval', async () => {
    const body = { name: 'Grace', markdown: 'How long?', subject: '' };
    await request(blog.url).post('/post/rye-bread/comments').type('form').send(body).expect(303);
    const ada = await openAs('/admin');
    assert.match(await ada.innerText('.badge'), /^1\s+awaiting approval$/);
    const [colour, wanted] = await ada.$eval('.badge', (badge) => {
      const { color } = getComputedStyle(badge);
      /** @type {HTMLElement} */ (badge).style.color = 'var(--on-link)';
      return [color, getComputedStyle(badge).color];
    });
    assert.equal(colour, wanted);
  });

  it('are chosen all at once, and none, without another page where there is a script', async () => {
    for (const name of ['Grace', 'Edsger'])
      await request(blog.url)
        .post('/post/rye-bread/comments')
        .type('form')
        .send({ name, markdown: `From ${name}` })
        .expect(303);
    const page = await openAs('/admin/comments');
    const chosen = () => page.locator('.remarks input:checked').count();
    await page.getByRole('button', { name: 'Select all on this page' }).press(' ');
    assert.equal(await chosen(), 2);
    await page.getByRole('button', { name: 'Select none' }).click();
    assert.equal(await chosen(), 0);
    await page.locator('.remarks input').first().check();
    await page.locator('.remarks input').last().check();
    assert.equal(await page.innerText('[data-choose-all]'), 'Select none');
    assert.equal(page.url(), `${blog.url}/admin/comments`);
    assert.deepEqual(await faults(page), []);
  });

  it('have a field for machines that neither the Tab key nor a screen reader comes to', async () => {
    const page = await open();
    await page.goto(`${blog.url}/post/rye-bread`);
    assert.equal(await page.locator('[name=subject][tabindex="-1"]').count(), 1);
    assert.equal(await page.getByRole('textbox', { name: 'Comment' }).count(), 1);
    assert.equal(await page.getByRole('textbox', { name: 'Leave this empty' }).count(), 0);
    // HTML lets no label that belongs to a field be hidden from some alone.
    assert.equal(await page.locator('label[aria-hidden]').count(), 0);
    assert.deepEqual(await faults(page), []);
  });

  it('lead back to their post, also after a form that did not fit, and to the front page where no script runs', async () => {
    const page = await open();
    await page.goto(`${blog.url}/post/rye-bread`);
    await page.fill('.comments > .write [name=name]', 'Grace');
    await page.fill('.comments > .write [name=url]', 'not an address');
    await page.fill('.comments > .write [name=markdown]', 'How long?');
    await page.click('.comments > .write button');
    await page.fill('[name=url]', '');
    await page.click('.write button');
    assert.equal(page.url(), `${blog.url}/comment-received`);
    await page.click('main >> text=Back to the post');
    assert.equal(page.url(), `${blog.url}/post/rye-bread#comments`);
    await page.goto(`${blog.url}/comment-received`);
    assert.equal(await page.innerText('main a'), 'Go to the front page');

    const plain = await open({ javaScriptEnabled: false });
    await plain.goto(`${blog.url}/comment-received`);
    await plain.click('main >> text=Go to the front page');
    assert.equal(plain.url(), `${blog.url}/`);
  });

  it('come back with all that was typed when something does not fit', async () => {
    const page = await open({ javaScriptEnabled: false });
    await page.goto(`${blog.url}/post/rye-bread`);
    await page.fill('.comments > .write [name=name]', 'Grace');
    await page.fill('.comments > .write [name=url]', 'ftp://grace.example');
    await page.fill('.comments > .write [name=markdown]', 'Two\nlines');
    await page.click('.comments > .write button');
    assert.match(await page.innerText('#url-problem'), /must start with http/);
    assert.equal(await page.inputValue('[name=markdown]'), 'Two\nlines');
    await page.fill('[name=url]', 'grace.example');
    await page.click('.write button');
    assert.equal(new URL(page.url()).pathname, '/comment-received');
    const [{ url }] = await blog.open.store.commentsOf(breadPost.id);
    assert.equal(url, 'https://grace.example/');
  });

  it('are closed on one post by a box in the editor', async () => {
    const page = await openAs('/admin/posts/rye-bread');
    await page.click('[data-panel-open]');
    await page.check('[name=commentsClosed]');
    await page.click('.bar .main');
    await page.waitForFunction(() => /Updated/.test(document.body.innerText));
    assert.equal((await blog.open.store.get('post', breadPost.id)).commentsClosed, true);
    const post = parsePage(await request(blog.url).get('/post/rye-bread'));
    assert.equal(post.has('form[method=post]'), false);
  });

  it('have no fault that axe knows of, by day and by night, on a desk and on a phone', async () => {
    /** @param {Partial<Comment>} fields */
    const add = (fields) =>
      blog.open.content.saveComment({
        postId: breadPost.id,
        replyTo: '',
        name: 'Grace',
        url: 'https://grace.example',
        markdown: 'A *fine* loaf.',
        status: 'approved',
        ...fields,
      });
    const { id } = await add({});
    await add({ replyTo: id, name: 'Mo', url: '' });
    await add({ name: 'Eve', status: 'pending' });
    const paths = [
      '/post/rye-bread',
      '/comment-received',
      '/admin/comments',
      '/admin/comments?status=approved&done=approve&count=1&undo=x',
      '/admin/comments?status=spam',
      `/admin/comments/${encodeURIComponent(id)}`,
      '/admin/account',
    ];
    const page = await openAs('/admin');
    for (const path of paths) {
      await page.goto(blog.url + path);
      for (const summary of await page.$$('.comment summary')) await summary.click();
      assert.deepEqual(await faults(page), [], path);
    }
    await page.goto(`${blog.url}/post/rye-bread`);
    await page.$eval('.comments > .write', (form) => form.setAttribute('novalidate', ''));
    await page.click('.comments > .write button');
    await page.waitForSelector('[aria-invalid]');
    assert.deepEqual(await faults(page), [], 'what does not fit');
  });
});
