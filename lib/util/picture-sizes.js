/**
 * The smaller sizes of pictures. Each is a file of its own whose id begins with that of the picture, and so needs no field that
 * says where it belongs: `0123456789abcdef-jar.webp` has `0123456789abcdef-jar.webp.800w.webp`. Ids of other files have one dot.
 */

/** In pixels: pictures side by side on a phone, one on a phone, one on a large screen. */
export const WIDTHS = [400, 800, 1600];

const SIZE = /^(.+\.\w+)\.\d+w\.(?:webp|jpg|png)$/;

/**
 * @param {string} id of a picture
 * @param {{ width: number | null, extension: string }} size
 * @returns {string}
 */
export const sizeId = (id, { width, extension }) => `${id}.${width}w.${extension}`;

/** @param {string} id of a file @returns {string | null} that of the picture of which it is a smaller size; null: it is none */
export const originalOf = (id) => SIZE.exec(id)?.[1] ?? null;
