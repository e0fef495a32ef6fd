import { formula } from '../../../markup/formula.js';
import { unescape } from '../../../markup/tree.js';

/** What begins a part in which no formula is looked for. */
const APART = /<!--|<(pre|code|script|style|textarea|math|svg)\b/gi;

/** Characters of a formula, which may be over several lines, but not over several paragraphs. */
const TEX = String.raw`(?:(?!<(?!br\b)|(?<!\\)\\[([])[^$]){1,2000}?`;
const FORMULA = new RegExp(
  [
    String.raw`<[^<>]*>`,
    String.raw`\$latex[\s=](?<jetpack>${TEX})\$`,
    String.raw`\$\$(?<display>${TEX})\$\$`,
    String.raw`\\\((?<none>)\\\)(?:<br\b[^<>]*>)?`,
    String.raw`\\\((?<round>${TEX})\\\)`,
    String.raw`\\\[(?<square>${TEX})\\\]`,
    String.raw`(?<![\\$\w])\$(?![\s$])(?<line>[^$<>\n]{1,500})(?<!\s)\$(?![\w$])`,
  ].join('|'),
  'gi',
);

/** What is sure to be one between single signs, and what is likely to be one. */
const SURE = /\\[a-z]{2}|\^|^[a-z]_[\w{]/i;
const LIKELY = /[\\^_={}+]|^\s*\w{1,3}\s*$/;

/**
 * @param {string} html in which plug-ins look for formulas: `$latex x$`, `\(x\)`, `\[x\]`, `$$x$$`, and `$x$` where
 *   that is sure to be one, or is likely to be and is in a text with some of the others; an empty one only says
 *   that there are some
 * @param {(text: string) => void} warn is called for each that cannot be read and stays as it is
 * @returns {string} with MathML in their places
 */
export function takeFormulas(html, warn) {
  if (!/\$|\\[([]/.test(html)) return html;
  const oneInLine = /\\[([]|\$\$/.test(html) ? LIKELY : SURE;
  return changeOutside(html, (text) =>
    text.replace(FORMULA, (whole, ...rest) => {
      const { none, jetpack, display, round, square, line } = rest.at(-1);
      if (none !== undefined) return '';
      const tex = jetpack ?? display ?? round ?? square ?? line;
      const isFormula = jetpack || (line ? oneInLine : LIKELY).test(tex ?? '');
      if (tex === undefined || !isFormula) return whole;
      return mathOf(plainTex(tex, jetpack), (display ?? square) ? '$$' : '$', warn) ?? whole;
    }),
  );
}

/** @param {string} html @param {(text: string) => string} change of what is neither code nor a comment */
function changeOutside(html, change) {
  let [result, from] = ['', 0];
  /** Of which no end follows. @type {Set<string>} */
  const endless = new Set();
  APART.lastIndex = 0;
  for (let found; (found = APART.exec(html));) {
    const end = found[1] ? `</${found[1].toLowerCase()}` : '-->';
    if (endless.has(end)) continue;
    const closing = new RegExp(end, 'gi');
    closing.lastIndex = APART.lastIndex;
    if (!closing.exec(html)) endless.add(end);
    else {
      result += change(html.slice(from, found.index)) + html.slice(found.index, closing.lastIndex);
      from = APART.lastIndex = closing.lastIndex;
    }
  }
  return result + change(html.slice(from));
}

/** @param {string} tex @param {boolean} isJetpack with colours and a size behind it */
const plainTex = (tex, isJetpack) =>
  unescape(tex.replace(/<br\b[^<>]*>/gi, '\n').replace(/&#8217;/g, "'"))
    .replace(isJetpack ? /(?:&(?:s|bg|fg)=-?\w{1,12}){1,3}\s{0,9}$/ : /$^/, '')
    .replace(/\s+/g, ' ')
    .trim();

/**
 * @param {string} tex
 * @param {string} mark
 * @param {(text: string) => void} warn
 * @returns {string | null} null when it cannot be read
 */
function mathOf(tex, mark, warn) {
  const problems = [];
  const math = formula(tex, mark, { leftOut: (note) => problems.push(note) });
  if (problems.length === 0) return math;
  warn(`the formula ${tex.slice(0, 60)} cannot be read, and stays as it is`);
  return null;
}
