import { recordOf } from '../base/record-of.js';
/** @import { Schema } from './fields.js' */

/**
 * @typedef {object} TextField
 * @property {'line' | 'paragraphs' | 'address' | 'upload'} is  by which it is checked and typed, with the words
 *   `field.NAME` and `field.NAMEHint`: plain text in one line or in
 *   paragraphs, an http(s) URL, or the path of an upload
 * @property {Schema & { maxLength: number }} schema
 * @property {{ label: string, wrong: string }} [asked]  of those who write a comment: keys of words/en.json
 * @property {string} [problem]  what is said of an address that is none
 * @property {boolean} [isColumn]  SQLite has a column of its own for it, not only a place in `more`
 * @property {boolean} [isOnPage]  the template of an author's page, or of a comment, gets it by its name
 */

/**
 * What users say of themselves, and their pages show; what comments have beside name and text; what is said of files:
 * a row each, as `postFields`. A user may lack any; in other records '' is nothing.
 */
export const textFields = /** @satisfies {Record<string, Record<string, TextField>>} */ (
  /** @type {const} */ ({
    user: {
      about: { is: 'paragraphs', schema: { type: 'string', maxLength: 2000 }, isColumn: true },
      picture: { is: 'upload', schema: { type: 'string', maxLength: 200 }, isColumn: true },
    },
    comment: {
      url: {
        is: 'address',
        schema: { type: 'string', maxLength: 500, description: 'An http or https URL, or empty' },
        asked: { label: 'website', wrong: 'websiteWrong' },
        problem: 'A website must start with http:// or https://',
        isColumn: true,
        isOnPage: true,
      },
    },
    media: {
      alt: {
        is: 'line',
        schema: { type: 'string', maxLength: 1000, description: 'Alternative text, or empty' },
        isColumn: true,
      },
    },
  })
);

/** @typedef {keyof typeof textFields} TextKind */
/** @template {TextKind} K @typedef {keyof (typeof textFields)[K] & string} TextName */
/** @template {TextKind} K @typedef {Record<TextName<K>, string>} Texts */
/** @typedef {Partial<Texts<'user'>>} Profile  what authors say of themselves */

/**
 * @template {TextKind} K
 * @param {K} kind
 * @param {(field: TextField) => unknown} [isWanted]
 * @returns {[TextName<K>, TextField][]} in their order
 */
export const textsThat = (kind, isWanted = () => true) =>
  /** @type {any} */ (Object.entries(textFields[kind]).filter(([, field]) => isWanted(field)));

/**
 * @template {TextKind} K
 * @param {K} kind
 * @param {(field: TextField) => unknown} [isWanted]
 * @returns {TextName<K>[]}
 */
export const textNames = (kind, isWanted) => textsThat(kind, isWanted).map(([name]) => name);

/** @template {TextKind} K @param {K} kind @returns {Record<TextName<K>, TextField['schema']>} */
export const textSchemas = (kind) =>
  recordOf(textNames(kind), (name) => /** @type {any} */ (textFields[kind])[name].schema);

/**
 * @template {TextKind} K
 * @param {K} kind
 * @param {Partial<Texts<K>>} record
 * @returns {Texts<K>} of it, '' where it has none
 */
export const textsOf = (kind, record) => recordOf(textNames(kind), (name) => record[name] ?? '');
