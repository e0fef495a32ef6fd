import { spellOut } from '../base/slug.js';
import { beforeComposing, normalise } from '../base/unicode.js';

/**
 * Names in which signs count: numbers with points such as v8.2.1, and C++ or C#; letters and digits next to each other,
 * of which longer runs are taken as several; one sign such as an emoji, with what says how it looks and those that are
 * joined to it.
 */
const NAME = String.raw`[A-Za-z]{0,9}\d{1,20}(?:\.\d{1,20}){1,20}|[A-Za-z]{1,20}\+\+\d{0,9}|[A-Za-z]#(?![\p{L}\p{N}])`;
const LETTERS = String.raw`[\p{L}\p{N}][\p{L}\p{N}\p{M}]{0,999}`;
const LOOK = String.raw`[\ufe0e\ufe0f\u20e3\p{Emoji_Modifier}\u{e0020}-\u{e007f}]{0,9}`;
const PICTURE = String.raw`(?![\0-\x7f])[\p{So}\p{Sm}\p{Sc}\p{Extended_Pictographic}]${LOOK}`;
const SIGN = String.raw`\p{RI}\p{RI}|${PICTURE}(?:\u200d${PICTURE}){0,9}`;
const RUN = new RegExp(`(${NAME})|(${LETTERS})|${SIGN}`, 'gu');
/** Of a sign: what it is known by. A flag is two letters. */
const BASES =
  /\p{RI}\p{RI}|(?![\ufe0e\ufe0f\u20e3\p{Emoji_Modifier}\u{e0020}-\u{e007f}\u200d])[^]/gu;
/** Signs in names, for which these stand in the index: there, no sign of ASCII is part of a word. */
const STAND_INS = new Map([
  ['.', '․'],
  ['+', '＋'],
  ['#', '＃'],
]);
const ORIGINALS = new Map([...STAND_INS].map(([sign, other]) => [other, sign]));
/** A word that is found under itself alone. */
const ALPHANUMERIC = /^[a-z0-9]*$/;
/** A text that is folded by writing it small. */
export const ASCII = /^[\0-\x7f]*$/;
/**
 * Scripts written without spaces, in which a word may stand inside of a longer one: those of which a word has few
 * signs, and others.
 */
