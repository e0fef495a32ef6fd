import { openIndexFile } from './index-file.js';
import { joinedWords } from './joined-words.js';
import { differsBy, similarTo } from './similar-words.js';
import { visibleText } from './visible-text.js';
import { askedFor, charactersOf, entriesOf, wordsOf } from './words.js';
/** @import { Asked, Row } from './index-file.js' */

/**
 * @typedef {Row & { title: string, tags: string[], authors: string[], html: string }} Searched  a post or a page;
 *   `authors`: ids
 *
 * @typedef {object} Question
 * @property {string} q
 * @property {{ id: string, name: string }[]} authors
 * @property {boolean} withDrafts  for authors: with drafts and what is not yet due, all of it, in no order
 * @property {number} now  in milliseconds since 1970
 * @property {number} [page]  from 1
 *
 * @typedef {{ asked: Asked[], levels: Uint8Array }} Word  what is looked for, and the level at which each post has it,
 *   by number
 *
 * @typedef {object} Found
 * @property {number} total
 * @property {number} page  the last one at most
 * @property {number} pages  at least 1
 * @property {string[]} ids  of this page, best first
 * @property {string[]} words  folded, to be marked
 * @property {'all' | 'similar' | 'some' | 'none'} how  they have all words; words that differ in a letter; some of the
 *   words; or nothing was found
 */

/** Words of a question that are looked for, and of these, those that are corrected when nobody has them. */
const MOST_WORDS = 12;
const MOST_CORRECTED = 4;
/** Of them, those that are also looked for as one. */
const MOST_JOINED = 12;
/** Similar words that are tried for one. */
const MOST_SIMILAR = 5;
/** Words of which each counts a little more if it is whole. */
const FEW = 4;
/** Letters of a word in which two mistakes are corrected, and those at its beginning that are taken to be right. */
const LONG = 8;
const ALIKE = 2;
/** Posts that are found for readers, and those of a page. */
const MOST_FOUND = 1000;
const PAGE_SIZE = 10;
/** Into which a point is divided to find the best. */
const STEPS = 64;
/** How often a word stands in a text that is about it. */
const OFTEN = 3;
/**
 * What a word counts by its level: in the text, there often, in a heading or a name, in the title. A whole word and a
 * new post count a little more: never as much as a better place.
 */
const LEVELS = { text: 1, often: 2, marked: 3, title: 4 };
const POINTS = [0, 1, 2, 4, 8];
const WHOLE = 0.5;
const FRESH = 0.4;
const YEAR = 365 * 24 * 60 * 60_000;

/** Finds posts by their words. It lives in the thread of lib/search/thread.js. */
export class SearchIndex {
  #file;
  /** Whether a post is there, by number, while all are compared. @type {boolean[] | undefined} */
  #seen;

  /** @param {string} folder @param {{ startsAnew?: boolean }} [options]  as for `openIndexFile` */
  constructor(folder, options) {
    this.#file = openIndexFile(folder, options);
  }

  /** @param {Searched[]} posts */
  put(posts) {
    this.#file.inOneGo(() => posts.forEach((post) => this.#put(post)));
  }

  /** @param {string} id */
  remove(id) {
    this.#file.inOneGo(() => this.#file.remove(id));
  }

  /** Marks of its file, and how many posts it has. */
  about() {
    const { opening, publicFrom } = this.#file;
    return { ...opening, posts: publicFrom.filter((time) => !Number.isNaN(time)).length };
  }

  startComparing() {
    this.#seen = [];
  }

