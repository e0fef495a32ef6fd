import { LarderError } from '../errors.js';
import { plainText } from './validate.js';
import { isWebAddress } from './validate-comment.js';

const TITLE_AT_MOST = 200;
const TAGLINE_AT_MOST = 300;
const PER_PAGE_AT_MOST = 100;
const DAYS_AT_MOST = 3650;
const LINKS_AT_MOST = 20;
const LINK_TITLE_AT_MOST = 100;

/**
 * Checks what people give for the settings and brings it into the form that is stored.
 * @param {import('../types.js').Settings} settings
 * @returns {import('../types.js').Settings}
 * @throws {LarderError} `invalid`, with the field
 */
export function validateSettings(settings) {
  const title = plainText(settings.title).trim();
  check(title.length > 0, 'title', 'A blog needs a title');
  check(title.length <= TITLE_AT_MOST, 'title', `A title has at most ${TITLE_AT_MOST} characters`);
  const tagline = plainText(settings.tagline).trim();
  const isShort = tagline.length <= TAGLINE_AT_MOST;
  check(isShort, 'tagline', `A tagline has at most ${TAGLINE_AT_MOST} characters`);
  const { language, timeZone, postsPerPage } = settings;
  check(isLanguage(language), 'language', 'A language is a tag such as en or pt-BR');
  check(isTimeZone(timeZone), 'timeZone', 'A time zone is a name such as Europe/Berlin or UTC');
  const isCount =
    Number.isInteger(postsPerPage) && postsPerPage >= 1 && postsPerPage <= PER_PAGE_AT_MOST;
  check(isCount, 'postsPerPage', `Posts per page are 1 to ${PER_PAGE_AT_MOST}`);
  const { comments, commentsCloseAfterDays: days } = settings;
  const isWay = ['held', 'shown', 'off'].includes(comments);
  check(isWay, 'comments', 'New comments are held, shown or off');
  const isSpan = Number.isInteger(days) && days >= 0 && days <= DAYS_AT_MOST;
  check(isSpan, 'commentsCloseAfterDays', `Days are 0 to ${DAYS_AT_MOST}; 0 means never`);
  const navigation = validateNavigation(settings.navigation);
  return { ...settings, title, tagline, navigation };
}

/** @param {{ title: string, url: string }[]} links */
function validateNavigation(links) {
  const field = 'navigation';
  check(links.length <= LINKS_AT_MOST, field, `The navigation has at most ${LINKS_AT_MOST} links`);
  return links.map((link) => {
    const title = plainText(link.title).trim();
    const url = link.url.trim();
    const isTitle = title.length > 0 && title.length <= LINK_TITLE_AT_MOST;
    check(isTitle, field, `A link has a title of at most ${LINK_TITLE_AT_MOST} characters`);
    const isPath = /^\/(?![/\\])[^\s\\]*$/.test(url);
    check(
      isPath || isWebAddress(url),
      field,
      `“${url.slice(0, 40)}” is neither a path of this blog nor an http address`,
    );
    return { title, url };
  });
}

/** @param {string} tag */
function isLanguage(tag) {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

/** @param {string} name */
function isTimeZone(name) {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return /^[A-Za-z]/.test(name);
  } catch {
    return false;
  }
}

/** @param {boolean} holds @param {string} field @param {string} sentence */
function check(holds, field, sentence) {
  if (!holds) throw new LarderError('invalid', sentence, { field });
}
