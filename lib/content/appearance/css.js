import { createRequire } from 'node:module';
import { LarderError } from '../../base/errors.js';
import { check } from '../validate.js';
/** @import { Root, Source } from 'postcss' */

const require = createRequire(import.meta.url);

/** Where a style sheet may load from: this blog, and what it has in itself. */
const HARMLESS = /^(data:|\/(?!\/)|#|(?![a-z][a-z\d+.-]*:|\/\/|\\))/i;

/** CSS Syntax 3, section 4.3.7: how a sign can be written by its number. */
const ESCAPED = /\\(?:([\da-f]{1,6})\s?|([^\n\da-f]))/gi;

/** What takes an address without `url()` or with it. */
const ADDRESS = /\b(?:url|src|image|(?:-webkit-)?image-set)\(([^)]*)/gi;

/**
 * Checks the owner's own styles.
 * @param {string} css at most as long as its shape says
 * @returns {string} with plain line breaks, trimmed
 * @throws {LarderError} `invalid`, with the line of what is wrong
 */
export function checkCss(css) {
  const text = css
    .replace(/\r\n?|\f/g, '\n')
    .replaceAll('\0', '')
    .toWellFormed()
    .trim();
  const root = parse(text);
  root.walkAtRules(({ name, source }) => {
    const isImport = /^(import|charset|namespace)$/i.test(unescape(name));
    check(!isImport, 'css', `Line ${lineOf(source)}: @${name.slice(0, 40)} is not allowed`);
  });
  root.walkDecls(({ value, source }) => checkAddresses(value, lineOf(source)));
  root.walkAtRules(({ params, source }) => checkAddresses(params, lineOf(source)));
  return text;
}

/** @param {string} text @returns {Root} */
function parse(text) {
  // Here, since it would be a twentieth of each start.
  /** @type {typeof import('postcss')} */
  const postcss = require('postcss');
  try {
    const root = postcss.parse(text);
    root.walkRules(({ nodes, selector, source }) => {
      const isKnown = selector.trim() !== '' && nodes !== undefined;
      check(isKnown, 'css', `Line ${lineOf(source)}: a rule needs a selector`);
    });
    return root;
  } catch (error) {
    if (!(error instanceof postcss.CssSyntaxError)) throw error;
    throw new LarderError('invalid', `Line ${error.line}: ${error.reason}`, { field: 'css' });
  }
}

/** @param {string} value @param {number} line */
function checkAddresses(value, line) {
  const plain = unescape(value);
  for (const [, inside] of plain.matchAll(ADDRESS))
    for (const part of inside.split(',')) {
      const address = part.trim().replace(/^(?:url\()?\s*["']?/, '');
      const sentence = `Line ${line}: “${address.slice(0, 60)}” is elsewhere; upload the file instead`;
      check(HARMLESS.test(address), 'css', sentence);
    }
  const isElsewhere = /["']\s*(?:[a-z][a-z\d+.-]*:)?\/\//i.test(plain);
  check(
    !isElsewhere,
    'css',
    `Line ${line}: addresses elsewhere are not allowed; upload the file instead`,
  );
}

/** @param {string} text @returns {string} as browsers read it */
const unescape = (text) =>
  text
    .replace(/\/\*[^]*?\*\//g, '')
    .replace(ESCAPED, (_, number, sign) => (number ? fromNumber(parseInt(number, 16)) : sign));

/** @param {number} number */
const fromNumber = (number) => (number > 0x10ffff ? '�' : String.fromCodePoint(number));

/** @param {Source | undefined} source */
const lineOf = (source) => source?.start?.line ?? 1;
