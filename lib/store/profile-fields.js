/** @import { Schema } from './fields.js' */

/**
 * @typedef {object} ProfileField
 * @property {'line' | 'paragraphs' | 'upload'} is  by which it is checked and typed, on the account page with the words
 *   `field.NAME` and `field.NAMEHint`: plain text in one line or in paragraphs, or the path of an upload
 * @property {Schema & { maxLength: number }} schema
 * @property {boolean} [isColumn]  SQLite has a column of its own for it, not only a place in `more`
 * @property {boolean} [isOnPage]  the template of an author's page gets it, by its name
 */

/** What authors say of themselves, and their pages show: a row each, as `postFields`. A user may lack any. */
export const profileFields = /** @satisfies {Record<string, ProfileField>} */ (
  /** @type {const} */ ({
    about: { is: 'paragraphs', schema: { type: 'string', maxLength: 2000 }, isColumn: true },
    picture: { is: 'upload', schema: { type: 'string', maxLength: 200 }, isColumn: true },
  })
);

/**
 * @typedef {keyof typeof profileFields} ProfileName
 * @typedef {Partial<Record<ProfileName, string>>} Profile
 */

/** @type {[ProfileName, ProfileField][]} */
const rows = /** @type {any} */ (Object.entries(profileFields));

/**
 * @param {(field: ProfileField) => unknown} [isWanted]
 * @returns {[ProfileName, ProfileField][]} in their order
 */
export const profileFieldsThat = (isWanted = () => true) =>
  rows.filter(([, field]) => isWanted(field));

export const profileNames = rows.map(([name]) => name);

/** @type {{ [F in ProfileName]: (typeof profileFields)[F]['schema'] }} */
export const profileSchemas = /** @type {any} */ (
  Object.fromEntries(rows.map(([name, { schema }]) => [name, schema]))
);
