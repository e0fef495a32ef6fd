import { markdownLanguage } from '@codemirror/lang-markdown';
import { Language } from '@codemirror/language';
import { tags } from '@lezer/highlight';
/** @import { Tag } from '@lezer/highlight' */
/** @import { BlockContext, InlineContext, Line, MarkdownConfig } from '@lezer/markdown' */

/** As in lib/markup/syntax, each at the start of what is left of a paragraph. */
const REFERENCE = /^\[\^[^\s[\]]{1,100}\]/;
const NOTE = /^\^\[(?:[^[\]]|\[[^[\]]{0,300}\]){1,1000}\](?!\()/;
const WIKI =
  /^\[\[[^\s[\]#|][^[\]#|\n]{0,199}(?:#[^[\]|\n]{1,200})?(?:\|[^[\]\n]{1,300})?\]\](?![([])/;
const FORMULA = /^\$(?![\s$])((?:\\[^]|[^\\$]){1,2000})\$(?![\w$])/;
const DISPLAYED = /^\$\$((?:\\[^]|[^\\$]){1,2000})\$\$/;
const PRICE = /^[\d.,]+\s+\(?\p{L}{2}/u;
/** Characters that one of them has at most. */
const LONGEST = 2600;

const FENCE = /^:{3,20}[ \t]*(?:[a-z]{1,20}(?=[\s[{]|$).{0,300})?$/i;
const [DOLLAR, EQUALS, OPEN, CARET, COLON] = Array.from('$=[^:', (sign) => sign.charCodeAt(0));
const MOST_LINES = 100;

/**
 * @param {string} name
 * @param {number} sign  its first character
 * @param {RegExp} pattern
 * @param {string} before  what would take it otherwise
 */
const whole = (name, sign, pattern, before) => ({
  name,
  before,
  parse: (
    /** @type {InlineContext} */ cx,
    /** @type {number} */ next,
    /** @type {number} */ pos,
  ) => {
    if (next !== sign) return -1;
    const [text] = pattern.exec(cx.slice(pos, Math.min(cx.end, pos + LONGEST))) ?? [];
    return text === undefined ? -1 : cx.addElement(cx.elt(name, pos, pos + text.length));
  },
});

/** @param {InlineContext} cx @param {number} next @param {number} pos */
function formula(cx, next, pos) {
  if (next !== DOLLAR) return -1;
  const text = cx.slice(pos, Math.min(cx.end, pos + LONGEST));
  const before = pos > cx.offset ? cx.slice(pos - 1, pos) : '';
  const found = DISPLAYED.exec(text) ?? (/\w/.test(before) ? null : FORMULA.exec(text));
  const isOne = found?.[1].trim() && (found[0][1] === '$' || !/\s$/.test(found[1]));
  if (!found || !isOne || PRICE.test(found[1])) return -1;
  return cx.addElement(cx.elt('Formula', pos, pos + found[0].length));
}

const Marked = { resolve: 'Marked', mark: 'MarkedMark' };

/** @param {InlineContext} cx @param {number} next @param {number} pos */
function marked(cx, next, pos) {
  if (next !== EQUALS || cx.char(pos + 1) !== EQUALS || cx.char(pos + 2) === EQUALS) return -1;
  const [before, after] = [cx.slice(Math.max(cx.offset, pos - 1), pos), cx.slice(pos + 2, pos + 3)];
  const isFree = (/** @type {string} */ beside) => !/\w/.test(beside);
  const isWord = (/** @type {string} */ beside) => /[^\s=]/.test(beside);
  return cx.addDelimiter(
    Marked,
    pos,
    pos + 2,
    isFree(before) && isWord(after),
    isWord(before) && isFree(after),
  );
}

/** A formula on lines of its own, up to an empty line. @param {BlockContext} cx @param {Line} line */
function formulaBlock(cx, line) {
  if (line.next !== DOLLAR || line.indent >= line.baseIndent + 4) return false;
  const first = line.text.slice(line.pos).trimEnd();
  const isWhole = first.length > 4 && first.endsWith('$$');
  if (!first.startsWith('$$') || first.slice(2, isWhole ? -2 : undefined).includes('$$'))
    return false;
  const from = cx.lineStart + line.pos;
  let to = cx.lineStart + line.text.length;
  let isDone = isWhole;
  for (
    let count = 0;
    cx.nextLine() && !isDone && count < MOST_LINES && /\S/.test(line.text);
    count++
  ) {
    to = cx.lineStart + line.text.length;
    isDone = line.text.trimEnd().endsWith('$$');
  }
  cx.addElement(cx.elt(isDone ? 'FormulaBlock' : 'FormulaStart', from, to));
  return true;
}

/** @param {Line} line */
const isFence = ({ next, indent, baseIndent, text, pos }) =>
  next === COLON && indent < baseIndent + 4 && FENCE.test(text.slice(pos).trimEnd());

/** The line at which a box begins or ends. @param {BlockContext} cx @param {Line} line */
function fence(cx, line) {
  if (!isFence(line)) return false;
  const end = cx.lineStart + line.text.length;
  cx.addElement(cx.elt('BoxFence', cx.lineStart + line.pos, end));
  cx.nextLine();
  return true;
}

/** @param {string} name @param {Tag} style */
const block = (name, style) => ({ name, style, block: true });

/** What Larder's Markdown has besides that of GitHub. @type {MarkdownConfig} */
const ofLarder = {
  defineNodes: [
    { name: 'Marked' },
    { name: 'MarkedMark', style: tags.processingInstruction },
    { name: 'WikiLink', style: tags.link },
    { name: 'Formula', style: tags.monospace },
    ...['FootnoteReference', 'FootnoteText'].map((name) => ({ name, style: tags.labelName })),
    ...['FormulaBlock', 'FormulaStart'].map((name) => block(name, tags.monospace)),
    block('BoxFence', tags.labelName),
  ],
  parseInline: [
    { name: 'Formula', before: 'Escape', parse: formula },
    whole('FootnoteReference', OPEN, REFERENCE, 'Link'),
    whole('WikiLink', OPEN, WIKI, 'Link'),
    whole('FootnoteText', CARET, NOTE, 'Superscript'),
    { name: 'Marked', after: 'Emphasis', parse: marked },
  ],
  parseBlock: [
    { name: 'FormulaBlock', before: 'FencedCode', parse: formulaBlock },
    { name: 'BoxFence', before: 'FencedCode', parse: fence, endLeaf: (_, line) => isFence(line) },
  ],
};

const { data, parser } = markdownLanguage;

/** What CodeMirror knows as `markdownLanguage` is active in it, too. */
export const larderLanguage = new Language(
  data,
  /** @type {import('@lezer/markdown').MarkdownParser} */ (parser).configure(ofLarder),
  [],
  'markdown',
);
