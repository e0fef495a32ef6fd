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

/**
 * Who looks for weaknesses asks for many addresses at which there is nothing: what is looked up for each is made once.
 * @param {Iterable<Summary>} posts  those that may be meant; the first of equals is taken
 * @returns {(path: string, count: number) => Summary[]} for a decoded path at which there is nothing, those whose
 *   addresses have nearly the same words, the nearest first
 */
export function createNear(posts) {
  const all = [...posts].map((post) => ({ post, words: post.slug.split('-', MOST_OF_POST) }));
  /** The places of the posts that have a word. @type {Map<string, number[]>} */
  const places = new Map();
  /**
   * Words by their length and first or last letter: one slip of the pen leaves one of both.
   * @type {Map<string, string[]>}
   */
  const byEnds = new Map();
  for (const [place, { words }] of all.entries())
    for (const word of words) add(places, word, place);
  for (const word of places.keys())
    for (const end of endsOf(word, word.length)) add(byEnds, end, word);
  return near;

  /** @param {string} path @param {number} count */
  function near(path, count) {
    const [, last = ''] = READABLE.exec(path) ?? [];
    const wanted = wordsOf(last).slice(0, MOST_WORDS);
    /** @type {Map<number, number>} */
    const sums = new Map();
    for (const word of wanted)
      for (const [place, score] of scoresOf(word)) sums.set(place, (sums.get(place) ?? 0) + score);
    const found = [...sums].flatMap(([place, sum]) => {
      const { post, words } = all[place];
      const score = sum / wanted.length;
      return score < NEAR
        ? []
        : { post, place, score, more: Math.abs(words.length - wanted.length) };
    });
    found.sort((a, b) => b.score - a.score || a.more - b.more || a.place - b.place);
    return found.slice(0, count).map(({ post }) => post);
  }

  /** @param {string} wanted @returns {Map<number, number>} how near posts are, by their places */
  function scoresOf(wanted) {
    const scores = new Map();
    for (const word of similarTo(wanted))
      for (const place of places.get(word) ?? []) scores.set(place, SIMILAR);
    for (const place of places.get(wanted) ?? []) scores.set(place, 1);
    return scores;
  }

  /** @param {string} wanted @returns {string[]} words of posts, perhaps several times */
  function similarTo(wanted) {
    const { length } = wanted;
    if (length < LONG_WORD) return [];
    return [length - 1, length, length + 1]
      .flatMap((other) => endsOf(wanted, other))
      .flatMap((end) => byEnds.get(end) ?? [])
      .filter((word) => differsBy(1, wanted, word));
  }
}

/**
 * @template V
 * @param {Map<string, V[]>} map
 * @param {string} key
 * @param {V} value
 */
function add(map, key, value) {
  const values = map.get(key);
  if (values) values.push(value);
  else map.set(key, [value]);
}

/** @param {string} word @param {number} length  of it, or of one like it */
const endsOf = (word, length) => [`${length}${word[0]}-`, `${length}-${word.at(-1)}`];

/** @param {string} text @returns {string[]} */
const wordsOf = (text) =>
  (foldCase(text).match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => word.slice(0, LONGEST_WORD));
