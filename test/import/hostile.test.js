import { identify } from '../../lib/content/identify.js';
import { postToHtml } from '../../lib/content/markdown.js';
import { nest } from '../../lib/content/nesting.js';
import { readDate } from '../../lib/import/dates.js';
import { formerPathOf } from '../../lib/import/former-paths.js';
import { plainCards } from '../../lib/import/ghost/html-cards.js';
import { firstHeading, withoutTitle } from '../../lib/import/headings.js';
import { readHtml, toMarkdown } from '../../lib/import/html/to-markdown.js';
import { sketch } from '../../lib/import/html/sketch.js';
import { linksIn } from '../../lib/import/links.js';
import { mdxToMarkdown } from '../../lib/import/mdx.js';
import { convertTemplates } from '../../lib/import/templates.js';
import { takeBlocks } from '../../lib/import/wordpress/blocks.js';
import { takeCode, takeShortcodes } from '../../lib/import/wordpress/shortcodes.js';
import { absoluteLinks } from '../../lib/presenters/absolute-links.js';
import { assertCheap } from '../support/cost.js';

const LENGTH = 6_000;

/** What reads a text that somebody else’s engine wrote. @type {Record<string, (text: string) => unknown>} */
const readers = {
  'a heading': (text) => firstHeading(`# a${text}\n`) + firstHeading(`a${text}\n===\n`),
  'a title': (text) => withoutTitle(`# a${text}\n`, 'a'),
  links: linksIn,
  MDX: mdxToMarkdown,
  'the attributes of MDX': (text) => mdxToMarkdown(`<A b={${text}}>`),
  templates: (text) => convertTemplates(`{% x %}${text}`, () => null),
  'the values of templates': (text) =>
    convertTemplates(`{{ "a" ${text.slice(0, 490)} }}`, () => null),
  'a former path': formerPathOf,
  blocks: (text) => takeBlocks(`<!-- wp:a -->${text}`, () => {}),
  'a block': (text) => takeBlocks(`<!-- wp:${text} -->`, () => {}),
  shortcodes: (text) =>
    takeShortcodes(
      `${text}[gallery ${text.slice(0, 900)}]`,
      /** @type {any} */ ({ note() {}, pictures: () => [] }),
    ),
  'code in shortcodes': (text) => takeCode(`[code]${text}[/code]`),
  cards: (text) =>
    plainCards(`<figure class="kg-card kg-bookmark-card">${text}</figure>`, () => {}),
  'the name of a heading': (text) => identify(nest(`<h2>${text.replace(/[<>&]/g, '')}</h2>`)),
  'addresses in a feed': (text) => absoluteLinks(text, 'https://a.example', '/b'),
  'HTML in Markdown': (text) => postToHtml(`<p>${text}`),
  'a page': (text) => {
    const root = readHtml(`<p>a${text}</p><table><tr><td>${text}</td></tr></table>`);
    return sketch(root) + toMarkdown(root);
  },
  'a date': (text) => {
    try {
      return readDate(`1 May 2020 12:00${text}!`, 'UTC');
    } catch {
      return null;
    }
  },
};

const units = [
  ' ',
  '\t',
  '\n',
  ' \n',
  '\\\n',
  '#',
  ' #',
  '{#',
  '{#a} ',
  '{:',
  '{:.a',
  '.toc',
  '#a',
  '[',
  '[\r',
  '[\u2028',
]
  .concat([
    '](',
    '![',
    '<',
    '<a',
    '<a ',
    '</a>',
    '<>',
    '<br> ',
    '<b><i>',
    '&',
    '&#',
    '`',
    '`a',
    '*',
    '**a',
    '>',
    '"',
    "='",
  ])
  .concat([
    '{',
    '{/*',
    '*/',
    '{a',
    '{{<a',
    '{{',
    '{%',
    '{%a',
    '|',
    '| a',
    '?',
    '//',
    '/',
    'a=',
    'a-',
    '-',
    '\\',
    '[a ',
    '[[a',
  ])
  .concat([
    'kg-bookmark-title">',
    '<figcaption>',
    ' wp:a',
    '\ufffd',
    '\u00a0',
    ';',
    ',',
    '0',
    '+0',
  ]);

describe('A text of another engine that was made to do harm', function () {
  this.timeout(60_000);
  for (const [what, read] of Object.entries(readers))
    it(`is read quickly where it has ${what}`, async () => {
      for (const unit of units)
        await assertCheap(JSON.stringify(unit), async (share) =>
          read(unit.repeat((LENGTH * share) / unit.length)),
        );
    });
});
