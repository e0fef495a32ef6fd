/** @import { MarkdownIt, StateInline } from 'markdown-it' */

const WORD = /\w/;

/** What stands raised or lowered: no spaces, so that `~/a` and `2^10 to 2^20` stay as they are. */
const RAISED = /\^([+−-]?[\p{L}\p{N}][\p{L}\p{N}+−,.()=-]{0,49})\^/uy;
const LOWERED = /~([+−-]?[\p{L}\p{N}][\p{L}\p{N}+−,.()=-]{0,49})~/uy;

/** `==marked==`, `x^2^` and `H~2~O`. @param {MarkdownIt} md */
export function marks(md) {
  const { ruler } = md.inline;
  ruler.after('strikethrough', 'mark', (state, silent) => between(state, silent, 'mark', '=='));
  ruler.after('mark', 'sup', (state, silent) => shifted(state, silent, 'sup', RAISED));
  ruler.after('sup', 'sub', (state, silent) => shifted(state, silent, 'sub', LOWERED));
}

/** @param {StateInline} state @param {boolean} silent @param {string} tag @param {string} sign  twice the same */
function between(state, silent, tag, sign) {
  const { src, pos, posMax } = state;
  const isGap = (character = ' ') => character === sign[0] || /\s/.test(character);
  if (!src.startsWith(sign, pos) || WORD.test(src[pos - 1] ?? '') || isGap(src[pos + 2]))
    return false;
  const end = src.indexOf(sign, pos + 2);
  if (end < 0 || end + 2 > posMax) return false;
  const after = src[end + 2] ?? ' ';
  if (isGap(src[end - 1]) || after === sign[0] || WORD.test(after)) return false;
  if (!silent) {
    state.push(`${tag}_open`, tag, 1);
    Object.assign(state, { pos: pos + 2, posMax: end });
    state.md.inline.tokenize(state);
    state.push(`${tag}_close`, tag, -1);
    state.posMax = posMax;
  }
  state.pos = end + 2;
  return true;
}

/** @param {StateInline} state @param {boolean} silent @param {'sub' | 'sup'} tag @param {RegExp} pattern sticky */
function shifted(state, silent, tag, pattern) {
  const { src, pos, posMax } = state;
  pattern.lastIndex = pos;
  const [whole, text] = pattern.exec(src) ?? [''];
  const end = pos + whole.length;
  if (whole === '' || end > posMax || /^\s?$/.test(src[pos - 1] ?? '')) return false;
  // In x^2+y^2 and a~b~c, nothing is.
  if (/\w/.test(src[end] ?? '') && !(tag === 'sub' ? /^\p{N}+$/u : /^[\p{L}\p{N}]+$/u).test(text))
    return false;
  if (!silent) {
    state.push(`${tag}_open`, tag, 1);
    state.push('text', '', 0).content = text;
    state.push(`${tag}_close`, tag, -1);
  }
  state.pos = end;
  return true;
}
