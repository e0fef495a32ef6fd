/** @import { Site } from './sites.js' */

/** Built with Hugo 0.111. @type {Site[]} */
export const hugo = [
  {
    name: 'with its defaults and a time zone',
    config: { 'config.toml': 'baseURL = "https://jars.example/"\ntimeZone = "Europe/Berlin"\n' },
    posts: [
      [
        'content/post/hello.md',
        'title: Hello\ndate: 2012-03-04T17:05:06+09:00',
        ['/post/hello'],
        '2012-03-04T08:05:06.000Z',
      ],
      [
        'content/post/Upper_Case Name.md',
        'title: U\ndate: 2012-07-04',
        ['/post/upper_case-name'],
        '2012-07-03T22:00:00.000Z',
      ],
      [
        'content/post/v1.2.md',
        'title: V\ndate: 2012-07-04 08:00:00',
        ['/post/v1.2'],
        '2012-07-04T06:00:00.000Z',
      ],
      ['content/post/2012-03-04-dated.md', 'title: D', ['/post/2012-03-04-dated'], null],
      [
        'content/post/2012-03-05-bundle/index.md',
        'title: B\ndate: 2012-03-04',
        ['/post/2012-03-05-bundle'],
        '2012-03-03T23:00:00.000Z',
      ],
      [
        'content/blog/a/b/deep.md',
        'title: D\ndate: 2012-03-04',
        ['/blog/a/b/deep'],
        '2012-03-03T23:00:00.000Z',
      ],
      [
        'content/blog/größe & co.md',
        'title: G\ndate: 2012-03-04',
        ['/blog/größe-co'],
        '2012-03-03T23:00:00.000Z',
      ],
      [
        'content/blog/slug.md',
        'title: S\ndate: 2012-03-04\nslug: Other Name',
        ['/blog/other-name'],
        '2012-03-03T23:00:00.000Z',
      ],
      [
        'content/blog/url.md',
        'title: L\ndate: 2012-03-04\nurl: /Own/Path.html',
        ['/Own/Path.html'],
        '2012-03-03T23:00:00.000Z',
      ],
      [
        'content/blog/relative.md',
        'title: R\ndate: 2012-03-04\nurl: own/',
        ['/own'],
        '2012-03-03T23:00:00.000Z',
      ],
      [
        'content/blog/alias.md',
        'title: A\ndate: 2012-03-04\naliases: [/old/one/, two]',
        ['/blog/alias'],
        '2012-03-03T23:00:00.000Z',
      ],
      ['content/blog/off.md', 'title: O\ndate: 2012-03-04\ndraft: true', [], null],
      [
        'content/about.md',
        'title: About\ntype: page\ndate: 2012-03-04',
        ['/about'],
        '2012-03-03T23:00:00.000Z',
      ],
      [
        'content/blog/toml.md',
        '+++\ntitle = "T"\ndate = 2012-07-04T08:00:00\n+++',
        ['/blog/toml'],
        '2012-07-04T06:00:00.000Z',
      ],
      [
        'content/blog/published.md',
        'title: P\npublishDate: 2012-07-04',
        ['/blog/published'],
        '2012-07-03T22:00:00.000Z',
      ],
    ],
  },
  {
    name: 'with permalinks',
    config: {
      'hugo.yaml':
        'baseURL: https://jars.example/blog/\npermalinks:\n  posts: /:year/:month/:day/:title/\n  notes: /:section/:monthname/:weekdayname/:slug\n  deep: /:sections/:filename/\n  days: /:yearday/:weekday/:slugorfilename/\n',
    },
    posts: [
      [
        'content/posts/a.md',
        'title: "Hello, World! Größe"\ndate: 2012-03-04T00:30:00+09:00',
        ['/2012/03/04/hello-world-größe'],
        '2012-03-03T15:30:00.000Z',
      ],
      [
        'content/posts/b/index.md',
        'title: It’s C# & C++\ndate: 2012-03-04\nslug: given',
        [],
        '2012-03-04T00:00:00.000Z',
      ],
      [
        'content/notes/one.md',
        'title: One Two\ndate: 2012-03-04',
        ['/notes/march/sunday/one-two'],
        '2012-03-04T00:00:00.000Z',
      ],
      [
        'content/notes/two.md',
        'title: Two\ndate: 2012-03-04\nslug: Given One',
        ['/notes/march/sunday/given-one'],
        '2012-03-04T00:00:00.000Z',
      ],
      ['content/deep/er/jar.md', 'title: J\ndate: 2012-03-04', [], '2012-03-04T00:00:00.000Z'],
      [
        'content/deep/er/bundle/index.md',
        'title: B\ndate: 2012-03-04',
        ['/deep/bundle'],
        '2012-03-04T00:00:00.000Z',
      ],
      [
        'content/days/Jar One.md',
        'title: J\ndate: 2012-03-04',
        ['/64/0/jar-one'],
        '2012-03-04T00:00:00.000Z',
      ],
      [
        'content/days/jar.md',
        'title: J\ndate: 2012-12-31\nslug: k',
        ['/366/1/k'],
        '2012-12-31T00:00:00.000Z',
      ],
      ['content/other/jar.md', 'title: J\ndate: 2012-12-31', [], '2012-12-31T00:00:00.000Z'],
    ],
  },
  {
    name: 'with ugly addresses and a folder of settings',
    config: {
      'config/_default/config.toml':
        'baseURL = "https://jars.example/"\nuglyURLs = true\ndisablePathToLower = true\nremovePathAccents = true\n',
      'config/_default/permalinks.toml': 'posts = "/:year/:title/"\n',
    },
    posts: [
      ['content/posts/Jar.md', 'title: Jar É\ndate: 2012-03-04', [], '2012-03-04T00:00:00.000Z'],
      [
        'content/Notes/É Jar.md',
        'title: N\ndate: 2012-03-04',
        ['/Notes/E-Jar.html'],
        '2012-03-04T00:00:00.000Z',
      ],
    ],
  },
  {
    name: 'with dates from names',
    config: {
      'hugo.toml':
        'baseURL = "https://jars.example/"\n[frontmatter]\ndate = [":filename", ":default"]\n[permalinks]\nposts = "/:year/:month/:slug/"\n',
    },
    posts: [
      [
        'content/posts/2012-03-04-hello-there.md',
        'title: Hello\ndate: 2013-01-01',
        ['/2012/03/hello-there'],
        '2012-03-04T00:00:00.000Z',
      ],
      [
        'content/posts/2012-03-05-bundle/index.md',
        'title: Bundle',
        ['/2012/03/bundle'],
        '2012-03-05T00:00:00.000Z',
      ],
      [
        'content/posts/plain.md',
        'title: Plain\ndate: 2013-01-01',
        ['/2013/01/plain'],
        '2013-01-01T00:00:00.000Z',
      ],
    ],
  },
];
