import { isError } from '../../lib/base/errors.js';
import { shapes } from '../../lib/content/shapes.js';
import { sayError } from '../../lib/views/presenters/errors.js';
/** @import { AuthorAction, AuthorBlog } from '../types.js' */

/** `GET /admin/forgot`: asks for whom a link to choose a new password is to be mailed. @type {AuthorAction} */
export const form = (_, { mailPasswordLink, words }) =>
  mailPasswordLink ? page({ name: '' }, words) : null;

/** `POST /admin/forgot`: the answer is the same whether there is such an account or not. @type {AuthorAction} */
export async function send({ form: fields, address }, { accounts, mailPasswordLink, words }) {
  if (!mailPasswordLink) return null;
  const name = (fields.get('name') ?? '').trim().slice(0, shapes.user.email.maxLength);
  try {
    await accounts.throttle.attempt(`reset:${name.toLowerCase()}`, address, '');
    mailPasswordLink(name);
    return page({ name: '', isSent: true }, words);
  } catch (error) {
    if (!isError(error, 'tooMany')) throw error;
    const { headers } = error;
    return { ...page({ name, error: sayError(error, words) }, words, 429), headers };
  }
}

/**
 * @param {{ name: string, isSent?: boolean, error?: string }} model
 * @param {AuthorBlog['words']} words
 * @param {number} [status]
 */
const page = ({ name, isSent = false, error = '' }, words, status = 200) => ({
  view: /** @type {const} */ ('admin/forgot'),
  model: { name, isSent, error },
  page: { title: words.say('signIn.forgot') },
  status,
});
