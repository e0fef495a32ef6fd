import assert from 'node:assert/strict';
import { readerWords } from '../lib/base/words.js';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { styleOf } from '../lib/changes/index/appearance.js';
import { Themes } from '../lib/views/appearance/themes.js';
import { switchesOf } from '../lib/views/appearance/manifest.js';
import { createQuietLog } from './support/log.js';
import { parsePage } from './support/html.js';

const path = (/** @type {string} */ name) => fileURLToPath(new URL(`../${name}`, import.meta.url));
const none = { read: async () => null, has: async () => false };
const themes = new Themes({
  root: path(''),
  themeDir: '',
  ...none,
  log: createQuietLog(),
}).builtIn();
const style = readFileSync(path('public/style.css'), 'utf8');

const noon = { iso: '2026-03-01T12:00:00.000Z', text: '1 March 2026' };
const tags = [
  { name: 'bread', url: '/tag/bread', last: true, count: 2, text: '2 posts', weight: 9 },
];
const breadLink = { title: 'Rye bread', url: '/post/rye-bread', date: noon };
const breadCard = {
  ...breadLink,
  teaser: 'Flour.',
  author: 'Ada',
  tags,
  minutes: 3,
  comments: null,
};
const breadPost = {
  ...breadCard,
  id: '1',
  updated: noon,
  html: '<h2 id="day-one">Day one</h2>',
  draft: false,
};
const reply = { id: 'b', name: 'Ben', url: '', date: noon, html: '<p>It is.</p>' };
const comment = { ...reply, id: 'a', name: 'Cem', url: 'https://example.net/', replies: [reply] };
const comments = { count: 2, heading: '2 comments', list: [comment] };
const pager = { older: '/page/2', newer: '/page/4' };

const common = {
  site: {
    title: 'The Pantry',
    tagline: 'Kept cool',
    language: 'en',
    url: 'https://example.org',
    feedUrl: 'https://example.org/atomfeed',
    navigation: [{ title: 'Tags', url: '/tags', current: true }],
    styleUrl: '/theme/style.1.css',
    iconUrl: '/theme/icon.1.svg',
  },
  words: readerWords.in('en').texts,
  page: {
    title: 'Bread',
    documentTitle: 'Bread',
    description: 'On bread',
    ogType: 'article',
    canonical: 'https://example.org/x',
    publishedTime: noon.iso,
    modifiedTime: null,
    image: null,
    noindex: false,
    feed: null,
  },
};

/** What each page of a lively blog shows. @type {Record<string, object>} */
const pages = {
  front: { heading: null, posts: [breadCard], pager, empty: false },
  post: { post: breadPost, older: breadLink, newer: breadLink, comments },
  page: { post: breadPost },
  tags: { tags, empty: false },
  tag: { name: 'bread', text: '2 posts', feedUrl: '/f', posts: [breadCard], pager },
  archive: { text: '1 post', years: [{ year: '2026', url: '/archive/2026', posts: [breadLink] }] },
  year: { year: '2026', months: [{ name: 'March', posts: [breadLink] }], older: null, newer: null },
  source: { text: '1 file', groups: [{ name: 'lib', files: [{ path: 'a.js', url: '/a' }] }] },
  'source-file': { path: 'lib/a.js', lines: 2, html: 'let a;', parent: '/source' },
  error: { error: { status: 404, title: 'Nothing', message: 'Not here.', suggestion: null } },
};

