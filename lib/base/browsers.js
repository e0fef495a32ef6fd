/** @import { Words } from './words.js' */

/** The first that fits: many browsers also name those that they derive from. */
const browsers = /** @type {const} */ ([
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\/|\bOpera\b/],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS|Chromium|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
]);
const systems = /** @type {const} */ ([
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Windows', /\bWindows\b/],
  ['Mac', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
]);

/** @param {string} agent a User-Agent @returns {string | undefined} its name */
export const browserOf = (agent) => browsers.find(([, pattern]) => pattern.test(agent))?.[0];

/**
 * @param {string} agent a User-Agent
 * @param {Pick<Words, 'say'>} words
 * @returns {string} as people say it, such as 'Firefox on Linux'; an unknown one as it is
 */
export function sayBrowser(agent, words) {
  const browser = browserOf(agent);
  const system = systems.find(([, pattern]) => pattern.test(agent))?.[0];
  if (browser && system) return words.say('common.browserOn', { browser, system });
  return agent || words.say('common.unknownBrowser');
}
