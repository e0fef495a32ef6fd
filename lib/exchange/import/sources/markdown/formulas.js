import { changeOutsideCode } from './outside-code.js';

/** Characters of a formula, by itself and in a line; none goes over an empty line. */
const TEX = String.raw`(?:(?!\n[ \t]*\n|\\\[)[^]){1,2000}?`;
const IN_LINE = String.raw`(?:(?!\\\()[^\n]){1,500}?`;
/** What MathJax takes as a formula, and what is one here: that stays as it is. */
const FORMULA = new RegExp(
  [
    String.raw`(?<display>\$\$)${TEX}\$\$`,
    String.raw`(?<![\\$\w])\$[ \t]+(?<line>[^$\n]{1,500})[ \t]\$(?![$\w])`,
    String.raw`(?<round>\\\\?)\((?<inRound>${IN_LINE})\k<round>\)`,
    String.raw`(?<square>\\\\?)\[(?<inSquare>${TEX})\k<square>\]`,
    String.raw`^\\begin\{(?<name>(?:equation|align|gather|multline)\*?)\}(?:(?!\n[ \t]*\n)[^]){1,2000}?\\end\{\k<name>\}`,
    String.raw`\\(?<reference>(?:eq)?ref)\{(?<to>[^{}\n]{1,100})\}`,
  ].join('|'),
  'gm',
);
/**
 * What is sure to be one; and what is if it is between signs and spaces. A backslash before a bracket may mean
 * the bracket alone.
 */
const TEX_ALONE = /\\[a-z]{2}|\^/i;
const TEX_IN_SIGNS = /\\[a-z]{2}|[\^=]|^[a-z]$/i;
const PRICE = /^[\d.,]+\s+\(?\p{L}{2}/u;
const LABEL = /(?:\\tag\{([^{}]{1,50})\}\s*)?\\label\{([^{}\n]{1,100})\}/g;
const REFERENCE = /\\(?:eq)?ref\{([^{}\n]{1,100})\}/g;

/**
 * Makes of formulas as MathJax takes them what they are here: `$ x $`, `\(x\)`, `\[x\]`, and environments by
 * themselves. An equation that is referred to gets its number.
 * @param {string} markdown
 * @returns {string}
 */
export function convertFormulas(markdown) {
  if (!/[$\\]/.test(markdown)) return markdown;
  /** @type {Map<string, string>} */
  const numbers = new Map();
  const wanted = new Set(Array.from(markdown.matchAll(REFERENCE), ([, name]) => name));
  for (const [, tag, name] of markdown.matchAll(LABEL))
    if (wanted.has(name)) numbers.set(name, tag ?? String(numbers.size + 1));
  const number = (/** @type {string} */ tex) =>
    tex.replace(LABEL, (whole, _, name) =>
      numbers.has(name) ? `\\tag{${numbers.get(name)}}` : whole,
    );
  return changeOutsideCode(markdown, (text) =>
    text.replace(FORMULA, (whole, ...groups) => {
      const { display, line, round, inRound, square, inSquare, name, reference, to } =
        groups.at(-1);
      if (reference) {
        const found = numbers.get(to);
        return found ? (reference === 'ref' ? found : `(${found})`) : whole;
      }
      if (display) return number(whole);
      if (name) return `$$\n${number(whole)}\n$$`;
      const tex = (line ?? inRound ?? inSquare).trim();
      const isDouble = (round ?? square)?.length === 2;
      const known = line ? TEX_IN_SIGNS : isDouble ? /\w/ : TEX_ALONE;
      if (!known.test(tex) || PRICE.test(tex)) return whole;
      return inSquare ? `$$${number(inSquare)}$$` : `$${tex}$`;
    }),
  );
}

/**
 * @param {string} markdown for kramdown, which has `$$` around formulas in a line too
 * @returns {string} with `$` around these
 */
export const convertKramdown = (markdown) =>
  changeOutsideCode(markdown, (text) =>
    text.replace(/[^\n]+/g, (line, at) =>
      // What follows code is in its line.
      at > 0 && /^\s*\$\$[^$]*\$\$\s*$/.test(line)
        ? line
        : line.replace(/\$\$([^$]{1,2000})\$\$/g, (_, tex) => `$${tex.trim()}$`),
    ),
  );
