import { localDate } from './shared/dates.js';
import { slugify } from '../../base/slug.js';
import { leftBehind } from './left-behind.js';

/** So many names are given as examples. */
const EXAMPLES = 3;

/**
 * @param {{ undated: string[], unplaced: { file: string, date: unknown }[], leftOut: string[], others: string[] }} found
 * @returns {string[]} a sentence for the summary on each thing that the source does not say
 */
export function hintsOf({ undated, unplaced, leftOut, others }) {
  const hints = [];
  if (leftOut.length > 0)
    hints.push(
      `The other engine made no page of ${countOf(leftOut.length, 'file')}, left out here: ${leftOut.join(', ')}. To import one, import it alone`,
    );
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
  return [...hints, ...leftBehind(others)];
}

/** @param {number} count @param {string} [what] */
const countOf = (count, what = 'post') => (count === 1 ? `one ${what}` : `${count} ${what}s`);

/** @param {string[]} names @param {number} [most] */
const listOf = (names, most = EXAMPLES) =>
  names.slice(0, most).join(', ') + (names.length > most ? ' and others' : '');

/** @param {string} file */
const nameOf = (file) =>
  slugify(
    file
      .replace(/(\/_?index)?\.\w+$/i, '')
      .replace(/^.*\//, '')
      .replace(/^\d{4}-\d\d?-\d\d?-/, ''),
  );
