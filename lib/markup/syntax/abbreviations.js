import { environmentOf } from './environment.js';
/** @import { MarkdownIt, StateBlock, StateCore, Token } from 'markdown-it' */

const DEFINITION = /^\*\[([\p{L}\p{N}][\p{L}\p{N}\p{M}&+#]{0,49})\]:[ \t]+(\S.{0,299})$/u;
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}&+#]*/gu;

/** Explained in one text: each repeats the explanation. */
const MOST = 1000;

/** `*[HTML]: HyperText Markup Language` explains this word wherever it stands. @param {MarkdownIt} md */
export function abbreviations(md) {
  md.block.ruler.before('reference', 'abbreviation', define, { alt: ['paragraph', 'reference'] });
  md.core.ruler.push('abbreviations', explain);
}

/** @param {StateBlock} state @param {number} line @param {number} _endLine @param {boolean} silent */
function define(state, line, _endLine, silent) {
  const start = state.bMarks[line] + state.tShift[line];
  if (!state.src.startsWith('*[', start) || state.sCount[line] - state.blkIndent >= 4) return false;
  const [, word, meaning] = DEFINITION.exec(state.src.slice(start, state.eMarks[line])) ?? [];
  if (word === undefined) return false;
  if (silent) return true;
  meaningsOf(state.env).set(word, meaning.trim());
  state.line = line + 1;
  return true;
}

/** @param {object} env @returns {Map<string, string>} */
const meaningsOf = (env) => (environmentOf(env).meanings ??= new Map());

/** @param {StateCore} state */
function explain({ tokens, env, Token }) {
  const meanings = meaningsOf(env);
  if (meanings.size === 0) return;
  let left = MOST;
  /** @param {Token} text @returns {Token[]} */
  const split = (text) => {
    const parts = [];
    let done = 0;
    for (const { 0: word, index } of text.content.matchAll(WORD)) {
      const meaning = meanings.get(word);
      if (!meaning || left-- <= 0) continue;
      const open = new Token('abbr_open', 'abbr', 1);
      open.attrSet('title', meaning);
      parts.push(textOf(text.content.slice(done, index)), open, textOf(word));
      parts.push(new Token('abbr_close', 'abbr', -1));
      done = index + word.length;
    }
    return done > 0 ? [...parts, textOf(text.content.slice(done))] : [text];
  };
  /** @param {string} content */
  const textOf = (content) => Object.assign(new Token('text', '', 0), { content });
  for (const token of tokens)
    token.children &&= token.children.flatMap((child) =>
      child.type === 'text' ? split(child) : [child],
    );
}
