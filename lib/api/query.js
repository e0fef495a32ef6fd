import { LarderError } from '../errors.js';
import { queries } from './schemas.js';
/** @import { Check } from '../router/route.js' */

/**
 * Refuses a query that has a parameter which the route does not, so that a slip of the pen does not pass for the whole
 * list, or one twice. Runs where the route is known.
 * @type {Check}
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
