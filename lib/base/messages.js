import { adminWords } from './words.js';
/** @import { Words } from './words.js' */

/**
 * Of texts that authors see, which are in English where they are made: messages, which the API says too, warnings of
 * imports, which the terminal says too, and labels of themes.
 */
const MESSAGE = /^(?:(?:error|label|warning)[A-Z]\w+|notFound)$/;
const PLACEHOLDER = /\{(\w+)\}/g;
/** Of a text; each is looked for alone if the whole is not known. */
const SENTENCES_AT_MOST = 5;

/** Made when somebody needs them first. @type {{ key: string, longest: string, pattern: RegExp }[]} */
const messages = [];

/**
 * @param {string} message  in English
 * @param {Words} words  of the admin pages
 * @returns {string} the same in their language; as it is where they have it not
 */
export function sayMessage(message, words) {
  if (words.language === 'en') return message;
  if (messages.length === 0) messages.push(...readMessages());
  const said = sayWhole(message, words);
  if (said !== null) return said;
  const sentences = message.split(/(?<=\.) /, SENTENCES_AT_MOST + 1);
  if (sentences.length === 1 || sentences.length > SENTENCES_AT_MOST) return message;
  return sentences
    .map((each) => sayWhole(each, words) ?? sayWhole(each.slice(0, -1), words) ?? each)
    .join(' ');
}

/** @param {string} message @param {Words} words @returns {string | null} */
function sayWhole(message, words) {
  for (const { key, longest, pattern } of messages) {
    // Much quicker than the pattern, for the many that differ.
    if (!message.includes(longest)) continue;
    const found = pattern.exec(message);
    if (found) return words.say(key, sayParts(found.groups, words));
  }
  return null;
}

/** The one that begins with the most of its own first, then the longest: it says the most. */
const readMessages = () =>
  Object.entries(adminWords.english)
    .filter(([key]) => MESSAGE.test(key))
    .map(([key, text]) => ({ key, text: String(text), fixed: String(text).split(/\{\w+\}/) }))
    .sort(
      (one, other) =>
        other.fixed[0].length - one.fixed[0].length ||
        other.fixed.join('').length - one.fixed.join('').length,
    )
    .map(({ key, text, fixed }) => {
      const literal = text.replace(/[.*+?^$()|[\]\\]/g, '\\$&');
      // A message may stand in another, where it begins in lower case.
      const begun = literal.replace(/^[A-Z]/, (first) => `[${first}${first.toLowerCase()}]`);
      const [longest] = [fixed[0].slice(1), ...fixed.slice(1)].sort(
        (one, other) => other.length - one.length,
      );
      const pattern = new RegExp(`^${begun.replace(PLACEHOLDER, '(?<$1>.+?)')}$`, 's');
      return { key, longest, pattern };
    });

/** @param {Record<string, string> | undefined} parts  some may be messages too @param {Words} words */
const sayParts = ({ problem, reason, field, ...parts } = {}, words) => ({
  ...parts,
  ...(problem && { problem: sayMessage(problem, words) }),
  ...(reason && { reason: sayMessage(reason, words) }),
  ...(field && { field: words.has(field) ? words.say(field) : sayMessage(field, words) }),
});
