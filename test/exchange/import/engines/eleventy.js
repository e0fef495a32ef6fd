/** @import { Site } from './sites.js' */

/** Built with Eleventy 3.1. @type {Site[]} */
export const eleventy = [
  {
    name: 'with its defaults',
    config: { 'eleventy.config.js': 'export default function () {}\n' },
    posts: [
      [
        'posts/hello.md',
        'title: Hello\ndate: 2012-03-04',
        ['/posts/hello'],
        '2012-03-04T00:00:00.000Z',
      ],
      [
        'posts/Upper_Case Name.md',
        'title: U\ndate: 2012-03-04T17:05:06+09:00',
        ['/posts/Upper_Case Name'],
        '2012-03-04T08:05:06.000Z',
      ],
      [
        'posts/2012-03-04-dated.md',
        'title: D',
        ['/posts/2012-03-04-dated'],
        '2012-03-04T00:00:00.000Z',
      ],
      [
        'posts/2012-03-05-bundle/index.md',
        'title: B',
        ['/posts/2012-03-05-bundle'],
        '2012-03-05T00:00:00.000Z',
      ],
      [
        'posts/2012-03-06/named.md',
        'title: N\ndate: 2012-03-04',
        ['/posts/2012-03-06/named'],
        '2012-03-04T00:00:00.000Z',
      ],
      [
        'posts/größe & co.md',
        'title: G\ndate: 2012-03-04',
        ['/posts/größe & co'],
        '2012-03-04T00:00:00.000Z',
      ],
      [
        'posts/twice/twice.md',
        'title: T\ndate: 2012-03-04',
        ['/posts/twice'],
        '2012-03-04T00:00:00.000Z',
      ],
      [
        'posts/own.md',
        'title: O\ndate: 2012-03-04\npermalink: /Own/Path.html',
        ['/Own/Path.html'],
        '2012-03-04T00:00:00.000Z',
      ],
      [
        'posts/relative.md',
        'title: R\ndate: 2012-03-04\npermalink: own/',
        ['/own'],
        '2012-03-04T00:00:00.000Z',
      ],
      [
        'posts/template.md',
        'title: Big Jar!\ndate: 2012-03-04\npermalink: "/t/{{ title | slugify }}/{{ page.fileSlug }}/"',
        ['/t/big-jar/template'],
        '2012-03-04T00:00:00.000Z',
      ],
      ['posts/off.md', 'title: F\ndate: 2012-03-04\npermalink: false', [], null],
      [
        'about.md',
        'title: About\ntype: page\ndate: 2012-03-04',
        ['/about'],
        '2012-03-04T00:00:00.000Z',
      ],
    ],
  },
  {
    name: 'with a folder of sources and data',
    config: {
      '.eleventy.js': "module.exports = () => ({ dir: { input: 'src' }, pathPrefix: '/' });\n",
      'src/posts/posts.json': '{ "permalink": "/blog/{{ page.fileSlug }}/", "layout": null }\n',
      'src/notes/notes.11tydata.js':
        'module.exports = { permalink: \'/n/{{ page.date | date: "%Y/%m/%d" }}/{{ page.fileSlug | slugify }}/\' };\n',
      'src/words/words.11tydata.json': '{ "permalink": "{{ page.filePathStem }}.html" }\n',
    },
    posts: [
      [
        'src/posts/2012-03-04-hello.md',
        'title: Hello',
        ['/blog/hello'],
        '2012-03-04T00:00:00.000Z',
      ],
      [
        'src/posts/deep/jar.md',
        'title: Jar\ndate: 2012-03-04',
        ['/blog/jar'],
        '2012-03-04T00:00:00.000Z',
      ],
      [
        'src/posts/own.md',
        'title: Own\ndate: 2012-03-04\npermalink: /own/',
        ['/own'],
        '2012-03-04T00:00:00.000Z',
      ],
      [
        'src/notes/2012-03-04-One_Two.md',
        'title: N',
        ['/n/2012/03/04/one-two'],
        '2012-03-04T00:00:00.000Z',
      ],
      [
        'src/words/deep/2012-03-04-three.md',
        'title: W',
        ['/words/deep/three.html'],
        '2012-03-04T00:00:00.000Z',
      ],
      ['src/plain.md', 'title: P\ndate: 2012-03-04', ['/plain'], '2012-03-04T00:00:00.000Z'],
      ['src/posts/jam/2012-03-04-index.md', 'title: J', ['/blog/jam'], '2012-03-04T00:00:00.000Z'],
    ],
  },
  {
    name: 'with permalinks in layouts',
    config: {
      '.eleventy.js': "module.exports = () => ({ dir: { input: 'src' } });\n",
      'src/_includes/layouts/post.njk':
        '---\npermalink: "/p/{{ page.fileSlug }}.html"\n---\n{{ content | safe }}\n',
      'src/notes/notes.json': '{ "layout": "layouts/post" }\n',
    },
    posts: [
      [
        'src/posts/2012-03-04-a.md',
        'title: A\nlayout: layouts/post.njk',
        ['/p/a.html'],
        '2012-03-04T00:00:00.000Z',
      ],
      ['src/notes/2012-03-04-b.md', 'title: B', ['/p/b.html'], '2012-03-04T00:00:00.000Z'],
    ],
  },
];
