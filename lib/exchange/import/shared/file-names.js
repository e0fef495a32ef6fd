const IMAGE = /\.(png|jpe?g|jfif|gif|webp|avif|svg|apng|ico|bmp|tiff?|hei[cf])$/i;
const FILE =
  /\.(mp3|m4[abv]|mp4|og[gva]|opus|web[ma]|mov|wav|flac|aac|avi|mkv|pdf|zip|epub|docx?|xlsx?|pptx?|od[tps]|txt|csv)$/i;

/** @param {string} path @returns {boolean} whether its name says that it is an image */
export const looksLikeImage = (path) => IMAGE.test(path);

/**
 * @param {string} path
 * @returns {boolean} whether its name says that it is an image, sound, film or document, and no page
 */
export const looksLikeFile = (path) => IMAGE.test(path) || FILE.test(path);

/** Endings of pages, and of what makes them on a server. */
const PAGE = /\.(x?html?|md|markdown|mdx|php\d?|aspx?|jspx?|cgi)$/i;
const ENDING = /[^/]\.(?=\d*[a-z])[a-z0-9]{1,10}$/i;

/**
 * @param {string} path
 * @returns {boolean} whether its name has an ending, such as that of a file of any kind, and of no page
 */
export const mayBeFile = (path) => looksLikeFile(path) || (ENDING.test(path) && !PAGE.test(path));
