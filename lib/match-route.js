import { match } from 'path-to-regexp';

/**
 * @typedef {import('./router.js').Route} Route
 * @typedef {import('./router.js').FormRoute} FormRoute
 * @typedef {import('./router.js').KeptRoute} KeptRoute
 * @typedef {{ route: KeptRoute, params: Record<string, string> }} Match
 */

/**
 * Finds the page that stands at a path, where no request comes for it. A request is matched by Express, with the same patterns.
 * @param {(Route | FormRoute)[]} routes
 * @returns {(path: string) => Match | null} for a canonical path; null: no page that is kept
 */
export function createMatcher(routes) {
  const patterns = routes.flatMap((route) =>
    route[0] === 'GET'
      ? [{ route, matches: match(route[1], { sensitive: true, trailing: false }) }]
      : [],
  );
  return (path) => {
    for (const { route, matches } of patterns) {
      const found = matches(path);
      if (found) return isKept(route) ? { route, params: joinParams(found.params) } : null;
    }
    return null;
  };
}

/** @param {Route} route @returns {route is KeptRoute} */
const isKept = (route) => route[3] !== null;

/**
 * @param {Record<string, string | string[] | undefined>} params as a pattern took them
 * @returns {Record<string, string>} what a wildcard took keeps its encoded slashes, so that a file has one address
 */
export const joinParams = (params) =>
  Object.fromEntries(
    Object.entries(params).map(([name, value = '']) => [
      name,
      Array.isArray(value) ? value.map(encodeSlashes).join('/') : value,
    ]),
  );

/** @param {string} segment */
const encodeSlashes = (segment) => segment.replaceAll('/', '%2F');
