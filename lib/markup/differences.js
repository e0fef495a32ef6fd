import { createRequire } from 'node:module';
import { lazy } from '../base/lazy.js';
/** @import { Change } from 'diff' */

/** Only authors need it, so it is loaded on first use. @type {() => typeof import('diff')} */
const library = lazy(() => createRequire(import.meta.url)('diff'));

/**
 * @typedef {{ text: string, changed: boolean }} Piece
 * @typedef {object} Row  A pair of lines, side by side.
 * @property {boolean} same
 * @property {Piece[] | null} left  null without a line on this side
 * @property {Piece[] | null} right
 * @property {string} [skipped]  instead of lines: the number of equal lines left out
 * @property {boolean} [isEnd]  instead of lines: there are more differences, which are not shown
 *
 * @typedef {Row[] | null} Differences  empty if the texts are the same; null if they are too large and too different to
 *   be compared in time
 * @typedef {{ time: number, words: number }} Effort  `time`: milliseconds for comparing lines; `words`: pairs of
 *   characters for comparing words within lines
 */

/** Limits in the process that serves readers, and in a thread. @type {Effort} */
const HERE = { time: 100, words: 4_000_000 };
/** @type {Effort} */
export const IN_THREAD = { time: 3000, words: 100_000_000 };

/** Equal lines shown around a change. */
const CONTEXT = 2;
/** Characters of a pair of lines up to which words are compared. */
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

/** @param {Iterable<Row>} all @returns {Differences} as many rows as a page can show */
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

/** A row without lines. */
const gap = { same: true, left: null, right: null };

/**
 * Merges two changes of the same text (three-way merge).
 * @param {string} base
 * @param {string} mine
 * @param {string} theirs
 * @param {Effort} [effort]
 * @returns {string | null} null if they touch the same lines, or differ too much to be compared in time
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
    else yield* context(linesOf(value), place === 0, place === parts.length - 1);
  }
}

/** @param {string[]} left @param {string[]} right @param {{ words: number }} budget @returns {Iterable<Row>} */
function* pairs(left, right, budget) {
  for (let place = 0; place < Math.max(left.length, right.length); place++)
    yield pair(left[place] ?? null, right[place] ?? null, budget);
}

/**
 * @param {string | null} left
 * @param {string | null} right
 * @param {{ words: number }} budget reduced by what this costs
 * @returns {Row}
 */
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
function context(lines, isFirst, isLast) {
  const before = isFirst ? 0 : CONTEXT;
  const after = isLast ? 0 : CONTEXT;
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

/** @param {string} text @returns {string} ending with a line break, unless it is empty */
const ended = (text) => (text === '' || text.endsWith('\n') ? text : `${text}\n`);

/** @param {string} text @returns {string[]} */
const linesOf = (text) => text.replace(/\n$/, '').split('\n');
