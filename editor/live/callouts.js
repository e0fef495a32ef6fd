import { syntaxTree } from '@codemirror/language';
import { Facet } from '@codemirror/state';
import { isCallout, kindOfCallout } from '../../lib/markup/syntax/callouts.js';
/** @import { EditorState, Line } from '@codemirror/state' */
/** @import { SyntaxNode } from '@lezer/common' */

/**
 * @typedef {{ kind: string, from: number, to: number, name: string, line: number }} Callout  `from` and `to`: of the
 *   mark; `name`: its title where its author gave none, else ''; `line`: the number of that line
 */

/**
 * Titles of boxes whose authors gave none, in the language of the blog, by what stands for them.
 * @type {Facet<Record<string, string>, Record<string, string>>}
 */
export const boxTitles = Facet.define({ combine: ([titles = {}]) => titles });

const QUOTE = /^[ \t>]*\[!([a-z]{1,20})\][-+]?/i;
const FENCE = /^[ \t]*:{3,20}[ \t]*([a-z]{1,20})?/i;
/** Blocks above, among which the beginning of a box is looked for. */
const FARTHEST = 200;

/** @param {EditorState} state @param {SyntaxNode} quote @returns {Callout | null} what its first line says */
export function calloutAt(state, quote) {
  const line = state.doc.lineAt(quote.from);
  const [mark, name] = QUOTE.exec(line.text) ?? [];
  return mark && name ? calloutOf(state, line, mark, name) : null;
}

/**
 * @param {EditorState} state
 * @param {number} pos  the beginning of a line
 * @returns {Callout | 'end' | null} what a line of colons begins or ends
 */
export function fenceAt(state, pos) {
  const line = state.doc.lineAt(pos);
  const [mark, name] = FENCE.exec(line.text) ?? [];
  if (!mark) return null;
  if (!name) return 'end';
  const isBox = isCallout(name) || name.toLowerCase() === 'details';
  return isBox ? calloutOf(state, line, mark, name) : null;
}

/** @param {EditorState} state @param {Line} line @param {string} mark @param {string} name @returns {Callout} */
function calloutOf(state, { from, text, number }, mark, name) {
  const title = text.slice(mark.length);
  return {
    kind: kindOfCallout(name),
    from: from + (/^[ \t>]*/.exec(text)?.[0].length ?? 0),
    to: from + mark.length + title.length - title.trimStart().length,
    name: title.trim() ? '' : (state.facet(boxTitles)[name.toLowerCase()] ?? name),
    line: number,
  };
}

/** @param {EditorState} state @param {number} pos @returns {string[]} kinds of the boxes open there, the inner last */
export function boxesAt(state, pos) {
  /** @type {string[]} */
  const open = [];
  let closed = 0;
  let node = syntaxTree(state).topNode.childBefore(pos);
  for (let count = 0; node && count < FARTHEST; count++, node = node.prevSibling) {
    if (node.name !== 'BoxFence') continue;
    const fence = fenceAt(state, node.from);
    if (fence === 'end') closed++;
    else if (fence && closed > 0) closed--;
    else if (fence) open.unshift(fence.kind);
  }
  return open;
}
