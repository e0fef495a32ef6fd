import { joinLines } from '../base/east-asian.js';
import { toText } from './tree.js';
/** @import { Element } from './tree.js' */

/** Characters of a teaser, and of one that ends at the author's `<!-- more -->`. */
const LONG = 280;
const LONGEST = 1000;

/** Elements left out of teasers. */
const SKIPPED = new Set([
  'pre',
  'table',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'figcaption',
  'annotation',
  'summary',
  'hr',
]);

/** Characters of text from which on the lines of a change log are left out. */
const PROSE = 60;

/**
 * What a change log says of a change besides the change: its commit, how much it changes, its author, number or URL.
 */
const COMMIT =
  /^\[?(?=\d*[a-f])(?=[a-f]*\d)[0-9a-f]{7,40}\]?(?![\w'])[\s:–—-]*(?:\(SEMVER-\w+\) )?/;
const NUMBER = / ?(?:\([^()]{1,80}\) ?)?(?:\(?#\d{1,9}\)?|https?:\/\/\S{1,300})$/;

/** Elements that start and end a line of text. */
const BREAKS = new Set([
  'p',
  'li',
  'dt',
  'dd',
  'div',
  'blockquote',
  'ul',
  'ol',
  'dl',
  'figure',
  'details',
]);

/** Where a list begins, an item ends, and a list ends that is in no other; no text has them. */
const [BEGIN, NEXT, END] = ['\ufdd0', '\ufdd1', '\ufdd2'];
const JOINT = / ?[\ufdd0-\ufdd2][ \ufdd0-\ufdd2]*/g;
const LISTS = new Set(['ul', 'ol', 'dl']);
/** @type {Record<string, string>} what stands where it ends */
const ENDS = { li: NEXT, dd: NEXT, dt: BEGIN };

/** What joins parts of a sentence and ends it, by the script before it. @type {[RegExp, Record<string, string>][]} */
const JOINTS = [
  [/[.,:;!?…。、！？：；，।؟،؛–—][)\]"'”’»」』]?$/u, { [BEGIN]: ' ', [NEXT]: ' ', [END]: ' ' }],
  [
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]$/u,
    { [BEGIN]: '：', [NEXT]: '、', [END]: '。' },
  ],
  [/\p{Script=Arabic}$/u, { [BEGIN]: ': ', [NEXT]: '، ', [END]: '. ' }],
  [/$/, { [BEGIN]: ': ', [NEXT]: ', ', [END]: '. ' }],
];

/** Scripts written without spaces; two of their characters count as one word. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu;
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}'’._-]*/gu;

/**
 * @param {Element} root
 * @param {string} excerpt written by the author, or ''
 * @returns {string} plain text on one line: the excerpt, or the text up to `<!-- more -->`, or its beginning, cut
 *   between words near 280 characters
 */
export function teaserOf(root, excerpt) {
  const own = oneLine(joinLines(excerpt));
  if (own) return cut(own, LONGEST);
  const { text, marked } = readProse(root);
  return marked && text ? cut(text, LONGEST) : cut(text, LONG);
}

/**
 * @param {Element} root
 * @returns {number} of words, without code; two characters of an unspaced script count as one
 */
export function countWords(root) {
  const text = textOf(root);
  const unspaced = text.match(UNSPACED)?.length ?? 0;
  return Math.ceil(unspaced / 2) + (text.replace(UNSPACED, ' ').match(WORD)?.length ?? 0);
}

/** @param {Element | string} node @returns {string} */
function textOf(node) {
  if (typeof node === 'string') return toText(node);
  if (node.tag === 'pre' || node.tag === 'math') return '';
  const inside = node.children.map(textOf).join('');
  return BREAKS.has(node.tag) || SKIPPED.has(node.tag) || /^t/.test(node.tag)
    ? `${inside}\n`
    : inside;
}

/** Lines of a change log are only shown where there is hardly anything else. @param {Element} root */
function readProse(root) {
  const prose = read(root, { withChanges: false });
  return prose.marked || prose.text.length >= PROSE ? prose : read(root, { withChanges: true });
}

/** @param {Element} node @returns {Element[]} the items of the list that it has in it */
const itemsIn = ({ children }) =>
  children
    .flatMap((each) => (typeof each !== 'string' && /^[uo]l$/.test(each.tag) ? each.children : []))
    .filter((each) => typeof each !== 'string');

/**
 * @param {Element} item of a list, or a paragraph
 * @returns {boolean} whether it is a line of a change log, or has such lines in it
 */
function isChange(item) {
  const [first] = itemsIn(item);
  if (first) return isChange(first);
  const line = oneLine(textOf(item).slice(0, LONGEST));
  return COMMIT.test(line) || NUMBER.test(line);
}

/** @param {Element} item such a line @returns {string} what it says of the change */
const changeOf = (item) =>
  oneLine(textOf(item).slice(0, LONGEST))
    .replace(COMMIT, '')
    .replace(NUMBER, '')
    .replace(/[.;,]?$/, ';\n');

/**
 * @param {Element} root
 * @param {{ withChanges: boolean }} options  whether the lines of a change log are in it
 * @returns {{ text: string, marked: boolean }} the text up to the author's mark, or as much as a teaser needs
 */
function read(root, { withChanges }) {
  /** @type {string[]} */
  const parts = [];
  const marked = hasMark(root);
  let length = 0;
  let done = false;
  /** Lists around. */
  let depth = 0;

  /** @param {Element | string} node */
  const visit = (node) => {
    if (done) return;
    if (typeof node !== 'string' && /^(li|p)$/.test(node.tag) && isChange(node)) {
      if (!withChanges) return;
      if (itemsIn(node).length === 0) return visit(changeOf(node));
    }
    if (typeof node === 'string') {
      const text = toText(node);
      parts.push(text);
      length += text.trim().length;
      if (length > (marked ? LONGEST : LONG) + 100) done = true;
    } else if (isMark(node)) done = true;
    else if (/^(footnotes?|embed|callout-title)$/.test(node.attributes.get('class') ?? '')) return;
    else if (node.tag === 'math' && node.attributes.get('display') === 'block') return;
    else if (node.tag === 'br') parts.push(' ');
    else if (!SKIPPED.has(node.tag)) {
      const isList = LISTS.has(node.tag);
      if (BREAKS.has(node.tag)) parts.push(isList ? BEGIN : '\n');
      if (isList) depth++;
      node.children.forEach(visit);
      if (isList) depth--;
      if (isList) parts.push(depth > 0 ? NEXT : END);
      else if (BREAKS.has(node.tag)) parts.push(ENDS[node.tag] ?? '\n');
    }
  };
  visit(root);
  return { text: joinItems(oneLine(parts.join(''))).replace(/;$/, ''), marked };
}

/** @param {string} text on one line @returns {string} whose lists are read as sentences */
const joinItems = (text) =>
  text.replace(JOINT, (marks, at) => {
    const [mark] = [END, BEGIN, NEXT].filter((each) => marks.includes(each));
    if (at === 0 || at + marks.length === text.length) return '';
    const before = text.slice(Math.max(0, at - 2), at);
    const [, joints] = JOINTS.find(([script]) => script.test(before)) ?? [];
    return joints?.[mark] ?? ' ';
  });

/** @param {Element | string} node @returns {boolean} */
const hasMark = (node) => typeof node !== 'string' && (isMark(node) || node.children.some(hasMark));

/** @param {Element} node @returns {boolean} whether it stands for `<!-- more -->` */
export const isMark = (node) => node.tag === 'wbr' && node.attributes.get('class') === 'more';

/** @param {string} text */
const oneLine = (text) =>
  text
    .replace(/[\u200e\u200f\u2066-\u2069]/g, '')
    .replace(/\s+/g, ' ')
    .trim();

/**
 * @param {string} text
 * @param {number} length
 */
function cut(text, length) {
  if (text.length <= length) return text;
  const space = text.lastIndexOf(' ', length);
  const end = space > length * 0.6 ? space : length;
  return `${text
    .slice(0, end)
    .toWellFormed()
    .replace(/\ufffd$/, '')
    .replace(/(?<![\s,;:.–—-])[\s,;:.–—-]+$/, '')}…`;
}
