import { builtInThemes } from '../changes/index/appearance.js';
import { defaultSettings } from '../changes/index/default-settings.js';
import { isError, LarderError } from '../base/errors.js';
import { isTimeZone } from '../base/time-zones.js';
import { validateAppearance } from './appearance/validate.js';
import { isUsual } from '../changes/index/menu.js';
import { validateWords } from './validate-words.js';
import { settingsThat } from '../store/settings-fields.js';
import { shapes } from './shapes.js';
import { foldCase } from '../base/unicode.js';
import {
  check,
  checkLine,
  checkParagraphs,
  checkUpload,
  collectProblems,
  isContact,
  isWebAddress,
  plainLine,
  validateTags,
} from './validate.js';
/** @import { Schema } from '../store/fields.js' */
/** @import { SettingField, SettingValues } from '../store/settings-fields.js' */
/** @import { Settings } from '../store/types.js' */
/** @import { MenuLink } from '../changes/index/menu.js' */

const shape = shapes.settings;

/**
 * @typedef {Partial<Record<keyof Settings, string>>} Problems  an error message for each invalid field
 */

/**
 * Checks the settings and normalises them for storage.
 * @param {Settings} settings
 * @returns {Settings}
 * @throws {LarderError} `invalid`, with the first invalid field
 */
export function validateSettings(settings) {
  const { language, timeZone, comments } = settings;
  const title = checkLine(settings.title, 'title', shape.title);
  const tagline = checkLine(settings.tagline, 'tagline', shape.tagline);
  check(isLanguage(language), 'language', 'Enter a language code such as en or pt-BR');
  check(isTimeZone(timeZone), 'timeZone', 'Enter a time zone such as Europe/Berlin or UTC');
  const isWay = shape.comments.enum.includes(comments);
  check(isWay, 'comments', 'New comments must be held, shown or off');
  const { maxItems } = shape.navigation;
  const isFew = settings.navigation.length <= maxItems;
  check(isFew, 'navigation', `The navigation can have at most ${maxItems} links`);
  const navigation = settings.navigation.map(checkLink);
  const tagDescriptions = checkDescriptions(settings.tagDescriptions);
  const logo = checkUpload(settings.logo, 'logo', shape.logo);
  const icon = checkUpload(settings.icon, 'icon', shape.icon);
  const rows = Object.fromEntries(
    settingsThat().map(([name, field]) => [name, checkRow(settings[name], name, field)]),
  );
  const theme = checkTheme(settings.theme);
  const appearance = checkAppearance(settings.appearance);
  const words = validateWords(settings.words);
  const texts = { title, tagline, logo, icon, theme };
  return { ...settings, ...rows, ...texts, navigation, tagDescriptions, appearance, words };
}

/** @param {string} theme @returns {string} @throws {LarderError} `invalid`, when it is neither known nor an upload */
export function checkTheme(theme) {
  if (builtInThemes.includes(theme)) return theme;
  const path = checkUpload(theme, 'theme', shape.theme);
  const isZip = path.endsWith('.zip');
  check(isZip, 'theme', `Choose ${builtInThemes.join(', ')}, or upload a theme`);
  return path;
}

/** @param {Settings['appearance']} appearance @throws {LarderError} `invalid`, with a field such as 'appearance.css' */
function checkAppearance(appearance) {
  try {
    return validateAppearance(appearance);
  } catch (error) {
    if (!isError(error, 'invalid')) throw error;
    throw new LarderError('invalid', error.message, { field: `appearance.${error.field}` });
  }
}

/** @param {Settings} input @returns {Problems} */
export const problemsOfSettings = (input) =>
  collectProblems(validateSettings, input, defaultSettings()).problems;

/** @param {MenuLink} link @returns {MenuLink} */
function checkLink(link) {
  const { items } = shape.navigation;
  const { maxLength } = items.properties.title;
  const url = link.url.trim();
  const title = plainLine(link.title, maxLength);
  const start = url.slice(0, 40);
  check(title !== '' || isUsual(url), 'navigation', `The link to ${start} needs a title`);
  check(
    title !== null,
    'navigation',
    `The title of a link can have at most ${maxLength} characters`,
  );
  check(url !== '', 'navigation', `“${title.slice(0, 40)}” needs a URL`);
  const { maxLength: longest } = items.properties.url;
  const isUrl =
    /^\/(?![/\\])[^\s\\]*$/.test(url) || isWebAddress(url, longest) || isContact(url, longest);
  const sentence = `“${start}” is neither a path on this blog nor an http, https, mailto or tel URL`;
  check(isUrl, 'navigation', sentence);
  return { title, url, ...(link.footer && { footer: true }) };
}

/**
 * @param {Settings['tagDescriptions']} input
 * @returns {Settings['tagDescriptions']} the last of each tag, without empty ones
 */
function checkDescriptions(input) {
  const { maxItems, items } = shape.tagDescriptions;
  const texts = new Map(
    input.map(({ tag, text }) => {
      const plain = checkParagraphs(text, 'tagDescriptions', items.properties.text);
      const [name = ''] = validateTags([tag], 'tagDescriptions');
      return [foldCase(name), { tag: name, text: plain }];
    }),
  );
  const stored = [...texts.values()].filter(({ tag, text }) => tag && text);
  check(stored.length <= maxItems, 'tagDescriptions', `At most ${maxItems} tags can be described`);
  return stored;
}

/**
 * @param {any} value
 * @param {string} name
 * @param {SettingField} field
 * @returns {number | string | boolean} as it is stored
 */
function checkRow(value, name, { is, schema, problem }) {
  const checked = readers[is](value, name, schema);
  const sentence = problem?.(/** @type {never} */ (checked)) ?? '';
  check(sentence === '', name, sentence);
  return checked;
}

/**
 * By what they are.
 * @type {{ [K in keyof SettingValues]: (value: any, name: string, schema: Schema) => SettingValues[K] }}
 */
const readers = {
  count(number, name, { minimum = 0, maximum = Infinity }) {
    const isWhole = Number.isInteger(number) && number >= minimum && number <= maximum;
    const hint = minimum === 0 ? '; 0 = never' : '';
    check(isWhole, name, `Enter a number from ${minimum} to ${maximum}${hint}`);
    return number;
  },

  text: checkParagraphs,

  tick: Boolean,
};

/** @param {string} tag */
export function isLanguage(tag) {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}
