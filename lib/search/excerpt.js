import { joinedWords } from './joined-words.js';
import { ASCII, entriesOf, fold, typed, wordsOf } from './words.js';

/** @typedef {{ text: string, marked: boolean }} Part */

/** Characters of an excerpt, and those before its first mark. */
const LENGTH = 240;
const BEFORE = 60;
/**
 * Whole words: many of ASCII alone; those between two spaces, of a script that a dictionary separates; else so few that
 * most pieces have none that is wanted.
 */
const PIECE =
  /[\0-\x7f]{50,999}(?![\p{L}\p{N}\p{M}.+#])|[^\p{L}\p{N}\p{M}]{0,9}[\u0e00-\u109f\u1780-\u17ff\u1950-\u19df\u1a20-\u1b7f\u3041-\u9fff\ua960-\ua9ff\uaa60-\uaadf][\p{L}\p{N}\p{M}]*|[^]{1,50}[\p{L}\p{N}\p{M}]*/gu;

/** @typedef {{ at: number, end: number, wanted: string }} Found */

/**
 * @param {string} text
 * @param {string[]} wanted folded words
 * @returns {Part[]} the whole text, in parts
 */
export const markAll = (text, wanted) => markPart(text, [...findIn(text, wanted)], 0, text.length);

/**
 * @param {string} text
 * @param {string[]} wanted folded words
 * @returns {Part[] | null} the first part of the text that has most of them, or null if it has none
 */
export function excerptOf(text, wanted) {
  /** @type {Found[]} */
  const found = [];
  /** @type {Found | undefined} */
  let best;
  let [from, most] = [0, 0];
  /** How often each word stands between `from` and the last one. @type {Map<string, number>} */
  const near = new Map();
  const count = (/** @type {string} */ word, /** @type {number} */ change) => {
    const times = (near.get(word) ?? 0) + change;
    if (times > 0) near.set(word, times);
    else near.delete(word);
  };
  for (const each of findIn(text, wanted)) {
    // Nothing further is better.
    if (best && most === wanted.length && each.at > best.at + LENGTH) break;
    found.push(each);
    count(each.wanted, 1);
    while (found[from].at < each.end - LENGTH + BEFORE && found[from] !== each)
      count(found[from++].wanted, -1);
    if (near.size > most) [best, most] = [found[from], near.size];
  }
  if (!best) return null;
  const start = spaceAfter(text, best.at - BEFORE, best.at);
  const end = spaceBefore(text, start + LENGTH, best.end);
  const parts = markPart(text, found, start, end);
  if (start > 0) parts.unshift({ text: '… ', marked: false });
  if (end < text.length) parts.push({ text: ' …', marked: false });
  return parts;
}

/** @param {string} text @param {string[]} wanted @returns {Iterable<Found>} */
function* findIn(text, wanted) {
  const inAscii = new RegExp(`${wanted.map(inExpression).join('|') || '(?!)'}`, 'g');
  for (const { 0: piece, index } of text.matchAll(PIECE)) {
    if (piece.length < 1000 && ASCII.test(piece)) {
      for (const { 0: word, index: at, ...places } of piece.toLowerCase().matchAll(inAscii)) {
        const match = wanted.find((_, place) => places[place + 1] !== undefined);
        if (match !== undefined)
          yield { at: index + at, end: index + at + word.length, wanted: match };
      }
      continue;
    }
    const folded = fold(piece);
    // Signs are not in what is folded, nor hyphens of other scripts in what is wanted.
    const mayHave = (/** @type {string} */ each) =>
      folded.replace(/[\u2010\u2011]/g, '').includes(each) ||
      piece.toLowerCase().includes(typed(each));
    if (!wanted.some(mayHave)) continue;
    const words = [...wordsOf(piece)];
    const all = [...words, ...joinedWords(piece, words)].sort((a, b) => a.at - b.at);
    for (const { word, at, end } of all) {
      const match = wanted.find((each) => isUnder(each, word));
      if (match !== undefined) yield { at: index + at, end: index + end, wanted: match };
    }
  }
}

/** @param {string} wanted @param {string} word @returns {boolean} whether the word is found by what is wanted */
const isUnder = (wanted, word) =>
  word.startsWith(wanted) || entriesOf(word).some((entry) => entry.startsWith(wanted));

/**
 * Of numbers with points, each is a beginning; a folded word has no other sign that means something.
 * @param {string} wanted
 */
const inExpression = (wanted) =>
  wanted.includes('․')
    ? `(?<![0-9])(${typed(wanted).replaceAll('.', '\\.')})[a-z0-9.]*(?<!\\.)`
    : `(?<![a-z0-9])(${loosely(typed(wanted))})[a-z0-9]*`;

/**
 * @param {string} word as it is typed
 * @returns {string} an expression for it, also with hyphens, or with what groups its digits: as in joined-words.js
 */
const loosely = (word) =>
  Array.from(word, (sign) => (sign === '+' ? '\\+' : sign)).join(
    /^\d{4,}$/.test(word) ? "[-,.' ()/+]{0,3}" : /^[a-z0-9]+$/.test(word) ? '-?' : '',
  );

/** @param {string} text @param {Found[]} found @param {number} start @param {number} end @returns {Part[]} */
function markPart(text, found, start, end) {
  const parts = [];
  let done = start;
  for (const { at, end: until } of found) {
    // A picture of several is found by each.
    if (at < done || until > end) continue;
    if (at > done) parts.push({ text: text.slice(done, at), marked: false });
    parts.push({ text: text.slice(at, until), marked: true });
    done = until;
  }
  if (done < end) parts.push({ text: text.slice(done, end), marked: false });
  return parts;
}

/** @param {string} text @param {number} at @param {number} last @returns {number} where a word begins */
function spaceAfter(text, at, last) {
  if (at <= 0) return 0;
  const space = text.indexOf(' ', at);
  return space >= 0 && space < last ? space + 1 : Math.min(last, at);
}

/** @param {string} text @param {number} at @param {number} first @returns {number} where a word ends */
function spaceBefore(text, at, first) {
  if (at >= text.length) return text.length;
  const space = text.lastIndexOf(' ', at);
  return space > first ? space : Math.max(first, at);
}
