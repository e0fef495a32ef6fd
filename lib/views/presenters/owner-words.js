import { nearest, readerWords } from '../../base/words.js';
import { marksOf } from '../../content/merge-changes.js';
import { problemOfWord } from '../../content/validate-words.js';
import { sayMessage } from '../../base/messages.js';
/** @import { Words } from '../../base/words.js' */
/** @import { Settings } from '../../store/types.js' */

/** Before the name of a word in the form. */
const FIELD = 'word-';

/**
 * @param {Pick<Settings, 'language'>} settings
 * @returns {[name: string, text: string][]} what readers see, by key, or key and plural category, in the blog's
 *   language
 */
function usualWords({ language }) {
  const found = nearest(language, readerWords.languages) ?? 'en';
  return Object.entries(readerWords.texts(found)).flatMap(([key, text]) => {
    // It is a setting of its own.
    if (key === 'usualTagline') return [];
    /** @type {[string, string][]} */
    const plural = Object.entries(text).map(([name, form]) => [`${key}.${name}`, form]);
    return typeof text === 'string' ? [[key, text]] : plural;
  });
}

/**
 * The list of all words, of which an owner may change any.
 * @param {Settings} settings
 * @param {Words} words  of the admin pages
 * @param {{ typed?: Settings['words'], conflicts?: string[] }} [refused]  `conflicts`: words that somebody else
 *   has changed meanwhile
 */
export const presentOwnerWords = (settings, words, { typed, conflicts = [] } = {}) => ({
  isOpen: typed !== undefined,
  marks: marksOf(settings.words),
  language: nearest(settings.language, readerWords.languages) ? settings.language : 'en',
  rows: usualWords(settings).map(([name, text]) => {
    const own = (typed ?? settings.words)[name] ?? '';
    const problem = own && problemOfWord(name, own);
    const theirs = settings.words[name] ?? text.trim();
    return {
      name,
      text: text.trim(),
      own,
      problem: conflicts.includes(name)
        ? `${words.say('common.savedInTheMeantime')}: ${theirs}`
        : problem && sayMessage(`This text ${problem}.`, words),
    };
  }),
});

/**
 * @param {URLSearchParams} form
 * @param {Settings} settings
 * @returns {Settings['words']} of the form, and those of other languages as they are
 */
export function readOwnerWords(form, settings) {
  const words = { ...settings.words };
  for (const [name, usual] of usualWords(settings)) {
    const text = form.get(FIELD + name) ?? '';
    if (text === '' || text === usual) delete words[name];
    else words[name] = text;
  }
  return words;
}
