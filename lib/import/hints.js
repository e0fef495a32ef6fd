import { localDate } from './shared/dates.js';
import { slugify } from '../util/slug.js';

/** So many names are given as examples. */
const EXAMPLES = 3;

/**
 * @param {{ undated: string[], unplaced: { file: string, date: unknown }[] }} found
 * @returns {string[]} a sentence for the summary on each thing that the source does not say
 */
export function hintsOf({ undated, unplaced }) {
  const hints = [];
  if (undated.length > 0)
    hints.push(
      `Nothing says the date of ${countOf(undated.length)}, so the time of the file is used: ${listOf(undated)}`,
    );
  const example = unplaced.find(({ date }) => date !== undefined);
  if (unplaced.length > 0) {
    const names = listOf(unplaced.map(({ file }) => file));
    const [address, pattern] = example
      ? [
          `/${localDate(example.date).toISOString().slice(0, 7).replace('-', '/')}`,
          '/:year/:month/:title/',
        ]
      : ['/blog', '/blog/:title/'];
    const { file } = example ?? unplaced[0];
    hints.push(
      `Nothing says at which addresses ${countOf(unplaced.length)} stood: ${names}. If ${file} was at ${address}/${nameOf(file)}/, import again with --permalink '${pattern}'`,
    );
  }
  return hints;
}

/** @param {number} count */
const countOf = (count) => (count === 1 ? 'one post' : `${count} posts`);

/** @param {string[]} names */
const listOf = (names) =>
  names.slice(0, EXAMPLES).join(', ') + (names.length > EXAMPLES ? ' and others' : '');

/** @param {string} file */
const nameOf = (file) =>
  slugify(
    file
      .replace(/(\/_?index)?\.\w+$/i, '')
      .replace(/^.*\//, '')
      .replace(/^\d{4}-\d\d?-\d\d?-/, ''),
  );
