import { LarderError, messageOf } from '../../base/errors.js';
import { isLanguage } from '../../content/validate-settings.js';
import { lookUp } from '../../base/look-up.js';
import { problemOfText, readerWords } from '../../base/words.js';
/** @import { Texts } from '../../base/words.js' */

/** What a theme may have at most in one language: texts, and bytes. */
const TEXTS = 300;
const SIZE = 100_000;
const LANGUAGES = 50;

const KEY = /^[a-z][a-zA-Z0-9]{0,59}$/;

/**
 * @param {Map<string, Buffer>} files  by name, such as `de.json`: texts of its own by key, or other ones instead of
 *   ours
 * @returns {Map<string, Texts>} by language
 * @throws {LarderError} `invalid`, with a sentence that says what is wrong and where
 */
export function readThemeWords(files) {
  if (files.size > LANGUAGES) refuse(`A theme can have words in at most ${LANGUAGES} languages`);
  return new Map([...files].map(([name, bytes]) => read(name, bytes)));
}

/** @param {string} name @param {Buffer} bytes @returns {[string, Texts]} */
function read(name, bytes) {
  const at = `words/${name.slice(0, 40)}`;
  const [, tag = ''] = /^([A-Za-z0-9-]{2,35})\.json$/.exec(name) ?? [];
  if (!isLanguage(tag)) refuse(`${at}: a file of words is named like de.json`);
  if (bytes.length > SIZE) refuse(`${at} is larger than ${SIZE / 1000} kB`);
  /** @type {unknown} */
  let texts;
  try {
    texts = JSON.parse(String(bytes));
  } catch (error) {
    refuse(`${at}: ${messageOf(error).slice(0, 200)}`);
  }
  if (typeof texts !== 'object' || texts === null || Array.isArray(texts))
    refuse(`${at} must be an object with a text for each key`);
  const entries = Object.entries(texts);
  if (entries.length > TEXTS) refuse(`${at} has more than ${TEXTS} texts`);
  for (const [key, text] of entries) {
    if (!KEY.test(key)) refuse(`${at}: “${key.slice(0, 60)}” is not a key such as readNext`);
    const problem = problemOfText(text, lookUp(readerWords.english, key));
    if (problem) refuse(`${at}: the text “${key}” ${problem}`);
  }
  return [tag, Object.fromEntries(entries)];
}

/** @param {string} sentence @returns {never} */
function refuse(sentence) {
  throw new LarderError('invalid', sentence);
}
