import { ENV_FILE } from '../base/env-file.js';
import { differsBy } from '../search/similar-words.js';
import { settings } from './config.js';
/** @import { Env } from '../base/env-file.js' */

/** Letters from which on a name may have two slips of the pen, and those from which on it may have one. */
const [LONG, SHORT] = [6, 4];

/**
 * Names that are meant to be a setting's, and are none.
 * @param {Env} env  with what the file adds
 * @param {Env} file  what is in larder.env
 * @returns {Promise<string[]>} a sentence for each
 */
export async function unknownSettings(env, file) {
  const isKnown = (/** @type {string[]} */ known) => (/** @type {string} */ name) =>
    known.includes(name);
  const ofBlog = Object.values(settings).map(({ name }) => name);
  const others = Object.keys({ ...env, ...file }).filter((name) => !isKnown(ofBlog)(name));
  const odd = others.filter((name) => Object.hasOwn(file, name) || nearest(name, ofBlog));
  if (odd.length === 0) return [];
  // Of an accelerator, which may have the same file: a blog loads nothing of it otherwise.
  const { settings: further } = await import('../accelerator/config.js');
  const all = [...ofBlog, ...Object.values(further).map(({ name }) => name)];
  return odd
    .filter((name) => !isKnown(all)(name))
    .map((name) => {
      const meant = nearest(name, all);
      return meant
        ? `${name} is not a setting. Did you mean ${meant}?`
        : `${name} in ${ENV_FILE} is not a setting.`;
    });
}

/** @param {string} name @param {string[]} known @returns {string | undefined} that with the fewest slips */
function nearest(name, known) {
  const plain = (/** @type {string} */ each) => each.toUpperCase().replaceAll('_', '');
  const slips = (/** @type {number} */ count) => (/** @type {string} */ each) =>
    Math.min(name.length, each.length) >= [0, SHORT, LONG][count] &&
    differsBy(count, plain(name), plain(each));
  return known.find(slips(0)) ?? known.find(slips(1)) ?? known.find(slips(2));
}
