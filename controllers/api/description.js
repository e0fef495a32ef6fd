import { describeApi } from '../../lib/api/openapi.js';

/**
 * `GET /api/openapi.json`
 * @param {readonly import('../../lib/api/openapi.js').Route[]} routes that it describes
 * @returns {import('../../lib/blog.js').AuthorAction}
 */
export const describing = (routes) => {
  return (_request, { baseUrl }) => ({ json: describeApi(routes, baseUrl) });
};
