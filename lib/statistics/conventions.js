/** What counting and the pages about it have in common. */

/** The cookie of a browser that its owner does not want to be counted. */
export const UNCOUNTED = 'larder-uncounted';

/** Characters that are kept of a path which was not found. */
export const LONGEST_PATH = 200;

const isSet = new RegExp(`(?:^|[;,] *)${UNCOUNTED}=1(?:[;,]|$)`);

/**
 * @param {string} [cookie]  the header; several may have been joined
 * @returns {boolean} whether this browser is left out
 */
export const isLeftOut = (cookie) => cookie !== undefined && isSet.test(cookie);

/** How programs that do not name themselves are recorded. */
export const UNKNOWN = 'Unknown';
/** How browsers without a name are recorded. */
export const OTHER_BROWSER = 'Other';
