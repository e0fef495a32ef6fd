/** @import { Appearance } from '../../store/types.js' */

/**
 * How wide a text is, and what is shown wider than its text, in rem: for style sheets, and for browsers that choose
 * among the files of a picture.
 * @type {Record<Appearance['width'], { text: number, wide: number }>}
 */
export const widths = {
  narrow: { text: 34, wide: 46 },
  normal: { text: 40, wide: 52 },
  wide: { text: 48, wide: 60 },
};
