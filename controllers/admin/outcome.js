import { describe, LarderError } from '../../lib/base/errors.js';
import { lookUp } from '../../lib/base/look-up.js';
import { sayError } from '../../lib/views/presenters/errors.js';
/** @import { ErrorCode } from '../../lib/base/errors.js' */
/** @import { Words } from '../../lib/base/words.js' */
/** @import { AuthorResult } from '../types.js' */

/**
 * Runs an action. If it refuses what was sent, its page is shown again with the reason, and the status of that.
 * @param {() => Promise<AuthorResult | null>} action
 * @param {(wrong: { field: string, text: string, error: LarderError }) => AuthorResult | null | Promise<AuthorResult |
 *   null>} again  `field`: `general` for none
 * @param {Words} words
 * @param {ErrorCode[]} [codes]  of what is shown on the page; all else is thrown
 */
export async function attempt(action, again, words, codes = ['invalid', 'tooMany']) {
  try {
    return await action();
  } catch (error) {
    if (!(error instanceof LarderError) || !codes.includes(error.code)) throw error;
    const { headers, code } = error;
    const field = code === 'tooMany' ? 'general' : (error.field ?? 'general');
    const page = await again({ field, text: sayError(error, words), error });
    return page && { status: describe(error).status, headers, ...page };
  }
}

/**
 * What a page says of what was just done.
 * @param {Record<string, string>} keys  of words, by what the address of the page says
 * @param {string | null} done
 * @param {Words} words
 * @returns {{ text: string, link: null } | null}
 */
export function sayDone(keys, done, words) {
  const key = lookUp(keys, done ?? '');
  return key ? { text: words.say(key), link: null } : null;
}
