import { wordsOf } from '../base/words.js';
import { recordOf } from '../base/record-of.js';
import { menuOf, storedMenu } from '../changes/index/menu.js';
/** @import { Settings } from '../store/types.js' */
/** @import { MenuLink, Saying } from '../changes/index/menu.js' */

/**
 * The settings as in their form: texts as typed, and rows of links, of which some may be empty.
 *
 * @typedef {MenuLink} Link
 * @typedef {Record<typeof textFields[number], string> & { links: Link[] }} SettingsForm
 */

/** The fields of the form that are sent once. */
export const textFields = /** @type {const} */ ([
  'title',
  'tagline',
  'language',
  'timeZone',
  'postsPerPage',
  'comments',
  'commentsCloseAfterDays',
  'llmsText',
  'securityText',
]);

/** @param {Settings} settings @returns {SettingsForm} */
export const formOfSettings = (settings) =>
  typedBy((name) => String(settings[name]), menuOf(settings, wordsOf(settings)));

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
 * @returns {Omit<Settings, 'id' | 'revision' | 'tagDescriptions' | 'words' | 'logo' | 'icon' | 'theme' | 'appearance'>}
 *   not yet validated; empty rows are left out
 */
export const settingsOf = ({ links, ...typed }, words) => ({
  ...typed,
  language: typed.language.trim(),
  timeZone: typed.timeZone.trim(),
  postsPerPage: wholeNumber(typed.postsPerPage),
  comments: /** @type {Settings['comments']} */ (typed.comments),
  commentsCloseAfterDays: wholeNumber(typed.commentsCloseAfterDays),
  ...storedMenu(links.filter(isWritten), words),
});

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
const wholeNumber = (text) => (/^\s*\d{1,9}\s*$/.test(text) ? Number(text) : NaN);
