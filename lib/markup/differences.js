import { createRequire } from 'node:module';
import { lazy } from '../util/lazy.js';
/** @import { Change } from 'diff' */

/** Only authors wait for it. @type {() => typeof import('diff')} */
const library = lazy(() => createRequire(import.meta.url)('diff'));

/**
 * @typedef {{ text: string, changed: boolean }} Piece
 * @typedef {object} Row  Lines that stand beside each other; one side may be empty.
 * @property {boolean} same
 * @property {Piece[] | null} left
 * @property {Piece[] | null} right
 * @property {string} [skipped]  instead of lines: how many equal ones are left out
 * @property {boolean} [isEnd]  instead of lines: more of them differ, which are not shown
 *
 * @typedef {Row[] | null} Differences  null when the texts are too large and too different to be compared in time; none
 *   when they are the same
 * @typedef {{ time: number, words: number }} Effort  milliseconds for the lines; pairs of characters for single words
 */

/** What a comparison may cost in the process that serves readers, and in a thread. @type {Effort} */
const HERE = { time: 100, words: 4_000_000 };
/** @type {Effort} */
export const IN_THREAD = { time: 3000, words: 100_000_000 };

/** Equal lines shown around a change. */
const AROUND = 2;
/** Characters of a pair of lines in which single words are compared. */
const LONGEST_PAIR = 4000;
/** What one page can show. */
const MOST_ROWS = 2000;
const MOST_CHARACTERS = 500_000;

/**
 * @param {string} left
 * @param {string} right
 * @param {Effort} [effort]
 * @returns {Differences}
 */
export function differences(left, right, effort = HERE) {
  if (left === right) return [];
  const parts = library().diffLines(ended(left), ended(right), { timeout: effort.time });
  return parts ? firstOf(rowsOf(parts, effort)) : null;
}

/** @param {Iterable<Row>} all @returns {Differences} as many as a page can show */
function firstOf(all) {
  /** @type {Row[]} */
  const rows = [];
  let length = 0;
  for (const next of all) {
    length += lengthOf(next.left) + lengthOf(next.right);
    if (rows.length === MOST_ROWS || length > MOST_CHARACTERS)
      return rows.length === 0 ? null : [...rows, { ...gap, isEnd: true }];
    rows.push(next);
  }
  return rows;
}

/** @param {Piece[] | null} pieces */
const lengthOf = (pieces) => pieces?.reduce((sum, { text }) => sum + text.length, 0) ?? 0;

/** What stands between lines. */
const gap = { same: true, left: null, right: null };

/**
 * Puts two changes of one text together.
 * @param {string} base
 * @param {string} mine
 * @param {string} theirs
 * @param {Effort} [effort]
 * @returns {string | null} null when they touch the same lines, or differ too much to be compared in time
 */
export function merge(base, mine, theirs, { time } = HERE) {
  const patch = library().structuredPatch('', '', ended(base), ended(mine), '', '', {
    timeout: time,
    context: 1,
  });
  const merged = patch ? library().applyPatch(ended(theirs), patch) : false;
  return merged === false ? null : merged;
}

/** @param {Change[]} parts @param {Effort} effort @returns {Iterable<Row>} */
function* rowsOf(parts, { words }) {
  const budget = { words };
  for (let place = 0; place < parts.length; place++) {
    const { value, added, removed } = parts[place];
    const next = parts[place + 1];
    if (removed && next?.added) {
      yield* pairs(linesOf(value), linesOf(next.value), budget);
      place++;
    } else if (removed) for (const line of linesOf(value)) yield row(line, null);
    else if (added) for (const line of linesOf(value)) yield row(null, line);
    else yield* around(linesOf(value), place === 0, place === parts.length - 1);
  }
}

/** @param {string[]} left @param {string[]} right @param {{ words: number }} budget @returns {Iterable<Row>} */
function* pairs(left, right, budget) {
  for (let place = 0; place < Math.max(left.length, right.length); place++)
    yield pair(left[place] ?? null, right[place] ?? null, budget);
}

/** @param {string | null} left @param {string | null} right @param {{ words: number }} budget what is left of it @returns {Row} */
function pair(left, right, budget) {
  if (left === null || right === null) return row(left, right);
  if (left.length + right.length > LONGEST_PAIR) return row(left, right);
  budget.words -= left.length * right.length;
  if (budget.words < 0) return row(left, right);
  const words = library().diffWordsWithSpace(left, right);
  return {
    same: false,
    left: words
      .filter(({ added }) => !added)
      .map(({ value, removed }) => ({ text: value, changed: removed })),
    right: words
      .filter(({ removed }) => !removed)
      .map(({ value, added }) => ({ text: value, changed: added })),
  };
}

/** @param {string | null} left @param {string | null} right @returns {Row} */
const row = (left, right) => ({
  same: false,
  left: left === null ? null : [{ text: left, changed: true }],
  right: right === null ? null : [{ text: right, changed: true }],
});

/** @param {string[]} lines equal ones @param {boolean} isFirst @param {boolean} isLast @returns {Row[]} */
function around(lines, isFirst, isLast) {
  const before = isFirst ? 0 : AROUND;
  const after = isLast ? 0 : AROUND;
  const skipped = lines.length - before - after;
  if (skipped < 2) return lines.map(same);
  return [
    ...lines.slice(0, before).map(same),
    { ...gap, skipped: skipped.toLocaleString('en') },
    ...lines.slice(lines.length - after).map(same),
  ];
}

/** @param {string} text @returns {Row} */
const same = (text) => ({
  same: true,
  left: [{ text, changed: false }],
  right: [{ text, changed: false }],
});

/** @param {string} text @returns {string} that ends with a line break, or is empty */
const ended = (text) => (text === '' || text.endsWith('\n') ? text : `${text}\n`);

/** @param {string} text @returns {string[]} */
const linesOf = (text) => text.replace(/\n$/, '').split('\n');
