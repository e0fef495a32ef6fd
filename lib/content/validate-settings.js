import { LarderError } from '../errors.js';
import { plainLine, plainText } from './validate.js';
import { isWebAddress } from './validate-comment.js';
/** @import { Settings } from '../types.js' */

const TITLE_AT_MOST = 200;
const TAGLINE_AT_MOST = 300;
const PER_PAGE_AT_MOST = 100;
const DAYS_AT_MOST = 3650;
const LINKS_AT_MOST = 20;
const LINK_TITLE_AT_MOST = 100;

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
  const [problem] = Object.entries(problemsOfSettings(settings));
  if (problem) throw new LarderError('invalid', problem[1], { field: problem[0] });
  return tidy(settings);
}

/** @param {Settings} given @returns {Problems} */
export function problemsOfSettings(given) {
  const { language, timeZone, postsPerPage, navigation, comments } = given;
  const { commentsCloseAfterDays: days } = given;
  const title = plainLine(given.title, TITLE_AT_MOST);
  /** @type {Problems} */
  const problems = {};
  /** @param {boolean} holds @param {keyof Settings} field @param {string} sentence */
  const check = (holds, field, sentence) => void (holds || (problems[field] ??= sentence));
  check(title !== '', 'title', 'A title is required');
  check(title !== null, 'title', `The title can have at most ${TITLE_AT_MOST} characters`);
  const isShort = plainLine(given.tagline, TAGLINE_AT_MOST) !== null;
  check(isShort, 'tagline', `The tagline can have at most ${TAGLINE_AT_MOST} characters`);
  check(isLanguage(language), 'language', 'Enter a language code such as en or pt-BR');
  check(isTimeZone(timeZone), 'timeZone', 'Enter a time zone such as Europe/Berlin or UTC');
  const isCount = isWhole(postsPerPage, 1, PER_PAGE_AT_MOST);
  check(isCount, 'postsPerPage', `Enter a number from 1 to ${PER_PAGE_AT_MOST}`);
  const isWay = ['held', 'shown', 'off'].includes(comments);
  check(isWay, 'comments', 'New comments must be held, shown or off');
  const isSpan = isWhole(days, 0, DAYS_AT_MOST);
  check(isSpan, 'commentsCloseAfterDays', `Enter a number from 0 to ${DAYS_AT_MOST}; 0 = never`);
  const isFew = navigation.length <= LINKS_AT_MOST;
  check(isFew, 'navigation', `The navigation can have at most ${LINKS_AT_MOST} links`);
  for (const link of navigation.slice(0, LINKS_AT_MOST)) {
    const problem = problemOfLink(link);
    check(problem === null, 'navigation', problem ?? '');
  }
  return problems;
}

/** @param {Settings} settings @returns {Settings} */
const tidy = (settings) => ({
  ...settings,
  title: plainText(settings.title).trim(),
  tagline: plainText(settings.tagline).trim(),
  navigation: settings.navigation.map(({ title, url }) => ({
    title: plainText(title).trim(),
    url: url.trim(),
  })),
});

/** @param {{ title: string, url: string }} link @returns {string | null} */
function problemOfLink(link) {
  const url = link.url.trim();
  const title = plainLine(link.title, LINK_TITLE_AT_MOST);
  if (title === '') return `The link to ${url.slice(0, 40)} needs a title`;
  if (title === null)
    return `The title of a link can have at most ${LINK_TITLE_AT_MOST} characters`;
  if (url === '') return `“${title.slice(0, 40)}” needs a URL`;
  const isPath = /^\/(?![/\\])[^\s\\]*$/.test(url);
  if (isPath || isWebAddress(url)) return null;
  return `“${url.slice(0, 40)}” is neither a path on this blog nor an http or https URL`;
}

/** @param {number} number @param {number} least @param {number} most */
const isWhole = (number, least, most) =>
  Number.isInteger(number) && number >= least && number <= most;

/** @param {string} tag */
function isLanguage(tag) {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

/** @param {string} name @returns {boolean} */
export function isTimeZone(name) {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return /^[A-Za-z]/.test(name);
  } catch {
    return false;
  }
}
