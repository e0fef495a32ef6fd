import { syntaxTree } from '@codemirror/language';
import { Decoration } from '@codemirror/view';
import { calloutAt, fenceAt } from './callouts.js';
import { linesIn, placeOf } from './lines.js';
import { isNear } from './near.js';
import { Sign, Tick } from './signs.js';
import { word } from '../../public/admin/words.js';
/** @import { EditorState, Line, Range } from '@codemirror/state' */
/** @import { SyntaxNode, SyntaxNodeRef } from '@lezer/common' */
/** @import { Place } from './lines.js' */

/** What is said of words between marks. @type {Record<string, { class: string, role?: string }>} */
const inline = {
  StrongEmphasis: { class: 'md-strong', role: 'strong' },
  Emphasis: { class: 'md-em', role: 'emphasis' },
  Strikethrough: { class: 'md-del', role: 'deletion' },
  InlineCode: { class: 'md-inline-code', role: 'code' },
  Marked: { class: 'md-marked', role: 'mark' },
  Subscript: { class: 'md-sub', role: 'subscript' },
  Superscript: { class: 'md-sup', role: 'superscript' },
  Link: { class: 'md-a', role: 'link' },
  Autolink: { class: 'md-a', role: 'link' },
  WikiLink: { class: 'md-a', role: 'link' },
};
const spans = new Map(
  Object.entries(inline).map(([name, { class: className, role = '' }]) => [
    name,
    Decoration.mark({ class: className, attributes: { role } }),
  ]),
);

const hidden = Decoration.replace({});
/** @param {Sign | Tick} widget */
const instead = (widget) => Decoration.replace({ widget });

/** What begins a line: quotes, the mark of an item, and its box. */
const PREFIX = /^((?:[ \t]*>)*[ \t]?)([ \t]*)(?:([-*+]|\d{1,9}[.)])([ \t]+)(\[[ xX]\](?=[ \t]))?)?/;
const DEFINITION = /^ {0,3}\[\^([^\s[\]]{1,100})\]:/;

/**
 * @typedef {object} Made
 * @property {(look: Decoration, from: number, to: number) => void} put
 * @property {(label: string) => string} numberOf  a footnote
 * @property {(name: string, from: number, to: number) => boolean} takes  whether something else is shown there
 */

/**
 * Hides the marks where nobody is.
 * @param {EditorState} state
 * @param {readonly { from: number, to: number }[]} ranges  that are seen
 * @param {Made} made
 */
export function hideMarks(state, ranges, made) {
  /** @type {Map<number, number>} number of the last item of each list */
  const counts = new Map();
  for (const line of linesIn(state, ranges))
    if (!made.takes('', line.from, line.to)) beginning(state, placeOf(state, line), counts, made);
  for (const { from, to } of ranges)
    syntaxTree(state).iterate({
      from,
      to,
      enter(node) {
        if (made.takes(node.name, node.from, node.to) || AS_IT_IS.test(node.name)) return false;
        within(state, node, made);
      },
    });
}

const AS_IT_IS = /^(?:FencedCode|CodeBlock|HTMLBlock|CommentBlock|LinkReference|Table|Formula\w+)$/;

/**
 * @param {EditorState} state
 * @param {Place} place
 * @param {Map<number, number>} counts
 * @param {Made} made
 */
