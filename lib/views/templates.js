import { shapes } from '../content/shapes.js';
/** @import { Token } from './parse-template.js' */

const html = 'text/html; charset=utf-8';

/** All views, with the content type of each. */
export const views = {
  front: html,
  post: html,
  page: html,
  tags: html,
  tag: html,
  author: html,
  archive: html,
  year: html,
  software: html,
  source: html,
  'source-file': html,
  'comment-received': html,
  'comment-refused': html,
  error: html,
  'admin/login': html,
  'admin/code': html,
  'admin/setup': html,
  'admin/account': html,
  'admin/code-secret': html,
  'admin/recovery': html,
  'admin/token': html,
  'admin/error': html,
  'admin/settings': html,
  'admin/appearance': html,
  'admin/people': html,
  'admin/person': html,
  'admin/link': html,
  'admin/forgot': html,
  'admin/join': html,
  'admin/dashboard': html,
  'admin/statistics': html,
  'admin/redirect': html,
  'admin/cache': html,
  'admin/system': html,
  'admin/cache-change': html,
  'admin/posts': html,
  'admin/editor': html,
  'admin/tags': html,
  'admin/tag': html,
  'admin/help': html,
  'admin/rendering': html,
  'admin/history': html,
  'admin/version': html,
  'admin/trash': html,
  'admin/import': html,
  'admin/export': html,
  'admin/media': html,
  'admin/file': html,
  'admin/remove-files': html,
  'admin/comments': html,
  'admin/comment': html,
  subscribe: html,
  search: html,
  opensearch: 'application/opensearchdescription+xml; charset=utf-8',
  // Browsers show other types of XML as plain text, or save them.
  atomfeed: 'application/xml; charset=utf-8',
  rss: 'application/xml; charset=utf-8',
  sitemap: 'application/xml; charset=utf-8',
  'sitemap-index': 'application/xml; charset=utf-8',
  robots: 'text/plain; charset=utf-8',
  icon: 'image/svg+xml; charset=utf-8',
  'share-card': 'image/svg+xml; charset=utf-8',
};

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
