import { lazily } from './content/lazily.js';

/**
 * A router that is made when one of its addresses is first asked for: readers do not wait at the start for what only
 * authors need.
 * @param {RegExp} paths that are its own
 * @param {() => Promise<import('express').RequestHandler>} make
 * @returns {import('express').RequestHandler}
 */
export function lateRouter(paths, make) {
  const router = lazily(make);
  return async (request, response, next) => {
    if (!paths.test(request.path)) return next();
    (await router())(request, response, next);
  };
}
