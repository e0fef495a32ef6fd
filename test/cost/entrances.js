import { authors } from './entrances/authors.js';
import { imports } from './entrances/imports.js';
import { strangers } from './entrances/strangers.js';
/** @import { Entrance } from './entrances/entrance.js' */

/**
 * Every parser and entrance that text of others reaches.
 * @param {() => string} makeFolder for their own files
 * @returns {Entrance[]}
 */
export const entrancesIn = (makeFolder) => [...strangers(), ...authors(), ...imports(makeFolder)];

/**
 * @param {Entrance['feed']} feed
 * @param {string} text
 * @throws {TypeError} and what else is no answer
 */
export async function answered(feed, text) {
  try {
    await feed(text);
  } catch (error) {
    if (error instanceof TypeError && !('code' in error)) throw error;
  }
}
