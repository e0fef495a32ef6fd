import { digest } from '../base/digest.js';
import { equal } from '../base/equal.js';

/**
 * @typedef {Record<string, unknown>} Values  by name; undefined: none
 *
 * @typedef {object} Merged
 * @property {Values} values  mine where I have changed them, theirs where not
 * @property {string[]} conflicts  names that both have changed, to different values
 * @property {string} marks  of what a form with these values is based on
 */

/** @param {unknown} value */
const markOf = (value) => digest(JSON.stringify(value ?? null)).slice(0, 8);

const NONE = markOf(null);

/**
 * @param {Values} values  that a form shows
 * @returns {string} a mark of each, for a hidden field, so that it is known later which of them were changed
 */
export const marksOf = (values) =>
  JSON.stringify(
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, markOf(value)])),
  );

/**
 * What was typed in a form, and what was saved since it was shown, together.
 * @param {string} marks  from `marksOf`; '' for a form without: what was typed replaces what is there
 * @param {Values} mine
 * @param {Values} theirs
 * @returns {Merged}
 */
export function mergeChanges(marks, mine, theirs) {
  const before = marks === '' ? null : readMarks(marks);
  const names = [...new Set([...Object.keys(mine), ...Object.keys(theirs)])];
  // A value that was not there has the mark of none.
  const isMine = (/** @type {string} */ name) =>
    before === null || (before[name] ?? NONE) !== markOf(mine[name]);
  const isTheirs = (/** @type {string} */ name) =>
    before !== null && (before[name] ?? NONE) !== markOf(theirs[name]);
  const pairs = names.map((name) => [name, isMine(name) ? mine[name] : theirs[name]]);
  const based = names.map((name) => [
    name,
    before && isMine(name) ? before[name] : markOf(theirs[name]),
  ]);
  return {
    values: Object.fromEntries(pairs.filter(([, value]) => value !== undefined)),
    conflicts: names.filter(
      (name) => isMine(name) && isTheirs(name) && !equal(mine[name], theirs[name]),
    ),
    marks: JSON.stringify(Object.fromEntries(based)),
  };
}

/** @param {string} marks @returns {Record<string, unknown>} none where they are damaged: all counts as changed */
function readMarks(marks) {
  try {
    return { ...JSON.parse(marks) };
  } catch {
    return {};
  }
}
