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
          ['/b/writing/deep/v12'],
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
        [
          'src/content/x/b-en.md',
          '---\ndate: 2012-03-04\nlang: en\nlink: y/b\n---',
          ['/en/y/b'],
          null,
        ],
        ['src/content/x/c.md', '---\ndate: 2012-03-04\n---', ['/x/c'], null],
      ],
    },
  ],
  Gatsby: [
    {
      name: 'with folders',
      config: {
        'gatsby-config.js':
          'module.exports = { plugins: [{ options: { path: `${__dirname}/content/blog` } }] };\n',
        'gatsby-node.js': 'const value = createFilePath({ node, getNode });\n',
      },
      posts: [
        [
          'content/blog/hello/index.md',
          '---\ndate: "2012-03-04T22:12:03.284Z"\n---',
          ['/hello'],
          '2012-03-04T22:12:03.284Z',
        ],
        ['content/blog/deep/Jar.md', '---\ndate: 2012-03-04\n---', ['/deep/Jar'], null],
        [
          'content/blog/path.md',
          '---\ndate: 2012-03-04\npath: /own/path/\n---',
          ['/own/path'],
          null,
        ],
      ],
    },
  ],
  Docusaurus: [
    {
      name: 'with a blog',
      config: {
        'docusaurus.config.js': "module.exports = { url: 'https://jars.example', baseUrl: '/' };\n",
      },
      posts: [
        [
          'blog/2012-03-04-hello.md',
          '---\ntitle: H\n---',
          ['/blog/2012/03/04/hello'],
          '2012-03-04T00:00:00.000Z',
        ],
        [
          'blog/2012/03/05/salt.md',
          '---\ntitle: S\n---',
          ['/blog/2012/03/05/salt'],
          '2012-03-05T00:00:00.000Z',
        ],
        [
          'blog/2012-03-06-slug.md',
          '---\nslug: given\n---',
          ['/blog/given'],
          '2012-03-06T00:00:00.000Z',
        ],
        ['docs/deep/01-start.md', '---\ndate: 2012-03-04\n---', ['/docs/deep/start'], null],
      ],
    },
  ],
  MkDocs: [
    {
      name: 'with its defaults',
      config: { 'mkdocs.yml': 'site_name: Jars\nsite_url: https://jars.example/d/\n' },
      posts: [
        [
          'docs/blog/posts/a.md',
          '---\ntitle: Big Jar\ndate:\n  created: 2012-03-04\n---',
          ['/d/blog/2012/03/04/big-jar'],
          '2012-03-04T00:00:00.000Z',
        ],
        ['docs/Deep/Jar.md', '---\ndate: 2012-03-04\n---', ['/d/Deep/Jar'], null],
        ['docs/Deep/index.md', '---\ndate: 2012-03-04\n---', ['/d/Deep'], null],
      ],
    },
  ],
  Quartz: [
    {
      name: 'with folders and other names',
      config: { 'quartz.config.ts': "baseUrl: 'jars.example/q'" },
      posts: [
        [
          'content/thoughts/Salt & Jam?.md',
          '---\ndate: 2012-03-04\naliases: [Jam Jar]\n---',
          ['/q/thoughts/Salt--and--Jam', '/q/thoughts/Jam-Jar'],
          null,
        ],
        ['content/posts/index.md', '---\ndate: 2012-03-04\n---', ['/q/posts'], null],
      ],
    },
  ],
  VuePress: [
    {
      name: 'with folders',
      config: { 'docs/.vuepress/config.js': "module.exports = { base: '/v/' };\n" },
      posts: [
        ['docs/deep/jar.md', '---\ndate: 2012-03-04\n---', ['/v/deep/jar.html'], null],
        ['docs/deep/README.md', '---\ndate: 2012-03-04\n---', ['/v/deep'], null],
      ],
    },
  ],
  'Next.js': [
    {
      name: 'with pages in MDX',
      config: { 'next.config.js': '' },
      posts: [
        [
          'src/pages/hello/index.mdx',
          "export const meta = {\n  title: 'It\\'s',\n  date: '2012-03-04T17:05:06Z',\n}\n",
          ['/hello'],
          '2012-03-04T17:05:06.000Z',
        ],
      ],
    },
  ],
};
