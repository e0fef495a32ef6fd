import { match } from 'path-to-regexp';
import { joinParams } from '../base/paths.js';
/** @import { Match } from './page-renderer.js' */
/** @import { Route } from '../../controllers/route.js' */

/**
 * Finds the route of a path without a request, for background renders. Express matches requests with the same patterns.
 * @template S
 * @param {Route<S>[]} routes
 * @returns {(path: string) => Match | null} for a canonical path; null: no cached page
 */
export function createMatcher(routes) {
  const patterns = routes
    .filter(({ method }) => method === 'GET')
    .map((route) => ({ route, matches: match(route.path, { sensitive: true, trailing: false }) }));
  return (path) => {
    for (const { route, matches } of patterns) {
      const found = matches(path);
      if (found) return route.cachedIn ? { route, params: joinParams(found.params) } : null;
    }
    return null;
  };
}
