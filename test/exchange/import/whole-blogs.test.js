import { deepEqual, equal } from 'node:assert/strict';
import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { eachTest } from '../../support/blog.js';
import { allOf, importInto, postOf, workshop } from './workshop.js';

/** @param {string} title @param {string} [more] front matter */
const post = (title, more = 'date: 2012-03-04') => `---\ntitle: ${title}\n${more}\n---\n\nText\n`;

/**
 * @typedef {object} Whole  A blog in small, laid out as real ones are.
 * @property {string} engine
 * @property {Record<string, string>} files
 * @property {string[]} posts  their slugs
 * @property {string[]} pages
 * @property {string} title
 * @property {string} [menu]
 * @property {Record<string, string>} old  addresses that lead here
 * @property {Record<string, string>} [texts]  of posts
 * @property {string[]} [warnings]
 * @property {string} [leftOut]  files of which no page was made there
 */

/** @type {Whole[]} */
const BLOGS = [
  {
    engine: 'Next.js with its posts in the public folder',
    files: {
      'package.json': '{"name":"reacting","dependencies":{"next":"15"}}',
      'next.config.js': 'module.exports = { trailingSlash: true };',
      'CLAUDE.md': '# Rules',
      'app/layout.tsx':
        'export const metadata = { metadataBase: new URL("https://jars.example") };\nexport default () => <html lang="de"><body/></html>;',
      'app/posts.ts':
        'export const metadata = { title: "Jars — a blog", description: "Of glass" };',
      'public/a-jar/index.md': `${post('A jar')}<p style={{ color: "red", top: 1 }}>Red</p>\n`,
      'public/two-jars/index.md': post('Two jars'),
    },
    posts: ['a-jar', 'two-jars'],
    pages: [],
    title: 'Jars — a blog',
    old: { '/a-jar/': '/post/a-jar', '/two-jars': '/post/two-jars' },
    texts: { 'a-jar': 'Text\n<p>Red</p>\n' },
    leftOut: 'CLAUDE.md',
  },
  {
    engine: 'VitePress',
    files: {
      'package.json': '{"devDependencies":{"vitepress":"1"}}',
      '.vitepress/config.ts':
        "export default defineConfig({ title: 'Jars', description: 'Of glass', themeConfig: { nav: [{ text: 'Posts', link: '/posts/' }, { text: 'Us', link: '/about' }] }, buildEnd: genFeed })",
      'index.md': '---\nlayout: home\n---\n',
      'about.md': '# About\n\nUs.\n',
      'posts/jam-1-5.md': post('Jam 1.5').replace('Text', '[[toc]]\n\nText'),
      'posts/salt.md': post('Salt'),
    },
    posts: ['jam-1-5', 'salt'],
    pages: ['about'],
    title: 'Jars',
    menu: 'Posts /archive, Us /about',
    old: {
      '/posts/jam-1-5.html': '/post/jam-1-5',
      '/posts/salt': '/post/salt',
      '/posts/': '/archive',
    },
    warnings: ['index.md: it has no text of its own, and is left out: Larder makes its own lists'],
  },
  {
    engine: 'Bridgetown',
    files: {
      Gemfile: 'gem "bridgetown"',
      'bridgetown.config.yml': 'permalink: pretty',
      'src/_data/site_metadata.yml': 'title: Jars\ntagline: Of glass\n',
      'src/_data/navigation.yml':
        '- { name: Home, url: / }\n- { name: Us, url: /about }\n- { name: Gone, url: /gone }\n',
      'src/about.md': post('Us', 'layout: page'),
      'src/_components/card.md': 'Card',
      'src/_posts/2012-03-04-big_jar.md': post(
        'Big jar',
        'category: sea salt\nexcerpt: "Over two\nlines"',
      ),
    },
    posts: ['big-jar'],
    pages: ['about'],
    title: 'Jars',
    menu: 'Home /, Us /about',
    old: { '/sea-salt/2012/03/04/big_jar/': '/post/big-jar' },
    warnings: ['blog: its link to /gone leads nowhere'],
    leftOut: 'src/_components/card.md',
  },
  {
    engine: 'Gridsome, which has projects beside its posts',
    files: {
      'gridsome.config.js':
        "module.exports = { siteName: 'Jars', siteDescription: 'Of glass', plugins: [{ use: 'x', options: { title: 'No' } }] }",
      'src/posts/a-jar.md': post('A jar'),
      'src/projects/pot.md': post('Pot', 'id: 1'),
      'src/projects/pan.md': post('Pan', 'id: 2'),
    },
    posts: ['a-jar'],
    pages: ['pan', 'pot'],
    title: 'Jars',
    old: { '/blog/a-jar/': '/post/a-jar', '/projects/pot': '/pot' },
  },
  {
    engine: 'Metalsmith',
    files: {
      'package.json': '{"name":"blog","devDependencies":{"metalsmith":"2"}}',
      'metalsmith.js':
        "const sitename = 'Jars';\nMetalsmith(__dirname)\n  .metadata({ sitename, locale: 'en-GB', description: `Of glass`, url: prod ? 'a' : 'b' })\n  .source('./source').use(collections({ posts: { pattern: 'blog/*.md' } }));",
      'source/blog/a-jar.md': post('A jar', 'created: 2012-03-04').replace(
        'Text',
        '{{ sitename }}',
      ),
      'source/pages/about.md': post('Us', 'layout: page.hbs'),
    },
    posts: ['a-jar'],
    pages: ['about'],
    title: 'Jars',
    old: { '/blog/a-jar/': '/post/a-jar', '/pages/about/': '/about' },
    texts: { 'a-jar': 'Jars\n' },
  },
  {
    engine: 'SvelteKit, with texts that are parts of components',
    files: {
      'package.json': '{"name":"jars-sveltekit"}',
      'svelte.config.js': 'export default {}',
      'src/app.html':
        '<html lang="en"><head><link rel="alternate" type="application/rss+xml" title="Jars" href="/rss" /></head></html>',
      'src/lib/content/posts/a-jar.md': post('A jar'),
      'src/lib/content/uses.md': 'What I use',
      'src/lib/components/demos/part.md': 'Part',
    },
    posts: ['a-jar'],
    pages: ['uses'],
    title: 'Jars',
    old: { '/blog/a-jar': '/post/a-jar' },
    leftOut: 'src/lib/components/demos/part.md',
  },
  {
    engine: 'Nikola',
    files: {
      'conf.py':
        'BLOG_TITLE = "Jars"  # (translatable)\nDEFAULT_LANG = "en"\nNAVIGATION_LINKS = {\n    DEFAULT_LANG: (\n        ("/archive.html", "Archive"),\n        ("/pages/us/", "Us"),\n        ((("/x", "X"), ("/y", "Y")), "More"),\n    ),\n}\n',
      'posts/a-jar.md':
        '<!--\n.. title: A jar: big\n.. slug: big-jar\n.. date: 2012-03-04 05:06:07 UTC+02:00\n.. tags: salt, jam\n-->\n\nText\n',
      'posts/pot.md': 'Text\n',
      'posts/pot.meta': '.. title: Pot\n.. slug: pot\n.. date: 2012-03-05\n',
      'posts/own.md':
        '.. title: Own\n.. slug: own\n.. date: 2012-03-06\n.. status: private\n\nText\n',
      'pages/us.md': '<!--\n.. title: Us\n.. slug: us\n-->\n\nUs\n',
    },
    posts: ['big-jar', 'pot'],
    pages: ['us'],
    title: 'Jars',
    menu: 'Archive /archive, Us /us',
    old: { '/posts/big-jar/': '/post/big-jar', '/pages/us/': '/us' },
    texts: { 'big-jar': 'Text\n', pot: 'Text\n' },
    warnings: ['posts/own.md: its “status: private” hides it there; it is a draft here'],
  },
  {
    engine: 'Lektor',
    files: {
      'Jars.lektorproject': '[project]\nname = Jars\nlocale = de\n\n[servers.x]\nname = No\n',
      'README.md': 'Notes',
      'content/contents.lr': '_model: page\n---\ntitle: Front\n',
      'content/about/contents.lr': '_model: page\n---\ntitle: Us\n---\nbody: Us\n',
      'content/blog/a-jar/contents.lr':
        'title: A jar\n---\npub_date: 2012-03-04\n---\ntags:\n\nsalt\njam\n---\nbody:\n\nText [us](../../about/)\n\n----\n',
      'content/blog/pot/contents.lr':
        'title: Pot\r\n---\r\npub_date: 2012-03-05\r\n---\r\nbody:\r\n\r\n#### text-block ####\r\ntext: One\r\n----\r\nclass: x\r\n#### text-block ####\r\ntext: Two\r\n',
      'content/blog/own/contents.lr':
        'title: Own\n---\npub_date: 2012-03-06\n---\n_hidden: yes\n---\nbody: Own\n',
    },
    posts: ['a-jar', 'pot'],
    pages: ['about'],
    title: 'Jars',
    old: { '/blog/a-jar/': '/post/a-jar', '/blog/pot': '/post/pot' },
    texts: { 'a-jar': 'Text [us](/about)\n\n---\n', pot: 'One\n\nTwo\n' },
    warnings: [
      'content/contents.lr: it has no text of its own, and is left out: Larder makes its own lists',
      'content/blog/own/contents.lr: its “_hidden: yes” hides it there; it is a draft here',
    ],
    leftOut: 'README.md',
  },
  {
    engine: 'Lume',
    files: {
      'deno.json': '{}',
      '_config.ts': 'export default lume({ src: "./src" })',
      'src/_data/site.yml': 'title: Jars\ndescription: Of glass\n',
      'src/posts/a-jar.md': post('A jar'),
      'src/about.md': post('Us', 'layout: page.njk'),
      'README.md': 'Notes',
    },
    posts: ['a-jar'],
    pages: ['about'],
    title: 'Jars',
    old: { '/posts/a-jar/': '/post/a-jar' },
    leftOut: 'README.md',
  },
];

