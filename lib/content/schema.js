import { LarderError } from '../base/errors.js';
import { lookUp } from '../base/look-up.js';
/** @import { Schema } from '../store/fields.js' */

/**
 * One that says of a value: once it was checked, it is a T.
 * @template T
 * @typedef {Schema & { of?: T }} SchemaOf  `of` is for the types alone
 */

/** RFC 3339 section 5.6. */
const DATE_TIME =
  /^(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/i;
const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;

/**
 * @template T
 * @param {unknown} value
 * @param {SchemaOf<T>} schema
 * @param {string} [field] where it stands; '' for the whole
 * @returns {asserts value is T}
 * @throws {LarderError} `invalid`, with the first field that does not fit
 */
export function check(value, schema, field = '') {
  const types = schema.type === undefined ? [] : [schema.type].flat();
  if (types.length > 0 && !types.some((type) => isOfType(value, type)))
    fail(field, `must be ${types.join(' or ')}`);
  if (schema.enum && !schema.enum.some((each) => each === value))
    fail(field, `must be one of ${schema.enum.join(', ')}`);
  if (typeof value === 'string') checkText(value, schema, field);
  else if (typeof value === 'number') checkNumber(value, schema, field);
  else if (Array.isArray(value)) checkList(value, schema, field);
  else if (value !== null && typeof value === 'object') checkObject(value, schema, field);
}

/**
 * @param {object} value valid
 * @param {Schema} schema
 * @returns {any} without read-only fields
 */
export const writable = (value, { properties = {} }) =>
  Object.fromEntries(Object.entries(value).filter(([name]) => !properties[name].readOnly));

/** @param {unknown} value @param {string} type */
function isOfType(value, type) {
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'integer') return Number.isSafeInteger(value);
  if (type === 'object')
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  return typeof value === type;
}

/** @param {string} text @param {Schema} schema @param {string} field */
function checkText(text, { minLength = 0, maxLength = Infinity, pattern, format }, field) {
  // JSON Schema counts characters, not the halves of surrogate pairs.
  const length =
    text.length > maxLength || text.length < 2 * minLength ? charactersIn(text) : text.length;
  if (length < minLength)
    fail(
      field,
      minLength === 1 ? 'must not be empty' : `must have at least ${minLength} characters`,
    );
  if (length > maxLength) fail(field, `must have at most ${maxLength} characters`);
  if (pattern && !new RegExp(pattern, 'u').test(text))
    fail(field, 'does not have the right format');
  if (format === 'uuid' && !UUID.test(text)) fail(field, 'must be a UUID in lower case');
  if (format === 'date-time' && !isDateTime(text))
    fail(field, 'must be a time with a zone, such as 2026-03-12T09:30:00Z');
}

/** @param {string} text of any length @returns {number} */
function charactersIn(text) {
  let count = 0;
  for (let at = 0; at < text.length; at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1) count++;
  return count;
}

/** @param {string} text */
function isDateTime(text) {
  const [, year, month, day] = DATE_TIME.exec(text) ?? [];
  if (!day) return false;
  return Number(day) <= new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
}

/** @param {number} number @param {Schema} schema @param {string} field */
function checkNumber(number, { minimum = -Infinity, maximum = Infinity }, field) {
  if (number < minimum) fail(field, `must be at least ${minimum}`);
  if (number > maximum) fail(field, `must be at most ${maximum}`);
}

/** @param {unknown[]} list @param {Schema} schema @param {string} field */
function checkList(list, { items, maxItems = Infinity }, field) {
  if (list.length > maxItems) fail(field, `must have at most ${maxItems} items`);
  if (items) list.forEach((item, place) => check(item, items, `${field}[${place}]`));
}

/** @param {object} object @param {Schema} schema @param {string} field */
function checkObject(object, { properties = {}, required = [], additionalProperties }, field) {
  const path = (/** @type {string} */ name) => (field ? `${field}.${name}` : name);
  for (const [name, value] of Object.entries(object)) {
    const schema = lookUp(properties, name);
    if (schema) check(value, schema, path(name));
    else if (typeof additionalProperties === 'object')
      check(value, additionalProperties, path(name.slice(0, 100)));
    else if (additionalProperties === false) fail(path(name.slice(0, 100)), 'is not a known field');
  }
  const missing = required.find((name) => !Object.hasOwn(object, name));
  if (missing !== undefined) fail(path(missing), 'is missing');
}

/** @param {string} field @param {string} sentence @returns {never} */
function fail(field, sentence) {
  throw new LarderError('invalid', `${field || 'The body'} ${sentence}`, { field });
}
