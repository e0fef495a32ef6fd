/** What programs rely on in the description of the API, a line for each. */

const METHODS = ['get', 'post', 'put', 'delete'];
/** Of every error, and the same everywhere. */
const PROBLEM = 'application/problem+json';
/** Of a schema within itself, such as a comment's replies. */
const DEEPEST = 8;

/**
 * @param {any} description  OpenAPI 3.1
 * @returns {string[]} of requests what they may have, and may leave out; of answers what they have, and always have
 */
export function promisesOf(description) {
  const lines = Object.entries(description.paths).flatMap(([path, operations]) =>
    METHODS.filter((method) => operations[method]).flatMap((method) =>
      ofOperation(operations[method], description).map(
        (line) => `${method.toUpperCase()} ${path} ${line}`,
      ),
    ),
  );
  const problem = answered({ $ref: '#/components/schemas/Problem' }, description, PROBLEM);
  return [...lines.map((line) => line.trim()), ...problem];
}

/** @param {any} operation @param {any} description @returns {string[]} */
function ofOperation({ operationId, parameters = [], requestBody, responses }, description) {
  const schemasIn = (/** @type {any} */ content) =>
    Object.entries(content ?? {}).map(([type, { schema }]) => ({ type, schema }));
  return [
    '',
    `is ${operationId}`,
    ...parameters.flatMap((/** @type {any} */ each) => [
      `takes ${each.in} ${each.name}`,
      ...(each.required ? [] : [`needs no ${each.in} ${each.name}`]),
      ...asked(each.schema, description, `${each.in} ${each.name}`),
    ]),
    ...schemasIn(requestBody?.content).flatMap(({ type, schema }) => [
      `takes ${type}`,
      ...asked(schema, description, 'body'),
    ]),
    ...Object.entries(responses).flatMap(([status, each]) => {
      const { headers = {}, content } = resolve(each, description);
      return [
        `answers ${status}`,
        ...Object.keys(headers).map((name) => `answers ${status} with ${name}`),
        ...schemasIn(content).flatMap(({ type, schema }) => [
          `answers ${status} as ${type}`,
          ...(type === PROBLEM ? [] : answered(schema, description, `${status} body`)),
        ]),
      ];
    }),
  ];
}

/** @param {any} schema @param {any} description @param {string} place @param {number} [depth] @returns {string[]} */
function asked(schema, description, place, depth = 0) {
  const { type, properties = {}, required = [], items, ...rest } = resolve(schema, description);
  if (depth > DEEPEST) return [];
  return [
    ...[type ?? []].flat().map((each) => `takes ${place}: ${each}`),
    ...(rest.enum ?? []).map((/** @type {unknown} */ value) => `takes ${place}: = ${value}`),
    ...limitsOf(rest).map((limit) => `takes ${place}: ${limit}`),
    ...(items ? asked(items, description, `${place}[]`, depth + 1) : []),
    ...Object.entries(properties).flatMap(([name, each]) => [
      ...(required.includes(name) ? [] : [`needs no ${place}.${name}`]),
      ...asked(each, description, `${place}.${name}`, depth + 1),
    ]),
  ];
}

/** What is more in a later version is no break. @param {any} schema */
const limitsOf = ({ maxLength, maxItems, maximum, minLength, minItems, minimum }) => [
  ...[maxLength, maxItems, maximum].filter(isNumber).map((limit) => `up to ${limit}`),
  ...[minLength, minItems, minimum].filter(isNumber).map((limit) => `down to ${limit}`),
];

/** @param {unknown} value */
const isNumber = (value) => typeof value === 'number';

/** @param {any} schema @param {any} description @param {string} place @param {number} [depth] @returns {string[]} */
function answered(schema, description, place, depth = 0) {
  const { type, properties = {}, required = [], items } = resolve(schema, description);
  if (depth > DEEPEST) return [];
  return [
    ...(type ? [`answers ${place}: ${[type].flat().join(' or ')}`] : []),
    ...(items ? answered(items, description, `${place}[]`, depth + 1) : []),
    ...Object.entries(properties).flatMap(([name, each]) => [
      ...(required.includes(name) ? [`answers ${place}.${name} always`] : []),
      ...answered(each, description, `${place}.${name}`, depth + 1),
    ]),
  ];
}

/** @param {any} part @param {any} description */
function resolve(part, description) {
  if (!part?.$ref) return part ?? {};
  return part.$ref
    .slice(2)
    .split('/')
    .reduce((/** @type {any} */ found, /** @type {string} */ name) => found[name], description);
}
