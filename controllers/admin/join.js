import { isError } from '../../lib/base/errors.js';
import { sayError } from '../../lib/views/presenters/errors.js';
import { presentRevoking } from '../../lib/views/presenters/people.js';
import { clientOf } from './sessions.js';
/** @import { Token } from '../../lib/store/types.js' */
/** @import { Words } from '../../lib/base/words.js' */
/** @import { AuthorAction } from '../types.js' */

/** `GET /admin/join`: the target of an invitation link. @type {AuthorAction} */
export async function form({ query }, { accounts, words }) {
  const token = query.get('token') ?? '';
  const { id } = await accounts.invitations.check(token);
  const asksForCode = await accounts.asksForCode(token);
  return page({ token, id, asksForCode, tokens: await accounts.tokens.list(id) }, words);
}

/** `POST /admin/join`: the user chooses a password. @type {AuthorAction} */
export async function create(request, { accounts, log, words }) {
  const { form: fields, sessionToken: previous } = request;
  const token = fields.get('token') ?? '';
  const { id } = await accounts.invitations.check(token);
  try {
    const password = fields.get('password') ?? '';
    const code = fields.get('code') ?? '';
    const input = { token, password, code, previous, revokeTokens: fields.has('revoke-tokens') };
    const { stage, ...cookies } = await accounts.join(input, clientOf(request));
    log.info({ user: id }, 'A user has chosen a password by their link');
    return { ...cookies, redirect: stage === 'code' ? '/admin/login/code' : '/admin' };
  } catch (error) {
    if (!isError(error, 'invalid') && !isError(error, 'tooMany')) throw error;
    const model = {
      token,
      id,
      asksForCode: await accounts.asksForCode(token),
      tokens: await accounts.tokens.list(id),
      form: fields,
      [error.field === 'code' || error.code === 'tooMany' ? 'codeError' : 'error']: sayError(
        error,
        words,
      ),
    };
    return page(model, words, error.code === 'tooMany' ? 429 : 422);
  }
}

/**
 * @param {object} deps
 * @param {string} deps.token
 * @param {string} deps.id
 * @param {Token[]} deps.tokens of the API
 * @param {URLSearchParams} [deps.form] as it was sent
 * @param {boolean} deps.asksForCode
 * @param {string} [deps.error]
 * @param {string} [deps.codeError]
 * @param {Words} words
 * @param {number} [status]
 */
const page = (
  { token, id, tokens, asksForCode, form = new URLSearchParams(), error = '', codeError = '' },
  words,
  status = 200,
) => ({
  view: /** @type {const} */ ('admin/join'),
  model: {
    token,
    id,
    asksForCode,
    error,
    codeError,
    revoking: presentRevoking(tokens, form, words),
  },
  page: { title: words.say('chooseAPassword') },
  status,
});
