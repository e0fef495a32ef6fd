/** @import { Site } from './sites.js' */

/** Built with Hexo 7.3, which shows a time with a zone of its own as if it had none. @type {Site[]} */
export const hexo = [
  {
    name: 'with its defaults and a time zone',
    config: { '_config.yml': 'title: Jars\nurl: https://jars.example\ntimezone: Asia/Shanghai\n' },
    posts: [
      [
        'source/_posts/hello.md',
        'title: Hello there\ndate: 2012-03-04 00:30:00',
        ['/2012/03/04/hello', '/2012/03/03/hello'],
        '2012-03-03T16:30:00.000Z',
      ],
      ['source/_posts/Upper_Case.Name.md', 'title: U\ndate: 2012-03-04T23:30:00Z', [], null],
      [
        'source/_posts/deep/er/jar.md',
        'title: D\ndate: 2012-03-04 17:05:06',
        ['/2012/03/04/deep/er/jar'],
        '2012-03-04T09:05:06.000Z',
      ],
      [
        'source/_posts/2012-03-05-dated.md',
        'title: E\ndate: 2012-03-04',
        ['/2012/03/04/2012-03-05-dated', '/2012/03/03/2012-03-05-dated'],
        '2012-03-03T16:00:00.000Z',
      ],
      [
        'source/_posts/中文 标题.md',
        'title: 标题\ndate: 2012/3/4 8:05',
        ['/2012/03/04/中文 标题'],
        '2012-03-04T00:05:00.000Z',
      ],
      [
        'source/_posts/Über & Co.md',
        'title: Ü\ndate: 2012-12-31 23:59:59',
        ['/2012/12/31/Über & Co'],
        '2012-12-31T15:59:59.000Z',
      ],
      [
        'source/_posts/own.md',
        'title: O\ndate: 2012-03-04\npermalink: Own/Path.html',
        ['/Own/Path.html'],
        '2012-03-03T16:00:00.000Z',
      ],
      [
        'source/_posts/slug.md',
        'title: S\ndate: 2012-03-04\nslug: other',
        ['/2012/03/04/slug', '/2012/03/03/slug'],
        '2012-03-03T16:00:00.000Z',
      ],
      ['source/_posts/off.md', 'title: P\ndate: 2012-03-04\npublished: false', [], null],
      ['source/_drafts/secret.md', 'title: Q\ndate: 2012-03-04', [], null],
      [
        'source/about/index.md',
        'title: About\nlayout: page\ndate: 2012-03-04',
        ['/about'],
        '2012-03-03T16:00:00.000Z',
      ],
      [
        'source/notes.md',
        'title: Notes\nlayout: page\ndate: 2012-03-04',
        ['/notes.html'],
        '2012-03-03T16:00:00.000Z',
      ],
    ],
  },
  {
    name: 'with categories, a root and names with dates',
    config: {
      '_config.yml':
        'url: https://jars.example/blog\nroot: /blog/\npermalink: :lang/:category/:year-:i_month-:i_day-:title.html\nnew_post_name: :year-:month-:day-:title.md\npermalink_defaults:\n  lang: en\ntimezone: UTC\ndefault_category: none\ncategory_map:\n  Sea salt: salt\n',
    },
    posts: [
      [
        'source/_posts/2012-03-04-hello.md',
        'title: Hello',
        ['/en/none/2012-3-4-hello.html'],
        '2012-03-04T00:00:00.000Z',
      ],
      [
        'source/_posts/2012-11-12-salt.md',
        'title: S\ncategories: [Food, Sea salt]\nlang: de',
        ['/de/Food/salt/2012-11-12-salt.html'],
        '2012-11-12T00:00:00.000Z',
      ],
      [
        'source/_posts/2012-11-13-pepper.md',
        'title: P\ncategories:\n  - Food\n  - Hot & Dry',
        ['/en/Food/Hot-Dry/2012-11-13-pepper.html'],
        '2012-11-13T00:00:00.000Z',
      ],
      [
        'source/_posts/plain.md',
        'title: Plain\ndate: 2012-03-04 10:00\ncategory: Food',
        ['/en/Food/2012-3-4-plain.html'],
        '2012-03-04T10:00:00.000Z',
      ],
    ],
  },
  {
    name: 'with every variable of a pattern',
    config: {
      '_config.yml':
        'url: https://jars.example\npermalink: /:year/:hour:minute:second/:name/:post_title/:hash/:urlname/\ntimezone: America/New_York\n',
    },
    posts: [
      [
        'source/_posts/a/Hello.md',
        'title: Hello, World!\ndate: 2012-07-04 01:02:03\nurlname: one',
        [
          '/2012/010203/Hello/hello-world/110564487636/one',
          '/2012/050203/Hello/hello-world/110564487636/one',
        ],
        '2012-07-04T05:02:03.000Z',
      ],
      [
        'source/_posts/b.md',
        'title: B C\ndate: 2012-12-31 23:30:00\nurlname: two',
        ['/2012/233000/b/b-c/8048c9e098d8/two', '/2013/043000/b/b-c/8048c9e098d8/two'],
        '2013-01-01T04:30:00.000Z',
      ],
    ],
  },
];
