/**
 * The smaller sizes of pictures. Each is a file of its own whose id begins with that of the picture, and so needs no
 * field that says where it belongs: `0123456789abcdef-jar.webp` has `0123456789abcdef-jar.webp.800w.webp`. Ids of other
 * files have one dot.
 */

/** In pixels: pictures side by side on a phone, one on a phone, one on a large screen. */
const WIDTHS = [400, 800, 1600];
/** Of the JPEG for mails, whose programs know no WebP: twice what they show. */
const MAIL_WIDTH = 1200;

/** One that is hardly smaller is not worth a file. */
const SHARE = 0.8;

const SIZE = /^(.+\.\w+)\.\d+w\.(?:webp|jpg|png)$/;

/** Those in which something may move, or that are drawn in any size, have no smaller ones. */
const PHOTO = /^[^.]+\.(?:jpg|png|webp|avif)$/;

/**
 * @param {string} id of a picture
 * @param {{ width: number | null, extension: string }} size
 * @returns {string}
 */
export const sizeId = (id, { width, extension }) => `${id}.${width}w.${extension}`;

/**
 * @param {string} id of a file
 * @returns {string | null} that of the picture of which it is a smaller size; null: it is none
 */
export const originalOf = (id) => SIZE.exec(id)?.[1] ?? null;

/** @param {{ id: string, width: number | null }} file @returns {number[]} the widths that smaller sizes of it have */
export const widthsFor = ({ id, width }) =>
  PHOTO.test(id) ? WIDTHS.filter((each) => each <= (width ?? 0) * SHARE) : [];

/**
 * @param {{ id: string, width: number | null }} file
 * @returns {{ id: string, width: number } | null} its smaller size for mails, which no page shows; null: none
 */
export function mailSizeOf({ id, width: whole }) {
  if (!PHOTO.test(id) || !whole) return null;
  const width = Math.min(MAIL_WIDTH, whole);
  return { id: sizeId(id, { width, extension: 'jpg' }), width };
}

/**
 * @param {{ id: string, width: number | null }} file
 * @returns {boolean} whether it should not come to phones as a whole
 */
export const isLarge = (file) => widthsFor(file).length > 1;
