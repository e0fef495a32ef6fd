import { syntaxTree } from '@codemirror/language';
import { StateField } from '@codemirror/state';
import { PICTURE } from '../pictures/markdown.js';
/** @import { ChangeSet, EditorState, Transaction } from '@codemirror/state' */
/** @import { SyntaxNode, Tree } from '@lezer/common' */
/** @import { Kind } from './parts.js' */

/**
 * @typedef {{ from: number, to: number, kind: Kind, text: string }} Block  that can be shown in place: whole lines
 * @typedef {{ from: number, to: number, kind: 'heading', text: '', level: number }} Heading
 * @typedef {{ parts: (Block | Heading)[], levels: Map<number, number> }} Outline  `levels`: of headings on the page, by
 *   where they begin
 */

/** Characters; what is longer stays text. */
const LONGEST = 20_000;
const URL_ALONE = /^<?https:\/\/[^\s<>]{4,2000}>?$/;
const LINKED =
  /^\[(!\[[^\]\n]{0,1000}\]\([^()\s]{1,2000}(?:\s+"[^"\n]{0,1000}")?\))\]\([^()\s]{1,2000}\)$/;

/** The headings, and all that can be shown in place. Of each change, only what it touches is read. */
export const outline = StateField.define({
  create: (state) => outlineOf(read(state, syntaxTree(state).topNode.firstChild, () => false)),
  update(present, transaction) {
    const { state, startState, docChanged, changes } = transaction;
    const [before, tree] = [syntaxTree(startState), syntaxTree(state)];
    if (before === tree && !docChanged) return present;
    const parts = docChanged
      ? present.parts.flatMap((part) => moved(part, changes))
      : present.parts;
    const known = changes.mapPos(Math.min(before.length, startState.doc.length));
    let [from, to] = [known, 0];
    changes.iterChangedRanges((_, __, first, last) => {
      [from, to] = [Math.min(from, first), Math.max(to, last)];
    });
    const start = startAt(tree, from);
    // Behind the change, what begins as before goes on as before, as far as that was parsed.
    let end = Infinity;
    const fresh = read(state, start, (node) => {
      const isAsBefore = node.from > to && node.to < known && isSame(node, before, changes);
      if (isAsBefore) end = state.doc.lineAt(node.from).from;
      return isAsBefore;
    });
    const further = end < Infinity ? startAt(tree, known) : null;
    const rest = further && further.to < end ? tree.topNode.childAfter(end) : further;
    return outlineOf([
      ...parts.filter((part) => part.to < (start?.from ?? 0)),
      ...fresh,
      ...parts.filter((part) => part.from >= end && part.to < (rest?.from ?? 0)),
      ...read(state, rest, () => false),
      ...parts.filter((part) => part.from >= tree.length),
    ]);
  },
});

/** @param {Outline['parts']} parts @returns {Outline} */
function outlineOf(parts) {
  /** @type {Map<number, number>} */
  const levels = new Map();
  /** As lib/markup/normalise.js: the first is of the second level, and none is left out. @type {number[]} */
  const above = [];
  for (const part of parts) {
    if (part.kind !== 'heading') continue;
    while (above.length > 0 && above[above.length - 1] >= part.level) above.pop();
    above.push(part.level);
    levels.set(part.from, Math.min(above.length + 1, 6));
  }
  return { parts, levels };
}

/** @param {Block | Heading} part @param {ChangeSet} changes @returns {(Block | Heading)[]} none if it has changed */
function moved(part, changes) {
  // As long as before it may still be another.
  if (changes.touchesRange(part.from, part.to)) return [];
  const [from, to] = [changes.mapPos(part.from, 1), changes.mapPos(part.to, -1)];
  return from === part.from ? [part] : [Object.assign({}, part, { from, to })];
}

/** @param {Tree} tree @param {number} pos @returns {SyntaxNode | null} the block before the one there */
function startAt({ topNode }, pos) {
  const node = topNode.childBefore(pos);
  return node?.prevSibling ?? node ?? topNode.firstChild;
}

/** @param {SyntaxNode} node @param {Tree} before @param {ChangeSet} changes */
function isSame({ name, from, to }, before, changes) {
  const start = changes.invertedDesc.mapPos(from);
  const old = before.topNode.childAfter(start);
  return old !== null && old.from === start && old.name === name && old.to - old.from === to - from;
}

/**
 * @param {EditorState} state
 * @param {SyntaxNode | null} start
 * @param {(node: SyntaxNode) => boolean} isEnd
 * @returns {Outline['parts']}
 */
function read(state, start, isEnd) {
  const parts = [];
  for (let node = start; node && !isEnd(node); node = node.nextSibling) {
    const part = partOf(state, node);
    if (part) parts.push(part);
  }
  return parts;
}

/** @param {EditorState} state @param {SyntaxNode} node @returns {Block | Heading | null} */
function partOf({ doc }, { name, from, to }) {
  const [, level] = /^(?:ATX|Setext)Heading(\d)$/.exec(name) ?? [];
  if (level)
    return { kind: 'heading', from: doc.lineAt(from).from, to, text: '', level: Number(level) };
  const isParagraph =
    name === 'Paragraph' && /^(?:\[?!\[|<?https:)/.test(doc.sliceString(from, from + 7));
  if (!(isParagraph || name === 'Table' || name === 'FormulaBlock') || to - from > LONGEST)
    return null;
  const { from: start } = doc.lineAt(from);
  const text = doc.sliceString(start, to);
  const kind = isParagraph ? kindOf(text.trim()) : name === 'Table' ? 'table' : 'formula';
  return kind && doc.lineAt(to).to === to ? { from: start, to, kind, text } : null;
}

/** @param {string} text  of a paragraph @returns {Kind | null} */
function kindOf(text) {
  if (URL_ALONE.test(text)) return 'embed';
  const rest = text.replace(LINKED, '$1').replaceAll(PICTURE, '');
  if (rest.trim() !== '' || rest.length === text.length) return null;
  return /\)\s*!\[/.test(text) ? 'gallery' : 'picture';
}
