/** @import { Footnotes } from './footnotes.js' */
/** @import { Targets } from './wiki-links.js' */

/**
 * @typedef {object} Environment  What the rules for one text share.
 * @property {number} code  characters of code so far
 * @property {Targets} [links]  what `[[name]]` leads to
 * @property {(note: string) => void} [leftOut]  is told what is not shown as it was meant
 * @property {Footnotes} [footnotes]
 * @property {number} [callouts]  in which the text is
 * @property {Map<string, string>} [meanings]  of abbreviations
 */

/** @param {object | undefined} env  of markdown-it, which knows nothing of what is in it @returns {Environment} */
export const environmentOf = (env) => /** @type {Environment} */ (env);
