import { otpauthUri } from '../../lib/people/totp.js';
import { qrCode } from '../../lib/views/presenters/qr-code.js';
import { onAccount, proofs } from './account.js';
import { attempt } from './outcome.js';
import { proofIn } from './proof.js';
import { clientOf } from './sessions.js';
/** @import { Author } from '../../lib/people/rights.js' */
/** @import { AuthorBlog, AuthorResult, SignedInAction } from '../types.js' */

/** `POST /admin/account/code`: shows a secret for an authenticator app. @type {SignedInAction} */
export const start = (request, blog) =>
  onAccount(request, blog, async (author) => {
    const { sessionToken: token } = request;
    const input = { token, ...proofIn(request, blog, proofs.code) };
    const secret = await blog.accounts.startTwoFactor(author, input, clientOf(request));
    return secretPage(secret, author, blog);
  });

/** `POST /admin/account/code/confirm` @type {SignedInAction} */
export async function confirm(request, blog) {
  const { author, form, sessionToken: token } = request;
  return attempt(
    async () => {
      const input = { token, code: form.get('code') ?? '' };
      const codes = await blog.accounts.confirmTwoFactor(author, input);
      return codesPage(codes, 'account.twoFactorIsOnNow', '/admin/account?said=codes', blog);
    },
    async ({ text }) => {
      const found = await blog.accounts.sessions.find(token);
      if (!found?.session.secret) return { redirect: '/admin/account' };
      return secretPage(found.session.secret, author, blog, text);
    },
    blog.words,
  );
}

/** `POST /admin/account/code/end` @type {SignedInAction} */
export const end = (request, blog) =>
  onAccount(request, blog, async (author) => {
    const proof = proofIn(request, blog, proofs.code);
    await blog.accounts.disableTwoFactor(author, proof, clientOf(request));
    return { redirect: '/admin/account?said=codes-off' };
  });

/**
 * Shows recovery codes, this once.
 * @param {string[]} codes  none: the account had some
 * @param {string} said  the key of what was done
 * @param {string} redirect  where one goes when there are none
 * @param {AuthorBlog} blog
 * @returns {AuthorResult}
 */
export const codesPage = (codes, said, redirect, { words }) =>
  codes.length === 0
    ? { redirect }
    : {
        view: 'admin/recovery',
        model: { codes, about: words.say(said) },
        page: { title: words.say('account.recoveryCodes') },
      };

/** @param {string} secret @param {Author} author @param {AuthorBlog} blog @param {string} [error] */
function secretPage(secret, author, { index, words }, error = '') {
  const uri = otpauthUri(secret, { blog: index.settings.title, user: author.id });
  return {
    view: 'admin/code-secret',
    model: { secret: secret.match(/.{4}/g)?.join(' ') ?? secret, uri, qr: qrCode(uri), error },
    page: { title: words.say('account.setUpTwoFactor') },
  };
}
