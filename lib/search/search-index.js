import { openIndexFile } from './index-file.js';
import { differsBy, similarTo } from './similar-words.js';
import { visibleText } from './visible-text.js';
import { charactersOf, entriesOf, wordsOf } from './words.js';
/** @import { Row } from './index-file.js' */

/**
 * @typedef {Row & { title: string, tags: string[], authors: string[], html: string }} Searched  a post or a page; `authors`: ids
 *
 * @typedef {object} Question
 * @property {string} q
 * @property {{ id: string, name: string }[]} authors
 * @property {boolean} withDrafts  and with what is not yet due
 * @property {number} now  in milliseconds since 1970
 *
 * @typedef {object} Found
 * @property {string[]} ids  best first
 * @property {string[]} words  folded, to be marked
 * @property {'all' | 'similar' | 'some' | 'none'} how  they have all words; words that differ in a letter; some of the words; or
 *   nothing was found
 */

/** Words of a question that are looked for, and of these, those that are corrected when nobody has them. */
const MOST_WORDS = 12;
const MOST_CORRECTED = 4;
/** Similar words that are tried for one. */
const MOST_SIMILAR = 5;
/** Words of which each counts a little more if it is whole. */
const FEW = 4;
/** Letters of a word in which two mistakes are corrected, and those at its beginning that are taken to be right. */
const LONG = 8;
const ALIKE = 2;
/** Posts that are found for readers. */
const MOST_FOUND = 1000;
/** Into which a point is divided to find the best. */
const STEPS = 64;
/** How often a word stands in a text that is about it. */
const OFTEN = 3;
/**
 * What a word counts more in each place than in the text: 1 if it is there often, 3 in a heading or a name, 7 in the title. A whole word
 * and a new post count a little more: never as much as a better place.
 * @type {[place: string, points: number][]}
 */
const PLACES = [
  ['', 1],
  ['{headings names title} :', 2],
  ['title :', 4],
];
const WHOLE = 0.5;
const FRESH = 0.4;
const YEAR = 365 * 24 * 60 * 60_000;

/** Finds posts by their words. It lives in the thread of lib/search/thread.js. */
export class SearchIndex {
  #file;
  /** Ids of posts that there are, while all are compared. @type {Set<string> | undefined} */
  #seen;

  /** @param {string} folder */
  constructor(folder) {
    this.#file = openIndexFile(folder);
  }

  /** @param {Searched[]} posts */
  put(posts) {
    this.#file.inOneGo(() => posts.forEach((post) => this.#put(post)));
  }

  /** @param {string} id */
  remove(id) {
    this.#file.inOneGo(() => this.#file.remove(id));
  }

  startComparing() {
    this.#seen = new Set();
  }

