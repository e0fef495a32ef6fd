/** @import { Request } from 'express' */
/** @import { Accounts } from '../people/accounts.js' */
/** @import { Content } from '../content/content.js' */

/**
 * What an action writes with: it notes what the author has done.
 * @param {Request} request
 * @param {{ accounts: Accounts, content: Content }} services
 * @returns {{ accounts: Accounts, content: Content }}
 */
export function actingFor({ method, author }, { accounts, content }) {
  if (!author || method === 'GET' || method === 'HEAD') return { accounts, content };
  const actor = { user: author.id, via: author.via ?? '' };
  return { accounts: accounts.as(actor), content: content.as(actor) };
}
