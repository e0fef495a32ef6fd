import { shapes } from '../content/shapes.js';
/** @import { Token } from './parse-template.js' */

const XML = 'application/xml; charset=utf-8';
const SVG = 'image/svg+xml; charset=utf-8';

/** The content types of the templates that are no HTML. @type {Map<string, string>} */
export const otherTypes = new Map([
  ['opensearch', 'application/opensearchdescription+xml; charset=utf-8'],
  // Browsers show other types of XML as plain text, or save them.
  ['atomfeed', XML],
  ['rss', XML],
  ['sitemap', XML],
  ['sitemap-index', XML],
  ['robots', 'text/plain; charset=utf-8'],
  ['icon', SVG],
  ['share-card', SVG],
]);

/**
 * @param {string} template
 * @returns {string} with the limits of what its forms take, such as `{{shapes.comment.name.maxLength}}`: they are the
 *   same for every page
 */
export const withLimits = (template) =>
  template.replace(/\{\{shapes\.([\w.-]+)\}\}/g, (tag, path) => {
    /** @type {any} */
    let found = shapes;
    for (const name of path.split('.')) found = found?.[name];
    return found ?? tag;
  });

/** @param {Token[]} tokens @returns {string[]} */
export function partialsOf(tokens) {
  return tokens.flatMap(([type, name, , , children]) => {
    if (type === '>') return [name];
    return Array.isArray(children) ? partialsOf(children) : [];
  });
}
