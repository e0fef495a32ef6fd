import { deepEqual, equal, match, ok, throws } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import {
  adminWords,
  directionOf,
  firstTexts,
  nearest,
  placeholdersIn,
  problemOfText,
  readerWords,
} from '../../lib/base/words.js';
import { listFiles } from '../../lib/base/files.js';

const root = new URL('../../', import.meta.url);
const read = (/** @type {string} */ path) => readFileSync(new URL(path, root), 'utf8');
const below = (/** @type {string} */ folder, /** @type {string} */ ending) =>
  listFiles(new URL(folder, root).pathname, ending).map((file) => `${folder}/${file}`);

/** Names of tasks look like keys there. */
const OF_TASKS = /^lib\/(?:exchange|start)\//;

/** Where the words of each catalogue are used, and words that stand in templates on purpose. */
const catalogues = [
  {
    name: 'words',
    words: readerWords,
    code: [
      ...below('controllers/site', '.js'),
      ...below('lib', '.js').filter((path) => !path.endsWith('/admin.js')),
    ],
    // Names of classes, and what only crawlers read, are no words.
    templates: [...below('views', '.mustache'), ...below('themes', '.mustache')].filter(
      (path) => !/^views\/admin\/|\/(look|robots)\.mustache$/.test(path),
    ),
    exceptions: ['Larder', 'UTF-8', '(RSS)', '(JSON Feed)', '/favicon.ico'],
  },
  {
    name: 'words/admin',
    words: adminWords,
    code: [
      ...below('controllers/admin', '.js'),
      ...below('lib', '.js'),
      ...below('editor', '.js'),
      ...below('public/admin', '.js').filter((path) => !path.endsWith('/write.js')),
    ],
    templates: below('views/admin', '.mustache'),
    // Keys, paths, commands, and names of files and formats.
    exceptions: [
      ...[
        'Ctrl+Alt+I',
        'Ctrl+Alt+M',
        'Ctrl+Alt+P',
        'Ctrl+Alt+2',
        'Ctrl+Alt+Q',
        'Ctrl+Alt+L',
        'Ctrl+Enter',
        'Ctrl+',
        'Ctrl',
      ],
      ...['Esc', 'Shift', 'Tab'],
      ...['Alt', 'Enter', 'Mastodon', 'Markdown', 'llms.txt', 'security.txt', '/privacy', '/about'],
      ...['&lt;meta name=&quot;google-site-verification&quot; content=&quot;…&quot;&gt;'],
      ...['/api/openapi.json', 'views/', 'public/', '/media/…', 'https://…', '/posts'],
      ...[
        '/:year/:month/:title/',
        '/post/rye-bread',
        'Authorization: Bearer',
        'Contact: mailto:security@example.org&#10;Expires: 2027-12-31T00:00:00Z',
      ],
      ...['node app.js restore FILE', 'node app.js import PATH', 'node app.js user passwd NAME'],
    ],
    // A key to press, alone.
    letters: true,
  },
];

/** @param {string} template @returns {string[]} what readers see of it, apart from what it fills in */
function textsOf(template) {
  const filled = template
    .split('}}')
    .map((part) => part.slice(0, (part.indexOf('{{') + 1 || Infinity) - 1));
  const parts = filled.join('').split('<');
  const read = /\b(?:alt|aria-label|placeholder|title)="([^"]*)"/;
  return parts.flatMap((part, place) => {
    const end = part.indexOf('>');
    if (part.startsWith('style>')) return [];
    return place === 0 ? [part] : [read.exec(part.slice(0, end))?.[1] ?? '', part.slice(end + 1)];
  });
}

