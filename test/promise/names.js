import { parseDocument } from 'htmlparser2';
/** @import { ChildNode, Element } from 'domhandler' */

/** Names in what is sent, a line for each. */

/**
 * @param {unknown} value  data
 * @param {string} [place]
 * @returns {string[]} such as `items[].title`
 */
export function namesOf(value, place = '') {
  if (Array.isArray(value)) return value.flatMap((each) => namesOf(each, `${place}[]`));
  if (value === null || typeof value !== 'object' || Buffer.isBuffer(value)) return [];
  return propertiesOf(value).flatMap((name) => {
    const whole = place ? `${place}.${name}` : name;
    return [whole, ...namesOf(/** @type {any} */ (value)[name], whole)];
  });
}

/** Its own, and getters of its class. @param {object} value @returns {string[]} */
function propertiesOf(value) {
  const prototype = Object.getPrototypeOf(value);
  if (prototype === null || prototype === Object.prototype) return Object.keys(value);
  const getters = Object.entries(Object.getOwnPropertyDescriptors(prototype))
    .filter(([, { get }]) => get)
    .map(([name]) => name);
  return [...Object.keys(value), ...getters];
}

/**
 * @param {string} kind
 * @param {string} xml
 * @returns {string[]} its elements and attributes, such as `atom feed/entry/link[rel]`
 */
export function elementsOf(kind, xml) {
  /** @param {ChildNode[]} nodes @param {string} place @returns {string[]} */
  const walk = (nodes, place) =>
    nodes
      .filter(isElement)
      .flatMap(({ name, attribs, children }) => [
        `${kind} ${place}${name}`,
        ...Object.keys(attribs).map((attribute) => `${kind} ${place}${name}[${attribute}]`),
        ...walk(children, `${place}${name}/`),
      ]);
  return walk(parseDocument(xml, { xmlMode: true }).children, '');
}

/** Not the note for people who open a feed in a browser, nor the text of a post. @param {ChildNode} node @returns {node is Element} */
const isElement = (node) => node.type === 'tag' && node.name !== 'div';

/** @param {string} text  of /metrics @returns {string[]} each figure with its kind, and each of its labels */
export function metricsOf(text) {
  const kinds = [...text.matchAll(/^# TYPE (\w+) (\w+)/gm)].map(
    ([, name, kind]) => `${name} ${kind}`,
  );
  const labels = [...text.matchAll(/^(\w+)\{([^}]*)\}/gm)].flatMap(([, name, inside]) =>
    inside.split('",').map((each) => `${name} by ${each.split('=', 1)[0]}`),
  );
  return [...kinds, ...labels];
}
