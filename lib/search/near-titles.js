import { foldCase } from '../base/unicode.js';
import { differsBy } from './similar-words.js';
/** @import { Summary } from '../store/types.js' */

/** Addresses with something that people have typed or remembered; programs that look for weaknesses ask for others. */
const READABLE = /^(?:\/[^/.]{1,100}){0,3}\/([^/.]{3,100})(?:\.html?)?$/;

/** Of the address that was asked for, and of that of a post. */
const MOST_WORDS = 5;
const MOST_OF_POST = 12;
const LONGEST_WORD = 24;

/** Letters from which on a word may have a slip of the pen. */
const LONG_WORD = 4;

/** How near a post must be, from 0 to 1, and what a word counts that is not quite the same. */
const NEAR = 0.6;
const SIMILAR = 0.8;

/** The words of an address, of each post that was compared. @type {WeakMap<Summary, string[]>} */
const known = new WeakMap();

/**
 * @param {string} path  decoded, at which there is nothing
 * @param {Iterable<Summary>} posts  those that may be meant; the first of equals is taken
 * @param {number} count
 * @returns {Summary[]} those whose addresses have nearly the same words, the nearest first
 */
export function nearTo(path, posts, count) {
  const [, last = ''] = READABLE.exec(path) ?? [];
  const wanted = wordsOf(last).slice(0, MOST_WORDS);
  if (wanted.length === 0) return [];
  /** Each word of a thousand posts is compared once. @type {Map<string, number>[]} */
  const compared = wanted.map(() => new Map());
  const found = [];
  for (const post of posts) {
    const words = wordsIn(post);
    let sum = 0;
    for (let place = 0; place < wanted.length; place++) {
      let best = 0;
      for (const each of words)
        best = Math.max(best, remember(compared[place], wanted[place], each));
      sum += best;
    }
    const score = sum / wanted.length;
    if (score >= NEAR) found.push({ post, score, more: Math.abs(words.length - wanted.length) });
  }
  found.sort((a, b) => b.score - a.score || a.more - b.more);
  return found.slice(0, count).map(({ post }) => post);
}

/** @param {Summary} post */
function wordsIn(post) {
  const words = known.get(post) ?? post.slug.split('-', MOST_OF_POST);
  known.set(post, words);
  return words;
}

/** @param {string} text @returns {string[]} */
const wordsOf = (text) =>
  (foldCase(text).match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => word.slice(0, LONGEST_WORD));

/** @param {Map<string, number>} scores @param {string} word @param {string} other @returns {number} */
function remember(scores, word, other) {
  const score = scores.get(other) ?? compare(word, other);
  scores.set(other, score);
  return score;
}

/** @param {string} word @param {string} other @returns {number} from 0 to 1 */
function compare(word, other) {
  if (word === other) return 1;
  const mayBe = word.length >= LONG_WORD && Math.abs(word.length - other.length) <= 1;
  return mayBe && differsBy(1, word, other) ? SIMILAR : 0;
}
