/** The largest file that is taken, in bytes. */
export const LARGEST_FILE = 20 * 1024 * 1024;
/** Pixels: browsers decode what is shown, and a small file can claim to be a huge picture. */
export const LARGEST_SIDE = 16_384;
export const MOST_PIXELS = 50_000_000;

/** What authors may upload, in words. */
export const ALLOWED =
  'images (PNG, JPEG, GIF, WebP, AVIF, SVG), audio and video (MP3, M4A, MP4, OGG, WebM), PDF, ZIP and plain text in UTF-8';

/** What a browser may show as it stands at its address. Nothing in these can be a page or run. */
const shown = /^(image\/(png|jpeg|gif|webp|avif)|(audio|video)\/(mpeg|mp4|ogg|webm))$/;

/**
 * @param {string} type a media type
 * @returns {boolean} whether its address offers it for saving. A PDF too: its viewer needs what the sandbox forbids.
 */
export const isDownload = (type) => !shown.test(type);

/** @param {string} type @returns {boolean} whether Markdown can show it as a picture */
export const isPicture = (type) => type.startsWith('image/');
