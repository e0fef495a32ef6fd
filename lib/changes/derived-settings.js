import { keysOf } from '../base/record-of.js';
import { styleOf } from './index/appearance.js';
import { uploadOf } from './index/uploads.js';
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

  /**
   * The owner's, unless its file was deleted.
   * @type {(settings: Pick<Settings, 'logo'>, pictures: Pictures) => string}
   */
  logo: ({ logo }, pictures) => ifThere(logo, pictures),

  /** Likewise. @type {(settings: Pick<Settings, 'icon'>, pictures: Pictures) => string} */
  icon: ({ icon }, pictures) => ifThere(icon, pictures),

  /** What determines the style sheet. @param {Pick<Settings, 'theme' | 'appearance'>} settings @returns {string} */
  style: styleOf,
};

/** @typedef {keyof typeof derive} DerivedSetting */

/** @param {string} path of an upload, or '' @param {Pictures} pictures @returns {string} '' when it was deleted */
function ifThere(path, pictures) {
  const id = uploadOf(path);
  return id !== null && pictures.get(id) ? path : '';
}

/** Of those that show a file: whether it is that one. @param {Settings} settings @param {string} id of an upload */
export const derivedFrom = ({ logo, icon }, id) =>
  Object.entries({ logo, icon }).flatMap(([name, path]) => (uploadOf(path) === id ? name : []));

export const derivedSettings = keysOf(derive);
