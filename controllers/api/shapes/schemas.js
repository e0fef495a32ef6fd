import { readerWords } from '../../../lib/base/words.js';
import { textSchemas } from '../../../lib/store/text-fields.js';
import { nouns } from '../../../lib/content/acts.js';
import { shapes } from '../../../lib/content/shapes.js';
/** @import { Schema } from '../../../lib/store/fields.js' */
/** @import { Subscriber } from '../../../lib/mail/records.js' */
/** @import { Texts } from '../../../lib/store/text-fields.js' */
/** @import { Comment, Settings } from '../../../lib/store/types.js' */
/** @import { SchemaOf } from '../../../lib/content/schema.js' */

/**
 * @typedef {Pick<Comment, 'name' | 'markdown'> & Partial<Pick<Comment, 'replyTo' | 'status'> & Texts<'comment'>> & {
 *   postSlug: string }} NewComment
 */

/**
 * @typedef {Partial<Pick<Subscriber, 'tags' | 'language' | 'source'>> & { email: string, status?: 'unconfirmed' |
 *   'confirmed', consentAt?: string }} NewSubscriber
 *
 * @typedef {Partial<Pick<Subscriber, 'tags' | 'language'>> & { status?: Subscriber['state'] }} ChangedSubscriber
 */

const { post: writing, comment, media, settings } = shapes;
const { id: _, ...newComment } = comment;

/** A command, and no field: it is in no answer. @type {Record<string, Schema>} */
const commands = {
  sendByEmail: {
    type: 'boolean',
    writeOnly: true,
    description:
      'Of posts that are published or scheduled: sends it to the subscribers by e-mail when it is public, once for ever. For owners and editors',
  },
};

/** @type {Record<string, Schema>} */
const cachedPage = {
  path: { type: 'string' },
  store: { type: 'string', description: 'The typed store that holds it' },
  etag: { type: 'string', description: 'The ETag of the content' },
  bytes: { type: 'integer', description: 'Memory used, all encodings together' },
  hits: { type: 'integer', description: 'Since it was stored' },
  encodings: { type: 'array', items: { type: 'string', enum: ['identity', 'gzip', 'br'] } },
};

