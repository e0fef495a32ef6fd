import { queries } from './shapes/schemas.js';
import { check } from '../../lib/content/schema.js';
import { maySeeStatistics } from '../../lib/people/rights.js';
import { LarderError } from '../../lib/base/errors.js';
/** @import { Question } from '../../lib/statistics/query.js' */
/** @import { SignedInAction } from '../types.js' */

/** `GET /api/statistics?from=&to=&by=&page=` @type {SignedInAction} */
export async function show({ author, query }, { statistics }) {
  if (!maySeeStatistics(author))
    throw new LarderError('forbidden', 'Only owners and editors can see the statistics');
  if (!statistics) return null;
  const question = Object.fromEntries(query);
  for (const [name, schema] of Object.entries(queries['GET /api/statistics']))
    if (question[name] !== undefined || name === 'from' || name === 'to')
      check(question[name] ?? '', schema, name);
  return {
    json: await statistics.query(/** @type {Question} */ (/** @type {unknown} */ (question))),
  };
}
