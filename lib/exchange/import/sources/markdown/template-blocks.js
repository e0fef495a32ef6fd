import { isCallout } from '../../../../markup/syntax/callouts.js';
import { changeOutsideCode } from './outside-code.js';

/**
 * @typedef {{ words: string[], named: Map<string, string>, isQuoted: boolean }} Args of a tag; whether there are quotes
 *   in it
 */

/** A brace that is meant as such, until all is converted. */
const BRACE = '\ue00f';

/** What themes of Hexo and Hugo call callouts. */
const CALLOUTS = 'note|notice|callout|admonition|alert|hint|tip|info|warning|danger|details';
const CALLOUT = new RegExp(`^(?:${CALLOUTS})$`);

const OPENING = new RegExp(
  [
    '^[ \\t>]*(`{3,}|~{3,})',
    String.raw`\{%-?\s*(highlight|codeblock|code|raw|comment|blockquote|quote|pullquote|mermaid|${CALLOUTS})\b((?:[^%]|%(?!\})){0,500}?)-?%\}`,
    String.raw`\{\{[<%]\s*(highlight|comment|mermaid|${CALLOUTS})\b([^>%]{0,500})[>%]\}\}`,
    // Themes of Jekyll make callouts of the paragraphs and quotations before.
    String.raw`^\{:[ \t]*\.(?:(?:prompt|alert)-|notice--)?([a-z]+)[ \t]*\}[ \t]*$`,
  ].join('|'),
  'gm',
);

/** In code, what is only to say that a template is none. */
const RAW = /\{%-?\s{0,9}raw\s{0,9}-?%\}([^]*?)\{%-?\s{0,9}endraw\s{0,9}-?%\}/g;

/** A shortcode of Hugo that is to be read, and a text of Liquid that has braces in it. */
const ESCAPED = /\{\{([<%])\/\*([^]{0,500}?)\*\/([>%]\}\})/g;
const QUOTED = /\{\{-?\s{0,9}(["'])([^\n"']{0,200}?[{}][^\n"']{0,200}?)\1\s{0,9}-?\}\}/g;

/** @param {string} text @param {string} before its first sign, if that could open an element */
const showShortcodes = (text, before) =>
  text.replace(
    ESCAPED,
    (_, sign, inside, end) => `${BRACE}${BRACE}${sign === '<' ? before : ''}${sign}${inside}${end}`,
  );

/**
 * @param {string} markdown
 * @returns {string} in which templates that are escaped, so that they are read, have hidden braces; see `showBraces`
 */
export function hideEscaped(markdown) {
  const inText = changeOutsideCode(markdown, (text) =>
    showShortcodes(text, '\\').replace(QUOTED, (_, quote, inside) => inside.replaceAll('{', BRACE)),
  );
  return showShortcodes(inText, '');
}

/**
 * Converts the template tags around a text: code becomes a fence, quotations are marked as such.
 * @param {string} markdown
 * @param {boolean} [isLiquid] the engine reads templates in code, too
 * @returns {string} with each brace of what was marked as raw hidden; see `showBraces`
 */
export function convertBlocks(markdown, isLiquid = false) {
  let result = '';
  let at = 0;
  /** @type {Set<string>} */
  const unclosed = new Set();
  OPENING.lastIndex = 0;
  for (let found; (found = OPENING.exec(markdown)); OPENING.lastIndex = at) {
    const [whole, mark, tag, args, shortcode, options, kind] = found;
    const from = found.index + whole.length;
    if (kind) {
      result += withCallout(markdown.slice(at, found.index), kind) ?? markdown.slice(at, from);
      at = from;
      continue;
    }
    const name = tag ?? shortcode;
    const isOpen = !mark && unclosed.has(name);
    const end = mark
      ? endOfFence(markdown, from, mark)
      : isOpen
        ? null
        : endOf(markdown, from, name);
    if (end === null) {
      unclosed.add(name);
      result += markdown.slice(at, from);
      at = from;
      continue;
    }
    result += markdown.slice(at, found.index);
    const inside = markdown.slice(from, end.start);
    const block = markdown.slice(found.index, end.next);
    if (!mark) result += convert(name, args ?? options, inside, isLiquid);
    else result += isLiquid ? block.replace(RAW, '$1') : block;
    at = end.next;
  }
  return result + markdown.slice(at);
}

