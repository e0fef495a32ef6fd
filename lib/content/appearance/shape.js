import { keysOf, recordOf } from '../../base/record-of.js';
import { defaultAppearance } from '../../changes/index/appearance.js';
/** @import { Schema } from '../../store/fields.js' */
/** @import { Appearance } from '../../store/types.js' */

/** @type {Schema} */
const colour = {
  type: 'string',
  maxLength: 7,
  description: 'Such as #0f766e; empty: the theme’s',
};

/** @param {readonly string[]} values @param {string} [description] @returns {Schema} */
const choice = (values, description) => ({
  type: 'string',
  enum: values,
  ...(description && { description }),
});

/** @param {string} description @returns {Schema} */
const flag = (description) => ({ type: 'boolean', description });

/**
 * The parts of the appearance, of which a blog stores those that differ from the default.
 * @type {Record<keyof Appearance, Schema>}
 */
const shapes = {
  accent: colour,
  background: colour,
  scheme: choice(['device', 'light', 'dark']),
  schemeSwitch: flag('Whether readers can choose light or dark'),
  fonts: choice(['theme', 'serif', 'sans', 'literata', 'inter', 'fraunces']),
  width: choice(['narrow', 'normal', 'wide'], 'Of the text'),
  header: choice(['left', 'centred']),
  headerTagline: flag('Whether the header shows the tagline'),
  logoDark: {
    type: 'string',
    maxLength: 400,
    description: 'The path of an upload, shown instead of the logo in dark colours, or empty',
  },
  logoSize: choice(['small', 'medium', 'large']),
  front: choice(
    ['list', 'compact', 'grid', 'first'],
    'How lists of posts look; list: as the theme has them; first: with a large first post',
  ),
  frontCovers: flag('Whether lists show covers'),
  frontTeasers: flag('Whether lists show how posts begin'),
  pinned: {
    type: 'array',
    maxItems: 10,
    items: { type: 'string', format: 'uuid' },
    description: 'The ids of posts at the top of the front page',
  },
  frontPage: {
    type: 'string',
    maxLength: 36,
    description: 'The id of a page to show at /; the newest posts are at /posts then',
  },
  footer: {
    type: 'string',
    maxLength: 1000,
    description: 'Plain text; a blank line begins a paragraph',
  },
  links: {
    type: 'array',
    maxItems: 10,
    items: {
      type: 'object',
      additionalProperties: false,
      required: ['title', 'url'],
      properties: {
        title: { type: 'string', minLength: 1, maxLength: 100, pattern: '\\S' },
        url: { type: 'string', minLength: 1, maxLength: 500 },
      },
    },
    description: 'The owner elsewhere (rel=me)',
  },
  postDate: flag('Whether posts show their date'),
  postMinutes: flag('Whether posts show how long reading takes'),
  postAuthor: flag('Whether posts show their authors'),
  postCover: flag('Whether posts show their covers above the text'),
  postContents: flag('Whether long posts show a table of contents'),
  postRelated: flag('Whether posts show related ones'),
  postShare: flag('Whether posts show links to share them'),
  css: {
    type: 'string',
    maxLength: 64_000,
    description: 'The owner’s own styles; @import and addresses elsewhere are refused',
  },
  verification: {
    type: 'array',
    maxItems: 10,
    items: {
      type: 'object',
      additionalProperties: false,
      required: ['name', 'content'],
      properties: {
        name: { type: 'string', minLength: 1, maxLength: 100, pattern: '^[A-Za-z0-9._:-]+$' },
        content: { type: 'string', minLength: 1, maxLength: 500 },
      },
    },
    description: 'Meta elements that prove to other sites whose blog it is',
  },
  switches: {
    type: 'object',
    description: 'What the theme offers besides, by name',
  },
};

/** Each with its default. @type {Record<keyof Appearance, Schema>} */
export const appearance = recordOf(keysOf(shapes), (name) => ({
  ...shapes[name],
  default: defaultAppearance[name],
}));
