import { createRequire } from 'node:module';
import { LarderError } from '../../base/errors.js';
import { check } from '../validate.js';
import { addressElsewhere, unescape } from './css-addresses.js';
/** @import { Root, Source } from 'postcss' */

const require = createRequire(import.meta.url);

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
  checkAddresses(text);
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

/** @param {string} text */
function checkAddresses(text) {
  const found = addressElsewhere(text);
  if (!found) return;
  const line = text.slice(0, found.at).split('\n').length;
  const shown = found.text.replace(/\p{Cc}/gu, '').slice(0, 60);
  check(false, 'css', `Line ${line}: “${shown}” is elsewhere; upload the file instead`);
}

/** @param {Source | undefined} source */
const lineOf = (source) => source?.start?.line ?? 1;
