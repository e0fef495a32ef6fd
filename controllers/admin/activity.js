import { nouns } from '../../lib/content/acts.js';
import { presentActs } from '../../lib/views/presenters/activity.js';
import { fromLocal } from '../../lib/base/time-zones.js';
/** @import { AuthorBlog, SignedInAction } from '../types.js' */

const AT_ONCE = 50;
const DAY = 24 * 60 * 60_000;

/** `GET /admin/activity?person=&kind=&from=&to=&after=`: who did what. @type {SignedInAction} */
export async function show({ query }, blog) {
  const { accounts, index, words } = blog;
  const chosen = {
    person: query.get('person') ?? '',
    kind: nouns.find((noun) => noun === query.get('kind')) ?? '',
    from: query.get('from') ?? '',
    to: query.get('to') ?? '',
  };
  const { acts, next } = await accounts.activity.list({
    by: chosen.person || undefined,
    noun: chosen.kind || undefined,
    from: dayOf(chosen.from, blog) ?? 0,
    until: (dayOf(chosen.to, blog) ?? Infinity) + DAY,
    after: query.get('after') ?? '',
    limit: AT_ONCE,
  });
  const older = new URLSearchParams(Object.entries(chosen).filter(([, value]) => value));
  older.set('after', next ?? '');
  const people = [...index.users.values()];
  return {
    view: 'admin/activity',
    page: { title: words.say('nav.activity') },
    model: {
      acts: await presentActs(acts, blog),
      none: acts.length === 0,
      older: next && `/admin/activity?${older}`,
      people: people.map(({ id, name }) => ({ id, name, selected: id === chosen.person })),
      kinds: nouns.map((noun) => ({
        noun,
        name: words.say(`activity.${noun}`),
        selected: noun === chosen.kind,
      })),
      from: chosen.from,
      to: chosen.to,
      isFiltered: Object.values(chosen).some(Boolean),
    },
  };
}

/** @param {string} day  such as 2026-11-29 @param {AuthorBlog} blog @returns {number | null} when it begins */
function dayOf(day, { index }) {
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) return null;
  const iso = fromLocal(`${day}T00:00`, index.settings.timeZone);
  return iso ? Date.parse(iso) : null;
}
