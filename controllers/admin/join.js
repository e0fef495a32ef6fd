import { presentRevoking } from '../../lib/views/presenters/people.js';
import { attempt } from './outcome.js';
import { clientOf } from './sessions.js';
/** @import { Accounts } from '../../lib/people/accounts.js' */
/** @import { Token } from '../../lib/store/types.js' */
/** @import { Words } from '../../lib/base/words.js' */
/** @import { AuthorAction } from '../types.js' */

/** `GET /admin/join`: the target of an invitation link. @type {AuthorAction} */
export async function form({ query }, { accounts, words }) {
  const token = query.get('token') ?? '';
  return page(await linkOf(token, accounts), words);
}

/** `POST /admin/join`: the user chooses a password. @type {AuthorAction} */
export async function create(request, { accounts, log, words }) {
  const { form: fields, sessionToken: previous } = request;
  const token = fields.get('token') ?? '';
  const { id } = await accounts.invitations.check(token);
  return attempt(
    async () => {
      const password = fields.get('password') ?? '';
      const code = fields.get('code') ?? '';
      const revokeTokens = fields.has('revoke-tokens');
      const input = { token, password, code, previous, revokeTokens };
      const { stage, ...cookies } = await accounts.join(input, clientOf(request));
      log.info({ user: id }, 'A user has chosen a password by their link');
      return { ...cookies, redirect: stage === 'code' ? '/admin/login/code' : '/admin' };
    },
    async ({ field, text }) => {
      const errors = field === 'password' ? { error: text } : { codeError: text };
      return page({ ...(await linkOf(token, accounts)), form: fields, ...errors }, words);
    },
    words,
  );
}

/** @param {string} token @param {Accounts} accounts */
async function linkOf(token, accounts) {
  const { id } = await accounts.invitations.check(token);
  const asksForCode = await accounts.asksForCode(token);
  return { token, id, asksForCode, tokens: await accounts.tokens.list(id) };
}

/**
 * @param {object} deps
 * @param {string} deps.token
 * @param {string} deps.id
 * @param {boolean} deps.asksForCode
 * @param {Token[]} deps.tokens of the API
 * @param {URLSearchParams} [deps.form] as it was sent
 * @param {string} [deps.error]
 * @param {string} [deps.codeError]
 * @param {Words} words
 */
const page = (
  { tokens, form = new URLSearchParams(), error = '', codeError = '', ...link },
  words,
) => ({
  view: 'admin/join',
  model: { ...link, error, codeError, revoking: presentRevoking(tokens, form, words) },
  page: { title: words.say('signIn.choosePassword') },
});
