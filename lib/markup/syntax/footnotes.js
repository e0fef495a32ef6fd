import { environmentOf } from './environment.js';
import { readIndented } from './indented.js';
/** @import { MarkdownIt, StateBlock, StateCore, StateInline, Token } from 'markdown-it' */

/**
 * @typedef {{ defined: Set<string>, inline: string[] }} Footnotes  `defined`: labels; `inline`: texts of those without
 *   a label
 */

const DEFINITION = /\[\^([^\s[\]]{1,100})\]:[ \t]+/y;
const REFERENCE = /\[\^([^\s[\]]{1,100})\]/y;
/** Its text may have links, but no further brackets; `^[text](url)` is a link. */
const INLINE = /\^\[((?:[^[\]]|\[[^[\]]{0,300}\]){1,1000})\](?!\()/y;

/**
 * `[^1]` with `[^1]: text` elsewhere, and `^[text]`: notes below the text, in the order in which it refers to them.
 * @param {MarkdownIt} md
 */
export function footnotes(md) {
  md.block.ruler.before('reference', 'footnote', define, { alt: ['paragraph', 'reference'] });
  md.inline.ruler.before('link', 'footnote', refer);
  md.inline.ruler.before('sup', 'inline_footnote', note);
  md.core.ruler.after('inline', 'inline_footnotes', addInline);
  md.core.ruler.push('footnotes', arrange);
}

/** @param {object} env @returns {Footnotes} */
const notesOf = (env) => (environmentOf(env).footnotes ??= { defined: new Set(), inline: [] });

/** @param {RegExp} pattern sticky @param {string} text @param {number} at */
function matchAt(pattern, text, at) {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** @param {StateBlock} state @param {number} line @param {number} endLine @param {boolean} silent */
function define(state, line, endLine, silent) {
  const start = state.bMarks[line] + state.tShift[line];
  if (state.sCount[line] - state.blkIndent >= 4 || state.src[start] !== '[') return false;
  const [whole, label] = matchAt(DEFINITION, state.src, start) ?? [];
  if (whole === undefined || start + whole.length >= state.eMarks[line]) return false;
  const { defined } = notesOf(state.env);
  if (defined.has(label)) return false;
  if (silent) return true;
  defined.add(label);
  state.push('footnote_open', '', 1).meta = { label };
  readIndented(state, line, endLine, start + whole.length, (next) =>
    define(state, next, endLine, true),
  );
  state.push('footnote_close', '', -1);
  return true;
}

/** @param {StateInline} state @param {boolean} silent */
function refer(state, silent) {
  const [whole, label] = matchAt(REFERENCE, state.src, state.pos) ?? [];
  if (whole === undefined || !notesOf(state.env).defined.has(label)) return false;
  return pushReference(state, silent, whole.length, label);
}

/** @param {StateInline} state @param {boolean} silent */
function note(state, silent) {
  const [whole, text] = matchAt(INLINE, state.src, state.pos) ?? [];
  if (whole === undefined || state.pos + whole.length > state.posMax) return false;
  if (silent) return pushReference(state, silent, whole.length, '');
  const { inline } = notesOf(state.env);
  // No label has a space in it.
  return pushReference(state, silent, whole.length, ` ${inline.push(text)}`);
}

/** @param {StateInline} state @param {boolean} silent @param {number} length @param {string} label */
function pushReference(state, silent, length, label) {
  if (!silent) state.push('footnote_ref', '', 0).meta = { label };
  state.pos += length;
  return true;
}

/** Makes blocks of the notes without a label, which may have some in turn. @param {StateCore} state */
function addInline({ md, env, tokens, Token }) {
  const { inline } = notesOf(env);
  for (let at = 0; at < inline.length; at++) {
    const text = new Token('inline', '', 0);
    Object.assign(text, { content: inline[at], children: [] });
    md.inline.parse(inline[at], md, env, text.children ?? []);
    const open = new Token('footnote_open', '', 1);
    open.meta = { label: ` ${at + 1}` };
    tokens.push(open, new Token('paragraph_open', 'p', 1), text);
    tokens.push(new Token('paragraph_close', 'p', -1), new Token('footnote_close', '', -1));
  }
}

/** Moves the notes below the text, and numbers what refers to them. @param {StateCore} state */
function arrange(state) {
  const { Token } = state;
  const { footnotes, leftOut } = environmentOf(state.env);
  if (!footnotes) return;
  const { text, notes } = separate(state.tokens);
  /** How often each note was referred to, in the order of the first time. @type {Map<string, number>} */
  const counts = new Map();
  const numbers = new Map();
  number(text);
  // Notes refer to further ones.
  for (const label of counts.keys()) number(notes.get(label) ?? []);
  for (const label of notes.keys())
    if (!counts.has(label))
      leftOut?.(`The footnote [^${label}] is left out: nothing refers to it.`);
  if (counts.size === 0) return void (state.tokens = text);
  const list = [...counts.keys()].flatMap((label, place) => {
    const own = notes.get(label) ?? [];
    addWayBack(own, place + 1);
    return [raw(`<li id="fn-${place + 1}">`), ...own, raw('</li>\n')];
  });
  state.tokens = [...text, raw('<div class="footnotes">\n<ol>\n'), ...list, raw('</ol>\n</div>\n')];

  /** @param {Token[]} tokens */
  function number(tokens) {
    for (const { children } of tokens)
      for (const child of children ?? []) {
        if (child.type !== 'footnote_ref') continue;
        const label = String(child.meta?.label);
        const count = (counts.get(label) ?? 0) + 1;
        counts.set(label, count);
        if (count === 1) numbers.set(label, counts.size);
        const place = numbers.get(label);
        const id = `fnref-${place}${count > 1 ? `-${count}` : ''}`;
        child.type = 'ours';
        child.content = `<sup class="footnote"><a href="#fn-${place}" id="${id}">${place}</a></sup>`;
      }
  }

  /** @param {Token[]} tokens @param {number} place */
  function addWayBack(tokens, place) {
    const link = raw(` <a href="#fnref-${place}" title="Back to the text">↩\ufe0e</a>`);
    const last = tokens.at(-2);
    if (last?.type === 'inline') last.children?.push(link);
    else tokens.push(raw('<p>'), link, raw('</p>'));
  }

  /** @param {string} content */
  function raw(content) {
    return Object.assign(new Token('ours', '', 0), { content });
  }
}

/**
 * @param {Token[]} tokens
 * @returns {{ text: Token[], notes: Map<string, Token[]> }} by label; one may stand in another
 */
function separate(tokens) {
  /** @type {Token[]} */
  const text = [];
  /** @type {Map<string, Token[]>} */
  const notes = new Map();
  const open = [text];
  for (const token of tokens)
    if (token.type === 'footnote_open') {
      /** @type {Token[]} */
      const own = [];
      notes.set(String(token.meta?.label), own);
      open.push(own);
    } else if (token.type === 'footnote_close') open.pop();
    else open.at(-1)?.push(token);
  return { text, notes };
}
