import { describeApi } from './shapes/openapi.js';
/** @import { Described } from './shapes/openapi.js' */
/** @import { AuthorAction } from '../types.js' */

/**
 * `GET /api/openapi.json`
 * @param {readonly Described[]} routes that it describes
 * @returns {AuthorAction}
 */
export const describing = (routes) => {
  return (_request, { baseUrl }) => ({ json: describeApi(routes, baseUrl) });
};
