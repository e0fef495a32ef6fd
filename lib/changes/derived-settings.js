import { keysOf, recordOf } from '../base/record-of.js';
import { styleOf } from './index/appearance.js';
import { ownPictures, ownPicturesOf } from './index/own-pictures.js';
import { uploadOf } from './index/uploads.js';
/** @import { OwnPicture } from './index/own-pictures.js' */
/** @import { Pictures } from './index/pictures.js' */
/** @import { Settings } from '../store/types.js' */

const SIGN = /\p{L}|\p{N}|\p{Extended_Pictographic}/u;

/** What pages show that changes less often than the setting that it is made of. */
export const derive = {
  /** The first letter, digit or emoji of the title. @param {Pick<Settings, 'title'>} settings @returns {string} */
  initial({ title }) {
    const graphemes = Array.from(new Intl.Segmenter().segment(title), ({ segment }) => segment);
    return graphemes.find((each) => SIGN.test(each))?.toUpperCase() ?? '•';
  },

  /** Whether comments wait for approval. @param {Pick<Settings, 'comments'>} settings @returns {boolean} */
  moderatesComments: ({ comments }) => comments !== 'shown',

  ...recordOf(ownPictures, ofPicture),

  /** What determines the style sheet. @param {Pick<Settings, 'theme' | 'appearance'>} settings @returns {string} */
  style: styleOf,
};

/** @typedef {keyof typeof derive} DerivedSetting */

/**
 * The path of the owner's picture, unless its file was deleted.
 * @param {OwnPicture} name
 * @returns {(settings: Parameters<typeof ownPicturesOf>[0], pictures: Pictures) => string}
 */
function ofPicture(name) {
  return (settings, pictures) => {
    const path = ownPicturesOf(settings)[name];
    const id = uploadOf(path);
    return id !== null && pictures.get(id) ? path : '';
  };
}

/**
 * @param {Settings} settings
 * @param {string} id of an upload
 * @returns {OwnPicture[]} those that show it
 */
export function derivedFrom(settings, id) {
  const paths = ownPicturesOf(settings);
  return ownPictures.filter((name) => uploadOf(paths[name]) === id);
}

export const derivedSettings = keysOf(derive);