for (const { name, words, code, templates, exceptions, letters = false } of catalogues)
  describe(`The catalogues of ${name}`, () => {
    const { english } = words;
    const keys = Object.keys(english);
    const shown = templates.map(read).join('\n');
    const said = code.map(read).join('\n');
    const named = [...shown.matchAll(/\{\{[{#^/]?words\.([\w.]+?)(?:\.(?:before|after))?\}/g)].map(
      ([, key]) => key,
    );

    for (const language of words.languages) {
      it(`have each text of English in ${language}, and no other, in the same order`, () => {
        deepEqual(Object.keys(words.texts(language)), keys);
      });

      it(`have the plurals that ${language} has, and the placeholders of English`, () => {
        const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
        for (const [key, text] of Object.entries(words.texts(language))) {
          equal(problemOfText(text, english[key]), null, key);
          if (typeof text === 'object')
            deepEqual(Object.keys(text).sort(), [...pluralCategories].sort(), key);
        }
      });
    }

    it('have every text that a template names', () => {
      deepEqual(
        named.filter((key) => !keys.includes(key)),
        [],
      );
    });

    it('have every text that code names', () => {
      const sections = new Set(keys.map((key) => (key.includes('.') ? key.split('.')[0] : '')));
      const texts = [
        ...code
          .filter((path) => !OF_TASKS.test(path))
          .map(read)
          .join('\n')
          .matchAll(/'((\w+)\.(?!css|json)\w+)'/g),
      ].filter(([, , name]) => sections.has(name));
      deepEqual(
        texts.map(([, key]) => key).filter((key) => !keys.includes(key)),
        [],
      );
    });

    it('have no text that nobody shows', () => {
      // The label of a field, and the hint of a label, need not be named: lib/views/presenters/fields.js.
      const isOfField = (/** @type {string} */ key) => {
        const [, name] = /^field\.(\w+?)(?:Hint)?$/.exec(key) ?? [];
        return name
          ? new RegExp(`\\b${name}\\b`).test(said)
          : /Hint$/.test(key) && isSaid(key.slice(0, -4));
      };
      /** @type {(key: string) => boolean} */
      const isSaid = (key) =>
        named.includes(key) ||
        // test/views/errors.test.js asks for these, and test/people/activity.test.js for those of acts.
        (words === adminWords && /^(error|theme|warning|activity)\./.test(key)) ||
        isOfField(key) ||
        new RegExp(`['"\`]${key.replace(/^error\d+/, 'error.+')}['"\`]`).test(said);
      deepEqual(
        keys.filter((key) => !isSaid(key)),
        [],
      );
    });

    it('are in order', () => {
      deepEqual(keys, [...keys].sort());
    });

    it('have all words that readers see: none stands in a template', () => {
      const standing = templates.flatMap((path) => {
        const texts = textsOf(read(path));
        return texts
          .map((text) => exceptions.reduce((rest, each) => rest.replaceAll(each, ''), text))
          .filter((text) => /\p{L}/u.test(text.replace(/&\w+;/g, '')))
          .filter((text) => !letters || !/^\(?[A-Zjkx]\)?$/.test(text.trim()))
          .map((text) => `${path}: ${text.trim()}`);
      });
      deepEqual(standing, []);
    });
  });

describe('The posts and pages that Larder writes', () => {
  const { languages } = firstTexts;

  it('are in every language that readers’ words are in, with the same links, headings and code', () => {
    deepEqual(languages, readerWords.languages);
    const shapeOf = (/** @type {unknown} */ text) => [
      ...String(text).matchAll(/\]\([^)]*\)|^(?:#+|- |> |```\w*)|node app\.js \w+/gm),
    ];
    for (const language of languages)
      for (const [key, text] of Object.entries(firstTexts.english))
        deepEqual(
          shapeOf(firstTexts.texts(language)[key])
            .map(([part]) => part)
            .sort(),
          shapeOf(text)
            .map(([part]) => part)
            .sort(),
          `${language} ${key}`,
        );
  });
});

describe('Words in the language of a blog', () => {
  it('are of its language and script, whatever the region, and English where there are none', () => {
    const found = (/** @type {string} */ tag) => readerWords.in(tag).language;
    deepEqual(
      ['de', 'de-CH', 'en-GB', 'pt', 'pt-PT', 'zh', 'zh-CN', 'zh-TW', 'iw', 'eo'].map(found),
      [...['de', 'de', 'en', 'pt-BR', 'pt-BR', 'zh-Hans', 'zh-Hans', 'en', 'he', 'en']],
    );
    equal(nearest('pt-PT', ['pt-BR', 'pt-PT']), 'pt-PT');
  });

  it('run from right to left where their script does, also in a language of which there are none', () => {
    const tags = ['en', 'ar', 'he', 'fa', 'ur', 'ks-Deva', 'pa', 'pa-PK', 'ja'];
    deepEqual(tags.map(directionOf), [
      ...['ltr', 'rtl', 'rtl', 'rtl', 'rtl', 'ltr', 'ltr', 'rtl', 'ltr'],
    ]);
  });

  it('have plurals and numbers of the language', () => {
    const say = (/** @type {string} */ tag, /** @type {number} */ count) =>
      readerWords.in(tag).say('posts', { count });
    deepEqual(
      [1, 2, 1234].map((count) => say('en', count)),
      ['1 post', '2 posts', '1,234 posts'],
    );
    match(say('de-CH', 1234), /1[’']234/);
    const polish = [1, 2, 5, 22].map((count) => say('pl', count).split(' ')[1]);
    equal(new Set(polish).size, 3);
    equal(polish[1], polish[3]);
  });

  it('say which of their forms decides what is said', () => {
    const words = readerWords.in('pl', { own: { 'posts.few': '{count} x' } });
    deepEqual(words.shown('posts', { count: 2 }), ['posts.few']);
    deepEqual(words.shown('archive'), ['archive']);
    // English has no such form: it says the other.
    deepEqual(readerWords.in('en').shown('posts', { count: 0 }), ['posts.other']);
  });

  it('isolate a name in a line from right to left', () => {
    match(readerWords.in('ar').say('paged', { title: 'Jam', page: '2' }), /\u2068Jam\u2069/);
    equal(readerWords.in('en').say('paged', { title: 'Jam', page: '2' }), 'Jam, page 2');
  });

  it('are an owner’s, a theme’s, or ours, in this order', () => {
    const theme = new Map(
      /** @type {[string, Record<string, string>][]} */ ([
        ['en', { readNext: 'Onwards', ending: 'The end' }],
        ['de', { readNext: 'Vorwärts' }],
      ]),
    );
    const own = { reply: 'Entgegnen', 'posts.one': 'Ein Stück', 'posts.few': 'x', unknown: 'x' };
    const words = readerWords.in('de', { theme, own });
    const english = readerWords.in('en', { theme });
    deepEqual(
      [
        words.texts.readNext,
        words.texts.ending,
        words.texts.reply,
        words.say('posts', { count: 1 }),
      ],
      ['Vorwärts', 'The end', 'Entgegnen', 'Ein Stück'],
    );
    equal(words.texts.search, readerWords.texts('de').search);
    equal(english.texts.readNext, 'Onwards');
  });

  it('are in two parts for templates where a link stands in them', () => {
    deepEqual(readerWords.in('en').texts.by, { before: 'By ', after: '' });
    deepEqual(placeholdersIn('{b} of {a}'), ['a', 'b']);
  });

  it('are said by their key alone', () => {
    ok(readerWords.in('en').say('search'));
    throws(() => readerWords.in('en').say('constructor'), /no text constructor/);
  });
});