  /** @param {[id: string, stamp: string][]} posts @returns {string[]} those that are missing or have changed */
  compare(posts) {
    const isOther = (/** @type {[string, string]} */ [id, stamp]) => {
      const row = this.#file.row(id);
      if (row && this.#seen) this.#seen[row.number] = true;
      return row?.stamp !== stamp;
    };
    return posts.filter(isOther).map(([id]) => id);
  }

  /** Removes what was neither compared nor put since `startComparing`. */
  removeOthers() {
    const others = [...this.#file.rows()].filter(({ number }) => !this.#seen?.[number]);
    this.#file.inOneGo(() => others.forEach(({ id }) => this.#file.remove(id)));
    this.#seen = undefined;
  }

  /** @param {Question} question @returns {Found} */
  find({ withDrafts, page = 1, ...question }) {
    const { numbers, words, how } = this.#find(question, withDrafts);
    const total = numbers.length;
    const pages = Math.max(1, Math.ceil(total / PAGE_SIZE));
    const shown = Math.min(page, pages);
    const onPage = numbers.slice((shown - 1) * PAGE_SIZE, shown * PAGE_SIZE);
    const ids = this.#file.idsOf(withDrafts ? numbers : onPage);
    return { total, page: shown, pages, ids, words, how };
  }

  /**
   * @param {Omit<Question, 'withDrafts'>} question
   * @param {boolean} withDrafts
   * @returns {Pick<Found, 'words' | 'how'> & { numbers: number[] }}
   */
  #find({ q, authors, now }, withDrafts) {
    const read = [...wordsOf(q)];
    const words = [...new Set(read.map(({ word }) => askedFor(word)))].slice(0, MOST_WORDS);
    const joined = [...joinedWords(q, read)].slice(0, MOST_JOINED);
    /** What has them as one word has each of them. */
    const joinedWith = (/** @type {string} */ word) =>
      joined.filter(({ parts }) => parts.includes(word)).map((each) => each.word);
    if (words.length === 0) return { numbers: [], words, how: 'none' };
    const { publicFrom } = this.#file;
    // Neither what is found nor what is missed tells readers which words the others have.
    const until = withDrafts ? Infinity : now;
    const isWanted = (/** @type {number} */ number) => publicFrom[number] <= until;
    const rank = (/** @type {Word[]} */ asked, least = asked.length) => {
      const { numbers, points } = this.#having(asked, least, until);
      return withDrafts ? numbers : this.#rank(asked, numbers, points);
    };
    const all = words.map((word) =>
      this.#wordOf([{ start: word, entries: [...named(word, authors), ...joinedWith(word)] }]),
    );
    const numbers = rank(all);
    if (numbers.length > 0)
      return { numbers, words: [...words, ...joined.map(({ word }) => word)], how: 'all' };

    let corrections = MOST_CORRECTED;
    /** @type {string[]} */
    const meant = [];
    const similar = all.map((each, place) => {
      if (
        each.levels.some((level, number) => level > 0 && isWanted(number)) ||
        corrections-- <= 0
      ) {
        meant.push(words[place]);
        return each;
      }
      const others = this.#similarTo(words[place], isWanted);
      meant.push(...others.words);
      return others.asked ? this.#wordOf(others.asked) : each;
    });
    const isSame = similar.every((each, place) => each === all[place]);
    const corrected = isSame ? [] : rank(similar);
    if (corrected.length > 0) return { numbers: corrected, words: meant, how: 'similar' };
    const some = words.length > 1 ? rank(similar, 1) : [];
    return { numbers: some, words: meant, how: some.length > 0 ? 'some' : 'none' };
  }

  /** @param {boolean} isFirst @returns {boolean} whether there is more to do */
  merge(isFirst) {
    return this.#file.merge(isFirst);
  }

  close() {
    this.#file.close();
  }

  /** @param {Searched} post */
  #put({ title, tags, authors, html, ...row }) {
    const visible = visibleText(html);
    /** @type {Map<string, number>} */
    const counts = new Map();
    for (const entry of entriesIn(visible.text)) counts.set(entry, (counts.get(entry) ?? 0) + 1);
    /** @type {Map<string, number>} */
    const words = new Map();
    for (const [entry, count] of counts)
      words.set(entry, count >= OFTEN ? LEVELS.often : LEVELS.text);
    for (const entry of entriesIn(`${visible.headings} ${tags.join(' ')}`))
      words.set(entry, LEVELS.marked);
    for (const author of authors) words.set(authorEntry(author), LEVELS.marked);
    for (const entry of entriesIn(title)) words.set(entry, LEVELS.title);
    const number = this.#file.put(row, words);
    if (this.#seen) this.#seen[number] = true;
  }

  /** @param {Asked[]} asked all of them @returns {Word} */
  #wordOf(asked) {
    const levels = asked
      .map((each) => this.#file.levelsOf(each))
      .reduce((some, others) => some.map((level, number) => Math.min(level, others[number])));
    return { asked, levels };
  }

  /**
   * @param {Word[]} words
   * @param {number} least  of the words, that a post has to have
   * @param {number} until  when it became public at the latest, in milliseconds since 1970
   */
  #having(words, least, until) {
    const { publicFrom } = this.#file;
    const numbers = [];
    const points = new Float64Array(publicFrom.length);
    for (let number = 1; number < publicFrom.length; number++) {
      let had = 0;
      for (const { levels } of words) {
        const level = levels[number];
        if (level === 0) continue;
        had++;
        points[number] += POINTS[level];
      }
      if (had >= least && publicFrom[number] <= until) numbers.push(number);
    }
    return { numbers, points };
  }

