import { lookUp } from '../../base/look-up.js';
import { recordOf } from '../../base/record-of.js';
/** @import { Values, Words } from '../../base/words.js' */

/** Of names and addresses, which no browser should correct. */
const exact = { autocomplete: 'off', autocapitalize: 'none', spellcheck: 'false' };

/** Attributes of a control, by what is typed; with `rows` it has several lines. */
const controls = /** @satisfies {Record<string, Record<string, string | number>>} */ ({
  line: { dir: 'auto' },
  lines: { dir: 'auto', rows: 2 },
  paragraphs: { dir: 'auto', rows: 6 },
  text: { dir: 'auto', rows: 4, spellcheck: 'false' },
  count: { class: 'short', inputmode: 'numeric', required: '' },
  address: { inputmode: 'url', placeholder: 'https://…', ...exact },
  upload: { placeholder: '/media/…', ...exact },
  exact,
  date: { type: 'datetime-local' },
  email: { type: 'email', autocomplete: 'email' },
  password: { type: 'password', autocomplete: 'current-password', required: '' },
  newPassword: { type: 'password', autocomplete: 'new-password', required: '' },
  language: { required: '' },
  zone: { required: '' },
  tick: { type: 'checkbox' },
  choice: {},
});

/**
 * @typedef {object} FieldRow
 * @property {keyof typeof controls} is
 * @property {string} [id]  if it is not its name
 * @property {string} [label]  a key, if it is not `field.NAME`
 * @property {string} [hint]  a key, if it is not that of the label and `Hint`, which there need not be
 * @property {string} [note]  a key of what stands behind the label
 * @property {string} [file]  a name that does
 * @property {string} [placeholder]
 * @property {{ maxLength?: number }} [schema]
 * @property {Record<string, string | number>} [attributes]  of the control, further ones
 *
 * @typedef {object} Typed
 * @property {string} value
 * @property {string} [hint]  a sentence, instead of that of the row
 * @property {Values} [values]  of placeholders in the label and the hint
 * @property {string} [placeholder]
 * @property {string} [problem]
 * @property {string} [theirs]  what somebody else has saved meanwhile
 * @property {boolean} [focus]
 *
 * @typedef {ReturnType<typeof presentField>} ShownField
 */

/**
 * The fields of a form, each for `views/admin/field.mustache`.
 * @param {Record<string, FieldRow>} rows
 * @param {{ readonly [name: string]: unknown }} values  those of the fields, as typed
 * @param {Record<string, string>} problems  a sentence for each field that is wrong
 * @param {Words} words
 * @param {Record<string, Partial<Typed>>} [more]
 */
export function presentFields(rows, values, problems, words, more = {}) {
  const names = Object.keys(rows);
  const first = names.find((name) => problems[name]);
  return recordOf(names, (name) => {
    const value = String(lookUp(values, name) ?? '');
    const typed = { value, problem: problems[name], focus: name === first };
    return presentField(name, rows[name], { ...typed, ...more[name] }, words);
  });
}

/** @param {string} value @param {Words} words */
const sayTick = (value, words) => words.say(value ? 'common.on' : 'common.off');

/** @param {string} name @param {FieldRow} row @param {Typed} typed @param {Words} words */
function presentField(name, row, { value, values, problem = '', theirs, ...typed }, words) {
  const { is, id = name, label = `field.${name}`, hint = `${label}Hint`, note, file } = row;
  const { placeholder = row.placeholder } = typed;
  const { maxLength } = row.schema ?? {};
  const said = typed.hint ?? (words.has(hint) ? words.say(hint, values) : '');
  const described = [
    `${id}-problem`,
    ...(said ? [`${id}-hint`] : []),
    ...(theirs === undefined ? [] : [`${id}-theirs`]),
  ];
  /** @type {Record<string, string | number>} */
  const attributes = {
    id,
    name,
    ...controls[is],
    ...(maxLength && { maxlength: maxLength }),
    ...row.attributes,
    ...(placeholder && { placeholder }),
    ...(is === 'tick' && value && { checked: '' }),
    'aria-describedby': described.join(' '),
    ...(problem && { 'aria-invalid': 'true' }),
    ...(typed.focus && { autofocus: '' }),
  };
  return {
    id,
    label: words.say(label, values),
    note: note ? words.say(note) : file,
    hint: said,
    value,
    problem,
    theirs: theirs === undefined ? null : { text: is === 'tick' ? sayTick(theirs, words) : theirs },
    attributes: Object.entries(attributes).map(([name, value]) => ({ name, value })),
    isUpload: is === 'upload',
    isTick: is === 'tick',
    isLanguage: is === 'language',
    isZone: is === 'zone',
    isChoice: is === 'language' || is === 'zone',
    isLong: 'rows' in attributes,
  };
}

/**
 * The list of what is wrong, for `views/admin/summary.mustache`.
 * @param {Record<string, string>} problems  a sentence for each field that is wrong
 * @param {Record<string, { label: string }>} fields
 */
export const presentMistakes = (problems, fields) =>
  Object.entries(problems).map(([name, problem]) => ({
    name,
    text: `${fields[name]?.label ?? name}: ${problem}`,
  }));
