/** In a row, that are left. */
const MOST_MARKS = 30;
/**
 * A run of marks, or of what becomes a mark in NFKC and NFKD, that is longer than any text has (30 by the Stream-Safe
 * Text Format, UAX #15 section 13). To bring marks into their order takes the square of their number.
 */
const TOO_MANY_MARKS = /([\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]+/gu;

/**
 * Latin, Greek, Russian, Japanese and Chinese, where each sign begins with another one than a mark: to look for runs
 * takes ten times as long.
 */
const FEW_MARKS =
  /^[\0-\u02ff\u0370-\u0482\u2010-\u2027\u3000-\u3029\u3041-\u3096\u30a1-\u30fe\u4e00-\u9fff]*$/;

/**
 * Brings a text into a normalisation form of Unicode, in a time that grows with its length alone: of a run of marks,
 * the first 30 are left. What comes out stays as it is when it goes in again.
 * @param {string} text also with lone surrogates
 * @param {'NFC' | 'NFKC' | 'NFKD'} [form]
 * @returns {string}
 */
export const normalise = (text, form = 'NFC') =>
  FEW_MARKS.test(text)
    ? text.normalize(form)
    : // Some marks fall apart into two, so a run can be too long again.
      cutMarks(cutMarks(text.toWellFormed()).normalize(form));

/**
 * @param {number} atMost UTF-16 code units that a composed text may have
 * @returns {number} those that it may have had before: composing makes one of at most four
 */
export const beforeComposing = (atMost) => 4 * atMost;

/** @param {string} text */
const cutMarks = (text) => (text.length > MOST_MARKS ? text.replace(TOO_MANY_MARKS, '$1') : text);

/**
 * @param {string} text
 * @param {number} most characters
 * @returns {string} a longer one with an ellipsis instead of the rest, and no half of a pair
 */
export const cut = (text, most) =>
  text.length > most ? `${text.slice(0, most).replace(/[\ud800-\udbff]$/, '')}…` : text;

/** @param {string} text @returns {string} the same for texts that differ only in letter case */
export const foldCase = (text) => normalise(text).toLowerCase();

/** Characters that show nothing. */
export const UNSEEN = /[\p{Default_Ignorable_Code_Point}\u061c\ufff9-\ufffb\u2800]/u;
const ALL_UNSEEN = new RegExp(UNSEEN.source, 'gu');
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** @param {string} text @returns {boolean} whether a reader sees any of it */
export const isVisible = (text) => VISIBLE.test(text.replace(ALL_UNSEEN, ''));
