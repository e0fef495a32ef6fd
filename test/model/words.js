import fc from 'fast-check';
import { pictures, recording } from './addresses.js';

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
/** Of a text: what lists show, and perhaps a picture or a sound. */
export const beginning = fc
  .tuple(
    fc.array(word, { minLength: 1, maxLength: 4 }),
    fc.constantFrom(
      '',
      '',
      `\n[A jar](/media/${recording.id})`,
      ...pictures.map(({ id }) => `\n![A jar](/media/${id})`),
    ),
  )
  .map(([words, picture]) => words.join(' ') + picture);
export const author = fc.constantFrom('', 'ada', 'bo');
/** What somebody types into a database's console: a word, and a time for a post or page in the years of the model. */
export const typed = {
  word: fc.constantFrom('jar', 'lid', 'cellar'),
  time: fc.constantFrom(
    '2023-01-01T00:30:00.000Z',
    '2025-06-15T08:00:00.000Z',
    '2026-12-31T23:30:00.000Z',
  ),
};
/** Counted among those there are. */
export const which = fc.nat({ max: 99 });
