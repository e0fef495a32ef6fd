/** @typedef {import('./schema.js').Schema} Schema */

/** @type {Schema} */
const id = { type: 'string', format: 'uuid', description: 'Never changes; also the Atom id' };

/** @type {Schema} */
const slug = {
  type: 'string',
  minLength: 1,
  maxLength: 80,
  description:
    'Lower-case letters, digits and single hyphens; unique. Made from the title when it is left out of a new one. A changed one renames: the old address redirects.',
};

/** @type {Record<string, Schema>} */
const writing = {
  id,
  slug,
  title: { type: 'string', minLength: 1, maxLength: 300, pattern: '\\S' },
  markdown: { type: 'string', maxLength: 5_000_000 },
  tags: {
    type: 'array',
    maxItems: 50,
    items: { type: 'string', minLength: 1, maxLength: 80 },
  },
  status: { type: 'string', enum: ['draft', 'published'] },
  publishedAt: {
    type: ['string', 'null'],
    format: 'date-time',
    description:
      'With a zone, in the years 1000 to 9999. A later one schedules; null becomes the present moment when it is published.',
  },
  excerpt: { type: 'string', maxLength: 2000 },
  commentsClosed: {
    type: 'boolean',
    description: 'Takes no more comments, whatever the settings say; those that are there stay',
  },
  state: {
    type: 'string',
    enum: ['draft', 'scheduled', 'public'],
    readOnly: true,
    description: 'Follows from status and publishedAt; ignored in what is sent',
  },
};

/** @type {Record<string, Schema>} */
const comment = {
  id: {
    type: 'string',
    minLength: 3,
    maxLength: 200,
    description: 'The post’s id, a colon, and one of its own',
  },
  postSlug: { type: 'string', minLength: 1, maxLength: 80 },
  replyTo: {
    type: 'string',
    maxLength: 200,
    description: 'The id of a comment on the same post, or empty',
  },
  name: { type: 'string', minLength: 1, maxLength: 100, pattern: '\\S' },
  url: {
    type: 'string',
    maxLength: 500,
    description: 'An http or https address, or empty',
  },
  markdown: { type: 'string', minLength: 1, maxLength: 20_000, pattern: '\\S' },
  status: { type: 'string', enum: ['pending', 'approved', 'spam'] },
};

const { id: _, ...newComment } = comment;

/** @type {Record<string, Schema>} */
const media = {
  name: { type: 'string', description: 'Tells its bytes, so it never changes' },
  url: { type: 'string', description: 'Where readers find it' },
  type: { type: 'string', description: 'A media type, told by its bytes' },
  width: { type: ['integer', 'null'], description: 'In pixels, as it is shown' },
  height: { type: ['integer', 'null'] },
  bytes: { type: 'integer', description: 'How many there are' },
  alt: { type: 'string', maxLength: 1000, description: 'What it shows, in words, or empty' },
  createdAt: { type: 'string', format: 'date-time' },
  markdown: { type: 'string', description: 'To be put into a text' },
};

/** @type {Record<string, Schema>} */
const settings = {
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
  postsPerPage: { type: 'integer', minimum: 1, maximum: 100 },
  comments: {
    type: 'string',
    enum: ['held', 'shown', 'off'],
    description: 'A new comment waits for approval, is shown at once, or is not taken',
  },
  commentsCloseAfterDays: {
    type: 'integer',
    minimum: 0,
    maximum: 3650,
    description: 'Days after which a post takes no more comments; 0 means never',
  },
  navigation: {
    type: 'array',
    maxItems: 20,
    items: {
      type: 'object',
      additionalProperties: false,
      required: ['title', 'url'],
      properties: {
        title: { type: 'string', minLength: 1, maxLength: 100, pattern: '\\S' },
        url: {
          type: 'string',
          minLength: 1,
          maxLength: 500,
          description: 'A path of this blog, or an http or https address',
        },
      },
    },
  },
};

/** @type {Record<string, Schema>} */
const keptPage = {
  path: { type: 'string' },
  store: { type: 'string', description: 'The typed store that holds it' },
  etag: { type: 'string', description: 'Tells its bytes' },
  bytes: { type: 'integer', description: 'Of memory, all encodings together' },
  hits: { type: 'integer', description: 'Since it was kept' },
  encodings: { type: 'array', items: { type: 'string', enum: ['identity', 'gzip', 'br'] } },
};

/** @param {Record<string, Schema>} properties @param {readonly string[]} required @returns {Schema} */
const record = (properties, required = []) => ({
  type: 'object',
  additionalProperties: false,
  required,
  properties,
});

/**
 * What the API gives and takes: `whole` as it is read, `created` to make a new one, `changed` to change one (what
 * is left out stays as it is).
 */
export const schemas = {
  Post: {
    whole: record(writing, Object.keys(writing)),
    created: record(writing, ['title']),
    changed: record(writing),
  },
  Comment: {
    whole: record(comment, Object.keys(comment)),
    created: record(newComment, ['postSlug', 'name', 'markdown']),
    changed: record(comment),
  },
  Media: {
    whole: record(media, Object.keys(media)),
    created: {},
    changed: record({ alt: media.alt }),
  },
  Settings: {
    whole: record(settings, Object.keys(settings)),
    created: record(settings),
    changed: record(settings),
  },
  KeptPage: {
    whole: record(keptPage, Object.keys(keptPage)),
    created: null,
    changed: null,
  },
};

/** What narrows a list, beside `limit` and `cursor`. @type {Record<'Post' | 'Comment' | 'Media' | 'KeptPage', Record<string, Schema>>} */
export const filters = {
  Post: { status: writing.status, tag: { type: 'string', minLength: 1, maxLength: 80 } },
  Comment: { status: comment.status, postSlug: comment.postSlug },
  Media: {},
  KeptPage: {},
};

/** @type {Record<'limit' | 'cursor', Schema>} */
export const paging = {
  limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
  cursor: {
    type: 'string',
    minLength: 1,
    maxLength: 400,
    description: 'Where to go on; it stands in `next` of the page before',
  },
};
