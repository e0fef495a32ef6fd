/** @import { Words } from '../../base/words.js' */
/** @import { Schema } from '../../store/fields.js' */

/** Characters of which more are typed in several lines. */
const SHORT = 200;

/**
 * The controls of rows, for `views/admin/field.mustache` and `setting.mustache`.
 * @template {string} N
 * @param {[N, { is: string, schema?: Schema, control?: { label: string, hint: string } }][]} rows
 * @param {(name: N) => object} stateOf  its value, problem and the like
 * @param {Words} words
 * @returns {any[]}
 */
export const presentControls = (rows, stateOf, words) =>
  rows.flatMap(([name, { is, schema: { maxLength = 0 } = {}, control }]) =>
    control
      ? [
          {
            ...control,
            name,
            label: words.say(control.label),
            hint: control.hint && words.say(control.hint),
            maxLength,
            isLong: is !== 'address' && maxLength > SHORT,
            isAddress: is === 'address',
            isTick: is === 'tick',
            isCount: is === 'count',
            isText: is === 'text',
            ...stateOf(name),
          },
        ]
      : [],
  );
