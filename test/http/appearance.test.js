import assert from 'node:assert/strict';
import request from 'supertest';
import { builtInThemes } from '../../lib/changes/index/appearance.js';
import { saveUpload } from '../../lib/content/media/uploads.js';
import { mediaUrl } from '../../lib/content/media/urls.js';
import { eachTest } from '../support/blog.js';
import { breadPost, jamPost, smallBlog } from '../support/fixtures.js';
import { parsePage } from '../support/html.js';
import { png } from '../support/images.js';
import { zipOf } from '../support/zips.js';
/** @import { Appearance } from '../../lib/store/types.js' */
/** @import { TestBlog } from '../support/blog.js' */

const { startBlog } = eachTest();

/** @param {TestBlog} blog @param {string} [path] */
const read = async ({ url }, path = '/') => parsePage(await request(url).get(path).expect(200));

/** @param {TestBlog} blog @param {string} [path] @returns {Promise<string>} */
async function styleOf(blog, path = '/') {
  const [style] = (await read(blog, path)).links('link[rel=stylesheet]');
  const { text } = await request(blog.url)
    .get(style)
    .expect(200)
    .expect('Cache-Control', /immutable/);
  return text;
}

/** @param {TestBlog} blog @param {Partial<Appearance>} appearance */
const look = ({ open }, appearance) => open.content.saveSettings({ appearance });

