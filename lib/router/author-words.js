import { adminWords, nearest } from '../base/words.js';
/** @import { Request } from 'express' */
/** @import { Words } from '../base/words.js' */

/** Languages of a browser that are looked at. */
const ASKED_AT_MOST = 20;

/** @type {Map<string, Words>} by language */
const made = new Map();

/** @param {string} language  one of `adminWords` @returns {Words} */
export function wordsIn(language) {
  const words = made.get(language) ?? adminWords.in(language);
  made.set(language, words);
  return words;
}

/**
 * @param {Request} request
 * @returns {Words} of the admin pages, in the language of the author’s account, else of their browser, else in English
 */
export function wordsFor(request) {
  const wanted = [request.author?.language ?? '', ...request.acceptsLanguages()];
  for (const tag of wanted.slice(0, ASKED_AT_MOST)) {
    const language = languageNear(tag);
    if (language) return wordsIn(language);
  }
  return wordsIn('en');
}

/** @param {string} tag  as it was sent @returns {string | undefined} */
function languageNear(tag) {
  try {
    return nearest(tag, adminWords.languages);
  } catch {
    return undefined;
  }
}
