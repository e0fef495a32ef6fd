import { LarderError } from '../../../lib/base/errors.js';
import { queries } from './schemas.js';
/** @import { Request } from 'express' */

/**
 * Refuses unknown or repeated query parameters, so that a typing mistake does not silently return the whole list. Must
 * run after routing.
 * @param {Pick<Request, 'method' | 'route' | 'url'>} request
 */
export const checkQuery = ({ method, route, url }) => {
  const key = `${method === 'HEAD' ? 'GET' : method} ${route.path}`;
  const known = Object.hasOwn(queries, key) ? Object.keys(queries[key]) : [];
  const query = new URL(url, 'http://x').searchParams;
  for (const name of query.keys()) {
    const field = name.slice(0, 100);
    if (!known.includes(name))
      throw new LarderError('invalid', `Unknown parameter ${field}`, { field });
    if (query.getAll(name).length > 1)
      throw new LarderError('invalid', `${name} is given twice`, { field });
  }
};
