import { LarderError } from '../../lib/base/errors.js';
import { listMailings, reachOf } from '../../lib/mail/mailings.js';
import { maySendMail } from '../../lib/people/rights.js';
import { titleOf } from '../../lib/views/presenters/mailings.js';
import { presentList, readQuery } from './shapes/lists.js';
import { queries } from './shapes/schemas.js';
/** @import { Mailing } from '../../lib/mail/records.js' */
/** @import { AuthorBlog, SignedInAction } from '../types.js' */

const { limit: _, cursor: __, ...filters } = queries['GET /api/mailings'];

/** `GET /api/mailings?state=`: the newest first. @type {SignedInAction} */
export async function list({ author, query }, blog) {
  if (!maySendMail(author))
    throw new LarderError('forbidden', 'Only owners and editors can see what is sent by e-mail');
  const asked = readQuery(query, filters);
  const { state } = asked.filters;
  const [after] = asked.after;
  /** @type {Mailing[]} */
  const found = [];
  for await (const mailing of listMailings(blog.store))
    if ((!state || mailing.state === state) && (!after || placeOf(mailing) < after))
      found.push(mailing);
  found.sort((one, other) => (placeOf(one) < placeOf(other) ? 1 : -1));
  const shown = found.slice(0, asked.limit);
  const last = found.length > asked.limit ? [placeOf(shown[shown.length - 1])] : null;
  const items = shown.map((mailing) => mailingJson(mailing, blog));
  const url = `${blog.baseUrl}/api/mailings`;
  return { json: presentList({ items, last, url, query: asked }) };
}

/** @param {Mailing} mailing @returns {string} grows with its time */
const placeOf = ({ id, createdAt }) => `${createdAt} ${id}`;

/** @param {Mailing} mailing @param {AuthorBlog} blog @returns {object} for programs */
function mailingJson(mailing, blog) {
  const { id, kind, posts, state, createdAt, endedAt, problem } = mailing;
  const title = titleOf(mailing, blog);
  return { id, kind, title, posts, state, createdAt, endedAt, ...reachOf(mailing), problem };
}
