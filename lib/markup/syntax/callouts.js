import { environmentOf } from './environment.js';
/** @import { MarkdownIt, StateBlock, StateCore, Token } from 'markdown-it' */

/** What blogs call them, by the looks that there are. */
const KINDS = new Map(
  Object.entries({
    note: 'info abstract summary tldr todo example quote cite',
    tip: 'hint success check done',
    important: '',
    warning: 'attention question help faq',
    caution: 'danger error failure fail missing bug',
  }).flatMap(([kind, names]) =>
    `${kind} ${names}`
      .trim()
      .split(' ')
      .map((name) => [name, kind]),
  ),
);

/** @param {string} [name] @returns {boolean} */
export const isCallout = (name = '') => KINDS.has(name.toLowerCase());

/** @param {string} name as written @returns {string} the look of its box */
export const kindOfCallout = (name) => KINDS.get(name.toLowerCase()) ?? 'note';

const QUOTE = /^\[!([a-z]{1,20})\]([-+]?)([^\n]*)(?:\n|$)/i;
const START = /^:{3,20}[ \t]*([a-z]{1,20})(?=[\s[{]|$)(.*)/i;
/** A box of its own name, which is closed at first. */
const FOLD = 'details';

/** The titles of those that their authors gave none. */
export const LABELS = [...KINDS.keys(), FOLD].map(capital);
const END = /^:{3,20}[ \t]*$/;

/** Those in one another. */
const DEEPEST = 8;

/** `> [!NOTE] Title` and `:::note Title` … `:::`. @param {MarkdownIt} md */
export function callouts(md) {
  md.block.ruler.before('paragraph', 'callout', block, {
    alt: ['paragraph', 'reference', 'blockquote', 'list'],
  });
  md.core.ruler.before('inline', 'callouts', quotes);
}

/** @param {StateBlock} state @param {number} line @param {number} endLine @param {boolean} silent */
function block(state, line, endLine, silent) {
  const [name, title] = startOf(textOf(state, line));
  const env = environmentOf(state.env);
  const depth = env.callouts ?? 0;
  if (!name || depth === DEEPEST) return false;
  if (silent) return true;
  const end = endOf(state, line, endLine);
  const { lineMax, parentType } = state;
  const fold = name.toLowerCase() === FOLD ? '-' : '';
  const [open, close] = around(name, title.trim().replace(/^\[(.*)\]$/, '$1'), fold);
  env.callouts = depth + 1;
  for (const token of open(state)) state.tokens.push(token);
  state.level++;
  state.lineMax = end;
  state.md.block.tokenize(state, line + 1, end);
  state.level--;
  state.tokens.push(close(state));
  env.callouts = depth;
  // Without an end, it goes as far as the blocks around it.
  const hasEnd = end < endLine && END.test(textOf(state, end));
  Object.assign(state, { lineMax, parentType, line: hasEnd ? end + 1 : end });
  return true;
}

/** @param {StateBlock} state @param {number} line @param {number} endLine @returns {number} the line of its end */
function endOf(state, line, endLine) {
  let depth = 1;
  let next = line + 1;
  for (; next < endLine; next++) {
    if (state.sCount[next] < state.blkIndent && !state.isEmpty(next)) break;
    const text = textOf(state, next);
    if (END.test(text)) depth--;
    else if (startOf(text)[0]) depth++;
    if (depth === 0) break;
  }
  return next;
}

/** @param {string} text of a line @returns {[name: string, title: string]} '' when it begins no callout */
function startOf(text) {
  const [, name = '', title = ''] = START.exec(text) ?? [];
  const kind = name.toLowerCase();
  return kind === FOLD || isCallout(kind) ? [name, title] : ['', ''];
}

/** @param {StateBlock} state @param {number} line @returns {string} '' of a line that begins no callout */
function textOf(state, line) {
  const start = state.bMarks[line] + state.tShift[line];
  const isOurs = state.src.startsWith(':::', start) && state.sCount[line] - state.blkIndent < 4;
  return isOurs ? state.src.slice(start, state.eMarks[line]).slice(0, 300) : '';
}

/** Makes callouts of quotations that begin with a mark. @param {StateCore} state */
function quotes(state) {
  /** The tokens that end the open quotations. @type {(Token | null)[]} */
  const ends = [];
  /** @type {Token[]} */
  const tokens = [];
  state.tokens.forEach((token, at) => {
    if (token.type === 'blockquote_close') {
      tokens.push(ends.pop() ?? token);
      return;
    }
    if (token.type === 'blockquote_open') {
      const text = state.tokens[at + 2];
      const [whole, name, fold, title] =
        (text?.type === 'inline' && state.tokens[at + 1].type === 'paragraph_open'
          ? QUOTE.exec(text.content)
          : null) ?? [];
      if (whole !== undefined) {
        const [open, close] = around(name, title, fold);
        text.content = text.content.slice(whole.length);
        ends.push(close(state));
        tokens.push(...open(state));
        return;
      }
      ends.push(null);
    }
    tokens.push(token);
  });
  state.tokens = tokens;
}

/**
 * @param {string} name as written
 * @param {string} title '': the name
 * @param {string} fold `-`: closed; `+`: open; '': it cannot be closed
 * @returns {[open: (state: Maker) => Token[], close: (state: Maker) => Token]}
 *
 * @typedef {Pick<StateCore, 'Token'>} Maker
 */
function around(name, title, fold) {
  const word = name.toLowerCase();
  const tag = fold ? 'details' : 'div';
  const heading = fold ? 'summary' : 'p';
  const start = `<${tag} class="callout ${kindOfCallout(word)}"${fold === '+' ? ' open' : ''}>`;
  const content = title.trim() || capital(word);
  return [
    ({ Token }) => [
      ours(Token, `${start}\n<${heading} class="callout-title"><strong>`),
      Object.assign(new Token('inline', '', 0), { content, children: [] }),
      ours(Token, `</strong></${heading}>\n`),
    ],
    ({ Token }) => ours(Token, `</${tag}>\n`),
  ];
}

/** @param {Maker['Token']} Token @param {string} content */
const ours = (Token, content) => Object.assign(new Token('ours', '', 0), { content });

/** @param {string} word */
function capital(word) {
  return word[0].toUpperCase() + word.slice(1);
}
