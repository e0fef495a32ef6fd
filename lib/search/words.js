import { spellOut } from '../util/slug.js';
import { normalise } from '../util/unicode.js';

/** Letters and digits next to each other; longer runs are taken as several. */
const RUN = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]{0,999}/gu;
/** A text that is folded by writing it small. */
export const ASCII = /^[\0-\x7f]*$/;
/** Scripts written without spaces. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** Of these, those in which a word may stand inside of a longer one. */
const IDEOGRAPHS = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]{2,}$/u;
/** Marks that are left out when people type: accents, and the vowels of Arabic and Hebrew. */
const ACCENTS = /[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670]/g;
/** UTF-16 code units of a word that count. */
const LONGEST = 40;

const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

/** @typedef {{ word: string, at: number, end: number }} Word  folded, and where it stands in the text */

/**
 * The words of a text as they are searched: in lower case, without accents. Where a script has no spaces, a dictionary
 * separates them.
 * @param {string} text
 * @returns {Iterable<Word>}
 */
export function* wordsOf(text) {
  for (const { 0: run, index: at } of text.matchAll(RUN)) {
    if (ASCII.test(run)) {
      yield { word: run.toLowerCase().slice(0, LONGEST), at, end: at + run.length };
      continue;
    }
    const segments = UNSPACED.test(run)
      ? segmenter.segment(run)
      : [{ segment: run, index: 0, isWordLike: true }];
    for (const { segment, index, isWordLike } of segments) {
      const word = isWordLike ? fold(segment).slice(0, LONGEST).toWellFormed() : '';
      if (word) yield { word, at: at + index, end: at + index + segment.length };
    }
  }
}

/**
 * @param {string} word folded
 * @returns {string[]} under what it is found by its beginning: itself, and if its script has no spaces also from each further
 *   character on
 */
export function entriesOf(word) {
  if (!IDEOGRAPHS.test(word)) return [word];
  const signs = [...word];
  return signs.map((_, at) => signs.slice(at).join(''));
}

/** @param {string} word folded @returns {string[]} its characters, where a dictionary may have separated them in another way; else none */
export const charactersOf = (word) => (IDEOGRAPHS.test(word) ? [...word] : []);

/** At these signs of ASCII, FTS5 would begin another word: ⑴ stands for “(1)”, ﷺ for four words. */
const SEPARATORS = /[\0-/:-@[-`{-\x7f]+/g;

/** @param {string} text @returns {string} the same for words that count as one; '' if a word has no letter */
export function fold(text) {
  if (ASCII.test(text)) return text.toLowerCase();
  const bare = normalise(text, 'NFKD').toLowerCase().replace(ACCENTS, '').replaceAll('ς', 'σ');
  return normalise(spellOut(bare), 'NFKC').replace(SEPARATORS, '');
}
