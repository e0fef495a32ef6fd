import { isError } from '../../lib/errors.js';
import { clientOf } from './sessions.js';

/** @typedef {import('../../lib/blog.js').AuthorAction} AuthorAction */

/** `GET /admin/join`: what the link leads to that an owner made for a user. @type {AuthorAction} */
export async function form({ query }, { accounts }) {
  const token = query.get('token') ?? '';
  return page({ token, id: await accounts.invitations.check(token) });
}

/** `POST /admin/join`: they choose a password. @type {AuthorAction} */
export async function create(request, { accounts, log }) {
  const { form: fields, sessionToken: previous } = request;
  const token = fields.get('token') ?? '';
  const id = await accounts.invitations.check(token);
  try {
    const password = fields.get('password') ?? '';
    const input = { token, password, previous };
    const { stage, ...cookies } = await accounts.join(input, clientOf(request));
    log.info({ user: id }, 'A user has chosen a password by their link');
    return { ...cookies, redirect: stage === 'code' ? '/admin/login/code' : '/admin' };
  } catch (error) {
    if (!isError(error, 'invalid')) throw error;
    const { message } = /** @type {Error} */ (error);
    return page({ token, id, error: message }, 422);
  }
}

/** @param {{ token: string, id: string, error?: string }} model @param {number} [status] */
const page = ({ token, id, error = '' }, status = 200) => ({
  view: /** @type {const} */ ('admin/join'),
  model: { token, id, error },
  page: { title: 'Choose a password' },
  status,
});
