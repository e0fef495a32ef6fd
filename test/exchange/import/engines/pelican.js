/** @import { Site } from './sites.js' */

/** Built with Pelican 4.8. @type {Site[]} */
export const pelican = [
  {
    name: 'with its defaults and a time zone',
    config: {
      'pelicanconf.py':
        "SITENAME = 'Jars'\nTIMEZONE = 'Europe/Paris'\nPATH = 'content'\nFEED_ALL_ATOM = None\n",
    },
    posts: [
      [
        'content/hello.md',
        'Title: Hello, World! Größe\nDate: 2012-03-04 00:30',
        ['/hello-world-grosse.html'],
        '2012-03-03T23:30:00.000Z',
      ],
      [
        'content/food/salt.md',
        "Title: It's C# & C++\nDate: 2012-07-04",
        ['/its-c-c.html'],
        '2012-07-03T22:00:00.000Z',
      ],
      [
        'content/slug.md',
        'Title: S\nDate: 2012-03-04 10:00\nSlug: given-name',
        ['/given-name.html'],
        '2012-03-04T09:00:00.000Z',
      ],
      [
        'content/draft.md',
        'Title: D\nDate: 2012-03-04\nStatus: draft',
        [],
        '2012-03-03T23:00:00.000Z',
      ],
      [
        'content/own.md',
        'Title: O\nDate: 2012-03-04\nurl: Own/Path/\nsave_as: Own/Path/index.html',
        ['/Own/Path'],
        '2012-03-03T23:00:00.000Z',
      ],
      ['content/pages/about.md', 'Title: About', ['/pages/about.html'], null],
    ],
  },
  {
    name: 'with slugs in the names of files',
    config: {
      'pelicanconf.py':
        "TIMEZONE = 'UTC'\nPATH = 'content'\nFEED_ALL_ATOM = None\nFILENAME_METADATA = r'(?P<date>\\d{4}-\\d{2}-\\d{2})-(?P<slug>.*)'\n",
    },
    posts: [['content/2012-03-04-jar.md', 'Title: Big', ['/jar.html'], '2012-03-04T00:00:00.000Z']],
  },
  {
    name: 'with patterns',
    config: {
      'pelicanconf.py':
        "SITEURL = 'https://jars.example/blog'\nTIMEZONE = 'UTC'\nPATH = 'content'\nFEED_ALL_ATOM = None\nARTICLE_URL = 'posts/{date:%Y}/{date:%b}/{date:%d}/{category}/{slug}/'\nARTICLE_SAVE_AS = ARTICLE_URL + 'index.html'\nPAGE_URL = \"{slug}/\"\nPAGE_SAVE_AS = '{slug}/index.html'\nSLUGIFY_SOURCE = 'basename'\n",
    },
    posts: [
      [
        'content/Sea food/hello_world.md',
        'Title: Hello\nDate: 2012-03-04',
        ['/posts/2012/Mar/04/sea-food/hello_world'],
        '2012-03-04T00:00:00.000Z',
      ],
      [
        'content/two.md',
        'Title: Two\nDate: 2012-03-04\nCategory: Hot & Dry',
        ['/posts/2012/Mar/04/hot-dry/two'],
        '2012-03-04T00:00:00.000Z',
      ],
      ['content/pages/about.md', 'Title: About it', ['/about'], null],
    ],
  },
];
