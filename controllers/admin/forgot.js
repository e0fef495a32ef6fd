import { shapes } from '../../lib/content/shapes.js';
import { attempt } from './outcome.js';
/** @import { AuthorAction, AuthorBlog } from '../types.js' */

/** `GET /admin/forgot`: asks for whom a link to choose a new password is to be mailed. @type {AuthorAction} */
export const form = (_, { mailPasswordLink, words }) =>
  mailPasswordLink ? page({ name: '' }, words) : null;

/** `POST /admin/forgot`: the answer is the same whether there is such an account or not. @type {AuthorAction} */
export async function send({ form: fields, address }, { accounts, mailPasswordLink, words }) {
  if (!mailPasswordLink) return null;
  const name = (fields.get('name') ?? '').trim().slice(0, shapes.user.email.maxLength);
  return attempt(
    async () => {
      await accounts.throttle.attempt(`reset:${name.toLowerCase()}`, address, '');
      mailPasswordLink(name);
      return page({ name: '', isSent: true }, words);
    },
    ({ text }) => page({ name, error: text }, words),
    words,
  );
}

/**
 * @param {{ name: string, isSent?: boolean, error?: string }} model
 * @param {AuthorBlog['words']} words
 */
const page = ({ name, isSent = false, error = '' }, words) => ({
  view: 'admin/forgot',
  model: { name, isSent, error },
  page: { title: words.say('signIn.forgot') },
});
