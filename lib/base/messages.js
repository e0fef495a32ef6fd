import { adminWords } from './words.js';
/** @import { Words } from './words.js' */

/**
 * Of texts that authors see, which are in English where they are made: messages, which the API says too, and labels of
 * themes.
 */
const MESSAGE = /^(?:(?:error|label)[A-Z]\w+|notFound)$/;

/** Made when somebody needs them first. @type {{ key: string, pattern: RegExp }[]} */
const messages = [];

/**
 * @param {string} message  in English
 * @param {Words} words  of the admin pages
 * @returns {string} the same in their language; as it is where they have it not
 */
export function sayMessage(message, words) {
  if (words.language === 'en') return message;
  if (messages.length === 0) messages.push(...readMessages());
  for (const { key, pattern } of messages) {
    const found = pattern.exec(message);
    if (found) return words.say(key, sayParts(found.groups, words));
  }
  return message;
}

/** The longest first: it says the most. */
const readMessages = () =>
  Object.entries(adminWords.english)
    .filter(([key]) => MESSAGE.test(key))
    .sort(([, one], [, other]) => String(other).length - String(one).length)
    .map(([key, text]) => {
      const literal = String(text).replace(/[.*+?^$()|[\]\\]/g, '\\$&');
      const pattern = literal.replace(/\{(\w+)\}/g, '(?<$1>.+?)');
      return { key, pattern: new RegExp(`^${pattern}$`, 's') };
    });

/** @param {Record<string, string> | undefined} parts  a problem may stand in another @param {Words} words */
const sayParts = ({ problem, field, ...parts } = {}, words) => ({
  ...parts,
  ...(problem && { problem: sayMessage(problem, words) }),
  ...(field && { field: words.has(field) ? words.say(field) : field }),
});
