/** @import { Comment, Settings } from '../types.js' */
/** @import { Schema, SchemaOf } from './schema.js' */

/**
 * @typedef {Pick<Comment, 'name' | 'markdown'> & Partial<Pick<Comment, 'replyTo' | 'url' | 'status'>> & { postSlug: string }} NewComment
 */

/** @type {Schema} */
const id = { type: 'string', format: 'uuid', description: 'Never changes; also the Atom id' };

/** @type {Schema} */
const slug = {
  type: 'string',
  minLength: 1,
  maxLength: 80,
  description:
    'Lower-case letters, digits and single hyphens; unique. If left out of a new post, it is made from the title. When it is changed, the old URL redirects.',
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
      'With a time zone, in the years 1000 to 9999. A future date schedules the post; null becomes the time of publishing.',
  },
  excerpt: { type: 'string', maxLength: 2000 },
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
};

/** @type {Record<string, Schema>} */
const comment = {
  id: {
    type: 'string',
    minLength: 3,
    maxLength: 200,
    description: 'The id of the post, a colon, and an id of its own',
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
    description: 'An http or https URL, or empty',
  },
  markdown: { type: 'string', minLength: 1, maxLength: 20_000, pattern: '\\S' },
  status: { type: 'string', enum: ['pending', 'approved', 'spam'] },
};

const { id: _, ...newComment } = comment;

/** @type {Record<string, Schema>} */
const media = {
  name: { type: 'string', description: 'Made from the content, so it never changes' },
  url: { type: 'string', description: 'The public URL' },
  type: { type: 'string', description: 'The media type, detected from the content' },
  width: { type: ['integer', 'null'], description: 'In pixels, as displayed' },
  height: { type: ['integer', 'null'] },
  bytes: { type: 'integer', description: 'The size' },
  alt: { type: 'string', maxLength: 1000, description: 'Alternative text, or empty' },
  createdAt: { type: 'string', format: 'date-time' },
  markdown: { type: 'string', description: 'To paste into a post' },
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
    description: 'New comments are held for approval, published at once, or not accepted',
  },
  commentsCloseAfterDays: {
    type: 'integer',
    minimum: 0,
    maximum: 3650,
    description: 'Days after which comments on a post close; 0 = never',
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
          description: 'A path on this blog, or an http or https URL',
        },
      },
    },
  },
};

/** @type {Record<string, Schema>} */
const keptPage = {
  path: { type: 'string' },
  store: { type: 'string', description: 'The typed store that holds it' },
  etag: { type: 'string', description: 'The ETag of the content' },
  bytes: { type: 'integer', description: 'Memory used, all encodings together' },
  hits: { type: 'integer', description: 'Since it was stored' },
  encodings: { type: 'array', items: { type: 'string', enum: ['identity', 'gzip', 'br'] } },
};

/** @template {object} [T=object] @param {Record<string, Schema>} properties @param {readonly string[]} required @returns {SchemaOf<T>} */
const record = (properties, required = []) => ({
  type: 'object',
  additionalProperties: false,
  required,
  properties,
});

/**
 * The API's schemas: `whole` of responses, `created` for POST, `changed` for PUT (missing fields stay
 * as they are).
 */
export const schemas = {
  Post: {
    whole: record(writing, Object.keys(writing)),
    created: record(writing, ['title']),
    changed: record(writing),
  },
  Comment: {
    whole: record(comment, Object.keys(comment)),
    /** @type {SchemaOf<NewComment>} */
    created: record(newComment, ['postSlug', 'name', 'markdown']),
    /** @type {SchemaOf<Partial<NewComment> & { id?: string }>} */
    changed: record(comment),
  },
  Media: {
    whole: record(media, Object.keys(media)),
    created: {},
    /** @type {SchemaOf<{ alt?: string }>} */
    changed: record({ alt: media.alt }),
  },
  Settings: {
    whole: record(settings, Object.keys(settings)),
    created: record(settings),
    /** @type {SchemaOf<Partial<Settings>>} */
    changed: record(settings),
  },
  KeptPage: {
    whole: record(keptPage, Object.keys(keptPage)),
    created: null,
    changed: null,
  },
};

/** Filters of lists, besides `limit` and `cursor`. @type {Record<'Post' | 'Comment' | 'Media' | 'KeptPage', Record<string, Schema>>} */
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
    description: 'Where to continue: taken from `next` of the page before',
  },
};

/** Allowed query parameters, by route; other routes allow none. @type {Record<string, Record<string, Schema>>} */
export const queries = {
  'GET /api/posts': { ...filters.Post, ...paging },
  'GET /api/pages': { ...filters.Post, ...paging },
  'GET /api/comments': { ...filters.Comment, ...paging },
  'GET /api/cache': { ...filters.KeptPage, ...paging },
  'GET /api/media': { ...filters.Media, ...paging },
  'POST /api/media': { name: { type: 'string', description: 'The file name' }, alt: media.alt },
};
