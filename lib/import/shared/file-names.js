const IMAGE = /\.(png|jpe?g|jfif|gif|webp|avif|svg|bmp|tiff?|heic)$/i;
const FILE =
  /\.(mp3|m4[abv]|mp4|og[gva]|opus|web[ma]|mov|wav|flac|aac|avi|mkv|pdf|zip|epub|docx?|xlsx?|pptx?|od[tps]|txt|csv)$/i;

/** @param {string} path @returns {boolean} whether its name says that it is an image */
export const looksLikeImage = (path) => IMAGE.test(path);

/**
 * @param {string} path
 * @returns {boolean} whether its name says that it is an image, sound, film or document, and no page
 */
export const looksLikeFile = (path) => IMAGE.test(path) || FILE.test(path);
