import { defaultAppearance } from '../../changes/index/appearance.js';
import { isError, LarderError } from '../../base/errors.js';
import { equal } from '../../base/equal.js';
import { keysOf } from '../../base/record-of.js';
import { check as checkShape } from '../schema.js';
import { check, checkLine, checkUpload, isContact, isWebAddress } from '../validate.js';
import { checkCss } from './css.js';
import { appearance as shape } from './shape.js';
/** @import { Appearance } from '../../store/types.js' */

/** Meta elements that change how browsers or search engines treat the page. */
const NOT_FOR_OWNERS =
  /^(referrer|viewport|color-scheme|theme-color|robots|googlebot|description|generator|twitter:.*|og:.*)$/i;

/** Each part's own check; what its shape says is checked before. */
const checks =
  /** @type {{ [K in keyof Appearance]?: (value: Appearance[K]) => Appearance[K] }} */ ({
    accent: (value) => checkColour(value, 'accent'),
    background: (value) => checkColour(value, 'background'),
    logoDark: (value) => checkUpload(value, 'logoDark', { maxLength: 400, ...shape.logoDark }),
    footer: (value) => value.replace(/\r\n?/g, '\n').toWellFormed().trim(),
    links: (value) => value.map(checkLink),
    css: checkCss,
    verification: (value) => value.map(checkVerification),
    pinned: (value) => [...new Set(value)],
    switches: checkSwitches,
  });

/**
 * @param {Partial<Appearance>} input
 * @returns {Partial<Appearance>} normalised: what differs from the default
 * @throws {LarderError} `invalid`, with the name of the part as its field
 */
export function validateAppearance(input) {
  /** @type {Record<string, unknown>} */
  const valid = {};
  // In one order, since settings are compared as text.
  for (const name of keysOf(defaultAppearance)) {
    if (input[name] === undefined) continue;
    checkPart(input[name], name);
    const value = checked(name, input[name]);
    if (!equal(value, defaultAppearance[name])) valid[name] = value;
  }
  return valid;
}

/** @param {unknown} value @param {keyof Appearance} name @throws {LarderError} `invalid`, with the name as its field */
function checkPart(value, name) {
  try {
    checkShape(value, shape[name], name);
  } catch (error) {
    if (!isError(error, 'invalid')) throw error;
    throw new LarderError('invalid', error.message, { field: name });
  }
}

/** @template {keyof Appearance} K @param {K} name @param {Appearance[K]} value */
const checked = (name, value) => checks[name]?.(value) ?? value;

/** @param {string} text @param {string} field */
function checkColour(text, field) {
  const colour = text
    .trim()
    .toLowerCase()
    .replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3');
  check(/^(#[\da-f]{6})?$/.test(colour), field, 'Enter a colour such as #0f766e');
  return colour;
}

/** @param {Appearance['links'][number]} link */
function checkLink({ title, url }) {
  const { properties = {} } = shape.links.items ?? {};
  const line = checkLine(title, 'links', { maxLength: 100, ...properties.title });
  const address = url.trim();
  const isAddress = isWebAddress(address, 500) || isContact(address, 500);
  check(
    isAddress,
    'links',
    `“${address.slice(0, 40)}” is neither an http or https URL nor mailto:… or tel:…`,
  );
  return { title: line, url: address };
}

/** @param {Appearance['verification'][number]} meta */
function checkVerification({ name, content }) {
  check(!NOT_FOR_OWNERS.test(name), 'verification', `Larder sets “${name.slice(0, 40)}” itself`);
  return { name, content: checkLine(content, 'verification', { maxLength: 500 }) };
}

/** @param {Appearance['switches']} switches whether the theme knows them is its own matter */
function checkSwitches(switches) {
  const entries = Object.entries(switches);
  check(entries.length <= 50, 'switches', 'A theme can have at most 50 switches');
  for (const [name, value] of entries) {
    check(
      /^[a-z]\w{0,39}$/i.test(name),
      'switches',
      `“${name.slice(0, 40)}” is no name of a switch`,
    );
    const isShort =
      typeof value === 'boolean' || (typeof value === 'string' && value.length <= 500);
    check(isShort, 'switches', `${name} must be true, false, or at most 500 characters`);
  }
  return Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)));
}
