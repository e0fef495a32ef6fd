import { postFieldsThat } from '../../store/fields.js';
/** @import { Field } from '../../store/fields.js' */
/** @import { Fields } from '../../content/post-form.js' */
/** @import { Words } from '../../base/words.js' */
/** @import { Row } from '../../markup/differences.js' */
/** @import { TextWork } from '../../markup/text-work.js' */

/** @param {(is: Field['is']) => boolean} isWanted @returns {(keyof Fields)[]} further fields */
const further = (isWanted) =>
  postFieldsThat(({ is, hasControl }) => hasControl && isWanted(is)).map(
    ([name]) => /** @type {keyof Fields} */ (name),
  );

const names = /** @type {(keyof Fields)[]} */ ([
  ...['title', 'slug', 'tags', 'excerpt'],
  ...further((is) => is !== 'tick'),
  ...['date', 'cover', 'coverAlt'],
  ...further((is) => is === 'tick'),
  ...['commentsClosed', 'markdown'],
]);

/**
 * Two versions side by side, for `views/admin/differences.mustache`.
 * @param {Fields} left
 * @param {Fields} right
 * @param {{ left: string, right: string }} titles
 * @param {{ texts: TextWork, words: Words }} blog
 */
export async function presentDifferences(left, right, titles, { texts, words }) {
  const changed = names.filter((name) => left[name].trim() !== right[name].trim());
  const fields = await Promise.all(
    changed.map(async (name) => {
      const rows = await texts.differences(left[name], right[name]);
      return {
        title: words.say(`field.${name}`),
        rows: rows?.map(presentRow),
        tooDifferent: rows === null,
      };
    }),
  );
  return { titles, fields, none: fields.length === 0 };
}

/** @param {Row} row */
const presentRow = ({ same, left, right, skipped, isEnd = false }) => ({
  skipped: skipped ?? null,
  isEnd,
  left: left && { pieces: left, isWhole: !same && left.every(({ changed }) => changed) },
  right: right && { pieces: right, isWhole: !same && right.every(({ changed }) => changed) },
  isLines: !skipped && !isEnd,
  same,
});
