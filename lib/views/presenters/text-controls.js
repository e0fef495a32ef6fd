import { textsThat } from '../../store/text-fields.js';
/** @import { Words } from '../../base/words.js' */
/** @import { TextKind, TextName } from '../../store/text-fields.js' */

/**
 * The controls of rows, for `views/admin/field.mustache`.
 * @template {TextKind} K
 * @param {K} kind
 * @param {Record<TextName<K>, string>} typed
 * @param {Record<string, string | undefined>} problems  by name
 * @param {Words} words
 */
export const presentControls = (kind, typed, problems, words) =>
  textsThat(kind).flatMap(([name, { is, control }]) =>
    control
      ? [
          {
            name,
            label: words.say(control.label),
            hint: control.hint && words.say(control.hint),
            value: typed[name],
            isLine: is === 'paragraphs',
            isAddress: is === 'address',
            problem: problems[name] ? { text: problems[name] } : null,
          },
        ]
      : [],
  );
