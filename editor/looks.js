import { syntaxTree } from '@codemirror/language';
import { RangeSetBuilder } from '@codemirror/state';
import { Decoration, ViewPlugin } from '@codemirror/view';
import { tagHighlighter, tags } from '@lezer/highlight';
/** @import { EditorView, ViewUpdate } from '@codemirror/view' */

/** Classes of public/admin/write.css. */
export const looks = tagHighlighter([
  { tag: tags.heading1, class: 'md-heading md-1' },
  { tag: tags.heading2, class: 'md-heading md-2' },
  { tag: tags.heading3, class: 'md-heading md-3' },
  { tag: tags.heading, class: 'md-heading' },
  { tag: tags.strong, class: 'md-bold' },
  { tag: tags.emphasis, class: 'md-italic' },
  { tag: tags.strikethrough, class: 'md-strike' },
  { tag: tags.monospace, class: 'md-code' },
  { tag: tags.link, class: 'md-link' },
  { tag: [tags.url, tags.labelName, tags.comment], class: 'md-quiet' },
  { tag: [tags.processingInstruction, tags.contentSeparator, tags.escape], class: 'md-mark' },
  { tag: tags.atom, class: 'md-task' },
]);

const line = Decoration.line({ attributes: { dir: 'auto' } });
const codeLine = Decoration.line({ attributes: { dir: 'ltr' }, class: 'md-block' });
const quoteLine = Decoration.line({ attributes: { dir: 'auto' }, class: 'md-quote' });

/** Lines have the direction of their own words; those of code and quotes look like it. */
export const lineLooks = ViewPlugin.fromClass(
  class {
    /** @param {EditorView} view */
    constructor(view) {
      this.decorations = decorate(view);
    }

    /** @param {ViewUpdate} update */
    update({ view, docChanged, viewportChanged, startState, state }) {
      if (docChanged || viewportChanged || syntaxTree(startState) !== syntaxTree(state))
        this.decorations = decorate(view);
    }
  },
  { decorations: ({ decorations }) => decorations },
);

/** @param {EditorView} view */
function decorate({ state, visibleRanges }) {
  const builder = new RangeSetBuilder();
  const tree = syntaxTree(state);
  for (const { from, to } of visibleRanges)
    for (let at = from; at <= to;) {
      const { from: start, to: end } = state.doc.lineAt(at);
      let look = line;
      for (let node = tree.resolveInner(end, -1); node.parent; node = node.parent)
        if (/^(?:FencedCode|CodeBlock)$/.test(node.name)) look = codeLine;
        else if (node.name === 'Blockquote' && look === line) look = quoteLine;
      builder.add(start, start, look);
      at = end + 1;
    }
  return /** @type {import('@codemirror/view').DecorationSet} */ (builder.finish());
}
