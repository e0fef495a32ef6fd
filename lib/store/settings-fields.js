/** @import { Schema } from './fields.js' */

/**
 * @typedef {object} SettingValues  What a setting may be, by what it is.
 * @property {number} count
 * @property {string} text  plain text of many lines, or ''
 * @property {boolean} tick
 *
 * @typedef {object} SettingField
 * @property {keyof SettingValues} is  by which it is checked, repaired, kept and shown again
 * @property {Schema} schema  of what people and programs send
 * @property {number | string | boolean} usual  of a new blog
 * @property {{ part: SettingPart, file?: string, placeholder?: string }} [control]  on the page of settings, under the
 *   heading of that part, with the words `field.NAME` and `field.NAMEHint`; `file`: it becomes a file of that name
 * @property {(value: never) => string} [problem]  what is said of a value that fits the schema and not the setting; ''
 *   when it fits
 * @property {(value: never) => string} [saved]  the key of what a change of it means for readers
 * @property {boolean} [isColumn]  SQLite has a column of its own for it, not only a place in `more`
 * @property {boolean} [isOnPages]  every template gets it, as `site` and its name
 *
 * @typedef {'reading' | 'comments' | 'programs'} SettingPart
 */

/** RFC 9116 asks for both lines. @param {string} text */
const problemOfSecurityText = (text) =>
  text === '' || (/^contact: *\S/im.test(text) && /^expires: *\d/im.test(text))
    ? ''
    : 'It needs a line “Contact: …” and a line “Expires: …” (RFC 9116)';

/** How often subscribers are mailed a digest. */
export const DIGESTS = /** @type {const} */ (['off', 'daily', 'weekly']);

/**
 * The settings that one row says all of, as `postFields` does of the fields of posts. Those that are made of others, or
 * have a page of their own, are not here.
 */
export const settingFields = /** @satisfies {Record<string, SettingField>} */ (
  /** @type {const} */ ({
    postsPerPage: {
      is: 'count',
      schema: { type: 'integer', minimum: 1, maximum: 100 },
      usual: 10,
      control: { part: 'reading' },
      isColumn: true,
    },
    commentsCloseAfterDays: {
      is: 'count',
      schema: {
        type: 'integer',
        minimum: 0,
        maximum: 3650,
        description: 'Days after which comments on a post close; 0 = never',
      },
      usual: 0,
      control: { part: 'comments' },
      isColumn: true,
    },
    activityDays: {
      is: 'count',
      schema: {
        type: 'integer',
        minimum: 1,
        maximum: 3650,
        description: 'Days for which the record of who did what is kept',
      },
      usual: 90,
      control: { part: 'programs' },
    },
    postalAddress: {
      is: 'text',
      schema: {
        type: 'string',
        maxLength: 500,
        description: 'Name and postal address of the sender, which each mail to subscribers names',
      },
      usual: '',
    },
    digest: {
      is: 'text',
      schema: {
        type: 'string',
        enum: DIGESTS,
        description: 'When subscribers are mailed what was published since the last such mail',
      },
      usual: 'off',
      problem: (/** @type {string} */ often) =>
        DIGESTS.some((each) => each === often) ? '' : `Choose one of ${DIGESTS.join(', ')}`,
    },
    digestDay: {
      is: 'count',
      schema: {
        type: 'integer',
        minimum: 1,
        maximum: 7,
        description: 'The day of a weekly digest, from 1 = Monday',
      },
      usual: 1,
    },
    digestHour: {
      is: 'count',
      schema: {
        type: 'integer',
        minimum: 0,
        maximum: 23,
        description: 'The hour of a digest, in the time zone of the blog',
      },
      usual: 8,
    },
    subscribeByEmail: {
      is: 'tick',
      schema: {
        type: 'boolean',
        description: 'Whether readers can subscribe by e-mail, where the server sends mail',
      },
      usual: true,
      control: { part: 'reading' },
    },
    subscribeTags: {
      is: 'text',
      schema: {
        type: 'string',
        maxLength: 2000,
        description:
          'Tags, one a line, of which subscribers can choose some; empty: they get all posts',
      },
      usual: '',
      control: { part: 'reading' },
    },
    poweredBy: {
      is: 'tick',
      schema: { type: 'boolean', description: 'Whether the menu leads to a page about Larder' },
      usual: true,
      saved: (/** @type {boolean} */ isIn) =>
        isIn ? 'settings.poweredByShown' : 'settings.poweredByHidden',
      isColumn: true,
      isOnPages: true,
    },
    llmsText: {
      is: 'text',
      schema: { type: 'string', maxLength: 20_000, description: '/llms.txt; empty: there is none' },
      usual: '',
      control: {
        part: 'programs',
        file: 'llms.txt',
      },
      saved: () => 'settings.llmsTextSaved',
      isColumn: true,
    },
    securityText: {
      is: 'text',
      schema: {
        type: 'string',
        maxLength: 5000,
        description: '/.well-known/security.txt (RFC 9116); empty: there is none',
      },
      usual: '',
      control: {
        part: 'programs',
        file: 'security.txt',
        placeholder: 'Contact: mailto:security@example.org\nExpires: 2027-12-31T00:00:00Z',
      },
      problem: problemOfSecurityText,
      saved: () => 'settings.securityTextSaved',
      isColumn: true,
    },
  })
);

/**
 * @typedef {typeof settingFields} SettingFields
 * @typedef {keyof SettingFields} SettingName
 * @typedef {{ [F in SettingName]: SettingValues[SettingFields[F]['is']] }} RowSettings
 */

/** @type {[SettingName, SettingField][]} */
const rows = /** @type {any} */ (Object.entries(settingFields));

/**
 * @param {(field: SettingField, name: SettingName) => unknown} [isWanted]
 * @returns {[SettingName, SettingField][]} in their order
 */
export const settingsThat = (isWanted = () => true) =>
  rows.filter(([name, field]) => isWanted(field, name));

/** @template {keyof SettingField} K @param {K} key @returns {Record<SettingName, any>} of each setting */
export const eachSettings = (key) =>
  /** @type {any} */ (Object.fromEntries(rows.map(([name, field]) => [name, field[key]])));

/** @type {{ [F in SettingName]: SettingFields[F]['schema'] }} */
export const settingSchemas = eachSettings('schema');

/** @type {RowSettings} */
export const usualSettings = eachSettings('usual');

/** @param {Pick<RowSettings, 'subscribeTags'>} settings @returns {string[]} the tags that subscribers can choose */
export const tagsOffered = ({ subscribeTags }) => [
  ...new Set(subscribeTags.split('\n').flatMap((line) => line.trim() || [])),
];
