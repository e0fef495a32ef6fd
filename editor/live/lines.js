import { syntaxTree } from '@codemirror/language';
import { Decoration, ViewPlugin } from '@codemirror/view';
import { directionAt } from './direction.js';
import { isUnread } from './near.js';
import { outline } from './outline.js';
import { boxesAt, calloutAt, fenceAt } from './callouts.js';
/** @import { EditorState, Line } from '@codemirror/state' */
/** @import { EditorView, ViewUpdate } from '@codemirror/view' */
/** @import { SyntaxNode } from '@lezer/common' */

/**
 * @typedef {object} Place  What a line is part of, from the outermost.
 * @property {Line} line
 * @property {number} quotes
 * @property {SyntaxNode[]} items  of lists
 * @property {SyntaxNode | null} code  the block
 * @property {SyntaxNode | null} heading
 * @property {number} level  of the heading
 * @property {SyntaxNode | null} quote  the innermost
 */

/** @param {EditorState} state @param {Line} line @returns {Place} */
export function placeOf(state, line) {
  /** @type {Place} */
  const place = { line, quotes: 0, items: [], code: null, heading: null, level: 0, quote: null };
  const start = line.from + (/^\s*/.exec(line.text)?.[0].length ?? 0);
  const inner = syntaxTree(state).resolveInner(Math.max(start, line.to), -1);
  for (let node = inner; node.parent && node.from <= line.to; node = node.parent) {
    if (node.to < line.from) continue;
    const [, level] = /^(?:ATX|Setext)Heading(\d)$/.exec(node.name) ?? [];
    if (level) Object.assign(place, { heading: node, level: levelOf(state, node, Number(level)) });
    else if (/^(?:FencedCode|CodeBlock)$/.test(node.name)) place.code = node;
    else if (node.name === 'ListItem') place.items.unshift(node);
    else if (node.name === 'Blockquote') {
      place.quotes++;
      place.quote ??= node;
    }
  }
  return place;
}

/** @param {EditorState} state @param {SyntaxNode} heading @param {number} level  as it is written */
const levelOf = (state, { from }, level) =>
  state.field(outline).levels.get(state.doc.lineAt(from).from) ?? Math.min(level + 1, 6);

/** @type {Map<string, Decoration>} the few kinds of lines that there are */
const known = new Map();

/** @param {EditorState} state @param {Place} place @param {string[]} boxes @returns {Decoration} */
function lookOf(state, { line, quotes, items, code, heading, level, quote }, boxes) {
  const callout = quote && calloutAt(state, quote);
  const fence = code ? null : fenceAt(state, line.from);
  if (fence && fence !== 'end') boxes.push(fence.kind);
  const [box] = boxes.slice(-1);
  if (fence === 'end') boxes.pop();
  const classes = [
    heading && `md-h${level}`,
    code && 'md-block',
    quotes > 0 && (callout ? `md-callout ${callout.kind}` : 'md-quote'),
    box && `md-callout ${box}`,
    ((box && fence) || callout?.line === line.number) && 'md-callout-title',
    items.length > 0 && `md-list md-deep-${Math.min(items.length, 9)}`,
  ];
  const name = classes.filter(Boolean).join(' ');
  // The words of a line say which way it runs; code is the same for all.
  const isBoxed = quotes > 0 || box !== undefined;
  const dir = code ? 'ltr' : isBoxed ? directionAt(state.doc, line.number) : 'auto';
  const key = `${name} ${level} ${dir}`;
  const made = known.get(key);
  if (made) return made;
  /** @type {Record<string, string>} */
  const said = heading ? { role: 'heading', 'aria-level': String(level) } : {};
  const look = Decoration.line({ class: name, attributes: Object.assign(said, { dir }) });
  known.set(key, look);
  return look;
}

/** Lines look like what they are part of, whether the marks are shown or not. */
export const lineLooks = [
  outline,
  ViewPlugin.fromClass(
    class {
      /** @param {EditorView} view */
      constructor(view) {
        this.decorations = decorate(view);
        this.seen = view.viewport;
      }

      /** @param {ViewUpdate} update */
      update(update) {
        const { view, docChanged, viewportChanged, startState, state, changes } = update;
        if (isUnread(update, this.seen)) this.decorations = this.decorations.map(changes);
        else if (docChanged || viewportChanged || syntaxTree(startState) !== syntaxTree(state))
          this.decorations = decorate(view);
        this.seen = view.viewport;
      }
    },
    { decorations: ({ decorations }) => decorations },
  ),
];

/** @param {EditorView} view */
function decorate({ state, visibleRanges }) {
  const boxes = boxesAt(state, visibleRanges[0]?.from ?? 0);
  const looks = linesIn(state, visibleRanges).map((line) =>
    lookOf(state, placeOf(state, line), boxes).range(line.from),
  );
  return Decoration.set(looks);
}

/** @param {EditorState} state @param {EditorView['visibleRanges']} ranges @returns {Line[]} each once */
export function linesIn({ doc }, ranges) {
  const lines = [];
  let done = -1;
  for (const { from, to } of ranges)
    for (let at = Math.max(from, done); at <= to;) {
      const line = doc.lineAt(at);
      if (line.to >= done) lines.push(line);
      done = at = line.to + 1;
    }
  return lines;
}
