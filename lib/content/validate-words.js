import { lookUp } from '../base/look-up.js';
import { CATEGORIES, problemOfText, readerWords, TEXT_AT_MOST } from '../base/words.js';
import { check } from './validate.js';
/** @import { LarderError } from '../base/errors.js' */
/** @import { Settings } from '../store/types.js' */

/** Of an owner: more than there are texts, with all their plurals. */
export const WORDS_AT_MOST = 500;

/**
 * @param {Settings['words']} words
 * @returns {Settings['words']} in the order of the keys, without empty ones: these are as Larder has them
 * @throws {LarderError} `invalid`, on the field `words`
 */
export function validateWords(words) {
  const entries = Object.entries(words).filter(([, text]) => text !== '');
  check(entries.length <= WORDS_AT_MOST, 'words', `At most ${WORDS_AT_MOST} words can be changed`);
  for (const [name, text] of entries) {
    const problem = problemOfWord(name, text);
    check(problem === null, 'words', `The text “${name.slice(0, 60)}” ${problem}`);
  }
  return Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)));
}

/**
 * @param {string} name  a key of words/en.json, or a key and a plural category such as `posts.one`
 * @param {unknown} text
 * @returns {string | null} what is wrong with it, as the end of a sentence
 */
export function problemOfWord(name, text) {
  const [key, category, more] = name.split('.');
  const english = lookUp(readerWords.english, key);
  if (english === undefined || more !== undefined) return 'is not one that readers see';
  if (typeof text !== 'string') return 'is not text';
  if (text.length > TEXT_AT_MOST) return `has more than ${TEXT_AT_MOST} characters`;
  if (typeof english === 'string')
    return category === undefined ? problemOfText(text, english) : 'has no plural';
  return CATEGORIES.includes(category ?? '')
    ? problemOfText({ other: text }, english)
    : `needs a plural: ${key}.${CATEGORIES.join(`, ${key}.`)}`;
}
