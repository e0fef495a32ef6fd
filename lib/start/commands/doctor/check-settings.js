import { mediaUrl } from '../../../content/media/urls.js';
/** @import { Problem } from '../../../store/inspect.js' */
/** @import { Settings } from '../../../store/types.js' */

/**
 * @param {Settings} settings
 * @param {Set<string>} media ids of all files
 * @returns {Problem[]}
 */
export function checkSettings(settings, media) {
  const known = new Set([...media].map(mediaUrl));
  return /** @type {const} */ (['logo', 'icon'])
    .filter((name) => settings[name] && !known.has(settings[name]))
    .map((name) => ({
      what: `The ${name} of the blog is ${settings[name]}, which does not exist.`,
      todo: 'Upload another one in the settings, or remove it there.',
    }));
}