  /** @param {[id: string, stamp: string][]} posts @returns {string[]} those that are missing or have changed */
  compare(posts) {
    for (const [id] of posts) this.#seen?.add(id);
    return posts.filter(([id, stamp]) => this.#file.row(id)?.stamp !== stamp).map(([id]) => id);
  }

  /** Removes what was neither compared nor put since `startComparing`. */
  removeOthers() {
    const ids = this.#file.rows.flatMap((row) => row?.id ?? []);
    const others = ids.filter((id) => !this.#seen?.has(id));
    this.#file.inOneGo(() => others.forEach((id) => this.#file.remove(id)));
    this.#seen = undefined;
  }

  /** @param {Question} question @returns {Found} */
  find({ q, authors, withDrafts, now }) {
    const words = [...new Set(Array.from(wordsOf(q), ({ word }) => word))].slice(0, MOST_WORDS);
    if (words.length === 0) return { ids: [], words, how: 'none' };
    // Neither what is found nor what is missed tells readers which words the others have.
    const isWanted = (/** @type {number} */ number) => {
      const row = this.#file.rows[number];
      return withDrafts || (row?.isPublished === true && row.at <= now);
    };
    const rank = (/** @type {string[]} */ expressions, /** @type {' AND ' | ' OR '} */ by) =>
      this.#rank(expressions, by, isWanted, withDrafts ? Infinity : MOST_FOUND);
    const all = words.map((word) => expressionOf(word, authors));
    const ids = rank(all, ' AND ');
    if (ids.length > 0) return { ids, words, how: 'all' };

    let corrections = MOST_CORRECTED;
    /** @type {string[]} */
    const meant = [];
    const similar = all.map((expression, place) => {
      if (this.#has(expression, isWanted) || corrections-- <= 0) {
        meant.push(words[place]);
        return expression;
      }
      const others = this.#similarTo(words[place], isWanted);
      meant.push(...others.words);
      return others.expression ?? expression;
    });
    const isSame = similar.every((expression, place) => expression === all[place]);
    const corrected = isSame ? [] : rank(similar, ' AND ');
    if (corrected.length > 0) return { ids: corrected, words: meant, how: 'similar' };
    const some = words.length > 1 ? rank(similar, ' OR ') : [];
    return { ids: some, words: meant, how: some.length > 0 ? 'some' : 'none' };
  }

  /** @param {boolean} isFirst @returns {boolean} whether there is more to do */
  merge(isFirst) {
    return this.#file.merge(isFirst);
  }

  close() {
    this.#file.close();
  }

  /** Deletes the file. */
  discard() {
    this.#file.discard();
  }

  /** @param {Searched} post */
  #put({ title, tags, authors, html, ...row }) {
    this.#seen?.add(row.id);
    const visible = visibleText(html);
    /** @type {Map<string, number>} */
    const counts = new Map();
    for (const entry of entriesIn(visible.text)) counts.set(entry, (counts.get(entry) ?? 0) + 1);
    const often = [...counts].flatMap(([entry, count]) => (count >= OFTEN ? [entry] : []));
    const headings = new Set(entriesIn(visible.headings));
    const names = new Set([...entriesIn(tags.join(' ')), ...authors.map(authorEntry)]);
    const titled = new Set(entriesIn(title));
    const text = new Set([...counts.keys(), ...names, ...titled]);
    this.#file.put(row, { title: titled, headings, names, often, text });
  }

  /**
   * @param {string[]} expressions
   * @param {' AND ' | ' OR '} by
   * @param {(number: number) => boolean} isWanted
   * @param {number} most
   * @returns {string[]} ids, best first
   */
  #rank(expressions, by, isWanted, most) {
    const { rows } = this.#file;
    const scores = new Float64Array(rows.length);
    const count = (/** @type {number[]} */ found, /** @type {number} */ points) => {
      for (const number of found) scores[number] += points;
    };
    if (by === ' OR ') for (const each of expressions) count(this.#file.match(each), 1);
    const numbers = (
      by === ' AND '
        ? this.#file.match(expressions.join(by))
        : [...scores.keys()].filter((number) => scores[number] > 0)
    ).filter(isWanted);
    if (numbers.length === 0) return [];
    for (const expression of expressions) {
      for (const [place, points] of PLACES)
        count(this.#file.matchPlaces(`${place} ${expression}`), points);
      const whole = expression.replaceAll('*', '');
      // Of so many, none stands out by a whole word.
      if (whole === expression || numbers.length > MOST_FOUND || expressions.length > FEW) continue;
      count(this.#file.match(whole), WHOLE / expressions.length);
    }
    const newest = numbers.reduce((at, number) => Math.max(at, rows[number]?.at ?? 0), 0);
    for (const number of numbers)
      scores[number] += FRESH / (1 + (newest - (rows[number]?.at ?? 0)) / YEAR);
    const best = bestOf(numbers, scores, most).sort((a, b) => scores[b] - scores[a]);
    return best.slice(0, most).map((number) => rows[number]?.id ?? '');
  }

  /** @param {string} expression @param {(number: number) => boolean} isWanted */
  #has(expression, isWanted) {
    for (const number of this.#file.eachMatch(expression)) if (isWanted(number)) return true;
    return false;
  }

  /** @param {string} word @param {(number: number) => boolean} isWanted @returns {{ words: string[], expression?: string }} */
  #similarTo(word, isWanted) {
    const signs = charactersOf(word);
    if (signs.length > 0)
      return { words: signs, expression: `(${signs.map((sign) => `"${sign}"*`).join(' AND ')})` };
    const isThere = (/** @type {string} */ each) => this.#has(`"${each}"`, isWanted);
    let words = this.#file.known(similarTo(word)).filter(isThere);
    if (words.length === 0 && word.length >= LONG)
      words = this.#file
        .wordsFrom(word.slice(0, ALIKE))
        .filter((each) => differsBy(2, word, each))
        .slice(0, 10 * MOST_SIMILAR)
        .filter(isThere);
    words = words.slice(0, MOST_SIMILAR);
    if (words.length === 0) return { words };
    return { words, expression: `(${words.map((each) => `"${each}"`).join(' OR ')})` };
  }
}

/**
 * @param {number[]} numbers
 * @param {Float64Array} scores by number
 * @param {number} most
 * @returns {number[]} those with the best scores, and some of the next: sorting all takes longer than finding them
 */
function bestOf(numbers, scores, most) {
  if (numbers.length <= most) return numbers;
  const stepOf = (/** @type {number} */ number) => Math.floor(scores[number] * STEPS);
  const counts = new Uint32Array(STEPS * 10 * MOST_WORDS);
  for (const number of numbers) counts[stepOf(number)]++;
  let least = counts.length;
  for (let left = most; left > 0;) left -= counts[--least];
  return numbers.filter((number) => stepOf(number) >= least);
}

/** @param {string} text @returns {Iterable<string>} */
function* entriesIn(text) {
  for (const { word } of wordsOf(text)) yield* entriesOf(word);
}

/** @param {string} id of an author @returns {string} what stands for them among the words: no word begins so */
const authorEntry = (id) => `\ue000${Buffer.from(id).toString('hex')}`;

/**
 * @param {string} word folded: there is nothing in it that means something in an expression
 * @param {Question['authors']} authors
 * @returns {string} for FTS5: the word, or one that begins with it, or an author of such a name
 */
function expressionOf(word, authors) {
  const named = authors.filter(({ name }) =>
    Array.from(wordsOf(name)).some((each) => each.word.startsWith(word)),
  );
  return `(${[`"${word}"*`, ...named.slice(0, 50).map(({ id }) => `"${authorEntry(id)}"`)].join(' OR ')})`;
}
