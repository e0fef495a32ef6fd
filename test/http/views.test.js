import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import request from 'supertest';
import { readFiles } from '../../lib/base/files.js';
import { Assets } from '../../lib/views/assets.js';
import { ViewManager } from '../../lib/views/view-manager.js';
import { eachTest } from '../support/blog.js';
import { smallBlog } from '../support/fixtures.js';
import { parsePage } from '../support/html.js';

const ours = fileURLToPath(new URL('../../views', import.meta.url));

describe('The view manager', () => {
  const { makeFolder } = eachTest();

  /** @param {Record<string, string>} files */
  const viewsWith = (files) => {
    const folder = makeFolder();
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    return new ViewManager(new Map([...readFiles(ours), ...readFiles(folder)]));
  };

  it('escapes what would be markup, and leaves addresses readable', () => {
    const views = viewsWith({ 'robots.mustache': '<a href="{{url}}">{{text}}</a>' });
    const { body } = views.render('robots', { url: '/a/b?c=d&e="f"', text: `<b>'` });
    assert.equal(String(body), '<a href="/a/b?c=d&amp;e=&quot;f&quot;">&lt;b&gt;&#39;</a>');
  });

  it('puts HTML of any length and script where the template has it', () => {
    const template = '–{{{long}}}{{#all}}<{{{.}}}>{{/all}}{{long}}{{{short}}}\n';
    const views = viewsWith({ 'robots.mustache': template });
    const [short, long] = ['🍯$&', '–🍯$1'.repeat(2000)];
    for (const all of [[], [short, long, 'a'.repeat(10_000), long], ['ü'.repeat(200_000)]]) {
      const { body } = views.render('robots', { short, long, all });
      const inner = all.map((html) => `<${html}>`).join('');
      assert.equal(String(body), `–${long}${inner}${long}${short}\n`);
    }
  });

  it('shows nothing of a page that could not be rendered on the next one', () => {
    const views = viewsWith({ 'robots.mustache': '{{{html}}}{{last}}' });
    const [one, other] = ['a'.repeat(10_000), 'b'.repeat(10_000)];
    const broken = {
      html: one,
      get last() {
        throw new Error('gone');
      },
    };
    assert.throws(() => views.render('robots', broken), /gone/);
    const { body } = views.render('robots', { html: other, last: '.' });
    assert.equal(String(body), `${other}.`);
  });

  it('gives templates data, and no function to call', () => {
    const template =
      '[{{constructor}}{{#list.map}}x{{/list.map}}{{#constructor.constructor}}y{{/constructor.constructor}}{{text.length}}]';
    const views = viewsWith({ 'robots.mustache': template });
    const { body } = views.render('robots', { list: [1], text: 'abc' });
    assert.equal(String(body), '[3]');
  });

  it('refuses a broken template, and says which and why', () => {
    assert.throws(() => viewsWith({ 'tag.mustache': '{{#posts}} and no end' }), {
      name: 'LarderError',
      message: /tag\.mustache is broken: Unclosed section "posts"/,
    });
  });

  it('refuses one that asks for a partial which is not there', () => {
    assert.throws(() => viewsWith({ 'tag.mustache': '{{#posts}}{{> shelf}}{{/posts}}' }), {
      name: 'LarderError',
      message: /tag\.mustache asks for the view shelf\.mustache/,
    });
  });

  it('refuses to show a page without a template', () => {
    assert.throws(() => new ViewManager(new Map()).render('shelf', {}), {
      name: 'LarderError',
      message: /A controller asks for the view shelf\.mustache, which is not there/,
    });
  });
});

describe("An owner's theme folder", () => {
  const { startBlog, makeFolder } = eachTest();

  it('stands over the theme, file by file', async () => {
    const folder = makeFolder();
    mkdirSync(join(folder, 'views'));
    mkdirSync(join(folder, 'public'));
    writeFileSync(join(folder, 'views/robots.mustache'), 'User-agent: nobody\n');
    writeFileSync(join(folder, 'public/style.css'), 'body { color: teal }\n');
    writeFileSync(join(folder, 'public/icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>\n');
    const blog = await startBlog({ posts: smallBlog, env: { THEME_DIR: folder } });

    await request(blog.url).get('/robots.txt').expect(200, 'User-agent: nobody\n');
    const page = parsePage(await request(blog.url).get('/').expect(200));
    assert.match(page.text('main'), /Rye bread/);
    const [style] = page.links('[rel=stylesheet][href^="/theme/style."]');
    await request(blog.url)
      .get(style)
      .expect(200, /^(:root[^]*?)body \{ color: teal \}\n$/);
    const [icon] = page.links('[rel=icon][href^="/theme/icon."]');
    await request(blog.url).get(icon).expect(200);
  });

  it('that is not there stops the start, and so does one that is a file', async () => {
    const missing = startBlog({ env: { THEME_DIR: '/nowhere/at/all' } });
    await assert.rejects(missing, { name: 'LarderError', message: /^THEME_DIR must be a folder/ });
    const file = startBlog({ env: { THEME_DIR: fileURLToPath(import.meta.url) } });
    await assert.rejects(file, { name: 'LarderError', message: /^THEME_DIR must be a folder/ });
  });

  it('with a broken template stops the start', async () => {
    const folder = makeFolder();
    mkdirSync(join(folder, 'views'));
    writeFileSync(join(folder, 'views/post.mustache'), '{{#post}}');
    const start = startBlog({ env: { THEME_DIR: folder } });
    await assert.rejects(start, { name: 'LarderError', message: /post\.mustache is broken/ });
  });

  it('may hold files of any kind, of which those that a theme needs are served', () => {
    const folder = makeFolder();
    for (const name of ['notes.constructor', 'x.__proto__', 'css', '.hidden', 'page.css'])
      writeFileSync(join(folder, name), 'anything');
    const assets = new Assets(readFiles(folder));
    assert.match(assets.url('page.css'), /^\/theme\/page\.[\w-]{16}\.css$/);
    for (const name of ['notes.constructor', 'x.__proto__', 'css', '.hidden'])
      assert.equal(assets.url(name), '');
  });
});