describe('A whole blog', () => {
  const { write } = workshop();
  const { startBlog } = eachTest();

  for (const {
    engine,
    files,
    posts,
    pages,
    title,
    menu = '',
    old,
    texts = {},
    warnings,
    leftOut,
  } of BLOGS)
    it(`of ${engine} is imported with its posts, old addresses, title and menu`, async () => {
      const { open, url } = await startBlog();
      const folder = write(files);
      // Undated pages are as old as their files.
      for (const file of Object.keys(files))
        utimesSync(join(folder, file), 1_331_000_000, 1_331_000_000);
      const result = await importInto(open, folder);
      deepEqual([result.warnings, result.refusals], [warnings ?? [], []]);
      const { index } = open;
      const all = (await allOf(open, 'post')).filter(({ status }) => status === 'published');
      const slugs = (/** @type {string} */ type) =>
        all.filter((each) => each.type === type).map(({ slug }) => slug);
      deepEqual([slugs('post').sort(), slugs('page').sort()], [posts, pages]);
      for (const [slug, text] of Object.entries(texts))
        equal((await postOf(open, slug)).markdown, text);
      const { title: known, navigation } = index.settings;
      const links = navigation.map((link) => `${link.title} ${link.url}`).join(', ');
      deepEqual([known, links], [title, menu]);
      for (const [from, to] of Object.entries(old)) {
        const response = await fetch(url + from);
        deepEqual([response.status, new URL(response.url).pathname], [200, to], from);
      }
      equal(
        result.hints.find((hint) => hint.startsWith('Skipped because the old'))?.split(/[:.] /)[1],
        leftOut,
      );
    });
});
