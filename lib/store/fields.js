/** @import { Cover } from './types.js' */

/**
 * The part of JSON Schema (2020-12) that the API's description uses, so that what is described is what is checked.
 * @typedef {object} Schema
 * @property {string | readonly string[]} [type]
 * @property {readonly (string | null)[]} [enum]
 * @property {Record<string, Schema>} [properties]
 * @property {readonly string[]} [required]
 * @property {boolean | Schema} [additionalProperties]
 * @property {Schema} [items]
 * @property {number} [minLength]
 * @property {number} [maxLength]
 * @property {number} [maxItems]
 * @property {number} [minimum]
 * @property {number} [maximum]
 * @property {string} [pattern]
 * @property {'date-time' | 'uuid'} [format]
 * @property {unknown} [default]
 * @property {boolean} [readOnly]
 * @property {boolean} [writeOnly]
 * @property {string} [description]
 *
 * @typedef {object} Values  What a field may hold, by what it is. A record lacks a field that holds nothing.
 * @property {string} line  plain text
 * @property {string} address  an http(s) URL
 * @property {true} tick
 * @property {Cover} picture
 * @property {string[]} people  users' ids
 *
 * @typedef {object} Inputs  What is given for it: '', false, null and [] are nothing.
 * @property {string} line
 * @property {string} address
 * @property {boolean} tick
 * @property {Cover | null} picture
 * @property {string[]} people
 *
 * @typedef {object} Field
 * @property {keyof Values} is  by which it is checked, repaired, kept and shown again
 * @property {Schema} [schema]  of what people and programs send; none: the API does not have it
 * @property {boolean} [hasControl]  in the editor, with the words `field.NAME` and `field.NAMEHint`
 * @property {string} [problem]  what is said of an address that is none
 * @property {string} [frontMatter]  its name in exports and imports; none: it has its own way there
 * @property {RegExp} [alsoRead]  other names of it in front matter, in lower case without hyphens
 * @property {boolean} [isColumn]  SQLite has a column of its own for it, not only a place in `more`
 * @property {boolean} [isVersioned]  versions of a post have it
 * @property {boolean} [isOnPage]  the template of a post or page gets it, by its name
 * @property {boolean} [isRuled]  what a change of it clears is a rule of its own in lib/changes/invalidation.js; else a
 *   change clears the page of the post
 */

/**
 * The fields that not every post has: one row says all of a field. From the rows follow the checks, the API and its
 * description, repairs, both stores, the index, what a change clears, versions, the editor, export and import. What of
 * them is more than a row has its own place, and says so here by what it lacks.
 */
export const postFields = /** @satisfies {Record<string, Field>} */ (
  /** @type {const} */ ({
    description: {
      is: 'line',
      schema: {
        type: 'string',
        maxLength: 500,
        description: 'For search engines and shared links; empty: the excerpt or the beginning',
      },
      hasControl: true,
      isColumn: true,
      isVersioned: true,
    },
    canonicalUrl: {
      is: 'address',
      schema: {
        type: 'string',
        maxLength: 2000,
        description: 'An http or https URL where it was first published, or empty',
      },
      hasControl: true,
      problem: 'The canonical URL must start with http:// or https://',
      frontMatter: 'canonical_url',
      alsoRead: /^canonical(url|link)?$/,
      isColumn: true,
      isVersioned: true,
    },
    noindex: {
      is: 'tick',
      schema: {
        type: 'boolean',
        description: 'Asks search engines to leave it out; it is not in the sitemap either',
      },
      hasControl: true,
      frontMatter: 'noindex',
      alsoRead: /^robotsnoindex$/,
      isColumn: true,
      isVersioned: true,
    },
    cover: {
      is: 'picture',
      schema: {
        type: ['object', 'null'],
        additionalProperties: false,
        required: ['src'],
        properties: {
          src: {
            type: 'string',
            maxLength: 2000,
            description: 'A picture of this blog, such as /media/jar.jpg, or an http or https URL',
          },
          alt: { type: 'string', maxLength: 1000, description: 'What it shows, in plain text' },
        },
        description:
          'A picture that is shown with the post, in lists, feeds and shared links; pages have none',
      },
      isColumn: true,
      isVersioned: true,
      isRuled: true,
    },
    coAuthors: { is: 'people', isColumn: true, isRuled: true },
  })
);

/**
 * @typedef {typeof postFields} PostFields
 * @typedef {keyof PostFields} PostField
 * @typedef {{ [F in PostField]?: Values[PostFields[F]['is']] }} Further  what a post has of them
 * @typedef {{ [F in PostField]?: Inputs[PostFields[F]['is']] }} FurtherInput  what is given of them
 */

/** @type {[PostField, Field][]} */
const rows = /** @type {any} */ (Object.entries(postFields));

/**
 * @param {(field: Field, name: PostField) => unknown} [isWanted]
 * @returns {[PostField, Field][]} in their order
 */
export const postFieldsThat = (isWanted = () => true) =>
  rows.filter(([name, field]) => isWanted(field, name));

/** @param {(field: Field, name: PostField) => unknown} isWanted @returns {PostField[]} */
export const namesThat = (isWanted) => postFieldsThat(isWanted).map(([name]) => name);

/**
 * @typedef {{ [F in PostField as PostFields[F] extends { schema: Schema } ? F : never]:
 *   PostFields[F] extends { schema: infer S } ? S : never }} PostSchemas
 */

/** Of those that people and programs send. @type {PostSchemas} */
export const postSchemas = /** @type {any} */ (
  Object.fromEntries(rows.flatMap(([name, { schema }]) => (schema ? [[name, schema]] : [])))
);

export const furtherNames = namesThat(() => true);
/** Of those that nothing but the page of a post shows, neither lists nor feeds. */
export const pageNames = namesThat(({ isRuled }) => !isRuled);

/** What is given where there is nothing. @type {{ [K in keyof Inputs]: Inputs[K] }} */
export const NOTHING = { line: '', address: '', tick: false, picture: null, people: [] };

/**
 * @param {Further} post
 * @param {PostField[]} names
 * @returns {FurtherInput} with what stands for nothing where the post has none
 */
export const inputsOf = (post, names) =>
  Object.fromEntries(names.map((name) => [name, post[name] ?? NOTHING[postFields[name].is]]));
