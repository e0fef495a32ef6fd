import { LarderError } from '../../lib/base/errors.js';
import { check, writable } from '../../lib/content/schema.js';
import { normaliseEmail } from '../../lib/mail/address.js';
import { createRegister } from '../../lib/mail/register.js';
import { receiveReports } from '../../lib/mail/reports.js';
import { mayRunMail } from '../../lib/people/rights.js';
import { presentList, readQuery } from './shapes/lists.js';
import { etagOf, isKnown, requireMatch, withoutRace } from './shapes/revisions.js';
import { queries, schemas } from './shapes/schemas.js';
/** @import { Subscriber } from '../../lib/mail/records.js' */
/** @import { AuthorBlog, SignedInAction, SignedInRequest } from '../types.js' */

const { limit: _, cursor: __, ...filters } = queries['GET /api/subscribers'];

/** `GET /api/subscribers?status=`: in the order of ids. @type {SignedInAction} */
export async function list(request, blog) {
  const asked = readQuery(request.query, filters);
  const { status } = asked.filters;
  const { found, next } = await registerOf(request, blog).list({
    matches: (each) => !status || each.state === status,
    after: asked.after[0],
    limit: asked.limit,
  });
  const url = `${blog.baseUrl}/api/subscribers`;
  const last = next === null ? null : [next];
  return { json: presentList({ items: found.map(subscriberJson), last, url, query: asked }) };
}

/** `GET /api/subscribers/:id` @type {SignedInAction} */
export async function show(request, blog) {
  const found = await read(request, blog);
  if (isKnown(request.headers, found.revision))
    return { json: null, status: 304, headers: ['ETag', etagOf(found.revision)] };
  return answer(found);
}

/** `POST /api/subscribers` @type {SignedInAction} */
export async function create(request, blog) {
  const register = registerOf(request, blog);
  const { json } = request;
  check(json, schemas.Subscriber.created);
  const { status = 'unconfirmed', tags = [], language = '', source, consentAt } = json;
  const email = normaliseEmail(json.email);
  if (!email) throw invalid('No mail goes to such an address', 'email');
  const found =
    status === 'confirmed'
      ? await register.add({ email, tags, language, ...consentOf({ source, consentAt }, blog) })
      : await inviteWith({ email, tags, language, source: source ?? 'api' });
  const location = `${blog.baseUrl}/api/subscribers/${found.id}`;
  const headers = ['ETag', etagOf(found.revision), 'Location', location];
  return { ...answer(found), status: 201, headers };

  /** @param {Parameters<typeof register.invite>[0]} asked */
  function inviteWith(asked) {
    if (!blog.sendsMail)
      throw invalid('This blog sends no mail, so nobody could confirm: set SMTP_URL', 'status');
    return register.invite(asked);
  }
}

/** `PUT /api/subscribers/:id` @type {SignedInAction} */
export async function update(request, blog) {
  const found = await read(request, blog);
  check(request.json, schemas.Subscriber.changed);
  requireMatch(request.headers, found.revision);
  const { status: state = found.state, ...changed } = writable(
    request.json,
    schemas.Subscriber.changed,
  );
  const after = await withoutRace(registerOf(request, blog).change(found, { ...changed, state }));
  return answer(after ?? found);
}

/** `DELETE /api/subscribers/:id` @type {SignedInAction} */
export async function remove(request, blog) {
  const found = await read(request, blog);
  requireMatch(request.headers, found.revision);
  await registerOf(request, blog).remove(found);
  return { json: null };
}

/** `POST /api/bounces`: JSON, or a report of a mail server. @type {SignedInAction} */
export async function receiveReport(request, blog) {
  const register = registerOf(request, blog);
  const { store, subscribers } = blog;
  const { json } = request;
  if (typeof json === 'string') {
    await receiveReports(json, { store, subscribers, register, isTrusted: true });
    return { json: null };
  }
  check(json, schemas.Bounce.created);
  const email = normaliseEmail(json.email);
  if (!email) throw invalid('No mail goes to such an address', 'email');
  await register.report(await subscribers.idOf(email), json.kind);
  return { json: null };
}

/** @param {{ source?: string, consentAt?: string }} given @param {AuthorBlog} blog */
function consentOf({ source, consentAt }, { clock }) {
  if (!source) throw invalid('Say where they agreed', 'source');
  if (!consentAt || Date.parse(consentAt) > clock.now())
    throw invalid('Say when they agreed', 'consentAt');
  return { source, consentAt };
}

/** @param {Subscriber} subscriber @returns {object} for programs */
export const subscriberJson = ({
  revision: _,
  lastBounce: __,
  state,
  confirmedAt,
  ...subscriber
}) => ({
  ...subscriber,
  status: state,
  consentAt: confirmedAt,
  complaint: subscriber.complaint ?? false,
});

/** @param {SignedInRequest} request @param {AuthorBlog} blog */
function registerOf({ author }, { subscribers, subscribing, content, clock }) {
  if (!mayRunMail(author))
    throw new LarderError('forbidden', 'Only owners can see who reads by e-mail');
  return createRegister({ subscribers: subscribers.as(content.note), subscribing, clock });
}

/** @param {SignedInRequest} request @param {AuthorBlog} blog @returns {Promise<Subscriber>} */
async function read(request, blog) {
  registerOf(request, blog);
  const found = await blog.subscribers.find(request.params.id);
  if (!found?.email) throw new LarderError('notFound', 'There is no such subscriber');
  return found;
}

/** @param {Subscriber} subscriber */
const answer = (subscriber) => ({
  json: subscriberJson(subscriber),
  headers: ['ETag', etagOf(subscriber.revision)],
});

/** @param {string} message @param {string} field */
const invalid = (message, field) => new LarderError('invalid', message, { field });
