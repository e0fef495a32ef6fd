import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readHtml, toMarkdown } from '../../../lib/exchange/import/html/to-markdown.js';
import { pastedMarkdown } from '../../../lib/exchange/import/html/pasted.js';
import { commentMarkdown } from '../../../lib/exchange/import/html/comment-text.js';
import { readDate } from '../../../lib/exchange/import/shared/dates.js';
import { hiddenInText } from '../../../lib/exchange/import/shared/hidden.js';
import { fillPattern } from '../../../lib/exchange/import/shared/pattern.js';
import { plain } from '../../../lib/exchange/import/shared/plain.js';
import { readData } from '../../../lib/exchange/import/shared/read-data.js';
import { plainCards } from '../../../lib/exchange/import/sources/ghost/html-cards.js';
import {
  convertFormulas,
  convertKramdown,
} from '../../../lib/exchange/import/sources/markdown/formulas.js';
import { splitFrontMatter } from '../../../lib/exchange/import/sources/markdown/front-matter.js';
import {
  firstHeading,
  withoutTitle,
} from '../../../lib/exchange/import/sources/markdown/headings.js';
import { changeLinks, linksIn } from '../../../lib/exchange/import/sources/markdown/links.js';
import {
  exportedMetadata,
  mdxToMarkdown,
} from '../../../lib/exchange/import/sources/markdown/mdx.js';
import {
  convertWikiLinks,
  keepComments,
} from '../../../lib/exchange/import/sources/markdown/obsidian.js';
import { changeOutsideCode } from '../../../lib/exchange/import/sources/markdown/outside-code.js';
import { settingIn } from '../../../lib/exchange/import/sources/markdown/sites/site.js';
import {
  convertBlocks,
  readArgs,
} from '../../../lib/exchange/import/sources/markdown/template-blocks.js';
import { convertTemplates } from '../../../lib/exchange/import/sources/markdown/templates.js';
import { takeBlocks } from '../../../lib/exchange/import/sources/wordpress/blocks.js';
import { paragraphs } from '../../../lib/exchange/import/sources/wordpress/paragraphs.js';
import {
  takeFootnotes,
  takePatterns,
} from '../../../lib/exchange/import/sources/wordpress/patterns.js';
import {
  takeCode,
  takeShortcodes,
} from '../../../lib/exchange/import/sources/wordpress/shortcodes.js';
import { readXml } from '../../../lib/exchange/import/sources/wordpress/xml.js';
import { sanitisePost } from '../../../lib/markup/sanitise.js';
import { namesIn } from '../../../lib/markup/syntax/wiki-links.js';
import { APART, of } from './entrance.js';

const LARGE = 1_000_000;

const none = () => {};

const nowhere = () => null;

/**
 * What an import reads.
 * @param {() => string} makeFolder for their own files
 */
export const imports = (makeFolder) => [
  ...of(
    APART,
    LARGE,
    ['markdown', 'tables', 'html', 'templates', 'punctuation', 'blanks', 'letters', 'wordpress'],
    {
      'links of an import': (text) => [linksIn(text), changeLinks(text, (link) => link)],
      'names of posts': namesIn,
      'marks that hide': (text) =>
        hiddenInText(text, { isMarkdown: true, isMdx: true, hasShortcodes: true }),
      'links of Obsidian': (text) => convertWikiLinks(keepComments(text), nowhere, none),
      'formulas of an import': (text) => [convertFormulas(text), convertKramdown(text)],
      'headings of an import': (text) => [firstHeading(text), withoutTitle(text, 'a')],
      templates: (text) => convertTemplates(text, nowhere, none),
      'blocks of templates': convertBlocks,
      'arguments of templates': readArgs,
      MDX: (text) => [mdxToMarkdown(text, none), exportedMetadata(text)],
      'code of an import': (text) => changeOutsideCode(text, (part) => part),
      'HTML of an import': (text) => toMarkdown(readHtml(text)),
      'HTML of a comment of an import': commentMarkdown,
      'HTML that is pasted': pastedMarkdown,
      'a title of an import': plain,
      'cards of Ghost': (text) => plainCards(`<div class="kg-card">${text}`, none),
      'cards of Ghost in turn': (text) =>
        plainCards(text.replaceAll('<b>', '<b class="kg-card kg-file-card-title">'), none),
      'paragraphs of WordPress': paragraphs,
      'blocks of WordPress': (text) => takeBlocks(`<!-- wp:a -->${text}`, none),
      'patterns of WordPress': (text) => [
        takePatterns(text, new Map([['1', { text: 'a', isPublic: true }]]), none),
        takeFootnotes(`${text}<!-- wp:footnotes /-->`, text),
      ],
      'shortcodes of WordPress': (text) => [
        takeCode(text),
        takeShortcodes(text, { pictures: () => [], warn: none }),
      ],
      'Markdown of an import': sanitisePost,
    },
  ),
  ...of(APART, 200_000, ['data', 'punctuation', 'blanks', 'letters'], {
    YAML: (source) => readData('yaml', source),
    'YAML in a list': (text) => readData('yaml', `a: [${text}`),
    'front matter': splitFrontMatter,
    'front matter in YAML': (text) => splitFrontMatter(`---\n${text}\n---\n`),
    'front matter in TOML': (text) => splitFrontMatter(`+++\n${text}\n+++\n`),
    'front matter in JSON': (text) => splitFrontMatter(`{"a":1,\n${text}`),
    'front matter of Hexo': (text) => splitFrontMatter(`"a": 1\n${text}\n;;;\n`),
    'a header of Pelican': (text) => splitFrontMatter(`title: a\n${text}`),
    'TOML in a list': (text) => splitFrontMatter(`+++\na = [${text}\n+++\n`),
    'a date': (text) => readDate(text, 'UTC'),
    'the end of a date': (text) => readDate(`2012-03-04 17:05 ${text}`, 'UTC'),
    'a pattern of addresses': (text) => fillPattern(text, () => 'a'),
    'settings in code': (text) => settingIn(text, 'title'),
  }),
  ...of(APART, LARGE, ['html', 'svg', 'wordpress', 'punctuation', 'blanks', 'letters'], {
    XML: (text) => xml(makeFolder, text),
    'XML of an item': (text) => xml(makeFolder, `<rss><channel><item>${text}`),
    'XML of a text': (text) => xml(makeFolder, `<rss><channel><item><content:encoded>${text}`),
  }),
];

/** @param {() => string} makeFolder @param {string} text */
async function xml(makeFolder, text) {
  const file = join(makeFolder(), 'a.xml');
  writeFileSync(file, text);
  const ending = { broken: null, unreadable: 0 };
  let count = 0;
  for await (const node of readXml(file, ending)) count += node.children.length;
  return count;
}
