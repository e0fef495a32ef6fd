/** @import { Word } from './words.js' */

/** Parts that are taken for one word at most, and characters of it. */
const MOST_PARTS = 6;
const LONGEST = 40;
/** Digits of a telephone number, at least. */
const DIALLED = 7;
const HYPHEN = /^[-\u2010\u2011]$/;
const GROUPING = /^[,.'’․ ]$/;
const DIALLING = /^[-\u2010\u2011,.'’․ ()/+]{1,3}$/;
const DIGITS = /^\d+$/;

/** @typedef {Word & { sign: string, whole: string }} Part  `sign`: what stands before it; `whole`: the word it is of */

/**
 * What is also written as one word: “wi-fi”, “10,000”, a date or a telephone number by its digits.
 * @param {string} text
 * @param {Iterable<Word>} words of it
 * @returns {Iterable<Word & { parts: string[] }>} `parts`: the words of which it is made
 */
export function* joinedWords(text, words) {
  /** The last ones, each next to the one after it. @type {Part[]} */
  let near = [];
  /** @type {Word | undefined} */
  let before;
  for (const each of words) {
    const sign = before && mayJoin(text, before, each) ? text.slice(before.end, each.at) : '';
    // Most words stand alone.
    if (sign === '') near = [];
    else if (before && near.length === 0) near = partsOf(before, '').slice(-MOST_PARTS);
    if (sign !== '' || each.word.includes('․'))
      for (const part of partsOf(each, sign)) {
        if (!isJoined(near.at(-1), part)) near = [];
        near = [...near.slice(1 - MOST_PARTS), part];
        yield* joinedOf(near);
      }
    before = each;
  }
}

/** @param {string} text @param {Word} before @param {Word} after @returns {boolean} seen at a glance */
function mayJoin(text, before, after) {
  const length = after.at - before.end;
  if (length < 1 || length > 3) return false;
  if (isDigit(after.word.charCodeAt(0))) return true;
  const sign = text.charCodeAt(before.end);
  return length === 1 && (sign === 0x2d || sign === 0x2010 || sign === 0x2011);
}

/** @param {number} code */
const isDigit = (code) => code >= 0x30 && code <= 0x39;

/** @param {Word} word @param {string} sign @returns {Part[]} the numbers between its points; else itself */
function partsOf({ word, at, end }, sign) {
  const numbers = word.split('․');
  if (!numbers.every((each) => DIGITS.test(each))) return [{ word, sign, whole: word, at, end }];
  return numbers.map((each, place) => ({
    word: each,
    sign: place > 0 ? '․' : sign,
    whole: word,
    at,
    end,
  }));
}

/** @param {Part | undefined} before @param {Part} part */
const isJoined = (before, part) =>
  before !== undefined &&
  (DIGITS.test(before.word) && DIGITS.test(part.word) ? DIALLING : HYPHEN).test(part.sign);

/** @param {Part[]} near @returns {Iterable<Word & { parts: string[] }>} those that end with the last of them */
function* joinedOf(near) {
  const { end } = near[near.length - 1];
  for (let from = 0; from < near.length - 1; from++) {
    const joined = near.slice(from);
    const word = joined.map((part) => part.word).join('');
    if (word.length <= LONGEST && isOne(joined, word))
      yield { word, at: near[from].at, end, parts: joined.map(({ whole }) => whole) };
  }
}

/** @param {Part[]} parts @param {string} word made of them */
const isOne = ([, ...others], word) =>
  !DIGITS.test(word) ||
  word.length >= DIALLED ||
  others.every((each) => each.word.length === 3 && GROUPING.test(each.sign));
