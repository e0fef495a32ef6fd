import { wordsOf } from './words.js';

/** @typedef {{ text: string, marked: boolean }} Part */

/** Characters of an excerpt, and those before its first mark. */
const LENGTH = 240;
const BEFORE = 60;
/** Places in a text that are looked at. */
const MOST = 1000;

/**
 * @param {string} text
 * @param {string[]} wanted folded words
 * @returns {Part[]} the whole text, in parts
 */
export const markAll = (text, wanted) => markPart(text, findAll(text, wanted), 0, text.length);

/**
 * @param {string} text
 * @param {string[]} wanted folded words
 * @returns {Part[] | null} the part of the text that has most of them, or null if it has none
 */
export function excerptOf(text, wanted) {
  const found = findAll(text, wanted);
  let [best, most] = [-1, 0];
  found.forEach(({ at }, place) => {
    const near = found.slice(place, place + 30).filter(({ end }) => end <= at + LENGTH - BEFORE);
    const { size } = new Set(near.map(({ wanted: each }) => each));
    if (size > most) [best, most] = [place, size];
  });
  if (best < 0) return null;
  const start = spaceAfter(text, found[best].at - BEFORE, found[best].at);
  const end = spaceBefore(text, start + LENGTH, found[best].end);
  const parts = markPart(text, found, start, end);
  if (start > 0) parts.unshift({ text: '… ', marked: false });
  if (end < text.length) parts.push({ text: ' …', marked: false });
  return parts;
}

/** @param {string} text @param {string[]} wanted */
function findAll(text, wanted) {
  const found = [];
  for (const { word, at, end } of wordsOf(text)) {
    const match = wanted.find((each) => word.startsWith(each) || isWithin(each, word));
    if (match && found.push({ at, end, wanted: match }) === MOST) break;
  }
  return found;
}

/** Where there are no spaces. @param {string} wanted @param {string} word */
const isWithin = (wanted, word) => wanted.charCodeAt(0) > 0x2e7f && word.includes(wanted);

/** @param {string} text @param {ReturnType<typeof findAll>} found @param {number} start @param {number} end @returns {Part[]} */
function markPart(text, found, start, end) {
  const parts = [];
  let done = start;
  for (const { at, end: until } of found) {
    if (at < start || until > end) continue;
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
