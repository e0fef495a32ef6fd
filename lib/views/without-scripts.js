/** Each takes all up to the end when nothing closes it, so that no page is gone through twice. */
const SCRIPT = /<script\b[^>]*(?:>|$)[^]*?(?:<\/script\s*>|$)/gi;

/**
 * @param {string | Buffer} page
 * @returns {string} as it is shown in a frame where nothing runs: browsers complain of each script that they block
 */
export const withoutScripts = (page) => String(page).replace(SCRIPT, '');
