import { ownPictures, ownPicturesOf } from '../../../changes/index/own-pictures.js';
import { mediaUrl } from '../../../content/media/urls.js';
/** @import { Problem } from '../../../store/inspect.js' */
/** @import { Settings } from '../../../store/types.js' */

const names = { logo: 'logo', logoDark: 'logo for dark colours', icon: 'icon' };

/**
 * @param {Settings} settings
 * @param {Set<string>} media ids of all files
 * @returns {Problem[]}
 */
export function checkSettings(settings, media) {
  const known = new Set([...media].map(mediaUrl));
  const paths = ownPicturesOf(settings);
  return ownPictures
    .filter((name) => paths[name] && !known.has(paths[name]))
    .map((name) => ({
      what: `The ${names[name]} of the blog is ${paths[name]}, which does not exist.`,
      todo: 'Upload another one in the settings, or remove it there.',
    }));
}
