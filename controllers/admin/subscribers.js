import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { LarderError } from '../../lib/base/errors.js';
import { sayTime } from '../../lib/base/time-zones.js';
import { normaliseEmail } from '../../lib/mail/address.js';
import { writeRow } from '../../lib/mail/csv.js';
import { createRegister } from '../../lib/mail/register.js';
import { attempt, sayDone } from './outcome.js';
/** @import { Subscriber } from '../../lib/mail/records.js' */
/** @import { ImportJob } from '../../lib/mail/import-job.js' */
/** @import { AuthorBlog, AuthorResult, SignedInAction } from '../types.js' */

const AT_ONCE = 50;
const DAYS = 30;
const DAY = 24 * 60 * 60_000;

/** @type {Record<string, string>} */
const flashes = {
  added: 'subscribers.added',
  deleted: 'subscribers.deleted',
  left: 'subscribers.left',
  importing: 'subscribers.importing',
  busy: 'subscribers.busy',
};

/** @type {Record<string, string>} */
const stateWords = {
  unconfirmed: 'subscribers.unconfirmed',
  confirmed: 'subscribers.confirmed',
  unsubscribed: 'subscribers.unsubscribed',
  paused: 'subscribers.paused',
};

/** @type {Record<string, string>} */
const reasonWords = {
  noAddress: 'subscribers.noAddress',
  notConfirmed: 'subscribers.notConfirmed',
  noDate: 'subscribers.noDate',
  tooLong: 'subscribers.tooLong',
  hasLeft: 'subscribers.hasLeft',
  known: 'subscribers.known',
};

/** `GET /admin/subscribers?after=` @type {SignedInAction} */
export const show = async ({ query }, blog) =>
  page(blog, await registerOf(blog).list({ after: query.get('after') ?? '', limit: AT_ONCE }), {
    said: sayDone(flashes, query.get('said'), blog.words),
  });

/** `POST /admin/subscribers/find`: no address is in a URL. @type {SignedInAction} */
export async function find({ form }, blog) {
  const q = (form.get('q') ?? '').trim().toLowerCase();
  const exact = normaliseEmail(q);
  const one = exact ? await blog.subscribers.findByEmail(exact) : null;
  const after = form.get('after') ?? '';
  const listed = one?.email
    ? { found: [one], next: null }
    : await blog.subscribers.search(q, { after, limit: AT_ONCE });
  return page(blog, listed, { q });
}

/** `POST /admin/subscribers` @type {SignedInAction} */
export const add = ({ form }, blog) =>
  attempt(
    async () => {
      const [typed, source, day] = ['email', 'source', 'consentAt'].map(
        (name) => form.get(name)?.trim() ?? '',
      );
      const register = registerOf(blog);
      const email = normaliseEmail(typed);
      if (!email) throw invalid('subscribers.emailInvalid', blog);
      const given = { email, tags: [], language: '', source: source.slice(0, 200) };
      const consentAt = /^\d{4}-\d\d-\d\d$/.test(day) ? `${day}T00:00:00Z` : '';
      const isPast = Date.parse(consentAt) <= blog.clock.now();
      if (source && isPast) await register.add({ ...given, consentAt });
      else if (source || day || !blog.sendsMail) throw invalid('subscribers.consentMissing', blog);
      else await register.invite({ ...given, source: 'owner' });
      return { redirect: '/admin/subscribers?said=added' };
    },
    async ({ text, error }) => ({
      ...(await page(blog, await registerOf(blog).list({ limit: AT_ONCE }), {
        error: error.code === 'conflict' ? blog.words.say('subscribers.known') : text,
        typed: form.get('email') ?? '',
      })),
      status: 422,
    }),
    blog.words,
    ['invalid', 'conflict'],
  );

/** `GET /admin/subscribers/:id` @type {SignedInAction} */
export async function showOne({ params }, blog) {
  const found = await blog.subscribers.find(params.id);
  if (!found?.email) return null;
  const { words } = blog;
  const kept = Object.entries(found).filter(([name]) => name !== 'revision');
  return {
    view: 'admin/subscriber',
    page: { title: words.say('nav.subscribers') },
    model: {
      ...present(found, blog),
      kept: kept.map(([name, value]) => ({ name, value: String(value) })),
      isIn: found.state !== 'unsubscribed',
    },
  };
}

/** `POST /admin/subscribers/:id/data`: all that is kept of one. @type {SignedInAction} */
export async function data({ params: { id } }, blog) {
  const found = await blog.subscribers.find(id);
  if (!found?.email) return null;
  await blog.accounts.record({ what: 'subscriber.exported', of: id });
  const { revision: _, ...kept } = found;
  return {
    bytes: Buffer.from(`${JSON.stringify(kept, null, 2)}\n`),
    contentType: 'application/json',
    headers: ['Content-Disposition', 'attachment; filename="subscriber.json"'],
  };
}

