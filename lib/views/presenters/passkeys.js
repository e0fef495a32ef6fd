/** @import { PasskeySite } from '../../people/passkey-site.js' */
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