  /**
   * @param {Word[]} words
   * @param {number[]} numbers of posts that have them
   * @param {Float64Array} points of each, by number; changed
   * @returns {number[]} best first
   */
  #rank(words, numbers, points) {
    const { publicFrom } = this.#file;
    // Of so many, none stands out by a whole word.
    if (numbers.length <= MOST_FOUND && words.length <= FEW)
      for (const { asked } of words)
        for (const number of this.#wholeIn(asked)) points[number] += WHOLE / words.length;
    const newest = numbers.reduce((at, number) => Math.max(at, publicFrom[number]), 0);
    for (const number of numbers)
      points[number] += FRESH / (1 + (newest - publicFrom[number]) / YEAR);
    return bestOf(numbers, points, MOST_FOUND)
      .sort((a, b) => points[b] - points[a])
      .slice(0, MOST_FOUND);
  }

  /**
   * @param {Asked[]} asked
   * @returns {number[]} of posts that have the word as it was typed; none where it is common, and says little
   */
  #wholeIn([{ start, entries }, other]) {
    if (start === undefined || other) return [];
    return this.#file.numbersWith([start, ...entries], MOST_FOUND);
  }

  /**
   * @param {string} word
   * @param {(number: number) => boolean} isWanted
   * @returns {{ words: string[], asked?: Asked[] }}
   */
  #similarTo(word, isWanted) {
    const signs = charactersOf(word);
    if (signs.length > 0)
      return { words: signs, asked: signs.map((sign) => ({ start: sign, entries: [] })) };
    const isThere = (/** @type {string} */ each) => {
      for (const number of this.#file.eachWith(each)) if (isWanted(number)) return true;
      return false;
    };
    let words = firstOf(this.#file.known(similarTo(word)), isThere);
    if (words.length === 0 && word.length >= LONG)
      words = firstOf(
        this.#file.wordsFrom(word.slice(0, ALIKE)),
        (each) => differsBy(2, word, each) && isThere(each),
      );
    return words.length === 0 ? { words } : { words, asked: [{ entries: words }] };
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
  const words = [...wordsOf(text)];
  for (const { word } of words) yield* entriesOf(word);
  for (const { word } of joinedWords(text, words)) yield word;
}

/** @param {string} id of an author @returns {string} what stands for them among the words: no word begins so */
const authorEntry = (id) => `\ue000${Buffer.from(id).toString('hex')}`;

/**
 * @param {string} word folded
 * @param {Question['authors']} authors
 * @returns {string[]} entries of those with such a name
 */
const named = (word, authors) =>
  authors
    .filter(({ name }) => Array.from(wordsOf(name)).some((each) => each.word.startsWith(word)))
    .slice(0, 50)
    .map(({ id }) => authorEntry(id));

/**
 * @param {string[]} words
 * @param {(word: string) => boolean} isMeant
 * @returns {string[]} the first few that are meant; the others are not asked
 */
function firstOf(words, isMeant) {
  /** @type {string[]} */
  const first = [];
  for (const each of words) {
    if (first.length === MOST_SIMILAR) break;
    if (isMeant(each)) first.push(each);
  }
  return first;
}
