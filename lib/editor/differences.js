import { createRequire } from 'node:module';
import { lazily } from '../content/lazily.js';

/** Only authors wait for it. @type {() => typeof import('diff')} */
const library = lazily(() => createRequire(import.meta.url)('diff'));

/**
 * @typedef {{ text: string, changed: boolean }} Piece
 * @typedef {object} Row  Lines that stand beside each other; one side may be empty.
 * @property {boolean} same
 * @property {Piece[] | null} left
 * @property {Piece[] | null} right
 * @property {string} [skipped]  instead of lines: how many equal ones are left out
 */

/** Milliseconds that a comparison may take: it runs in the process that serves readers. */
const TIME = 200;
/** Equal lines shown around a change. */
const AROUND = 2;
/** Characters of a pair of lines in which single words are compared. */
const LONGEST_PAIR = 4000;

/**
 * @param {string} left
 * @param {string} right
 * @returns {Row[] | null} null when the texts are too large and too different to be compared in time; none when
 *   they are the same
 */
export function differences(left, right) {
  if (left === right) return [];
  const parts = library().diffLines(ended(left), ended(right), { timeout: TIME });
  return parts ? rowsOf(parts) : null;
}

/**
 * Puts two changes of one text together.
 * @param {string} base
 * @param {string} mine
 * @param {string} theirs
 * @returns {string | null} null when they touch the same lines
 */
export function merge(base, mine, theirs) {
  const patch = library().structuredPatch('', '', ended(base), ended(mine), '', '', {
    timeout: TIME,
    context: 1,
  });
  const merged = patch ? library().applyPatch(ended(theirs), patch) : false;
  return merged === false ? null : merged;
}

/** @param {import('diff').Change[]} parts @returns {Row[]} */
function rowsOf(parts) {
  /** @type {Row[]} */
  const rows = [];
  for (let place = 0; place < parts.length; place++) {
    const { value, added, removed } = parts[place];
    const next = parts[place + 1];
    if (removed && next?.added) {
      rows.push(...pairs(linesOf(value), linesOf(next.value)));
      place++;
    } else if (removed) rows.push(...linesOf(value).map((line) => row(line, null)));
    else if (added) rows.push(...linesOf(value).map((line) => row(null, line)));
    else rows.push(...around(linesOf(value), place === 0, place === parts.length - 1));
  }
  return rows;
}

/** @param {string[]} left @param {string[]} right @returns {Row[]} */
function pairs(left, right) {
  return Array.from({ length: Math.max(left.length, right.length) }, (_, place) =>
    pair(left[place] ?? null, right[place] ?? null),
  );
}

/** @param {string | null} left @param {string | null} right @returns {Row} */
function pair(left, right) {
  if (left === null || right === null) return row(left, right);
  if (left.length + right.length > LONGEST_PAIR) return row(left, right);
  const words = library().diffWordsWithSpace(left, right, { timeout: TIME });
  if (!words) return row(left, right);
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
  const gap = { same: true, left: null, right: null, skipped: skipped.toLocaleString('en') };
  return [...lines.slice(0, before).map(same), gap, ...lines.slice(lines.length - after).map(same)];
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
