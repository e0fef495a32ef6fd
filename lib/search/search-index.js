import { IndexFile } from './index-file.js';
import { similarTo } from './similar-words.js';
import { visibleText } from './visible-text.js';
import { charactersOf, entriesOf, wordsOf } from './words.js';
/** @import { Row } from './index-file.js' */

/**
 * @typedef {Row & { title: string, tags: string[], authors: string[], html: string }} Searched  a post or a page; `authors`: ids
 *
 * @typedef {object} Question
 * @property {string} q
 * @property {{ id: string, name: string }[]} authors
 * @property {boolean} withDrafts
 *
 * @typedef {object} Found
 * @property {string[]} ids  best first; not all of them are public yet
 * @property {string[]} words  folded, to be marked
 * @property {'all' | 'similar' | 'some' | 'none'} how  they have all words; words that differ in a letter; some of the words; or
 *   nothing was found
 */

/** Words of a question that are looked for, and of these, those that are corrected when nobody has them. */
const MOST_WORDS = 12;
const MOST_CORRECTED = 4;
/** Similar words that are tried for one. */
const MOST_SIMILAR = 5;
const MOST_FOUND = 1000;
/** How often a word stands in a text that is about it. */
const OFTEN = 3;
/**
 * What a word counts more for each place in which it stands: 1 in the text, 2 if it is there often, 4 in a heading or a name, 8 in the
 * title. A whole word and a new post count a little more: never as much as a better place.
 * @type {[filter: string, points: number][]}
 */
const PLACES = [
  ['', 1],
  ['{often headings names title} :', 1],
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
    this.#file = new IndexFile(folder);
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
    const ids = Array.from(this.#file.rows.values(), ({ id }) => id);
    const others = ids.filter((id) => !this.#seen?.has(id));
    this.#file.inOneGo(() => others.forEach((id) => this.#file.remove(id)));
    this.#seen = undefined;
  }

  /** @param {Question} question @returns {Found} */
  find({ q, authors, withDrafts }) {
    const words = [...new Set(Array.from(wordsOf(q), ({ word }) => word))].slice(0, MOST_WORDS);
    if (words.length === 0) return { ids: [], words, how: 'none' };
    const isWanted = (/** @type {number} */ number) =>
      withDrafts || this.#file.rows.get(number)?.isPublished === true;
    const all = words.map((word) => expressionOf(word, authors));
    const ids = this.#rank(all, ' AND ', isWanted);
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
    const corrected = this.#rank(similar, ' AND ', isWanted);
    if (corrected.length > 0) return { ids: corrected, words: meant, how: 'similar' };
    const some = words.length > 1 ? this.#rank(similar, ' OR ', isWanted) : [];
    return { ids: some, words: meant, how: some.length > 0 ? 'some' : 'none' };
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
    const { headings, text } = visibleText(html);
    /** @type {Map<string, number>} */
    const counts = new Map();
    for (const { word } of wordsOf(text))
      for (const entry of entriesOf(word)) counts.set(entry, (counts.get(entry) ?? 0) + 1);
    this.#file.put(row, {
      title: entriesIn(title),
      headings: entriesIn(headings),
      names: [...entriesIn(tags.join(' ')), ...authors.map(authorEntry)],
      often: [...counts].flatMap(([entry, count]) => (count >= OFTEN ? [entry] : [])),
      text: counts.keys(),
    });
  }

  /**
   * @param {string[]} expressions
   * @param {' AND ' | ' OR '} by
   * @param {(number: number) => boolean} isWanted
   * @returns {string[]} ids, best first
   */
  #rank(expressions, by, isWanted) {
    const numbers = this.#file.match(expressions.join(by)).filter(isWanted);
    if (numbers.length === 0) return [];
    const scores = new Map(numbers.map((number) => [number, 0]));
    const count = (/** @type {string} */ expression, /** @type {number} */ points) => {
      for (const number of this.#file.match(expression)) {
        const score = scores.get(number);
        if (score !== undefined) scores.set(number, score + points);
      }
    };
    for (const expression of expressions) {
      for (const [place, points] of PLACES) count(`${place} ${expression}`, points);
      count(expression.replaceAll('*', ''), WHOLE / expressions.length);
    }
    const found = numbers.map((number) => {
      const { id, publishedAt } = /** @type {Row} */ (this.#file.rows.get(number));
      return { id, at: Date.parse(publishedAt) || 0, score: scores.get(number) ?? 0 };
    });
    const newest = found.reduce((latest, { at }) => Math.max(latest, at), 0);
    for (const each of found) each.score += FRESH / (1 + (newest - each.at) / YEAR);
    found.sort((a, b) => b.score - a.score || b.at - a.at);
    return found.slice(0, MOST_FOUND).map(({ id }) => id);
  }

  /** @param {string} expression @param {(number: number) => boolean} isWanted */
  #has(expression, isWanted) {
    return this.#file.match(expression).some(isWanted);
  }

  /** @param {string} word @param {(number: number) => boolean} isWanted @returns {{ words: string[], expression?: string }} */
  #similarTo(word, isWanted) {
    const signs = charactersOf(word);
    if (signs.length > 0)
      return { words: signs, expression: `(${signs.map((sign) => `"${sign}"*`).join(' AND ')})` };
    const words = [...similarTo(word)]
      .filter((each) => this.#has(`"${each}"`, isWanted))
      .slice(0, MOST_SIMILAR);
    if (words.length === 0) return { words };
    return { words, expression: `(${words.map((each) => `"${each}"`).join(' OR ')})` };
  }
}

/** @param {string} text @returns {Set<string>} */
const entriesIn = (text) =>
  new Set(Array.from(wordsOf(text), ({ word }) => entriesOf(word)).flat());

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
