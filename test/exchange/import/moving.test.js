import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { join } from 'node:path';
import { postNamed } from '../../../lib/changes/index/known-addresses.js';
import { eachTest } from '../../support/blog.js';
import { ghostExport, ghostPost, item, wxr } from './exports.js';
import { editPost, importInto, jarImage, postOf, put, workshop } from './workshop.js';

/** The first line of a post, with a date. @param {string} [more] front matter */
const post = (more = '') => `---\ndate: 2012-03-04\n${more}\n---\nText\n`;

describe('The old addresses of an imported blog', () => {
  const { write, openEmptyBlog } = workshop();
  const { startBlog } = eachTest();

  /** @param {Record<string, string | Buffer>} files @param {{ permalink?: string }} [options] */
  async function imported(files, options) {
    const blog = await openEmptyBlog();
    const result = await importInto(blog, write(files), options);
    const ownerOf = (/** @type {string} */ path) => blog.index.addresses.get(path);
    const idOf = (/** @type {string} */ slug) => blog.index.find('post', slug)?.id;
    return { blog, ownerOf, idOf, ...result };
  }

  it('redirect to posts, feed, tags and files', async () => {
    const { open, url } = await startBlog();
    const jar = { 'content/images/2020/01/jar.png': jarImage };
    const tables = {
      tags: [{ id: 't1', name: 'Sea salt', slug: 'salt-sea' }],
      posts_tags: [{ post_id: 'id-jam', tag_id: 't1' }],
      users: [{ id: 'u1', name: 'Ann', slug: 'ann' }],
    };
    const html = '<img src="__GHOST_URL__/content/images/size/w600/2020/01/jar.png">';
    await importInto(
      open,
      write({ 'ghost.json': ghostExport([ghostPost('jam', { html })], tables), ...jar }),
    );
    await importInto(open, write({ '_config.yml': '', '_posts/2012-03-04-Ä_b.md': 'Text' }));
    for (const [from, to] of [
      ['/jam/', '/post/jam'],
      ['/rss/', '/atomfeed'],
      ['/tag/salt-sea/', '/tag/Sea%20salt'],
      ['/tag/salt-sea/rss/', '/tag/Sea%20salt/atomfeed'],
      ['/author/ann/', '/archive'],
      ['/content/images/size/w600/2020/01/jar.png', /^\/media\/[^/]+\.png$/],
      ['/2012/03/04/%C3%84_b.html', '/post/a-b'],
      ['/2012/03/04/%C3%84_b', '/post/a-b'],
      ['/feed.xml', '/atomfeed'],
    ]) {
      const response = await fetch(url + from);
      equal(response.status, 200, String(from));
      match(new URL(response.url).pathname, to instanceof RegExp ? to : new RegExp(`^${to}$`));
    }
  });

  it('follow a pattern of the owner in a site, too', async () => {
    const { ownerOf, idOf } = await imported(
      { 'hugo.toml': 'baseURL = "/"', 'content/a/B C.md': post('title: "Big Jar"') },
      { permalink: '/:year/:post_title/:filename.html' },
    );
    equal(ownerOf('/2012/big-jar/B C.html'), idOf('b-c'));
  });

  it('follow a pattern of the owner without any engine', async () => {
    const { ownerOf, idOf, blog } = await imported(
      { 'x/2012-03-04-Hello_World.md': post('categories: [Sea salt]'), 'x/a/index.md': post() },
      { permalink: '/:section/:category/:i_month/:name' },
    );
    equal(ownerOf('/x/sea-salt/3/Hello_World'), idOf('hello-world'));
    equal(ownerOf('/x/a'), undefined);
    equal(postNamed('/x/a', blog.index)?.id, idOf('a'));
  });

  it('need a pattern that tells posts apart', async () => {
    await rejects(imported({ 'a.md': post() }, { permalink: '/:year/' }), {
      code: 'invalid',
      message: /“\/:year\/” has no :title, :slug or :name/,
    });
  });

  it('belong to the first of two posts that had the same, and the other is named', async () => {
    const { ownerOf, idOf, warnings } = await imported({
      'hugo.toml': '[permalinks]\npost = "/:title/"\n',
      'content/post/a.md': post('title: Jar'),
      'content/post/b.md': post('title: Jar'),
    });
    equal(ownerOf('/jar'), idOf('a'));
    deepEqual(warnings, ['content/post/b.md: its old URL /jar belongs to another post']);
  });

  it('that are certain win over those that another post may have had', async () => {
    const files = { '_config.yml': 'timezone: Asia/Tokyo\npermalink: :year/:month/:day/jar/\n' };
    const { ownerOf, idOf } = await imported({
      ...files,
      'source/_posts/a.md': '---\ndate: 2012-03-05 01:00:00\n---\n',
      'source/_posts/b.md': '---\ndate: 2012-03-04 12:00:00\n---\n',
    });
    deepEqual([ownerOf('/2012/03/05/jar'), ownerOf('/2012/03/04/jar')], [idOf('a'), idOf('b')]);
  });

  it('are not made for files such as a README, which are left out and named', async () => {
    const notes = { 'README.md': 'About the sources', 'CLAUDE.md': '# Rules' };
    for (const [files, left] of /** @type {[Record<string, string>, string[]][]} */ ([
      [{ 'hugo.toml': '', 'content/a.md': post(), 'layouts/x/b.md': 'B' }, ['layouts/x/b.md']],
      [{ '_config.yml': 'exclude: [x]', '_posts/2012-03-04-a.md': 'A', 'x/b.md': 'B' }, ['x/b.md']],
      [{ '.eleventy.js': '', 'a.md': post(), 'b/license.md': 'B' }, ['b/license.md']],
      [{ 'gatsby-config.js': '', 'content/a.md': post() }, []],
      [
        { 'astro.config.mjs': '', 'src/content/blog/a.md': post(), 'docs/b.md': 'B' },
        ['docs/b.md'],
      ],
    ])) {
      const { blog, hints } = await imported({ ...notes, ...files });
      deepEqual(
        [...blog.index.posts()].map(({ slug }) => slug),
        ['a'],
      );
      const [hint, ...others] = hints;
      ok(!/README/.test(others.join()));
      const names = ['CLAUDE.md', 'README.md', ...left];
      equal(
        hint,
        `Skipped because the old engine made no page of them (${names.length}): ${names.join(', ')}. To import one, import it alone`,
      );
    }
  });

  it('are not made for a README that is imported since there is nothing else', async () => {
    const site = {
      'hugo.toml': '',
      'content/a.md': post(),
      'README.md': '---\ndraft: true\n---\nText',
    };
    const { blog } = await imported({ 'hugo.toml': '', 'notes/b.md': 'B' });
    ok(blog.index.find('post', 'b'));
    const { blog: other } = await imported(site);
    equal(other.index.find('post', 'readme')?.status, 'draft');
    const above = await openEmptyBlog();
    await importInto(above, join(write({ ...site, 'notes/b.md': 'B' }), 'notes'));
    ok(above.index.find('post', 'b'));
  });

  it('of posts of one name are told apart by the rules of the engine, or asked for', async () => {
    const files = { '_posts/2012-03-04-a.md': 'One', '_posts/2013-03-04-a.md': 'Two' };
    const { ownerOf, idOf, hints } = await imported({ '_config.yml': '', ...files });
    deepEqual(['/2012/03/04/a.html', '/2013/03/04/a.html'].map(ownerOf), [idOf('a'), idOf('a-2')]);
    deepEqual(hints, []);
    const other = { 'one/2012-03-04-a.md': 'One', 'two/a.md': post(), 'b.md': post() };
    match(
      (await imported(other)).hints.join(),
      /The old URLs of some posts are unknown \(2\): one\/2012-03-04-a\.md, two\/a\.md\. If/,
    );
  });

  it('are made for none whose slug is the end of its address', async () => {
    const { blog } = await imported({
      'package.json': '{"name":"a"}',
      'src/posts/a.md': post(),
      'src/posts/b-c/index.md': post(),
    });
    deepEqual(
      [...blog.index.addresses.keys()].filter((path) => /\/(a|b-c)$/.test(path)),
      ['/post/a', '/post/b-c'],
    );
  });

  it('of tags and categories redirect too', async () => {
    const { ownerOf } = await imported({
      'hugo.toml': 'baseURL = "https://jars.example/b/"',
      'content/a.md': post('tags: [Sea salt, zig]\ncategories: [Jam]'),
      'content/b.md': post('tags: [Zig]'),
    });
    deepEqual(['/b/tags/sea-salt', '/b/tags/zig', '/b/categories/jam'].map(ownerOf), [
      '/tag/Sea%20salt',
      '/tag/zig',
      '/tag/Jam',
    ]);
  });

  it('follow from settings above the imported folder', async () => {
    const folder = write({
      '_config.yml': 'permalink: /:year/:title/\n',
      '_posts/2012-03-04-a.md': 'Text',
    });
    const blog = await openEmptyBlog();
    await importInto(blog, join(folder, '_posts'));
    equal(postNamed('/2012/a', blog.index)?.slug, 'a');
  });

  it('are not those of a page elsewhere that a post is about', async () => {
    const { ownerOf } = await imported({
      'hugo.toml': 'baseURL = "https://jars.example/"',
      'content/a.md': post('url: https://other.example/2012/news'),
    });
    equal(ownerOf('/2012/news'), undefined);
  });

  for (const [name, text, reason] of /** @type {const} */ ([
    ['_config.yml', '- a\n- b\n', /has no names and values/],
    ['_config.yml', '7', /has no names and values/],
    ['_config.yml', `a: ${'b'.repeat(1_000_000)}`, /is larger than 200 kB/],
    ['_config.yml', 'a: [', /cannot be read/],
    ['_config.yml', `a: ${'['.repeat(3000)}${']'.repeat(3000)}`, /cannot be read/],
    ['_config.yml', 'permalink: [1, 2]\ndefaults: 7\ncollections: [a]\ntimezone: [b]', /^$/],
    ['_config.yml', 'permalink: "/:nothing/:title/"', /^$/],
    ['_config.yml', 'timezone: Nowhere/Land\nnew_post_name: ":title:title"', /^$/],
    ['hugo.toml', 'permalinks = 7\nlanguages = [1]\n[frontmatter]\ndate = 3', /^$/],
    ['zola.toml', 'slugify = "x"\nlanguages = 3', /^$/],
    ['mkdocs.yml', 'docs_dir: {a: b}', /^$/],
  ]))
    it(`are left out when ${name} is ${JSON.stringify(text.slice(0, 40))}, and the rest goes on`, async () => {
      const { counts, warnings } = await imported({
        [name]: text,
        '_posts/2012-03-04-a.md': 'Text',
        'content/b.md': post(),
        'docs/c.md': post(),
      });
      deepEqual([counts.created, counts.refused], [3, 0]);
      match(warnings.join(), reason);
      if (warnings.length > 0) ok(warnings[0].startsWith(`${name}: `));
    });

  it('come to posts that were imported before, which keep their URLs, edited here or not', async () => {
    const blog = await openEmptyBlog();
    const folder = write({ 'content/p/A_b.md': post(), 'content/p/c.md': post() });
    await importInto(blog, folder);
    await editPost(blog, 'c', { markdown: 'Mine.' });
    put(join(folder, 'hugo.toml'), '[permalinks]\np = "/x/:filename/"\n');
    await importInto(blog, folder);
    for (const [slug, old] of [
      ['a-b', '/x/a_b'],
      ['c', '/x/c'],
    ]) {
      equal(postNamed(old, blog.index)?.slug, slug);
    }
    equal((await postOf(blog, 'c')).markdown, 'Mine.');
  });

  it('of Ghost follow its routes, and its redirects but those that are patterns', async () => {
    const { ownerOf, idOf, warnings } = await imported({
      'ghost.json': ghostExport([ghostPost('jam'), ghostPost('salt')], {
        settings: [{ key: 'timezone', value: 'Asia/Tokyo' }],
      }),
      'routes.yaml': 'collections:\n  /blog/:\n    permalink: /blog/{year}/{slug}/\n',
      'data/redirects.json': JSON.stringify([
        { from: '^\\/old-jam\\/$', to: '/jam/' },
        { from: '^/(.*)/x$', to: '/$1' },
        { from: '/away', to: 'https://other.example/' },
        { from: '/news', to: '/rss/' },
        7,
      ]),
      'redirects.yaml': '301:\n  /old-salt/: /salt/\n302: 7\n',
    });
    equal(ownerOf('/blog/2020/jam'), idOf('jam'));
    deepEqual([ownerOf('/old-jam'), ownerOf('/old-salt')], ['/post/jam', '/post/salt']);
    match(warnings.join('\n'), /1 of its redirects are patterns, and not imported/);
    match(
      warnings.join('\n'),
      /redirects to pages that were not imported are left out \(1\): \/away/,
    );
  });

  it('of WordPress lead its feeds, tags and authors to their pages', async () => {
    const terms =
      '<wp:tag><wp:tag_slug>sea</wp:tag_slug><wp:tag_name>Sea salt</wp:tag_name></wp:tag>';
    const { ownerOf } = await imported({
      'a.xml': wxr(item(1)).replace('<item>', `${terms}<item>`),
    });
    equal(ownerOf('/tag/sea'), '/tag/Sea%20salt');
    equal(ownerOf('/feed'), '/atomfeed');
  });
});