function beginning(state, { line, code, quotes, quote, items }, counts, { put, numberOf }) {
  const { from, to, text } = line;
  const isHere = isNear(state, from, to);
  const [, quoted = '', blank = '', mark = '', space = '', box = ''] = PREFIX.exec(text) ?? [];
  const start = from + (quotes > 0 ? quoted.length : 0);
  if (!isHere) put(hidden, from, start);
  if (code) {
    const isFence = code.name === 'FencedCode' && (from <= code.from || to >= code.to);
    const [fence = ''] = isFence
      ? (/^[ \t]*(?:`{3,}|~{3,})/.exec(text.slice(start - from)) ?? [])
      : [];
    if (!isNear(state, code.from, code.to)) put(hidden, start, start + fence.length);
    return;
  }
  const callout = quote && calloutAt(state, quote);
  const title = callout?.line === line.number ? callout : fenceAt(state, from);
  if (title && !isHere) {
    if (title === 'end') put(hidden, from, to);
    else put(instead(new Sign(title.name, 'md-label')), title.from, title.to);
    return;
  }
  const item = items.find((each) => each.from >= from && each.from <= to);
  const after = from + quoted.length + blank.length;
  if (item && mark) {
    const number = signOf(state, item, counts);
    const end = after + mark.length + space.length + (box ? box.length + 1 : 0);
    const sign = box
      ? new Tick(box !== '[ ]')
      : new Sign(number, number ? 'md-bullet' : 'md-bullet md-disc');
    // Behind the mark, where one types, it stays what it is.
    if (!isNear(state, start, end - 1)) put(instead(sign), start, end);
  } else if (items.length > 0 && !isNear(state, start, after - 1)) put(hidden, start, after);
  const [definition, label] = DEFINITION.exec(text) ?? [];
  if (definition && !isHere)
    put(instead(new Sign(`${numberOf(label)}.`, 'md-note')), from, from + definition.length);
}

/**
 * @param {EditorState} state
 * @param {SyntaxNode} item
 * @param {Map<number, number>} counts
 * @returns {string} a bullet, or the number that the page gives it
 */
function signOf({ doc }, item, counts) {
  const { name, from } = /** @type {SyntaxNode} */ (item.parent);
  if (name !== 'OrderedList') return '';
  let number = (counts.get(from) ?? -1) + 1;
  if (number === 0) {
    let first = item;
    for (; first.prevSibling; first = first.prevSibling) number++;
    number += parseInt(doc.sliceString(first.from, first.from + 9), 10);
  }
  counts.set(from, number);
  return `${number}.`;
}

/**
 * @param {EditorState} state
 * @param {SyntaxNodeRef} ref
 * @param {Made} made
 */
function within(state, ref, { put, numberOf }) {
  const { name, from, to } = ref;
  const { doc } = state;
  const isHere = isNear(state, from, to);
  const span = spans.get(name);
  if (span) {
    const shown = isHere ? null : shownOf(state, ref.node);
    put(span, shown?.from ?? from, shown?.to ?? to);
    if (!shown) return;
    put(hidden, from, shown.from);
    put(hidden, shown.to, to);
  } else if (name.startsWith('ATXHeading')) {
    const line = doc.lineAt(from);
    if (isNear(state, line.from, line.to)) return;
    for (const mark of ref.node.getChildren('HeaderMark'))
      if (mark.from > from) put(hidden, mark.from - 1, mark.to);
      else put(hidden, from, mark.to + blankAt(doc.sliceString(mark.to, to)));
  } else if (isHere) return;
  else if (name === 'Escape') put(hidden, from, from + 1);
  else if (name === 'HorizontalRule')
    put(instead(new Sign('', 'md-rule', { label: word('text.divider') })), from, to);
  else if (name === 'FootnoteReference' || name === 'FootnoteText') {
    const text = doc.sliceString(from, to);
    if (doc.sliceString(to, to + 1) === ':' && doc.lineAt(from).from === from) return;
    const number = numberOf(text[0] === '[' ? text.slice(2, -1) : text);
    const label = `${word('text.footnote')} ${number}`;
    put(instead(new Sign(number, 'md-footnote', { label, tag: 'sup' })), from, to);
  }
}

/** @param {string} text @returns {number} blanks at its start */
const blankAt = (text) => text.length - text.trimStart().length;

/**
 * @param {EditorState} state
 * @param {SyntaxNode} node
 * @returns {{ from: number, to: number } | null} the words between its marks; null: all of it is shown
 */
function shownOf({ doc }, node) {
  const { from, to, firstChild, lastChild, name } = node;
  if (name === 'WikiLink') {
    const text = doc.sliceString(from, to);
    const bar = text.indexOf('|') + 1;
    const hash = text.indexOf('#');
    return { from: from + (bar || 2), to: bar === 0 && hash > 0 ? from + hash : to - 2 };
  }
  if (name === 'Link') {
    const [open, close] = node.getChildren('LinkMark');
    const leads = node.getChild('URL') ?? node.getChild('LinkLabel');
    const isShort = leads && close.from > open.to && doc.lineAt(close.from).to >= to;
    return isShort ? { from: open.to, to: close.from } : null;
  }
  if (!firstChild || !lastChild || firstChild.to >= lastChild.from) return null;
  return { from: firstChild.to, to: lastChild.from };
}
