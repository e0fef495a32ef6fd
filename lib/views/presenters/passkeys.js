import { passkeySiteOf } from '../../people/passkey-site.js';
/** @import { PasskeySite } from '../../people/passkey-site.js' */
/** @import { Words } from '../../base/words.js' */
/** @import { User } from '../../store/types.js' */

/**
 * The passkeys of an account, for its page.
 * @template P
 * @param {User | null} user
 * @param {PasskeySite | null} site
 * @param {object} how
 * @param {(id: string) => P} how.proofOf  the field in which its form asks who is there
 * @param {(iso: string) => { iso: string, text: string }} how.say  a time
 */
export const presentPasskeys = (user, site, { proofOf, say }) =>
  (user?.passkeys ?? []).map(({ id, name, site: bound, createdAt, usedAt }) => ({
    id,
    name,
    created: say(createdAt),
    used: usedAt ? say(usedAt) : null,
    otherSite: bound === site?.id ? null : { site: bound },
    proof: proofOf(id),
  }));

/**
 * @param {string} baseUrl
 * @param {Words} words
 * @returns {{ passkeyProblem: string }} why browsers make no passkeys for the site; '': they do
 */
export function presentPasskeySite(baseUrl, words) {
  if (passkeySiteOf(baseUrl)) return { passkeyProblem: '' };
  const isSecure = baseUrl.startsWith('https:');
  return {
    passkeyProblem: words.say(isSecure ? 'account.passkeysNeedAName' : 'account.passkeysNeedHttps'),
  };
}
