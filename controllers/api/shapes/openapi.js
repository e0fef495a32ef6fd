import { scopes } from '../../../lib/people/rights.js';
import { queries, schemas } from './schemas.js';
/** @import { Schema } from '../../../lib/store/fields.js' */

/** @typedef {{ method: string, path: string }} Described  a route */

/** Schemas by the noun in the path. */
const nouns = /** @type {const} */ ({
  posts: { schema: 'Post', one: 'post' },
  pages: { schema: 'Post', one: 'page' },
  comments: { schema: 'Comment', one: 'comment' },
  media: { schema: 'Media', one: 'file' },
  settings: { schema: 'Settings', one: 'settings' },
  cache: { schema: 'KeptPage', one: 'kept page' },
  changes: { schema: 'Change', one: 'change' },
  activity: { schema: 'Act', one: 'act' },
  statistics: { schema: 'Statistics', one: 'statistics' },
  subscribers: { schema: 'Subscriber', one: 'subscriber' },
  mailings: { schema: 'Mailing', one: 'mailing' },
  bounces: { schema: 'Bounce', one: 'bounce' },
  search: { schema: 'Result', one: 'result' },
});

/** Answers that are errors, by status: when they come. @type {Record<string, string>} */
const errors = {
  400: 'The body is not JSON in UTF-8, or the URL is malformed',
  401: 'The token is missing or invalid',
  403: 'The token does not have the scope, its user does not have the role, or the request came from another site',
  404: 'Not found',
  409: 'The slug or id is already in use',
  412: 'It was changed in the meantime: read it again',
  413: 'The body is too large',
  415: 'The media type of the body is not supported',
  422: 'A field or a query parameter is not valid or not known; `errors` names it',
  428: 'If-Match is missing',
  429: 'Too many requests with invalid tokens; Retry-After says how long to wait',
  500: 'Internal error',
  503: 'The store cannot be reached; Retry-After says how long to wait, and `detail` whether a write was saved, was not, or may still appear',
};

/** Nouns of which there is only one. */
const single = ['settings', 'statistics'];

/** What is read with a scope of its own; all else with any. @type {Record<string, string>} */
const readWith = {
  statistics: 'statistics:read',
  activity: 'activity:read',
  subscribers: 'subscribers:read',
  mailings: 'subscribers:read',
};

/** Of every operation. */
const ALWAYS = ['400', '401', '403', '422', '429', '500', '503'];

/**
 * The OpenAPI description, generated from the routes and from the schemas used for validation.
 * @param {readonly Described[]} routes
 * @param {string} baseUrl
 * @returns {object} OpenAPI 3.1
 */
export function describeApi(routes, baseUrl) {
  /** @type {Record<string, Record<string, object>>} */
  const paths = {};
  for (const { method, path } of routes) {
    const template = path.replace(/:(\w+)/g, '{$1}');
    paths[template] = { ...paths[template], [method.toLowerCase()]: operation(method, path) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Larder',
      version: '1.0.0',
      description:
        'Everything authors can do, for programs. The ETag is the revision: send it in If-Match with PUT and DELETE.',
    },
    servers: [{ url: baseUrl }],
    security: [{ token: [] }],
    paths,
    components: {
      schemas: components(),
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          description: `Created with \`node app.js token create --scope SCOPE\` or on the account page. Scopes: ${scopes.join(', ')}. Each of them can read, except statistics:read, activity:read, subscribers:read, subscribers:write and bounces:write.`,
        },
      },
      responses: Object.fromEntries(
        Object.entries(errors).map(([status, description]) => [
          `E${status}`,
          problem(status, description),
        ]),
      ),
    },
  };
}

/** @param {string} method @param {string} path */
function operation(method, path) {
  const noun = /** @type {keyof typeof nouns} */ (
    path.endsWith('/changes') ? 'changes' : path.split('/')[2]
  );
  const { schema, one } = nouns[noun];
  const parameter = /:(\w+)/.exec(path)?.[1];
  const isList = method === 'GET' && !parameter && !single.includes(noun);
  const scope = method === 'GET' ? (readWith[noun] ?? 'read') : `${noun}:write`;
  const verb = isList
    ? 'list'
    : { GET: 'read', POST: 'create', PUT: 'change', DELETE: 'remove' }[method];
  return {
    operationId: `${verb}-${isList ? noun : one}`,
    summary: `${verb} ${isList ? noun : one}`,
    ...(noun === 'search'
      ? { description: 'Of what is public: no token is needed.', security: [] }
      : { description: `Scope: ${scope}.` }),
    tags: [noun],
    parameters: parametersOf(method, path, { schema, isList, parameter }),
    ...bodyOf(method, schema),
    responses: responsesOf(method, { schema, isList, parameter }),
  };
}

/**
 * @param {string} method
 * @param {string} path
 * @param {{ schema: keyof typeof schemas, isList: boolean, parameter?: string }} of
 */
