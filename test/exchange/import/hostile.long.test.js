import { assignIds } from '../../../lib/markup/heading-ids.js';
import { postToHtml } from '../../../lib/markup/markdown.js';
import { nest } from '../../../lib/markup/nesting.js';
import { readDate } from '../../../lib/exchange/import/shared/dates.js';
import { formerPathOf } from '../../../lib/exchange/import/shared/old-site.js';
import { plainCards } from '../../../lib/exchange/import/sources/ghost/html-cards.js';
import { splitFrontMatter } from '../../../lib/exchange/import/sources/markdown/front-matter.js';
import {
  firstHeading,
  withoutTitle,
} from '../../../lib/exchange/import/sources/markdown/headings.js';
import { readHtml, toMarkdown } from '../../../lib/exchange/import/html/to-markdown.js';
import { visibleText } from '../../../lib/exchange/import/html/visible-text.js';
import { linksIn } from '../../../lib/exchange/import/sources/markdown/links.js';
import { mdxToMarkdown } from '../../../lib/exchange/import/sources/markdown/mdx.js';
import { convertTemplates } from '../../../lib/exchange/import/sources/markdown/templates.js';
import { takeBlocks } from '../../../lib/exchange/import/sources/wordpress/blocks.js';
import {
  takeCode,
  takeShortcodes,
} from '../../../lib/exchange/import/sources/wordpress/shortcodes.js';
import { absoluteLinks } from '../../../lib/views/presenters/absolute-links.js';
import { assertCheap, FOR_AN_AUTHOR } from '../../support/cost.js';

const LENGTH = 6_000;

/** What is read of a stranger's text, too; the others are imports, each of which has a process of its own. */
const ALSO_OF_STRANGERS = ['the name of a heading', 'addresses in a feed', 'HTML in Markdown'];

const warn = () => {};

/** What reads a text that somebody else’s engine wrote. @type {Record<string, (text: string) => unknown>} */
const readers = {
  'a heading': (text) => firstHeading(`# a${text}\n`) + firstHeading(`a${text}\n===\n`),
  'a title': (text) => withoutTitle(`# a${text}\n`, 'a'),
  links: linksIn,
  MDX: (text) => mdxToMarkdown(text, warn),
  'the attributes of MDX': (text) => mdxToMarkdown(`<A b={${text}}>`, warn),
  templates: (text) => convertTemplates(`{% x %}${text}`, () => null, warn),
  'the values of templates': (text) =>
    convertTemplates(`{{ "a" ${text.slice(0, 490)} }}`, () => null, warn),
  'a former path': formerPathOf,
  blocks: (text) => takeBlocks(`<!-- wp:a -->${text}`, () => {}),
  'a block': (text) => takeBlocks(`<!-- wp:${text} -->`, () => {}),
  shortcodes: (text) =>
    takeShortcodes(`${text}[gallery ${text.slice(0, 900)}]`, { warn() {}, pictures: () => [] }),
  'shortcodes that one ends': (text) =>
    takeShortcodes(`${text}[/a]`, { warn() {}, pictures: () => [] }),
  'code in shortcodes': (text) => takeCode(`[code]${text}[/code]`),
  cards: (text) =>
    plainCards(`<figure class="kg-card kg-bookmark-card">${text}</figure>`, () => {}),
  'the name of a heading': (text) => assignIds(nest(`<h2>${text.replace(/[<>&]/g, '')}</h2>`)),
  'addresses in a feed': (text) => absoluteLinks(text, 'https://a.example', '/b'),
  'HTML in Markdown': (text) => postToHtml(`<p>${text}`),
  'a page': (text) => {
    const root = readHtml(`<p>a${text}</p><table><tr><td>${text}</td></tr></table>`);
    return visibleText(root) + toMarkdown(root);
  },
  'front matter': (text) => {
    try {
      return splitFrontMatter(`---\n${text}\n---\n`);
    } catch {
      return null;
    }
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
  '{',
  '? ',
  '[a]',
  '- ',
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

describe('A hostile text in an import', () => {
  for (const [what, read] of Object.entries(readers))
    it(`is read quickly where it has ${what}`, async () => {
      for (const unit of units)
        await assertCheap(
          JSON.stringify(unit),
          async (share) => read(unit.repeat((LENGTH * share) / unit.length)),
          ALSO_OF_STRANGERS.includes(what) ? undefined : FOR_AN_AUTHOR,
        );
    });
});
