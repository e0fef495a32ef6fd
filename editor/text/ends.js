import { insertNewlineContinueMarkupCommand } from '@codemirror/lang-markdown';
import { syntaxTree } from '@codemirror/language';
/** @import { EditorState, StateCommand, Text, Transaction, TransactionSpec } from '@codemirror/state' */

/** A new item, or a further line of a quotation. */
export const continueBlock = insertNewlineContinueMarkupCommand({ nonTightLists: false });

/** Nothing but the marks of quotations. */
const EMPTY = /^[\s>]*$/;
const QUOTED = /^[\s>]*>\s*$/;

/**
 * The Enter key: goes on with a list or a quotation; in an empty item or line of it, goes out by one level. What is
 * typed next stands outside of it, behind an empty line: without one, it would go on with the paragraph above.
 * @type {StateCommand}
 */
export const newLine = ({ state, dispatch }) => {
  const { ranges, main } = state.selection;
  if (ranges.length > 1 || !main.empty) return continueBlock({ state, dispatch });
  const spec = outOfQuote(state);
  if (spec) dispatch(state.update(spec));
  return (
    spec !== null || continueBlock({ state, dispatch: (made) => dispatch(apart(made) ?? made) })
  );
};

/** @param {EditorState} state @returns {TransactionSpec | null} null: the cursor is in no empty line of a quotation */
function outOfQuote(state) {
  const { doc, selection } = state;
  const { head } = selection.main;
  const line = doc.lineAt(head);
  const last = line.text.lastIndexOf('>');
  if (!QUOTED.test(line.text) || head <= line.from + last || !isInQuote(state, head)) return null;
  const outer = line.text.slice(0, last);
  let first = line;
  while (
    first.number > 1 &&
    QUOTED.test(doc.line(first.number - 1).text) &&
    depthOf(first.text) <= depthOf(doc.line(first.number - 1).text)
  )
    first = doc.line(first.number - 1);
  const [above, below] = around(doc, first.number - 1, line.number + 1, outer);
  return {
    changes: { from: first.from, to: line.to, insert: above + outer + below },
    selection: { anchor: first.from + above.length + outer.length },
    scrollIntoView: true,
    userEvent: 'input',
  };
}

/** @param {EditorState} state @param {number} pos @returns {boolean} whether that is the innermost */
function isInQuote(state, pos) {
  let node = syntaxTree(state).resolveInner(pos, -1);
  while (node.parent && !/^(?:ListItem|Blockquote)$/.test(node.name)) node = node.parent;
  return node.name === 'Blockquote';
}

/** @param {Transaction} made @returns {Transaction | null} with empty lines around what is outside now, if that is */
function apart({ startState, changes, newDoc, newSelection }) {
  const line = newDoc.lineAt(newSelection.main.head);
  if (newDoc.lines !== startState.doc.lines || !EMPTY.test(line.text)) return null;
  const [above, below] = around(newDoc, line.number - 1, line.number + 1, line.text);
  const further = startState.update({ changes }).state.changes([
    { from: line.from, insert: above },
    { from: line.to, insert: below },
  ]);
  return startState.update({
    changes: changes.compose(further),
    selection: { anchor: line.to + above.length },
    scrollIntoView: true,
    userEvent: 'input',
  });
}

/**
 * @param {Text} doc
 * @param {number} before  number of the line above
 * @param {number} after
 * @param {string} outer  what both are in
 * @returns {[above: string, below: string]} empty lines where there are words
 */
function around(doc, before, after, outer) {
  const isApart = (/** @type {number} */ number) => {
    if (number < 1 || number > doc.lines) return true;
    const { text } = doc.line(number);
    return EMPTY.test(text) && depthOf(text) <= depthOf(outer);
  };
  const empty = outer.trimEnd();
  return [isApart(before) ? '' : `${empty}\n`, isApart(after) ? '' : `\n${empty}`];
}

/** @param {string} text @returns {number} of quotations in each other */
const depthOf = (text) => text.split('>').length;
