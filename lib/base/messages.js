import { adminWords } from './words.js';
/** @import { Words } from './words.js' */

/**
 * Of texts that authors see, which are in English where they are made: messages, which the API says too, warnings of
 * imports, which the terminal says too, and labels of themes.
 */
const MESSAGE = /^(?:error|theme|warning)\./;
const PLACEHOLDER = /\{(\w+)\}/g;
/** Of a text; each is looked for alone if the whole is not known. */
const SENTENCES_AT_MOST = 5;
/** Characters: what is filled in may be an author’s, and a pattern’s time can grow with its square. */
const LENGTH_AT_MOST = 6000;
/** Messages in messages. */
const DEPTH_AT_MOST = 4;

/** Made when somebody needs them first. @type {{ key: string, longest: string, pattern: RegExp }[]} */
const messages = [];

/**
 * @param {string} message  in English
 * @param {Words} words  of the admin pages
 * @param {number} [depth]  in how many others it stands
 * @returns {string} the same in their language; as it is where they have it not
 */
export function sayMessage(message, words, depth = 0) {
  if (words.language === 'en' || message.length > LENGTH_AT_MOST || depth > DEPTH_AT_MOST)
    return message;
  if (messages.length === 0) messages.push(...readMessages());
  const said = sayWhole(message, words, depth);
  if (said !== null) return said;
  const sentences = message.split(/(?<=\.) /, SENTENCES_AT_MOST + 1);
  if (sentences.length === 1 || sentences.length > SENTENCES_AT_MOST) return message;
  return sentences
    .map(
      (each) => sayWhole(each, words, depth) ?? sayWhole(each.slice(0, -1), words, depth) ?? each,
    )
    .join(' ');
}

/** @param {string} message @param {Words} words @param {number} depth @returns {string | null} */
function sayWhole(message, words, depth) {
  for (const { key, longest, pattern } of messages) {
    // Much quicker than the pattern, for the many that differ.
    if (!message.includes(longest)) continue;
    const found = pattern.exec(message);
    if (found) return words.say(key, sayParts(found.groups, words, depth + 1));
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

/**
 * @param {Record<string, string> | undefined} parts  some may be messages too
 * @param {Words} words
 * @param {number} depth
 */
const sayParts = ({ problem, reason, field, ...parts } = {}, words, depth) => ({
  ...parts,
  ...(problem && { problem: sayMessage(problem, words, depth) }),
  ...(reason && { reason: sayMessage(reason, words, depth) }),
  ...(field && {
    field: words.has(`field.${field}`)
      ? words.say(`field.${field}`)
      : sayMessage(field, words, depth),
  }),
});
