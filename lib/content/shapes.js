import { TEXT_AT_MOST } from '../base/words.js';
import { SLUG_AT_MOST } from '../base/slug.js';
import { postSchemas } from '../store/fields.js';
import { textSchemas } from '../store/text-fields.js';
import { settingSchemas } from '../store/settings-fields.js';
import { appearance } from './appearance/shape.js';
/** @import { Schema } from '../store/fields.js' */

/**
 * The fields of everything that people and programs send, by kind: what they are, how long they may be (in characters)
 * and what they mean. The checks, the API and its description, the forms and the imports take them from here.
 * @satisfies {Record<string, Record<string, Schema>>}
 */
export const shapes = {
  post: {
    id: { type: 'string', format: 'uuid', description: 'Never changes; also the Atom id' },
    slug: {
      type: 'string',
      minLength: 1,
      maxLength: SLUG_AT_MOST,
      description:
        'Lower-case letters, digits and single hyphens; unique. If left out of a new post, it is made from the title. When it is changed, the old URL redirects.',
    },
    title: { type: 'string', minLength: 1, maxLength: 300, pattern: '\\S' },
    markdown: { type: 'string', maxLength: 5_000_000 },
    tags: {
      type: 'array',
      maxItems: 50,
      description: 'A tag that other posts have in another letter case takes their spelling',
      items: { type: 'string', minLength: 1, maxLength: 80 },
    },
    status: { type: 'string', enum: ['draft', 'published'] },
    publishedAt: {
      type: ['string', 'null'],
      format: 'date-time',
      description:
        'With a time zone, in the years 1000 to 9999. A future date schedules the post; null becomes the time of publishing.',
    },
    excerpt: { type: 'string', maxLength: 2000 },
    ...postSchemas,
    commentsClosed: {
      type: 'boolean',
      description: 'Accepts no new comments, whatever the settings say; existing ones stay',
    },
    state: {
      type: 'string',
      enum: ['draft', 'scheduled', 'public'],
      readOnly: true,
      description: 'Follows from status and publishedAt; ignored in requests',
    },
    url: {
      type: 'string',
      readOnly: true,
      description: 'The public URL, once it is published; ignored in requests',
    },
    author: {
      type: 'string',
      readOnly: true,
      description: 'The sign-in name of the author; ignored in requests',
    },
    updatedAt: {
      type: 'string',
      format: 'date-time',
      readOnly: true,
      description: 'When it was last changed; ignored in requests',
    },
  },
  comment: {
    id: {
      type: 'string',
      minLength: 3,
      maxLength: 200,
      description: 'The id of the post, a colon, and an id of its own',
    },
    postSlug: { type: 'string', minLength: 1, maxLength: SLUG_AT_MOST },
    replyTo: {
      type: 'string',
      maxLength: 200,
      description: 'The id of a comment on the same post, or empty',
    },
    name: { type: 'string', minLength: 1, maxLength: 100, pattern: '\\S' },
    ...textSchemas('comment'),
    markdown: { type: 'string', minLength: 1, maxLength: 20_000, pattern: '\\S' },
    status: { type: 'string', enum: ['pending', 'approved', 'spam'] },
  },
  media: {
    name: { type: 'string', description: 'Made from the content, so it never changes' },
    url: { type: 'string', description: 'The public URL' },
    type: {
      type: 'string',
      description:
        'The media type: of images, audio and video by the content, of downloads by the name',
    },
    width: { type: ['integer', 'null'], description: 'In pixels, as displayed' },
    height: { type: ['integer', 'null'] },
    sizes: {
      type: 'array',
      description: 'Smaller files of the same picture, the smallest first',
      items: {
        type: 'object',
        properties: { width: { type: 'integer' }, url: { type: 'string' } },
      },
    },
    bytes: { type: 'integer', description: 'The size' },
    ...textSchemas('media'),
    createdAt: { type: 'string', format: 'date-time' },
    markdown: { type: 'string', description: 'To paste into a post' },
  },
  settings: {
    title: { type: 'string', minLength: 1, maxLength: 200, pattern: '\\S' },
    tagline: { type: 'string', maxLength: 300 },
    language: {
      type: 'string',
      minLength: 2,
      maxLength: 35,
      description: 'A BCP 47 tag, e.g. en-GB',
    },
    timeZone: {
      type: 'string',
      minLength: 1,
      maxLength: 64,
      description: 'An IANA name, e.g. Europe/Berlin',
    },
    comments: {
      type: 'string',
      enum: ['held', 'shown', 'off'],
      description: 'New comments are held for approval, published at once, or not accepted',
    },
    ...settingSchemas,
    navigation: {
      type: 'array',
      maxItems: 20,
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['title', 'url'],
        properties: {
          title: {
            type: 'string',
            maxLength: 100,
            description:
              'Empty: no link to /archive, /tags or /subscribe, which are there otherwise',
          },
          url: {
            type: 'string',
            minLength: 1,
            maxLength: 500,
            description: 'A path on this blog, or an http, https, mailto or tel URL',
          },
          footer: { type: 'boolean', description: 'At the bottom of each page, not at the top' },
        },
      },
    },
    tagDescriptions: {
      type: 'array',
      maxItems: 500,
      description: 'Texts at the top of the pages of tags; a blank line begins a paragraph',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['tag', 'text'],
        properties: {
          tag: { type: 'string', minLength: 1, maxLength: 80 },
          text: { type: 'string', minLength: 1, maxLength: 2000, pattern: '\\S' },
        },
      },
    },
    logo: {
      type: 'string',
      maxLength: 400,
      description: 'The path of an upload, shown instead of the title at the top, or empty',
    },
    icon: {
      type: 'string',
      maxLength: 400,
      description: 'The path of an upload, for browsers and feeds, or empty',
    },
    theme: {
      type: 'string',
      minLength: 1,
      maxLength: 400,
      description: 'journal, magazine, notebook, or the path of an uploaded ZIP',
    },
    appearance: {
      type: 'object',
      additionalProperties: false,
      properties: appearance,
      description: 'Replaced as a whole; what is missing is as in a new blog',
    },
    words: {
      type: 'object',
      additionalProperties: { type: 'string', maxLength: TEXT_AT_MOST },
      description:
        'Texts instead of those of Larder, by their key in words/en.json, or key and plural category such as ' +
        'posts.one; replaced as a whole',
    },
  },
  user: {
    id: { type: 'string', minLength: 1, maxLength: SLUG_AT_MOST },
    name: { type: 'string', minLength: 1, maxLength: 100 },
    ...textSchemas('user'),
    /** RFC 5321, section 4.5.3.1.3. */
    email: { type: 'string', maxLength: 254 },
    password: { type: 'string', minLength: 10, maxLength: 1024 },
  },
  token: { label: { type: 'string', maxLength: 100 } },
  passkey: { name: { type: 'string', minLength: 1, maxLength: 60 } },
};
