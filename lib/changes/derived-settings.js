import { keysOf } from '../base/record-of.js';
import { styleOf } from './index/appearance.js';
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

  /** What determines the style sheet. @param {Pick<Settings, 'theme' | 'appearance'>} settings @returns {string} */
  style: styleOf,
};

/** @typedef {keyof typeof derive} DerivedSetting */

export const derivedSettings = keysOf(derive);