describe('The appearance that an owner chose', () => {
  it('is in the style sheet of every page, which has another name then', async () => {
    const blog = await startBlog({ posts: smallBlog });
    const [before] = (await read(blog)).links('link[rel=stylesheet]');
    await look(blog, { accent: '#7c2d12', fonts: 'literata', width: 'wide', css: '.x { top: 0 }' });
    for (const path of ['/', `/post/${jamPost.slug}`, '/archive', '/nowhere']) {
      const page = parsePage(await request(blog.url).get(path));
      const [style] = page.links('link[rel=stylesheet]');
      assert.notEqual(style, before);
      assert.equal(page.attributes('link[rel=preload][as=font]', 'href').length, 1);
    }
    const style = await styleOf(blog);
    assert.match(style, /--accent: #7c2d12/);
    assert.match(style, /--measure: 48rem/);
    assert.ok(style.endsWith('.x { top: 0 }\n'));
    const [font] = (await read(blog)).links('link[rel=preload][as=font]');
    await request(blog.url).get(font).expect(200).expect('Content-Type', 'font/woff2');
    assert.ok(style.includes(font));
  });

  it('sends readers of an older page on to the style sheet of today', async () => {
    const blog = await startBlog({ posts: smallBlog });
    await look(blog, { accent: '#7c2d12' });
    const [current] = (await read(blog)).links('link[rel=stylesheet]');
    await request(blog.url)
      .get('/theme/style.0123456789abcdef.css')
      .expect(302)
      .expect('Location', current);
    await request(blog.url).get('/theme/other.0123456789abcdef.css').expect(404);
  });

  it('may be light or dark for everyone, or for each reader to choose', async () => {
    const blog = await startBlog({ posts: smallBlog });
    await look(blog, { scheme: 'dark', schemeSwitch: true });
    const page = await read(blog);
    assert.equal(page.attribute('html', 'data-scheme'), 'dark');
    assert.equal(page.attribute('meta[name=color-scheme]', 'content'), 'dark');
    assert.equal(page.attributes('meta[name=theme-color]', 'content').length, 1);
    const [script] = page.attributes('head script[src]', 'src');
    await request(blog.url).get(script).expect(200);
  });

  it('shows the logo for dark colours by the device, or always or never where one scheme is for everyone', async () => {
    const blog = await startBlog({ posts: smallBlog });
    const { content } = blog.open;
    const upload = async (/** @type {string} */ name) =>
      mediaUrl((await saveUpload({ name, bytes: png({ width: name.length }) }, '', content)).id);
    const [logo, logoDark] = [await upload('day.png'), await upload('night.png')];
    await content.saveSettings({ logo });
    for (const [scheme, media] of /** @type {const} */ ([
      ['device', '(prefers-color-scheme: dark)'],
      ['dark', 'all'],
      ['light', 'not all'],
    ])) {
      await look(blog, { scheme, logoDark });
      assert.equal((await read(blog)).attribute('.brand source', 'media'), media);
    }
    for (const theme of builtInThemes) {
      await content.saveSettings({ theme });
      for (const path of ['/', `/post/${jamPost.slug}`, '/nowhere']) {
        const page = parsePage(await request(blog.url).get(path));
        assert.equal(page.attribute('.brand picture source', 'srcset'), logoDark);
        assert.equal(page.attribute('.brand picture img', 'src'), logo);
      }
    }
  });

  it('leaves out of posts and lists what the owner does not want there', async () => {
    const blog = await startBlog({ posts: smallBlog });
    const path = `/post/${jamPost.slug}`;
    assert.ok((await read(blog, path)).has('.post .meta time'));
    await look(blog, {
      postDate: false,
      postMinutes: false,
      postAuthor: false,
      frontTeasers: false,
    });
    const post = await read(blog, path);
    assert.equal(post.has('.post .meta time'), false);
    assert.doesNotMatch(post.text('.post .meta'), /min read|By/);
    const front = await read(blog);
    assert.equal(front.has('.card time'), false);
    assert.equal(front.has('.teaser'), false);
  });

  it('has pinned posts first on the front page, each once', async () => {
    const blog = await startBlog({ posts: smallBlog });
    const titles = async () => (await read(blog)).texts('.card h2');
    const before = await titles();
    const last = before.at(-1);
    const { id } = last === jamPost.title ? jamPost : breadPost;
    const pinned = [id, '00000000-0000-4000-8000-000000000000'];
    await look(blog, { pinned });
    const after = await titles();
    assert.equal(after.length, before.length);
    assert.equal(after[0], last === jamPost.title ? jamPost.title : breadPost.title);
  });

  it('shows a page at /, and the newest posts at /posts then', async () => {
    const blog = await startBlog({ posts: smallBlog });
    const { id, revision } = await blog.open.content.savePost({
      type: 'page',
      title: 'Welcome in',
      slug: 'welcome-in',
      markdown: 'Come in.',
      tags: [],
      status: 'published',
    });
    await request(blog.url).get('/posts').expect(404);
    await look(blog, { frontPage: id });
    assert.match((await read(blog)).text('main'), /Come in\./);
    assert.match((await read(blog, '/posts')).text('main'), /Rye bread/);
    await blog.open.content.removePost(id, String(revision));
    assert.match((await read(blog)).text('main'), /Rye bread/);
    await request(blog.url).get('/posts').expect(404);
  });

  it('shows who the owner is elsewhere, a footer, and what proves whose blog it is', async () => {
    const blog = await startBlog({ posts: smallBlog });
    await look(blog, {
      footer: 'Written in <Kiel>.\n\nBy hand.',
      links: [{ title: 'Mastodon', url: 'https://mastodon.example/@ada' }],
      verification: [{ name: 'google-site-verification', content: 'a"b' }],
    });
    const page = await read(blog);
    assert.match(page.text('footer'), /Written in <Kiel>\./);
    assert.deepEqual(page.links('footer a[rel=me]'), ['https://mastodon.example/@ada']);
    assert.equal(page.attribute('meta[name=google-site-verification]', 'content'), 'a"b');
  });

  it('stands after the theme’s own, so that it counts', async () => {
    const blog = await startBlog({ posts: smallBlog });
    await look(blog, { fonts: 'sans', accent: '#7c2d12' });
    const style = await styleOf(blog);
    const last = (/** @type {string} */ name) =>
      [...style.matchAll(new RegExp(`--${name}: ([^;]*);`, 'g'))].at(-1)?.[1];
    assert.match(last('font-title') ?? '', /^system-ui/);
    assert.match(last('font-ui') ?? '', /^system-ui/);
    assert.match(style, /--code-keyword: #[\da-f]{6}/);
  });

  it('has the tagline in the header, and does not say it twice', async () => {
    const blog = await startBlog({ posts: smallBlog });
    await blog.open.content.saveSettings({ tagline: 'Kept cool' });
    assert.equal((await read(blog)).has('.tagline'), false);
    await look(blog, { headerTagline: true });
    const page = await read(blog);
    assert.equal(page.text('header .tagline'), 'Kept cool');
    assert.equal(page.has('.intro'), false);
    assert.equal(page.texts('h1').length, 1);
  });

  it('marks pinned posts, and has links to share a post, without scripts', async () => {
    const blog = await startBlog({ posts: smallBlog });
    const path = `/post/${jamPost.slug}`;
    assert.equal((await read(blog, path)).has('.sharing'), false);
    await look(blog, { pinned: [jamPost.id], postShare: true });
    assert.deepEqual((await read(blog)).texts('.card:has(.pin) h2'), [jamPost.title]);
    const post = await read(blog, path);
    assert.equal(post.links('.sharing a').length, 5);
    for (const link of post.links('.sharing a'))
      assert.ok(link.includes(encodeURIComponent(path)), link);
    assert.equal(post.has('script[src]:not([defer])'), false);
  });

  it('has its accent in the icon, dark enough for a white letter', async () => {
    const blog = await startBlog({ posts: smallBlog });
    const icon = async () => String((await request(blog.url).get('/icon.svg')).body);
    assert.match(await icon(), /fill="#9a1f57"/);
    await look(blog, { accent: '#1d4ed8' });
    assert.match(await icon(), /fill="#1d4ed8"/);
    await look(blog, { accent: '#ffff00' });
    assert.doesNotMatch(await icon(), /#ffff00/);
  });

  it('clears nothing but what shows it', async () => {
    const blog = await startBlog({ posts: smallBlog });
    const paths = ['/', `/post/${jamPost.slug}`, '/archive', '/atomfeed', '/sitemap.xml', '/tags'];
    const { cache } = blog.open;
    const cleared = async (/** @type {Partial<Appearance>} */ appearance) => {
      for (const path of paths) await request(blog.url).get(path).expect(200);
      const before = paths.map((path) => cache.peek(path));
      await look(blog, appearance);
      return paths.filter((path, place) => cache.peek(path) !== before[place]);
    };
    assert.deepEqual(await cleared({ pinned: [jamPost.id] }), ['/']);
    assert.deepEqual(await cleared({ postRelated: false }), ['/', `/post/${jamPost.slug}`]);
    assert.deepEqual(await cleared({ accent: '#123456' }), [
      ...['/', `/post/${jamPost.slug}`, '/archive', '/tags'],
    ]);
  });
});

describe('An uploaded theme', () => {
  const manifest = JSON.stringify({
    label: 'Plain',
    switches: [
      { name: 'loud', label: 'Loud', default: false },
      {
        name: 'side',
        label: 'Side',
        default: 'left',
        choices: ['left', 'right'].map((value) => ({ value, label: value })),
      },
    ],
  });
  const view = '<h1>{{site.title}}{{#site.switches.loud}}!{{/site.switches.loud}}</h1>';
  const side = '{{#site.choices.side.right}}<i>right</i>{{/site.choices.side.right}}';
  const files = {
    'theme.json': manifest,
    'views/front.mustache': view + side,
    'views/post.mustache': view,
    'views/page.mustache': view,
    'public/style.css': "body { background: url('dots.svg') }",
    'public/dots.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  };
  /** @param {Record<string, string>} files */
  const zip = (files) =>
    zipOf(Object.entries(files).map(([name, data]) => ({ name: `plain-main/${name}`, data })));

  it('makes the pages, with what it offers, and comes back where it is missing for a while', async () => {
    const blog = await startBlog({ posts: smallBlog });
    const { content } = blog.open;
    const upload = { name: 'plain.zip', bytes: zip(files) };
    const { id, revision } = await saveUpload(upload, '', content);
    await content.saveSettings({
      theme: mediaUrl(id),
      appearance: { switches: { loud: true, side: 'right', other: 'x' } },
    });
    const page = await read(blog);
    assert.equal(page.text('h1'), 'Larder!');
    assert.equal(page.text('i'), 'right');
    await look(blog, { switches: { side: 'middle' } });
    assert.equal((await request(blog.url).get('/')).text, '<h1>Larder</h1>');
    assert.match(await styleOf(blog, '/archive'), /url\('\/theme\/dots\.[\w-]+\.svg'\)/);
    await content.removeMedia(id, String(revision));
    assert.match((await read(blog)).text('main'), /Rye bread/);
    await saveUpload(upload, '', content);
    assert.equal((await request(blog.url).get('/')).text, '<h1>Larder</h1>');
  });

  it('adds to our style sheet by theme.css; one of its own takes its place with all of our layouts', async () => {
    const blog = await startBlog({ posts: smallBlog });
    const { content } = blog.open;
    const use = async (/** @type {Record<string, string>} */ files) => {
      const { id } = await saveUpload({ name: 'a.zip', bytes: zip(files) }, '', content);
      await content.saveSettings({ theme: mediaUrl(id) });
      return styleOf(blog);
    };
    const colours = { accent: '#00501e', background: '#fffffe', dark: { background: '#010203' } };
    const added = await use({
      'public/theme.css': '.mine { top: 0 }',
      'theme.json': JSON.stringify({ colours, fonts: 'inter' }),
    });
    assert.match(added, /\.card h2 \{[^]*\.mine \{ top: 0 \}/);
    assert.match(added, /--accent: #00501e;[^]*--page: #010203;/);
    assert.match(added, /--font-text: Inter/);
    const own = await use({ 'public/style.css': '.mine { top: 0 }' });
    assert.match(own, /^:root [^]*\}\n\.mine \{ top: 0 \}$/);
    assert.doesNotMatch(own, /\.card|Literata/);
  });

  it('that cannot be read leaves the blog as it was, with a line in the log', async () => {
    const blog = await startBlog({ posts: smallBlog });
    const { id } = await saveUpload(
      { name: 'no.zip', bytes: zip({ 'a.txt': 'a' }) },
      '',
      blog.open.content,
    );
    await blog.open.content.saveSettings({ theme: mediaUrl(id) });
    assert.match((await read(blog)).text('main'), /Rye bread/);
  });
});