/** @type {Schema} */
const count = { type: 'integer', minimum: 0 };
/** @type {Schema} */
const day = { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\d$' };
/**
 * @param {Record<string, Schema>} properties
 * @returns {Schema} most first; the last one, whose name is null, are all others
 */
const rows = (properties) => ({
  type: 'array',
  items: { type: 'object', properties, required: Object.keys(properties) },
});
/** @type {Schema} */
const name = { type: ['string', 'null'], description: 'null: all others' };
/** @type {Schema} */
const people = { type: ['integer', 'null'], description: 'Not known of a single page' };
const totals = { views: count, visitors: people, visits: people };

/** @type {Record<string, Schema>} */
const statistics = {
  from: day,
  to: day,
  by: { type: 'string', enum: ['hour', 'day', 'week', 'month', 'year'] },
  ...totals,
  bots: { ...count, description: 'Requests by crawlers' },
  feedReaders: { ...count, description: 'On the day on which they were most' },
  before: {
    type: 'object',
    properties: totals,
    description: 'In the period of the same length before it',
  },
  series: rows({ from: { type: 'string' }, views: count, visitors: people }),
  pages: rows({ path: name, views: count }),
  referrers: rows({
    site: name,
    kind: { type: 'string', enum: ['search', 'network', 'site', 'mail'] },
    views: count,
  }),
  countries: rows({ country: name, views: count }),
  devices: rows({ device: name, views: count }),
  browsers: rows({ browser: name, views: count }),
  languages: rows({ language: name, views: count }),
  feeds: rows({ path: name, readers: count }),
  crawlers: rows({ name, kind: { type: 'string', enum: ['bot', 'ai'] }, requests: count }),
  notFound: rows({ path: name, requests: count }),
  searches: rows({ q: name, count }),
};

/** @type {Record<string, Schema>} */
const result = {
  type: { type: 'string', enum: ['post', 'page'] },
  slug: writing.slug,
  url: { type: 'string' },
  title: writing.title,
  excerpt: { type: 'string', description: 'The part of the text in which the words are' },
  tags: writing.tags,
  publishedAt: writing.publishedAt,
};

/**
 * @template {object} [T=object]
 * @param {Record<string, Schema>} properties
 * @param {readonly string[]} required
 * @returns {SchemaOf<T>}
 */
const record = (properties, required = []) => ({
  type: 'object',
  additionalProperties: false,
  required,
  properties,
});

/** A change, with the pages that it cleared. @type {Record<string, Schema>} */
const change = {
  number: { type: 'integer', description: 'From 1, since the server started' },
  at: { type: 'string', format: 'date-time' },
  cause: { type: 'string', description: 'Why pages were cleared, as in cache.clears of /status' },
  about: { type: 'string', description: 'Title or name of what has changed, or empty' },
  cleared: { type: 'integer', description: 'Pages that it cleared' },
  milliseconds: { type: 'number', description: 'That the clearing took' },
  pages: {
    type: 'array',
    description: 'The first 200 of them',
    items: record({
      path: { type: 'string' },
      dependency: { type: 'string', description: 'What was touched; empty: everything' },
      text: { type: 'string', description: 'The same in words' },
      isReady: { type: 'boolean', description: 'Whether it is cached again' },
    }),
  },
};

/** Something that a person or a command did. @type {Record<string, Schema>} */
const act = {
  id: { type: 'string', description: 'The newest has the first one' },
  at: { type: 'string', format: 'date-time' },
  by: { type: 'string', description: 'The sign-in name of who did it, or empty' },
  via: { type: 'string', description: 'The beginning of a session or token, or a command' },
  what: { type: 'string', description: 'Such as post.published' },
  of: { type: 'string', description: 'The id of the thing, or empty' },
  about: { type: 'string', description: 'Its title or name then, or what of it was changed' },
  count: { type: 'integer', description: 'For failed sign-ins: how many in this hour' },
};

/** Times are empty where there are none. @type {Record<string, Schema>} */
const subscriber = {
  id: { type: 'string', description: 'Random, of this address', readOnly: true },
  email: { type: 'string', maxLength: 1000, readOnly: true },
  status: { type: 'string', enum: ['unconfirmed', 'confirmed', 'unsubscribed', 'paused'] },
  tags: {
    type: 'array',
    maxItems: 100,
    items: { type: 'string', minLength: 1, maxLength: 100 },
    description: 'Posts with one of them are mailed; none: all posts',
  },
  language: { type: 'string', enum: ['', ...readerWords.languages], description: 'Of the mails' },
  source: { type: 'string', description: 'Where they subscribed', readOnly: true },
  createdAt: { type: 'string', readOnly: true },
  askedAt: { type: 'string', readOnly: true },
  consentAt: { type: 'string', description: 'When they agreed', readOnly: true },
  unsubscribedAt: { type: 'string', readOnly: true },
  bounces: { type: 'integer', description: 'Mails that failed for good', readOnly: true },
  complaint: { type: 'boolean', description: 'Whether they called a mail spam', readOnly: true },
};
const { email, tags, language } = subscriber;
/** @type {Record<string, Schema>} */
const newSubscriber = {
  email: { ...email, readOnly: undefined },
  status: { type: 'string', enum: ['unconfirmed', 'confirmed'], default: 'unconfirmed' },
  tags,
  language,
  source: { type: 'string', minLength: 1, maxLength: 200, description: 'Where they agreed' },
  consentAt: {
    type: 'string',
    format: 'date-time',
    description: 'When. `confirmed` needs both; `unconfirmed` are mailed a link',
  },
};
/** A post, or a digest of some, on its way to the subscribers. @type {Record<string, Schema>} */
const mailing = {
  id: { type: 'string', description: "The post's, or `digest:` and a day" },
  kind: { type: 'string', enum: ['post', 'digest'] },
  title: { type: 'string', description: 'Of the post' },
  posts: { type: 'array', items: { type: 'string' }, description: 'Their ids' },
  state: {
    type: 'string',
    enum: ['waiting', 'sending', 'paused', 'done', 'cancelled'],
    description: 'waiting: until its post is public',
  },
  createdAt: { type: 'string', format: 'date-time' },
  endedAt: { type: 'string', description: 'Empty where it is under way' },
  total: { ...count, description: 'Subscribers to whom it goes' },
  accepted: { ...count, description: 'That the mail server took, and that did not come back' },
  bounced: { ...count, description: 'That it refused for good, or that came back' },
  unsubscribed: { ...count, description: 'By the link in this mail' },
  complained: { ...count, description: 'Who called it spam' },
  problem: { type: 'string', description: 'Why it last made no progress, or empty' },
};
/** @type {Record<string, Schema>} */
const bounce = { email, kind: { type: 'string', enum: ['bounce', 'complaint'] } };

/**
 * The API's schemas: `whole` of responses, `created` for POST, `changed` for PUT (missing fields stay
 * as they are).
 */
export const schemas = {
  Post: {
    whole: record(writing, Object.keys(writing)),
    created: record({ ...writing, ...commands }, ['title']),
    changed: record({ ...writing, ...commands }),
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
    /** @type {SchemaOf<Partial<Texts<'media'>>>} */
    changed: record(textSchemas('media')),
  },
  Settings: {
    whole: record(settings, Object.keys(settings)),
    created: record(settings),
    /** @type {SchemaOf<Partial<Settings>>} */
    changed: record(settings),
  },
  KeptPage: {
    whole: record(cachedPage, Object.keys(cachedPage)),
    created: null,
    changed: null,
  },
  Change: {
    whole: record(change, Object.keys(change)),
    created: null,
    changed: null,
  },
  Result: {
    whole: record(result, Object.keys(result)),
    created: null,
    changed: null,
  },
  Act: {
    whole: record(act, Object.keys(act)),
    created: null,
    changed: null,
  },
  Subscriber: {
    whole: record(subscriber, Object.keys(subscriber)),
    /** @type {SchemaOf<NewSubscriber>} */
    created: record(newSubscriber, ['email']),
    /** @type {SchemaOf<ChangedSubscriber>} */
    changed: record(subscriber),
  },
  Mailing: {
    whole: record(mailing, Object.keys(mailing)),
    created: null,
    changed: null,
  },
  Bounce: {
    whole: record(bounce, Object.keys(bounce)),
    /** @type {SchemaOf<{ email: string, kind: 'bounce' | 'complaint' }>} */
    created: record(bounce, Object.keys(bounce)),
    changed: null,
  },
  Statistics: {
    whole: record(statistics, Object.keys(statistics)),
    created: null,
    changed: null,
  },
};

/**
 * Filters of lists, besides `limit` and `cursor`.
 * @type {Record<'Post' | 'Comment' | 'Media' | 'KeptPage' | 'Change', Record<string, Schema>>}
 */
export const filters = {
  Post: { status: writing.status, tag: writing.tags.items },
  Comment: { status: comment.status, postSlug: comment.postSlug },
  Media: {},
  KeptPage: {},
  Change: {},
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
  'GET /api/cache/changes': { ...filters.Change, ...paging },
  'GET /api/activity': {
    person: { type: 'string', maxLength: 160, description: 'A sign-in name' },
    kind: { type: 'string', enum: nouns },
    since: { type: 'string', format: 'date-time' },
    until: { type: 'string', format: 'date-time' },
    ...paging,
  },
  'GET /api/statistics': {
    from: { ...day, description: 'The first day, in the time zone of the blog' },
    to: { ...day, description: 'The last day' },
    by: { ...statistics.by, default: 'day' },
    page: { type: 'string', maxLength: 1000, description: 'A path: only what concerns that page' },
  },
  'GET /api/subscribers': { status: subscriber.status, ...paging },
  'GET /api/mailings': { state: mailing.state, ...paging },
  'GET /api/search': {
    q: { type: 'string', minLength: 1, description: 'Words, or their beginnings' },
    page: { type: 'string', pattern: '^[1-9]\\d{0,3}$', default: '1' },
  },
  'GET /api/media': { ...filters.Media, ...paging },
  'POST /api/media': {
    name: { type: 'string', description: 'The file name' },
    ...textSchemas('media'),
  },
};
