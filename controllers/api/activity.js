import { LarderError } from '../../lib/base/errors.js';
import { mayRunPeople } from '../../lib/people/rights.js';
import { presentList, readQuery } from './shapes/lists.js';
import { queries } from './shapes/schemas.js';
/** @import { SignedInAction } from '../types.js' */

const { limit: _, cursor: __, ...filters } = queries['GET /api/activity'];

/** `GET /api/activity?person=&kind=&since=&until=`: the newest first. @type {SignedInAction} */
export async function list({ author, query }, { accounts, baseUrl }) {
  if (!mayRunPeople(author)) throw new LarderError('forbidden', 'Only owners can see who did what');
  const asked = readQuery(query, filters);
  const { person, kind, since, until } = asked.filters;
  const { acts, next } = await accounts.activity.list({
    by: person,
    noun: kind,
    from: since ? Date.parse(since) : 0,
    until: until ? Date.parse(until) : Infinity,
    after: asked.after[0] ?? '',
    limit: asked.limit,
  });
  const items = acts.map(({ revision: _revision, ...act }) => act);
  const last = next === null ? null : [next];
  return { json: presentList({ items, last, url: `${baseUrl}/api/activity`, query: asked }) };
}
