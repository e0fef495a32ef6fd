/** @import { Site } from './sites.js' */

/** What the documentation of engines says that they make of small sites, which are not built here. @type {Record<string, Site[]>} */
export const documented = {
  Zola: [
    {
      name: 'with its defaults and languages',
      config: {
        'config.toml': 'base_url = "https://jars.example/blog"\n[languages.fr]\ntitle = "Pots"\n',
      },
      posts: [
        [
          'content/posts/hello.md',
          '+++\ntitle = "Hello"\ndate = 2012-03-04\n+++',
          ['/blog/posts/hello'],
          '2012-03-04T00:00:00.000Z',
        ],
        [
          'content/posts/Upper_Case v1.2.md',
          '+++\ndate = 2012-03-04T17:05:06Z\n+++',
          ['/blog/posts/upper-case-v1-2'],
          '2012-03-04T17:05:06.000Z',
        ],
        [
          'content/posts/2012-03-04_dated.md',
          '+++\n+++',
          ['/blog/posts/dated'],
          '2012-03-04T00:00:00.000Z',
        ],
        [
          'content/posts/2012-03-05-bundle/index.md',
          '+++\n+++',
          ['/blog/posts/bundle'],
          '2012-03-05T00:00:00.000Z',
        ],
        [
          'content/posts/bundle/index.fr.md',
          '+++\ndate = 2012-03-04\n+++',
          ['/blog/fr/posts/bundle'],
          null,
        ],
        [
          'content/posts/slug.md',
          '+++\ndate = 2012-03-04\nslug = "Other Name"\n+++',
          ['/blog/posts/other-name'],
          null,
        ],
        [
          'content/Any.md',
          '+++\npath = "2015/05/15/Rust-1.0"\naliases = ["2015/05/15/Rust-1.0.html"]\n+++',
          ['/blog/2015/05/15/Rust-1.0', '/2015/05/15/Rust-1.0.html'],
          '2015-05-15T00:00:00.000Z',
        ],
      ],
    },
  ],
  Astro: [
    {
      name: 'with collections and pages',
      config: {
        'astro.config.mjs': "export default { site: 'https://jars.example', base: '/b' };\n",
        'src/pages/writing/[...slug].astro': "getStaticPaths; getCollection('posts')",
        'src/content.config.ts':
          "const memos = defineCollection({ loader: glob({ base: './memos' }) });\nexport const collections = { memo: memos };\n",
        'src/pages/m/[...id]/index.astro': "getStaticPaths; getCollection('memo')",
        'src/pages/tags/[tag].astro': "getStaticPaths; getCollection('posts')",
        'src/pages/notes/[id].astro': "getStaticPaths; getCollection('notes')",
      },
      posts: [
        [
          'src/content/posts/Hello World.md',
          '---\npubDate: "2012-03-04"\n---',
          ['/b/writing/hello-world'],
          '2012-03-04T00:00:00.000Z',
        ],
        [
          'src/content/posts/deep/v1.2/index.mdx',
          '---\ndateTime: 2012-03-04T17:05:06+09:00\n---',
          [],
          '2012-03-04T08:05:06.000Z',
        ],
        [
          'src/content/posts/slug.md',
          '---\npubDatetime: 2012-03-04T17:05:06Z\nslug: given/name\n---',
          ['/b/writing/given/name'],
          '2012-03-04T17:05:06.000Z',
        ],
        [
          'src/content/notes/one.md',
          '---\npublishedAt: Mar 4 2012\n---',
          ['/b/notes/one'],
          '2012-03-04T00:00:00.000Z',
        ],
        ['memos/a/B.md', '---\ndate: 2012-03-04\n---', ['/b/m/a/b'], null],
        [
          'src/pages/about.md',
          '---\ncreated: 2012-03-04\n---',
          ['/b/about'],
          '2012-03-04T00:00:00.000Z',
        ],
      ],
    },
    {
      name: 'with pages by day, and by language and a field',
      config: {
        'astro.config.mjs': '',
        'src/content.config.ts':
          "const notes = defineCollection({ loader: glob({ base: './src/content' }) });\nconst posts = defineCollection({ loader: glob({ base: './src/content/posts' }) });\n",
        'src/pages/[year]/[month]/[day]/[slug].astro': "getStaticPaths; getCollection('posts')",
        'src/pages/[...lang]/[slug].astro':
          "getStaticPaths; getCollection('notes'); const slug = note.data.link || note.id",
      },
      posts: [
        ['src/content/posts/2012-03-04-A.md', '', ['/2012/03/04/a'], '2012-03-04T00:00:00.000Z'],
        ['src/content/x/b.md', '---\ndate: 2012-03-04\nlang: de\nlink: y/b\n---', ['/y/b'], null],
        ['src/content/x/b-en.md', '---\ndate: 2012-03-04\nlang: en\nlink: y/b\n---', [], null],
        ['src/content/x/c.md', '---\ndate: 2012-03-04\n---', ['/x/c'], null],
      ],
    },
  ],
};
