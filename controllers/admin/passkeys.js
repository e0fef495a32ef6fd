import { LarderError } from '../../lib/base/errors.js';
import { passkeySiteOf } from '../../lib/people/passkey-site.js';
import { algorithms } from '../../lib/people/passkeys.js';
import { sayError } from '../../lib/views/presenters/errors.js';
import { onAccount, proofOfPasskey, proofs } from './account.js';
import { proofIn } from './proof.js';
import { codesPage } from './two-factor.js';
/** @import { AuthorAction, AuthorBlog, SignedInAction } from '../types.js' */

/** @typedef {import('../../lib/people/passkeys.js').Purpose} Purpose */

/**
 * `POST /admin/login/challenge`: what a browser signs in with, as `navigator.credentials.get` takes it.
 * @type {AuthorAction}
 */
export const challenge = (_request, blog) => options('enter', blog);

/** `POST /admin/account/challenge`: likewise, to show again who is there. @type {SignedInAction} */
export const challengeAgain = ({ author: { sessionId } }, blog) =>
  options(`again:${sessionId}`, blog);

/**
 * `POST /admin/account/passkeys/challenge`: what a browser makes a passkey with, as `navigator.credentials.create`
 * takes it, once the author has shown again who is there.
 * @type {SignedInAction}
 */
export async function begin(request, blog) {
  const { author, form, address } = request;
  const { accounts, baseUrl, index, words } = blog;
  const site = neededSite(baseUrl);
  try {
    const user = await accounts.checkReauthentication(
      author,
      proofIn(request, blog, proofs.passkey),
      address,
    );
    const { passkeys = [] } = user;
    accounts.passkeys.checkNew(user, form.get('passkey-name') ?? '');
    return {
      json: {
        challenge: await accounts.passkeys.challengeFor(`add:${author.sessionId}`),
        rp: { id: site.id, name: index.settings.title },
        user: {
          id: Buffer.from(user.id).toString('base64url'),
          name: user.id,
          displayName: user.name,
        },
        pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
        excludeCredentials: passkeys.map(({ id }) => ({ type: 'public-key', id })),
        authenticatorSelection: {
          residentKey: 'required',
          requireResidentKey: true,
          userVerification: 'required',
        },
        attestation: 'none',
      },
    };
  } catch (error) {
    if (!(error instanceof LarderError)) throw error;
    return { json: { error: sayError(error, words) }, status: 422, headers: error.headers };
  }
}

/** `POST /admin/account/passkeys`: the browser has made it. @type {SignedInAction} */
export const add = (request, blog) =>
  onAccount(request, blog, async ({ id, sessionId: session = '' }) => {
    const { form } = request;
    const user = await blog.accounts.user(id);
    if (!user) return { redirect: '/admin/login' };
    const [name, answer] = [form.get('passkey-name') ?? '', form.get('passkey') ?? ''];
    const site = passkeySiteOf(blog.baseUrl);
    const codes = await blog.accounts.passkeys.add(user, { name, answer, session }, site);
    return codesPage(codes, 'account.passkeyAdded', '/admin/account?said=passkey', blog);
  });

/** `POST /admin/account/passkeys/change`: its name, or removes it. @type {SignedInAction} */
export const change = (request, blog) =>
  onAccount(request, blog, async (author) => {
    const { form, address } = request;
    const { accounts } = blog;
    const id = form.get('passkey') ?? '';
    const proof = proofIn(request, blog, proofOfPasskey(id));
    const user = await accounts.checkReauthentication(author, proof, address);
    if (form.get('action') === 'remove') {
      await accounts.passkeys.remove(user, id, proof.site);
      return { redirect: '/admin/account?said=passkey-off' };
    }
    await accounts.passkeys.rename(user, id, form.get('passkey-name') ?? '');
    return { redirect: '/admin/account?said=passkey-name' };
  });

/** @param {Purpose} purpose @param {AuthorBlog} blog */
async function options(purpose, { accounts, baseUrl }) {
  const { id } = neededSite(baseUrl);
  const made = await accounts.passkeys.challengeFor(purpose);
  return { json: { challenge: made, rpId: id, userVerification: 'required' } };
}

/** @param {string} baseUrl */
function neededSite(baseUrl) {
  const site = passkeySiteOf(baseUrl);
  if (site) return site;
  throw new LarderError('notFound', 'Browsers have no passkeys for this address');
}