/** `POST /admin/subscribers/:id/off` @type {SignedInAction} */
export async function leave({ params: { id } }, blog) {
  const found = await blog.subscribers.find(id);
  if (!found?.email) return null;
  await registerOf(blog).change(found, { state: 'unsubscribed' });
  return { redirect: '/admin/subscribers?said=left' };
}

/** `POST /admin/subscribers/:id/remove` @type {SignedInAction} */
export async function remove({ params: { id } }, blog) {
  if (!(await blog.subscribers.find(id))) return null;
  await registerOf(blog).remove({ id });
  return { redirect: '/admin/subscribers?said=deleted' };
}

const COLUMNS = /** @type {const} */ ([
  ...['email', 'state', 'tags', 'language', 'source'],
  ...['createdAt', 'confirmedAt', 'unsubscribedAt'],
]);

/** `POST /admin/subscribers/export`: CSV, which an import takes back. @type {SignedInAction} */
export async function exportAll(_request, { subscribers, accounts }) {
  await accounts.record({ what: 'subscriber.exported' });
  const open = async () => rowsOf(subscribers);
  return { fileName: 'larder-subscribers.csv', contentType: 'text/csv; charset=utf-8', open };
}

/** @param {AuthorBlog['subscribers']} subscribers */
async function* rowsOf(subscribers) {
  const names = COLUMNS.map((name) => name.replace('At', '_at'));
  yield Buffer.from(writeRow(names));
  for await (const each of subscribers.all())
    if (each.email)
      yield Buffer.from(
        writeRow(COLUMNS.map((name) => [/** @type {any} */ (each)[name]].flat().join('\n'))),
      );
}

/** `POST /admin/subscribers/import`: goes on after the answer. @type {SignedInAction} */
export async function importList({ files, author }, blog) {
  const [{ name: path }] = files;
  const isBegun = await blog.subscriberImport.begin(path, author.id);
  if (!isBegun) await rm(dirname(path), { recursive: true, force: true });
  return { redirect: `/admin/subscribers?said=${isBegun ? 'importing' : 'busy'}` };
}

/**
 * @param {AuthorBlog} blog
 * @param {Awaited<ReturnType<ReturnType<typeof createRegister>['list']>>} listed
 * @param {{ said?: { text: string } | null, error?: string, q?: string, typed?: string }} more
 * @returns {Promise<AuthorResult>}
 */
async function page(blog, { found, next }, { said = null, error = '', q = '', typed = '' }) {
  const { words, clock, sendsMail, subscriberImport } = blog;
  const { states, sources, days } = await registerOf(blog).count();
  const report = await subscriberImport.report();
  const rows = (
    /** @type {Map<string, number>} */ map,
    name = (/** @type {string} */ key) => key,
  ) => [...map].map(([key, count]) => ({ name: name(key), count: words.number(count) }));
  const recent = Array.from({ length: DAYS }, (_, ago) =>
    new Date(clock.now() - ago * DAY).toISOString().slice(0, 10),
  ).flatMap((day) => (days.has(day) ? [[day, days.get(day)]] : []));
  return {
    view: 'admin/subscribers',
    page: { title: words.say('nav.subscribers') },
    model: {
      said,
      error,
      q,
      typed,
      sendsMail,
      states: rows(states, (state) => words.say(stateWords[state])),
      sources: rows(new Map([...sources].sort(([, a], [, b]) => b - a).slice(0, 20))),
      days: rows(new Map(/** @type {[string, number][]} */ (recent))),
      list: found.map((each) => present(each, blog)),
      none: found.length === 0,
      next: q ? null : next && `/admin/subscribers?after=${next}`,
      further: q && next ? { after: next } : null,
      report: report && presentReport(report, blog),
    },
  };
}

/** @param {ImportJob} job @param {AuthorBlog} blog */
function presentReport({ progress, done, total, isOver, problem }, { words }) {
  const { format, rows, added, left, refused, named } = progress;
  const sayReason = (/** @type {string} */ reason) => words.say(reasonWords[reason]);
  return {
    isOver,
    done,
    total,
    problem,
    sentence: words.say('subscribers.report', { format, rows, added, left }),
    refused: Object.entries(refused).map(([reason, count]) => ({
      name: sayReason(reason),
      count: words.number(count),
    })),
    named: named.map(({ row, reason }) => ({ row: words.number(row), reason: sayReason(reason) })),
    hasNamed: named.length > 0,
  };
}

/** @param {Subscriber} subscriber @param {AuthorBlog} blog */
const present = ({ id, email, state, source, createdAt }, { words, index }) => ({
  path: `/admin/subscribers/${id}`,
  email,
  state: words.say(stateWords[state]),
  source,
  since: sayTime(createdAt, index.settings.timeZone, words.language),
});

/** @param {AuthorBlog} blog */
const registerOf = ({ subscribers, subscribing, content, clock }) =>
  createRegister({ subscribers: subscribers.as(content.note), subscribing, clock });

/** @param {string} word @param {AuthorBlog} blog */
const invalid = (word, { words }) => new LarderError('invalid', words.say(word));