/** @param {string} text @returns {string} with the braces that `convertBlocks` has hidden */
export const showBraces = (text) => text.replaceAll(BRACE, '{');

/** @param {string} tag @param {string} args @param {string} inside @param {boolean} isLiquid */
function convert(tag, args, inside, isLiquid) {
  if (tag === 'raw') return inside.replaceAll('{', BRACE);
  if (tag === 'comment') return '';
  if (tag === 'mermaid') return fence(inside, tag);
  if (CALLOUT.test(tag))
    return callout(tag, readArgs(args), convertBlocks(inside, isLiquid).trim());
  if (/quote/.test(tag)) return quote(inside.trim(), args.trim());
  return fence(isLiquid ? inside.replace(RAW, '$1') : inside, languageOf(tag, args));
}

/** @param {string} tag @param {string} args such as `js linenos`, or `Title lang:js` */
function languageOf(tag, args) {
  if (tag === 'highlight')
    return args
      .trim()
      .split(/[\s,]+/)[0]
      .replace(/["']/g, '');
  return (/\blang:(\S+)/.exec(args) ?? [])[1] ?? '';
}

/** @param {string} text @param {string} [source] who said it */
const quote = (text, source = '') =>
  `\n\n${`${text}${source ? `\n\n— ${source}` : ''}`.replace(/^/gm, '> ')}\n\n`;

/** Neither kinds nor titles: how it looks, whether it is open, and its icon. */
const LOOKS = /^(?:default|primary|no-icon|simple|flat|modern|disabled|true|false|fa[bsr]? .*|)$/;

/** @param {string} tag @param {Args} args @param {string} inside */
function callout(tag, { words, named }, inside) {
  const kinds = [named.get('type'), named.get('context'), words[0], tag, 'note'];
  const kind = kinds.find((name) => isCallout(name));
  const said = words.filter((word) => word !== kind && !LOOKS.test(word)).join(' ');
  // The words of an alert name its icon.
  const title = named.get('title') ?? named.get('summary') ?? (tag === 'alert' ? '' : said);
  return quote(`[!${kind}]${tag === 'details' ? '-' : ''} ${title}`.trimEnd() + `\n${inside}`);
}

/** @param {string} text that ends with the paragraph @param {string} kind @returns {string | null} */
function withCallout(text, kind) {
  const start = text.lastIndexOf('\n\n') + 1;
  const lines = text.slice(start).trim();
  if (!isCallout(kind) || !lines || /^[#|]/.test(lines)) return null;
  return text.slice(0, start) + quote(`[!${kind}]\n${lines.replace(/^ {0,3}> ?/gm, '')}`);
}

/** @param {string} text @param {number} from @param {string} mark */
function endOfFence(text, from, mark) {
  const closing = new RegExp(`^[ \\t>]*${mark[0]}{${mark.length},}[ \\t]*$`, 'gm');
  closing.lastIndex = from;
  const found = closing.exec(text);
  const next = found ? found.index + found[0].length : text.length;
  return { start: next, next };
}

/** @param {string} text @param {number} from @param {string} tag */
function endOf(text, from, tag) {
  const closing = new RegExp(
    `\\{%-?\\s*end${tag}\\s*-?%\\}|\\{\\{[<%]\\s*/\\s*${tag}\\s*[>%]\\}\\}`,
    'g',
  );
  closing.lastIndex = from;
  const found = closing.exec(text);
  return found && { start: found.index, next: found.index + found[0].length };
}

/** @param {string} code @param {string} language @returns {string} a fenced block of its own */
function fence(code, language) {
  const longest = Math.max(2, ...Array.from(code.matchAll(/`+/g), ([run]) => run.length));
  const mark = '`'.repeat(longest + 1);
  return `\n${mark}${language}\n${code.replace(/^[ \t]*\r?\n/, '').trimEnd()}\n${mark}\n`;
}

/** @param {string} source @returns {Args} */
export function readArgs(source) {
  /** @type {Args} */
  const args = { words: [], named: new Map(), isQuoted: /["']/.test(source) };
  const part =
    /(?<![\w-])([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|`([^`]*)`|([^\s"']+))|"([^"]*)"|'([^']*)'|`([^`]*)`|(\S+)/g;
  for (const [, name, ...values] of source.matchAll(part)) {
    const value = values.find((each) => each !== undefined) ?? '';
    if (name) args.named.set(name, value);
    else args.words.push(value);
  }
  return args;
}
