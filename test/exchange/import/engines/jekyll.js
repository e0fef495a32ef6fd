/** @import { Site } from './sites.js' */

/** Built with Jekyll 4.3. @type {Site[]} */
export const jekyll = [
  {
    name: 'with its defaults and a time zone',
    config: { '_config.yml': 'title: Jars\ntimezone: Europe/Berlin\nexclude: [none]\n' },
    posts: [
      [
        '_posts/2012-03-04-hello.md',
        'title: Hello',
        ['/2012/03/04/hello.html'],
        '2012-03-03T23:00:00.000Z',
      ],
      [
        '_posts/2012-03-04-Upper_Case.Name.md',
        'title: U',
        ['/2012/03/04/Upper_Case.Name.html'],
        '2012-03-03T23:00:00.000Z',
      ],
      [
        '_posts/2012-07-04-zoned.md',
        'title: Z\ndate: 2012-07-04 00:30:00 +0900',
        ['/2012/07/03/zoned.html'],
        '2012-07-03T15:30:00.000Z',
      ],
      [
        '_posts/2012-07-04-local.md',
        'title: L\ndate: 2012-07-05 00:30:00',
        ['/2012/07/05/local.html'],
        '2012-07-05T00:30:00.000Z',
      ],
      [
        '_posts/2012-07-04-day.md',
        'title: Y\ndate: 2012-07-06',
        ['/2012/07/06/day.html'],
        '2012-07-05T22:00:00.000Z',
      ],
      [
        '_posts/2012-07-04-minute.md',
        'title: M\ndate: 2012-07-06 17:05',
        ['/2012/07/06/minute.html'],
        '2012-07-06T15:05:00.000Z',
      ],
      [
        '_posts/2012-3-4-short.md',
        'title: S',
        ['/2012/03/04/short.html'],
        '2012-03-03T23:00:00.000Z',
      ],
      [
        '_posts/deep/2012-03-04-er.md',
        'title: D',
        ['/2012/03/04/er.html'],
        '2012-03-03T23:00:00.000Z',
      ],
      [
        'food/Raw/_posts/2012-03-04-jar.md',
        'title: J',
        ['/food/raw/2012/03/04/jar.html'],
        '2012-03-03T23:00:00.000Z',
      ],
      [
        '_posts/2012-03-04-listed.md',
        'title: L\ncategories: [Sea Salt, Größe]',
        ['/sea salt/größe/2012/03/04/listed.html'],
        '2012-03-03T23:00:00.000Z',
      ],
      [
        '_posts/2012-03-04-words.md',
        'title: W\ncategories: Sea salt',
        ['/sea/salt/2012/03/04/words.html'],
        '2012-03-03T23:00:00.000Z',
      ],
      [
        '_posts/2012-03-04-one.md',
        'title: O\ncategory: Sea salt',
        ['/sea salt/2012/03/04/one.html'],
        '2012-03-03T23:00:00.000Z',
      ],
      [
        '_posts/2012-03-04-slugged.md',
        'title: S\nslug: Other Name',
        ['/2012/03/04/Other-Name.html'],
        '2012-03-03T23:00:00.000Z',
      ],
      [
        '_posts/2012-03-04-zürich & co.md',
        'title: Z',
        ['/2012/03/04/zürich-&-co.html'],
        '2012-03-03T23:00:00.000Z',
      ],
      [
        '_posts/2012-03-04-own.md',
        'title: P\npermalink: /Own/Path/',
        ['/Own/Path'],
        '2012-03-03T23:00:00.000Z',
      ],
      [
        '_posts/2012-03-04-pattern.md',
        'title: P\npermalink: /x/:year/:title.html',
        ['/x/2012/pattern.html'],
        '2012-03-03T23:00:00.000Z',
      ],
      ['_posts/2012-03-04-off.md', 'title: O\npublished: false', [], null],
      ['_drafts/secret.md', 'title: S', [], null],
      ['about.md', 'title: About\nlayout: page\ndate: 2012-03-04', ['/about.html'], null],
      [
        'docs/Some Page.md',
        'title: Some page\nlayout: page\ndate: 2012-03-04',
        ['/docs/Some Page.html'],
        null,
      ],
    ],
  },
  {
    name: 'with pretty addresses, a base and a collection',
    config: {
      '_config.yml':
        'baseurl: /blog\npermalink: pretty\ncollections:\n  recipes:\n    output: true\n    permalink: /cook/:name/\n  notes:\n    output: true\ndefaults:\n  - scope:\n      path: news\n    values:\n      permalink: /n/:month/:title/\n',
    },
    posts: [
      [
        '_posts/2012-03-04-hello.md',
        'title: Hello\ncategories: [a, b]',
        ['/a/b/2012/03/04/hello'],
        '2012-03-04T00:00:00.000Z',
      ],
      [
        'news/_posts/2012-03-04-paper.md',
        'title: Paper',
        ['/n/03/paper'],
        '2012-03-04T00:00:00.000Z',
      ],
      [
        '_recipes/Sea_salt.md',
        'title: R\ndate: 2012-03-04',
        ['/cook/sea-salt'],
        '2012-03-04T00:00:00.000Z',
      ],
      [
        '_notes/deep/one.md',
        'title: N\ndate: 2012-03-04',
        ['/notes/deep/one'],
        '2012-03-04T00:00:00.000Z',
      ],
      [
        'about.md',
        'title: About\nlayout: page\ndate: 2012-03-04',
        ['/about'],
        '2012-03-04T00:00:00.000Z',
      ],
      [
        'docs/index.md',
        'title: Docs\nlayout: page\ndate: 2012-03-04',
        ['/docs'],
        '2012-03-04T00:00:00.000Z',
      ],
    ],
  },
  {
    name: 'with the permalink none',
    config: { '_config.yml': 'permalink: none\n' },
    posts: [
      [
        '_posts/2012-01-01-Hello_World.md',
        'title: H\ncategories: [a, B c]',
        ['/a/b c/Hello_World.html'],
        '2012-01-01T00:00:00.000Z',
      ],
      [
        '_posts/2012-12-31-late.md',
        'title: L\ndate: 2012-12-31 23:04:05 +0000',
        ['/late.html'],
        '2012-12-31T23:04:05.000Z',
      ],
    ],
  },
  {
    name: 'with the permalink ordinal',
    config: { '_config.yml': 'permalink: ordinal\n' },
    posts: [
      [
        '_posts/2012-01-01-Hello_World.md',
        'title: H\ncategories: [a, B c]',
        ['/a/b c/2012/001/Hello_World.html'],
        '2012-01-01T00:00:00.000Z',
      ],
      [
        '_posts/2012-12-31-late.md',
        'title: L\ndate: 2012-12-31 23:04:05 +0000',
        ['/2012/366/late.html'],
        '2012-12-31T23:04:05.000Z',
      ],
    ],
  },
  {
    name: 'with the permalink weekdate',
    config: { '_config.yml': 'permalink: weekdate\n' },
    posts: [
      [
        '_posts/2012-01-01-Hello_World.md',
        'title: H\ncategories: [a, B c]',
        ['/a/b c/2012/W52/Sun/Hello_World.html'],
        '2012-01-01T00:00:00.000Z',
      ],
      [
        '_posts/2012-12-31-late.md',
        'title: L\ndate: 2012-12-31 23:04:05 +0000',
        ['/2012/W01/Mon/late.html'],
        '2012-12-31T23:04:05.000Z',
      ],
      [
        'about.md',
        'title: About\nlayout: page\ndate: 2012-03-04',
        ['/about.html'],
        '2012-03-04T00:00:00.000Z',
      ],
    ],
  },
  {
    name: 'with the permalink date',
    config: { '_config.yml': 'permalink: date\n' },
    posts: [
      [
        '_posts/2012-01-01-Hello_World.md',
        'title: H\ncategories: [a, B c]',
        ['/a/b c/2012/01/01/Hello_World.html'],
        '2012-01-01T00:00:00.000Z',
      ],
      [
        '_posts/2012-12-31-late.md',
        'title: L\ndate: 2012-12-31 23:04:05 +0000',
        ['/2012/12/31/late.html'],
        '2012-12-31T23:04:05.000Z',
      ],
    ],
  },
  {
    name: 'with the permalink /:categories/:short_year/:i_month/:i_day/:y_day/:hour:minute:second/:slug:output_ext',
    config: {
      '_config.yml':
        'permalink: /:categories/:short_year/:i_month/:i_day/:y_day/:hour:minute:second/:slug:output_ext\n',
    },
    posts: [
      [
        '_posts/2012-01-01-Hello_World.md',
        'title: H\ncategories: [a, B c]',
        ['/a/b c/12/1/1/001/000000/hello-world.html'],
        '2012-01-01T00:00:00.000Z',
      ],
      [
        '_posts/2012-12-31-late.md',
        'title: L\ndate: 2012-12-31 23:04:05 +0000',
        ['/12/12/31/366/230405/late.html'],
        '2012-12-31T23:04:05.000Z',
      ],
    ],
  },
  {
    name: 'with the permalink /:title',
    config: { '_config.yml': 'permalink: /:title\n' },
    posts: [
      [
        '_posts/2012-01-01-Hello_World.md',
        'title: H\ncategories: [a, B c]',
        ['/Hello_World.html'],
        '2012-01-01T00:00:00.000Z',
      ],
      [
        '_posts/2012-12-31-late.md',
        'title: L\ndate: 2012-12-31 23:04:05 +0000',
        ['/late.html'],
        '2012-12-31T23:04:05.000Z',
      ],
      [
        'about.md',
        'title: About\nlayout: page\ndate: 2012-03-04',
        ['/about.html'],
        '2012-03-04T00:00:00.000Z',
      ],
    ],
  },
  {
    name: 'with the permalink /b/:year/:title/',
    config: { '_config.yml': 'permalink: /b/:year/:title/\n' },
    posts: [
      [
        '_posts/2012-01-01-Hello_World.md',
        'title: H\ncategories: [a, B c]',
        ['/b/2012/Hello_World'],
        '2012-01-01T00:00:00.000Z',
      ],
      [
        '_posts/2012-12-31-late.md',
        'title: L\ndate: 2012-12-31 23:04:05 +0000',
        ['/b/2012/late'],
        '2012-12-31T23:04:05.000Z',
      ],
    ],
  },
];
