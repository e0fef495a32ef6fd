import { deepEqual } from 'node:assert/strict';
import { allOf, workshop } from './workshop.js';

describe('The pages of an imported site', () => {
  const { write, openEmptyBlog, importInto } = workshop();

  /** @param {Record<string, string>} files */
  async function imported(files) {
    const blog = await openEmptyBlog();
    const { hints, warnings } = await importInto(blog, write(files));
    const all = [...(await allOf(blog, 'post'))].map(({ type, slug }) => `${type} ${slug}`);
    return { all: all.sort(), hints, warnings };
  }

  it('are the files without a date among posts with one', async () => {
    const { all, hints } = await imported({
      '_config.yml': '',
      'source/_posts/a.md': '---\ndate: 2012-03-04\n---\n',
      'source/about/index.md': '---\ntitle: About\n---\nUs',
    });
    deepEqual([all, hints], [['page about', 'post a'], []]);
  });

  it('are only looked for where most posts have a date and the engine is known', async () => {
    const files = { 'a.md': '---\ndate: 2012-03-04\n---\n', 'b.md': 'B', 'c.md': 'C' };
    const inSite = Object.entries(files).map(([name, text]) => [`content/${name}`, text]);
    const site = { 'hugo.toml': '', ...Object.fromEntries(inSite) };
    for (const each of [files, site, { 'a.md': files['a.md'], 'b.md': 'B' }])
      deepEqual(
        (await imported(each)).all.filter((name) => /page/.test(name)),
        [],
      );
  });

  const page = '---\ntitle: A\ndate: 2030-01-01\n---\nText';
  const post = '---\ntitle: A\ndate: 2012-03-04\n---\nText';
  /** @type {[engine: string, files: Record<string, string>, all: string[]][]} */
  const placed = [
    [
      'Hexo',
      {
        '_config.yml': '',
        'source/_posts/a.md': post,
        'source/about/index.md': page,
        'source/links/index.md': '---\ndate: 2030-01-01\ntype: links\nlayout: page\n---\nText',
        'source/404.md': page,
      },
      ['page 404', 'page about', 'page links', 'post a'],
    ],
    [
      'Jekyll',
      {
        '_config.yml': '',
        '_posts/2012-03-04-a.md': post,
        'about.md': page,
        '_pages/friends.md': page,
        '_notes/b.md': post,
      },
      ['page about', 'page friends', 'post a', 'post b'],
    ],
    [
      'Hugo',
      {
        'hugo.toml': '',
        'content/blog/a.md': post,
        'content/about/index.md': page,
        'content/uses.md': page,
        'content/page/c.md': page,
      },
      ['page about', 'page c', 'page uses', 'post a'],
    ],
    [
      'Hugo with sections of posts',
      {
        'hugo.toml': '[params]\nmainSections = ["blog"]',
        'content/blog/a.md': post,
        'content/projects/b.md': page,
      },
      ['page b', 'post a'],
    ],
    [
      'Zola',
      {
        'zola.toml': 'base_url = "https://a.example"',
        'content/blog/a.md': post,
        'content/about.md': page,
        'content/pages/b.md': page,
      },
      ['page about', 'page b', 'post a'],
    ],
    [
      'Pelican',
      {
        'pelicanconf.py': "PATH = 'content'\nPAGE_PATHS = ['info']\n",
        'content/a.md': 'Title: A\nDate: 2012-03-04\n\nText',
        'content/info/about.md': 'Title: A\nDate: 2030-01-01\n\nText',
      },
      ['page about', 'post a'],
    ],
    [
      'Eleventy',
      {
        '.eleventy.js': "return { dir: { input: 'src' } }",
        'src/posts/a.md': post,
        'src/about.md': page,
        'src/pages/b.md': page,
      },
      ['page about', 'page b', 'post a'],
    ],
  ];
  for (const [engine, files, all] of placed)
    it(`are what stands outside the folder of posts, also with a date: ${engine}`, async () => {
      deepEqual((await imported(files)).all, all);
    });

  it('are not what has a date in a folder of posts, wherever that is', async () => {
    for (const folder of ['pages/posts', 'src/pages/blog', 'app/blog/2012', 'source/posts/pages']) {
      const files = {
        [`${folder}/a.md`]: post,
        'pages/about.md': page,
        'pages/posts/index.md': page,
      };
      const { all } = await imported({ 'package.json': '{}', 'vite.config.js': '', ...files });
      deepEqual(all, ['page about', 'page posts', 'post a'], folder);
    }
  });

  it('are those in a folder of pages, where the posts are in none', async () => {
    const { all } = await imported({
      'zola.toml': 'base_url = "https://a.example"',
      'content/a.md': post,
      'content/b.md': post.replace('title: A', 'title: B'),
      'content/pages/about.md': page,
      'content/pages/uses.md': '---\ntitle: Uses\n---\nText',
    });
    deepEqual(all, ['page about', 'page uses', 'post a', 'post b']);
  });

  it('are left out where a list was made of them, also with a date', async () => {
    const { all, warnings } = await imported({
      '_config.yml': '',
      'source/_posts/a.md': post,
      'source/tags/index.md':
        '---\ntitle: Tags\ndate: 2030-01-01\ntype: tags\n---\n<!-- list -->\n',
    });
    deepEqual(all, ['post a']);
    deepEqual(warnings, [
      'source/tags/index.md: it has no text of its own, and is left out: Larder makes its own lists',
    ]);
  });

  it('are no drafts without a date', async () => {
    const { all } = await imported({
      '_config.yml': '',
      '_posts/2012-03-04-a.md': post,
      '_posts/2012-03-04-b.md': post,
      '_drafts/c.md': '---\ntitle: C\n---\nText',
    });
    deepEqual(all, ['post a', 'post b', 'post c']);
  });

  it('are left out when they only have lists', async () => {
    const { all, warnings } = await imported({
      'hugo.toml': '',
      'content/posts/a.md': '---\ndate: 2012-03-04\n---\n',
      'content/posts/_index.fr.md': '---\ntitle: Posts\n---\n',
      'content/tags.md': '---\ntype: tags\n---\n',
    });
    deepEqual(all, ['post a']);
    deepEqual(warnings, [
      'content/posts/_index.fr.md: it has no text of its own, and is left out: Larder makes its own lists',
      'content/tags.md: it has no text of its own, and is left out: Larder makes its own lists',
    ]);
  });
});
