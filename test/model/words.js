import fc from 'fast-check';

export const word = fc.constantFrom(
  'jar',
  'lid',
  'shelf',
  'cellar',
  'spoon',
  'label',
  'wax',
  'cork',
);
export const title = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '));
/** Of a text: what lists show. */
export const beginning = fc
  .array(word, { minLength: 1, maxLength: 4 })
  .map((words) => words.join(' '));
export const author = fc.constantFrom('', 'ada', 'bo');
/** Counted among those there are. */
export const which = fc.nat({ max: 99 });
