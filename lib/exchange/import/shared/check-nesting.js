import { LarderError } from '../../../base/errors.js';

/** Limits of depth and number of values; each alias counts as much as its target. */
export const DEEPEST = 30;
const MOST_VALUES = 1_000_000;

/**
 * Refuses YAML or JSON that is nested too deeply or too large: YAML aliases can be recursive, and a few of them can expand
 * to more than fits into memory.
 * @param {unknown} value as parsed
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
