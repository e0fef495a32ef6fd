/** The largest accepted file, in bytes. */
export const LARGEST_FILE = 20 * 1024 * 1024;
/** The largest picture in pixels: a small file can claim to be huge, and browsers would decode it. */
export const LARGEST_SIDE = 16_384;
export const MOST_PIXELS = 50_000_000;

/** The type of all that is not known. */
export const UNKNOWN = 'application/octet-stream';

/** Types that a browser may display at their URL: they cannot contain a page or a script. */
const shown = /^(image\/(png|jpeg|gif|webp|avif)|(audio|video)\/(mpeg|mp4|ogg|webm))$/;

/** @param {string} type a media type */
export const isDrawing = (type) => type === 'image/svg+xml';

/**
 * @param {{ type: string, width: number | null }} file
 * @returns {boolean} whether it is served as a download. PDFs are too: their viewer does not work in the sandbox. So
 * are SVGs without a width, which were stored before they were written anew.
 */
export const isDownload = ({ type, width }) =>
  isDrawing(type) ? width === null : !shown.test(type);

/** @param {string} type @returns {boolean} whether Markdown can show it as a picture */
export const isPicture = (type) => type.startsWith('image/');
