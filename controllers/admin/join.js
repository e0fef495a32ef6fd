import { presentRevoking } from '../../lib/views/presenters/people.js';
import { attempt } from './outcome.js';
import { clientOf } from './sessions.js';
/** @import { Token } from '../../lib/store/types.js' */
/** @import { Words } from '../../lib/base/words.js' */
/** @import { AuthorAction } from '../types.js' */

/** `GET /admin/join`: the target of an invitation link. @type {AuthorAction} */
export async function form({ query }, { accounts, words }) {
  const token = query.get('token') ?? '';
  const id = await accounts.invitations.check(token);
  return page({ token, id, tokens: await accounts.tokens.list(id) }, words);
}

/** `POST /admin/join`: the user chooses a password. @type {AuthorAction} */
export async function create(request, { accounts, log, words }) {
  const { form: fields, sessionToken: previous } = request;
  const token = fields.get('token') ?? '';
  const id = await accounts.invitations.check(token);
  return attempt(
    async () => {
      const password = fields.get('password') ?? '';
      const input = { token, password, previous, revokeTokens: fields.has('revoke-tokens') };
      const { stage, ...cookies } = await accounts.join(input, clientOf(request));
      log.info({ user: id }, 'A user has chosen a password by their link');
      return { ...cookies, redirect: stage === 'code' ? '/admin/login/code' : '/admin' };
    },
    async ({ text: error }) => {
      const tokens = await accounts.tokens.list(id);
      return page({ token, id, tokens, form: fields, error }, words);
    },
    words,
  );
}

/**
 * @param {object} deps
 * @param {string} deps.token
 * @param {string} deps.id
 * @param {Token[]} deps.tokens of the API
 * @param {URLSearchParams} [deps.form] as it was sent
 * @param {string} [deps.error]
 * @param {Words} words
 */
const page = ({ token, id, tokens, form = new URLSearchParams(), error = '' }, words) => ({
  view: 'admin/join',
  model: { token, id, error, revoking: presentRevoking(tokens, form, words) },
  page: { title: words.say('signIn.choosePassword') },
});
