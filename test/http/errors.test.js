import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import request from 'supertest';
import { LarderError } from '../../lib/base/errors.js';
import { eachTest } from '../support/blog.js';
import { smallBlog } from '../support/fixtures.js';
import { ask } from '../support/raw.js';
import { createStoreDouble } from '../support/store-double.js';
import { parsePage } from '../support/html.js';

describe('An address at which there is nothing', () => {
  const { startBlog } = eachTest();

  it('leads to posts and pages that have nearly the same one, as they are now', async () => {
    const blog = await startBlog({ posts: smallBlog });
    const near = async (/** @type {string} */ path) =>
      parsePage((await ask(blog, path)).body.toString()).links('.near a');
    assert.deepEqual(await near('/post/rye-braed'), ['/post/rye-bread']);
    assert.deepEqual(await near('/2012/05/rye_bread.html'), ['/post/rye-bread']);
    assert.deepEqual(await near('/abuot'), ['/about']);
    for (const path of ['/wp-login.php', '/post/nothing-like-it', '/.env', '/post/%ff', '/xy'])
      assert.deepEqual(await near(path), [], path);
    const { id, revision } = blog.open.index.find('post', 'rye-bread') ?? {};
    await blog.open.content.savePost({ id, status: 'draft' }, { revision });
    assert.deepEqual(await near('/post/rye-braed'), []);
  });

  it('has a page that is made once, and anew after each change', async () => {
    const blog = await startBlog({ posts: smallBlog });
    const page = async (/** @type {string} */ path) => String((await ask(blog, path)).body);
    const before = await page('/nothing-here');
    assert.equal(await page('/other-thing'), before);
    assert.notEqual(await page('/abuot'), before);
    const { settings } = blog.open.index;
    await blog.open.content.saveSettings({ ...settings, title: 'Renamed' });
    assert.match(await page('/nothing-here'), /Renamed/);
    await blog.open.content.saveSettings({ ...settings, title: 'Again' });
    assert.match(await page('/other-thing'), /Again/);
  });
});

describe('After an unexpected error,', () => {
  const { startBlog, makeFolder } = eachTest();
  const setUp = async () => {
    const store = createStoreDouble();
    const blog = await startBlog({ posts: smallBlog, wrapStore: store.wrap });
    return { store, blog };
  };
  const secret = new Error('password=hunter2 in /srv/larder/secret.js');

  it('the reader gets a page without details', async () => {
    const { store, blog } = await setUp();
    store.failWith(secret);
    const { status, headers, body } = await ask(blog, '/post/rye-bread');
    assert.equal(status, 500);
    assert.equal(headers['cache-control'], 'no-store');
    assert.equal(headers['content-type'], 'text/html; charset=utf-8');
    assert.equal(parsePage(body.toString()).text('h1'), 'Something went wrong');
    assert.doesNotMatch(body.toString() + JSON.stringify(headers), /hunter2|secret|\.js\b|Error/);
  });

  it('the log has the cause and the address', async () => {
    const { store, blog } = await setUp();
    store.failWith(secret);
    await ask(blog, '/post/rye-bread?q=1');
    const failures = blog.log.lines.filter(({ level }) => level === 'error');
    assert.equal(failures.length, 1);
    assert.equal(failures[0].fields.err, secret);
    assert.equal(failures[0].fields.path, '/post/rye-bread');
    assert.equal(failures[0].fields.method, 'GET');
  });

  it('nothing is cached, and the next request tries again', async () => {
    const { store, blog } = await setUp();
    store.failWith(secret);
    await request(blog.url).get('/post/rye-bread').expect(500);
    store.failWith(null);
    await request(blog.url)
      .get('/post/rye-bread')
      .expect('Cache-Status', 'larder; fwd=miss; stored');
  });

  it('/status counts it', async () => {
    const { store, blog } = await setUp();
    store.failWith(secret);
    await ask(blog, '/');
    await ask(blog, '/nothing');
    const { body } = await request(blog.url).get('/status');
    assert.deepEqual([body.requests.errors, body.requests.notFound], [1, 1]);
  });

  it('HEAD gets the same without a body', async () => {
    const { store, blog } = await setUp();
    store.failWith(secret);
    const { status, body } = await ask(blog, '/', {}, 'HEAD');
    assert.deepEqual([status, body.length], [500, 0]);
  });

  it('or an expected one, a LarderError, the page has its status, title and message', async () => {
    const { store, blog } = await setUp();
    store.failWith(new LarderError('gone', 'The post at /x was removed'));
    const { status, body } = await ask(blog, '/');
    assert.equal(status, 410);
    assert.match(body.toString(), /This page was removed/);
  });

  it('even one in the error page, the reader gets a plain sentence', async () => {
    const folder = makeFolder();
    mkdirSync(join(folder, 'views'));
    writeFileSync(join(folder, 'views/error.mustache'), '{{> error}}');
    const blog = await startBlog({ env: { THEME_DIR: folder } });
    const { status, headers, body } = await ask(blog, '/nothing');
    assert.equal(status, 404);
    assert.equal(headers['content-type'], 'text/plain; charset=utf-8');
    assert.equal(body.toString(), 'Not found\n');
    assert.ok(headers['content-security-policy']);
    const [failure] = blog.log.lines.filter(({ level }) => level === 'error');
    assert.equal(failure.message, 'The error page cannot be rendered');
  });
});