for (const { name, theme } of themes) {
  const site = { ...common.site, switches: switchesOf(theme.manifest, {}) };
  const render = (/** @type {string} */ view, /** @type {object} */ model) =>
    String(theme.views.render(view, { ...common, site, ...model }).body);
  const open = (/** @type {string} */ view, /** @type {object} */ model) =>
    parsePage(render(view, model));

  describe(`The theme ${name}`, () => {
    for (const [view, model] of Object.entries(pages)) {
      it(`gives ${view} one heading of the first level, one main part and a link that skips to it`, () => {
        const page = open(view, model);
        assert.equal(page.texts('h1').length, 1);
        assert.deepEqual(page.attributes('main', 'id'), ['main']);
        assert.deepEqual(page.links('body > a.skip:first-child'), ['#main']);
      });

      it(`keeps ${view} free of scripts, style attributes and files of other servers`, () => {
        const page = open(view, model);
        assert.equal(page.has('script, style, [style]'), false);
        assert.deepEqual(page.handlers(), []);
        const files = page.links('link:is([rel=stylesheet], [rel=icon])');
        for (const url of [...files, ...page.attributes('*', 'src')])
          assert.doesNotMatch(url, /^(?:https?:|\/\/)/);
      });

      it(`uses no id twice in ${view}`, () => {
        const ids = open(view, model).attributes('*', 'id');
        assert.deepEqual(ids, [...new Set(ids)]);
      });
    }

    it('shows what people write as text, not as markup', () => {
      const title = '<img src=x onerror=alert(1)> "&\'';
      const model = {
        post: { ...breadPost, title, author: title, tags: [{ ...tags[0], name: title }] },
        comments: { ...comments, list: [{ ...comment, name: title }] },
        older: { ...breadLink, title },
        newer: null,
      };
      const front = { ...pages.front, posts: [{ ...breadCard, title, teaser: title }] };
      for (const page of [open('post', model), open('front', front)]) {
        assert.equal(page.has('img[src=x]'), false);
        assert.ok(page.text('main').includes(title));
      }
    });

    it('leaves out what a post does not have', () => {
      const bare = { ...breadPost, author: '', tags: [], updated: null };
      const page = open('post', { post: bare, older: null, newer: null, comments: null });
      assert.equal(page.has('.labels, #comments'), false);
      assert.doesNotMatch(page.text('main'), /\bBy |Updated/);
    });

    it('marks the links of commenters as theirs', () => {
      const page = open('post', pages.post ?? {});
      assert.equal(page.text('.comment a[href][rel="nofollow ugc"][dir=auto]'), 'Cem');
      assert.equal(page.text('.comment.reply bdi'), 'Ben');
    });

    it('has a friendly word where there is nothing yet', () => {
      const none = { posts: [], tags: [], years: [], pager: null, heading: null, empty: true };
      for (const view of ['front', 'tags', 'archive'])
        assert.match(open(view, none).text('.still p'), /^\w.+\.$/);
    });

    it('names a person for every entry of the feed, and escapes the text whole', () => {
      const entry = {
        id: 'urn:uuid:1',
        title: 'Rye',
        url: 'https://example.org/post/rye',
        author: '',
      };
      const feed = { id: 'https://example.org/atomfeed', title: 'The Pantry' };
      const page = open('atomfeed', { feed, entries: [{ ...entry, tags, html: '<p>Rye</p>' }] });
      assert.equal(page.text('entry > author > name'), 'The Pantry');
      assert.equal(page.text('entry > content[type=html]'), '<p>Rye</p>');
    });

    it('tells crawlers the address of the sitemap as it is', () => {
      const sitemapUrl = 'https://example.org/sitemap.xml';
      assert.match(
        render('robots', { sitemapUrl }),
        /^Sitemap: https:\/\/example\.org\/sitemap\.xml$/m,
      );
    });
  });

  describe(`The style sheet of the theme ${name}`, () => {
    const sheet = String(theme.sheet(styleOf({ theme: name, appearance: {} })).bytes);
    const [byDay, byNight, byChoice] = [...sheet.matchAll(/(?:^|\n) *:root[^{]*\{([^}]*)\}/g)]
      .map(([, rule]) => coloursIn(rule))
      .filter(({ page }) => page);

    it('asks for nothing but fonts of this blog', () =>
      assert.doesNotMatch(sheet, /@import|url\((?!\/theme\/fonts\/)/));

    it('has the same colours at night, whether the device or the reader asks for them', () =>
      assert.deepEqual(byChoice, byNight));

    it('lets an owner change what a page is made of', () => {
      for (const name of ['page', 'surface', 'text', 'muted', 'line', 'accent', 'on-accent'])
        assert.ok(byDay[name] && byNight[name], name);
      const names = ['font-text', 'font-title', 'font-code', 'leading', 'measure', 'wide'];
      for (const name of names) assert.match(sheet, new RegExp(`:root \\{[^}]*--${name}: `));
    });

    const inks = ['text', 'muted', 'accent'];
    const ofCode = ['keyword', 'string', 'title', 'type', 'number'].map((name) => `code-${name}`);
    for (const [time, colours] of Object.entries({ day: byDay, night: byNight })) {
      const grounds = [colours.page, colours.surface, colours.mark];
      for (const name of [...inks, ...ofCode])
        it(`makes ${name} readable by ${time} on text, on code and on marked lines (WCAG 2.2, 1.4.3)`, () => {
          for (const ground of grounds) {
            const ratio = contrast(colours[name], ground);
            assert.ok(ratio >= 4.5, `${ratio.toFixed(2)} on ${ground}`);
          }
        });

      it(`lets buttons be read by ${time}, and the borders of fields be seen (1.4.11)`, () => {
        assert.ok(contrast(colours['on-accent'], colours.accent) >= 4.5);
        assert.ok(contrast(colours.field, colours.page) >= 3);
        assert.ok(contrast(colours.soft, colours.surface) >= 4.5);
      });
    }
  });
}

describe('The templates of the themes of Larder', () => {
  for (const { name, theme } of themes)
    it(`can be read, and ask for none that is missing, in ${name}`, () => theme.views.check());
});

describe('The style sheet', () => {
  it('is small and asks for nothing else', () => {
    assert.ok(style.length < 23_000, `${style.length} bytes`);
    assert.doesNotMatch(style, /url\(|@import|@font-face/);
  });
});

/** @param {string} rule @returns {Record<string, string>} its custom properties that are colours */
function coloursIn(rule) {
  return Object.fromEntries(
    [...rule.split('}')[0].matchAll(/ --(\w+(?:-\w+)?): (#[0-9a-f]{6});/g)].map(([, name, hex]) => [
      name,
      hex,
    ]),
  );
}

/** The contrast ratio of WCAG 2.2, from 1 to 21. @param {string} one @param {string} other */
function contrast(one, other) {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** The relative luminance of WCAG 2.2. @param {string} hex */
function luminance(hex) {
  const [red, green, blue] = [1, 3, 5]
    .map((start) => parseInt(hex.slice(start, start + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
