import { sayMessage } from '../../base/messages.js';
/** @import { LarderError } from '../../base/errors.js' */
/** @import { Words } from '../../base/words.js' */

/** @param {Record<string, string>} problems  a message for each field @param {Words} words */
export const sayProblems = (problems, words) =>
  Object.fromEntries(
    Object.entries(problems).map(([field, problem]) => [field, sayMessage(problem, words)]),
  );

/**
 * @param {{ message: string, word?: LarderError['word'] }} error
 * @param {Words} words  of the admin pages
 * @returns {string} what authors see of it
 */
export const sayError = ({ message, word }, words) =>
  word && words.has(word[0]) ? words.say(...word) : sayMessage(message, words);
