/** @import { Words } from '../../base/words.js' */

/**
 * Statuses of which readers are told more than that something went wrong, and what each suggests.
 * @type {Record<number, string | null>}
 */
const suggestions = {
  400: null,
  403: null,
  404: 'errorArchive',
  405: null,
  408: null,
  410: 'errorArchive',
  413: null,
  415: null,
  421: null,
  429: null,
  500: 'error500Hint',
  503: 'error503Hint',
};

/**
 * @param {number} status
 * @param {Words} words
 * @returns {{ title: string, message: string, suggestion: string | null }} what readers see of an error
 */
export function presentError(status, words) {
  const known = status in suggestions ? status : status < 500 ? 400 : 500;
  const suggestion = suggestions[known];
  return {
    title: words.say(`error${known}`),
    message: words.say(`error${known}Text`),
    suggestion: suggestion && words.say(suggestion),
  };
}
