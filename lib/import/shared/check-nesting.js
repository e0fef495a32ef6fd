import { LarderError } from '../../errors.js';

/** Facts nest no deeper, and hold no more values, each alias counted as what it stands for. */
const DEEPEST = 30;
const MOST_VALUES = 1_000_000;

/**
 * Refuses what a reader of YAML or JSON gives when it nests without end: an alias may stand for what it stands in, and a
 * few of them for more than any memory holds.
 * @param {unknown} value as it was read
 * @throws {LarderError} `invalid`, with what is wrong with it
 */
export function checkNesting(value) {
  let left = MOST_VALUES;
  let level = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > DEEPEST)
      throw new LarderError(
        'invalid',
        `it is nested more than ${DEEPEST} levels deep, or an alias in it stands for itself`,
      );
    const next = [];
    for (const each of level) {
      if (each === null || typeof each !== 'object' || each instanceof Date) continue;
      const inside = Object.values(each);
      if ((left -= inside.length) < 0)
        throw new LarderError('invalid', `it holds more than ${MOST_VALUES} values`);
      for (const part of inside) next.push(part);
    }
    level = next;
  }
}