const IDEOGRAPHIC = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー`;
const SYLLABIC = ['Thai', 'Lao', 'Khmer', 'Myanmar', 'Tibetan', 'Javanese', 'Balinese']
  .concat('Tai_Le', 'New_Tai_Lue', 'Tai_Tham', 'Tai_Viet')
  .map((script) => String.raw`\p{Script=${script}}`)
  .join('');
const UNSPACED = new RegExp(`[${IDEOGRAPHIC}${SYLLABIC}]`, 'u');
const IDEOGRAPHS = new RegExp(`^[${IDEOGRAPHIC}]{2,}$`, 'u');
const ALL_UNSPACED = new RegExp(`^[${IDEOGRAPHIC}${SYLLABIC}]{2,}$`, 'u');
/** A letter with its marks. */
const SYLLABLE = /\P{M}\p{M}*|\p{M}+/gu;
/**
 * Letters that are written with the next word: “and”, “in”, “for”, and so on, and the article. What is left has three
 * letters or more.
 */
const ARABIC = /^[وف]?(?:[بك]?ال|لل)(?=[\u0620-\u06ff]{3})/u;
const ARABIC_AND = /^[وفبكل](?=[\u0620-\u06ff]{3})/u;
const HEBREW = /^ה(?=[א-ת]{3})/u;
const HEBREW_AND = /^[ושכבלמה](?=[א-ת]{3})/u;
/** Letters of Arabic that are typed one for the other, and its lengthening stroke. */
const ARABIC_LETTERS = new Map(Object.entries({ ٱ: 'ا', ى: 'ي', ی: 'ي', ک: 'ك', ة: 'ه', ـ: '' }));
const ARABIC_LETTER = /[ٱىیکةـ]/g;
/** Marks that are left out when people type: accents, the vowels of Arabic and Hebrew, and how a digit looks. */
const ACCENTS = /[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u20e3\ufe0e\ufe0f]/g;
/** UTF-16 code units of a word that count, folded and as written. */
const LONGEST = 40;
const LONGEST_WRITTEN = beforeComposing(LONGEST);

const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

/** @typedef {{ word: string, at: number, end: number }} Word  folded, and where it stands in the text */

/**
 * The words of a text as they are searched: in lower case, without accents. Where a script has no spaces, a dictionary
 * separates them. An emoji is a word by its base, without the colour of its skin.
 * @param {string} text
 * @returns {Iterable<Word>}
 */
export function* wordsOf(text) {
  for (const { 0: run, 1: name, 2: letters, index: at } of text.matchAll(RUN)) {
    const end = at + run.length;
    if (name) {
      const word = run.toLowerCase().replace(/[.+#]/g, (sign) => STAND_INS.get(sign) ?? '');
      yield { word: word.slice(0, LONGEST), at, end };
    } else if (!letters)
      for (const word of new Set(run.match(BASES) ?? [])) yield { word, at, end };
    else if (ASCII.test(run)) yield { word: run.toLowerCase().slice(0, LONGEST), at, end };
    else yield* wordsIn(run, at);
  }
}

/** @param {string} run of letters @param {number} at @returns {Iterable<Word>} */
function* wordsIn(run, at) {
  const segments = UNSPACED.test(run)
    ? segmenter.segment(run)
    : [{ segment: run, index: 0, isWordLike: true }];
  for (const { segment, index, isWordLike } of segments) {
    const written = isWordLike ? segment.slice(0, LONGEST_WRITTEN) : '';
    const word = fold(written).slice(0, LONGEST).toWellFormed();
    if (word) yield { word, at: at + index, end: at + index + segment.length };
  }
}

/**
 * @param {string} word folded
 * @returns {string[]} under what it is found by its beginning: itself; if its script has no spaces also from each
 *   further character on; numbers with points from each number on; words of Arabic and Hebrew also without what is
 *   written together with them
 */
export function entriesOf(word) {
  if (ALPHANUMERIC.test(word)) return [word];
  if (ALL_UNSPACED.test(word)) return suffixes(word.match(SYLLABLE) ?? [word]);
  if (word.includes('․'))
    return [...new Set([word, ...suffixes(word.split(/(?<=․)|(?<=^[a-z]{1,9})(?=\d)/))])];
  const bare = [word, askedFor(word)];
  // Up to three letters more: “and that in the …”.
  for (let rest = word, left = 3; left > 0; left--) {
    rest = rest.replace(ARABIC_AND, '').replace(HEBREW_AND, '');
    bare.push(rest, askedFor(rest));
  }
  return [...new Set(bare)];
}

/**
 * @param {string} word of a query, folded
 * @returns {string} what is looked for: without the article, since each word is found without it
 */
export const askedFor = (word) => word.replace(ARABIC, '').replace(HEBREW, '');

/** @param {string} word folded @returns {string} as it is typed */
export const typed = (word) => word.replace(/[․＋＃]/g, (sign) => ORIGINALS.get(sign) ?? '');

/** @param {string[]} parts @returns {string[]} */
const suffixes = (parts) => parts.map((_, at) => parts.slice(at).join(''));

/**
 * @param {string} word folded
 * @returns {string[]} its characters, where a dictionary may have separated them in another way; else none
 */
export const charactersOf = (word) => (IDEOGRAPHS.test(word) ? [...word] : []);

/** At these signs of ASCII, FTS5 would begin another word: ⑴ stands for “(1)”, ﷺ for four words. */
const SEPARATORS = /[\0-/:-@[-`{-\x7f]+/g;

/** @param {string} text @returns {string} the same for words that count as one; '' if a word has no letter */
export function fold(text) {
  if (ASCII.test(text)) return text.toLowerCase();
  const bare = normalise(text, 'NFKD')
    .toLowerCase()
    .replace(ACCENTS, '')
    .replaceAll('ς', 'σ')
    .replace(ARABIC_LETTER, (letter) => ARABIC_LETTERS.get(letter) ?? '');
  return normalise(spellOut(bare), 'NFKC').replace(SEPARATORS, '');
}
