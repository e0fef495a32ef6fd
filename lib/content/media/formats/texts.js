import { readSvg } from './svg.js';
/** @import { FileInfo } from '../file-info.js' */

/** Control characters that stand in no text. */
const CONTROL = /[^\P{Cc}\t\n\f\r\x80-\x9f]/u;

/** Characters in which an SVG must have begun. */
const BEGINNING = 20_000;

/** Where it ends, what stands before the first element. @type {[string, RegExp][]} */
const ends = [
  ['-->', /^<!--/],
  [']', /^<!DOCTYPE[^>[]*\[/i],
];

/** @param {Buffer} bytes @returns {FileInfo | null} null: it is no text in UTF-8 */
export function readText(bytes) {
  const text = decode(bytes);
  if (text === null) return null;
  if (isSvg(text.slice(0, BEGINNING))) return readSvg(text);
  return { type: 'text/plain', extension: 'txt', width: null, height: null, bytes };
}

/** @param {Buffer} bytes @returns {string | null} */
function decode(bytes) {
  // Most other files have a NUL early on.
  if (bytes.subarray(0, 1024).includes(0)) return null;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return CONTROL.test(text) ? null : text;
  } catch {
    return null;
  }
}

/** @param {string} text @returns {boolean} whether its first element is `svg`, after declarations and comments */
function isSvg(text) {
  let rest = text.trimStart();
  while (/^<[?!]/.test(rest)) {
    const [close] = ends.find(([, start]) => start.test(rest)) ?? ['>'];
    const place = rest.indexOf(close);
    if (place < 0) return false;
    rest = rest
      .slice(place + close.length)
      .replace(/^\s*>/, '')
      .trimStart();
  }
  return /^<(\w+:)?svg[\s/>]/.test(rest);
}
