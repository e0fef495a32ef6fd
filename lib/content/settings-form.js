import { wordsOf } from '../base/words.js';
import { recordOf } from '../base/record-of.js';
import { settingsThat } from '../store/settings-fields.js';
import { TICKED } from './post-form.js';
import { menuOf, storedMenu } from '../changes/index/menu.js';
/** @import { SettingFields, SettingName } from '../store/settings-fields.js' */
/** @import { Settings } from '../store/types.js' */
/** @import { MenuLink, Saying } from '../changes/index/menu.js' */

/**
 * The settings as in their form: texts as typed, and rows of links, of which some may be empty.
 *
 * @typedef {MenuLink} Link
 * @typedef {Record<typeof textFields[number], string> & { links: Link[] }} SettingsForm
 *
 * @typedef {{ [F in SettingName]: SettingFields[F] extends { control: object } ? F : never }[SettingName]}
 *   ControlledSetting
 */

/** Those of rows that are on the page. */
const controlled = settingsThat(({ control }) => control);
const controlledNames = /** @type {ControlledSetting[]} */ (controlled.map(([name]) => name));

/** The fields of the form that are sent once. */
export const textFields = /** @type {const} */ ([
  'title',
  'tagline',
  'language',
  'timeZone',
  'comments',
  ...controlledNames,
]);

/** @param {Settings} settings @returns {SettingsForm} */
export const formOfSettings = (settings) =>
  typedBy((name) => asTyped(settings[name]), menuOf(settings, wordsOf(settings)));

/** @param {string | number | boolean} value */
function asTyped(value) {
  if (typeof value !== 'boolean') return String(value);
  return value ? TICKED : '';
}

/** @param {URLSearchParams} form @returns {SettingsForm} */
export function readSettingsForm(form) {
  const urls = form.getAll('link-url');
  const places = form.getAll('link-place');
  const links = form.getAll('link-title').map((title, row) => ({
    title,
    url: urls[row] ?? '',
    ...(places[row] === 'footer' && { footer: true }),
  }));
  return typedBy((name) => form.get(name) ?? '', links);
}

/** @param {(name: typeof textFields[number]) => string} valueOf @param {Link[]} links @returns {SettingsForm} */
const typedBy = (valueOf, links) => ({ ...recordOf(textFields, valueOf), links });

/**
 * @param {SettingsForm} typed
 * @param {Saying} words  as they were when the form was shown
 * @returns {Partial<Settings>} not yet validated; empty rows are left out
 */
export const settingsOf = ({ links, ...typed }, words) => ({
  ...typed,
  language: typed.language.trim(),
  timeZone: typed.timeZone.trim(),
  comments: /** @type {Settings['comments']} */ (typed.comments),
  ...rowsOf(typed),
  ...storedMenu(links.filter(isWritten), words),
});

/** What is typed, by what it is. */
const readers = {
  count: wholeNumber,
  text: (/** @type {string} */ text) => text,
  tick: (/** @type {string} */ text) => text === TICKED,
};

/** @param {Record<ControlledSetting, string>} typed @returns {Pick<Settings, ControlledSetting>} */
const rowsOf = (typed) =>
  /** @type {any} */ (
    Object.fromEntries(
      controlled.map(([name, { is }]) => [
        name,
        readers[is](typed[/** @type {ControlledSetting} */ (name)]),
      ]),
    )
  );

/**
 * Applies a button beside the rows of links: move up, move down, remove.
 * @param {SettingsForm} typed
 * @param {string} action 'up-2', 'down-2' or 'remove-2' for the row of that number, counted from 0
 * @returns {SettingsForm | null} null: not such a button
 */
export function reordered(typed, action) {
  const [, what, number] = /^(up|down|remove)-(\d{1,3})$/.exec(action) ?? [];
  if (!what) return null;
  const links = [...typed.links];
  const from = Number(number);
  const [link] = links.splice(from, 1);
  const to = what === 'up' ? from - 1 : from + 1;
  if (link && what !== 'remove') links.splice(Math.max(0, to), 0, link);
  return { ...typed, links };
}

/** @param {Link} link */
export const isWritten = ({ title, url }) => title.trim() !== '' || url.trim() !== '';

/** @param {string} text @returns {number} NaN when it is not a whole number */
function wholeNumber(text) {
  return /^\s*\d{1,9}\s*$/.test(text) ? Number(text) : NaN;
}