function parametersOf(method, path, { schema, isList, parameter }) {
  const parameters = [];
  if (parameter)
    parameters.push({
      name: parameter,
      in: 'path',
      required: true,
      schema: { type: 'string', minLength: 1 },
    });
  for (const [name, each] of Object.entries(queries[`${method} ${path}`] ?? {}))
    parameters.push({
      name,
      in: 'query',
      schema: each,
      ...(isRequired(name) && { required: true }),
    });
  if (method === 'POST' && schema === 'Media') parameters.push(nameOfFile);
  if (method === 'GET' && !isList && schema !== 'Statistics')
    parameters.push({ name: 'If-None-Match', in: 'header', schema: { type: 'string' } });
  if (method === 'PUT' || method === 'DELETE')
    parameters.push({
      name: 'If-Match',
      in: 'header',
      required: true,
      schema: { type: 'string' },
      description: 'The ETag you last read, or *',
    });
  return parameters;
}

/** @param {string} name  of a query parameter */
const isRequired = (name) => ['from', 'to', 'q'].includes(name);

/** How a file is named whose bytes are the whole body. */
const nameOfFile = {
  name: 'Content-Disposition',
  in: 'header',
  schema: { type: 'string' },
  description: 'The file name, if the query has none: attachment; filename="jar.png"',
};

/** @param {string} method @param {keyof typeof schemas} schema */
function bodyOf(method, schema) {
  if (method !== 'POST' && method !== 'PUT') return {};
  if (method === 'POST' && schema === 'Media')
    return {
      requestBody: { required: true, content: { '*/*': { schema: schemas.Media.created } } },
    };
  const name = `${method === 'POST' ? 'New' : 'Changed'}${schema}`;
  const report = schema === 'Bounce' && { 'message/rfc822': { schema: {} } };
  const content = { 'application/json': { schema: ref(name) }, ...report };
  return {
    requestBody: { required: true, content },
  };
}

/** @param {string} method @param {{ schema: keyof typeof schemas, isList: boolean, parameter?: string }} of */
function responsesOf(method, { schema, isList, parameter }) {
  /** @type {Record<string, object>} */
  const responses = {};
  const statuses = [...ALWAYS];
  if (method === 'DELETE') responses[204] = { description: 'Deleted' };
  else if (schema === 'Bounce') responses[204] = { description: 'Noted, if the address is known' };
  else if (method === 'POST')
    responses[201] = {
      description: 'Created',
      headers: { ...etag, ...location },
      ...content(schema),
    };
  else if (isList)
    responses[200] = { description: 'One page of the list', ...content(`${schema}List`) };
  else if (schema === 'Statistics')
    responses[200] = { description: 'The figures of the period', ...content(schema) };
  else responses[200] = { description: 'The current state', headers: etag, ...content(schema) };
  if (method === 'GET' && !isList && schema !== 'Statistics')
    responses[304] = { description: 'Not modified', headers: etag };
  if (parameter) statuses.push('404');
  if (method === 'POST' || method === 'PUT') statuses.push('409', '413', '415');
  if (method === 'PUT' || method === 'DELETE') statuses.push('412', '428');
  for (const status of statuses) responses[status] = { $ref: `#/components/responses/E${status}` };
  return responses;
}

/** @returns {Record<string, object>} */
function components() {
  /** @type {Record<string, object>} */
  const all = {};
  for (const [name, { whole, created, changed }] of Object.entries(schemas)) {
    all[name] = whole;
    if (!['Settings', 'Statistics'].includes(name)) {
      if (name !== 'Media' && created) all[`New${name}`] = created;
      all[`${name}List`] = listOf(name);
    }
    if (changed) all[`Changed${name}`] = changed;
  }
  return { ...all, Problem };
}

/** @param {string} name */
const listOf = (name) => ({
  type: 'object',
  required: ['items', 'next'],
  properties: {
    items: { type: 'array', items: ref(name) },
    next: { type: ['string', 'null'], description: 'The URL of the next page, or null' },
  },
});

/** RFC 9457. */
const Problem = {
  type: 'object',
  required: ['type', 'title', 'status'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['field', 'detail'],
        properties: { field: { type: 'string' }, detail: { type: 'string' } },
      },
    },
  },
};

const text = { schema: { type: 'string' } };
const etag = { ETag: { ...text, description: 'The revision' } };
const location = { Location: { ...text, description: 'The URL of what was created' } };

/** @param {string} status @param {string} description */
function problem(status, description) {
  const retry = status === '429' || status === '503' ? { headers: { 'Retry-After': text } } : {};
  const challenge = status === '401' ? { headers: { 'WWW-Authenticate': text } } : {};
  return { description, ...retry, ...challenge, ...content('Problem', 'application/problem+json') };
}

/** @param {string} schema @param {string} [type] */
const content = (schema, type = 'application/json') => ({
  content: { [type]: { schema: ref(schema) } },
});

/** @param {string} name */
const ref = (name) => ({ $ref: `#/components/schemas/${name}` });
