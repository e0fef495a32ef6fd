import { passkeySiteOf } from '../../lib/people/passkey-site.js';
import { presentFields } from '../../lib/views/presenters/fields.js';
/** @import { Words } from '../../lib/base/words.js' */
/** @import { Proof } from '../../lib/people/sign-in.js' */
/** @import { FieldRow } from '../../lib/views/presenters/fields.js' */
/** @import { User } from '../../lib/store/types.js' */
/** @import { AuthorRequest } from '../types.js' */

/** @type {FieldRow} */
const currentPassword = {
  is: 'password',
  label: 'account.currentPassword',
  attributes: { class: 'medium' },
};
/** Of an account without a password. @type {FieldRow} */
const recoveryCode = { ...currentPassword, label: 'account.recoveryCode' };

/**
 * What a form with `views/admin/proof.mustache` says of who sends it.
 * @param {Pick<AuthorRequest, 'form'>} request
 * @param {{ baseUrl: string }} blog
 * @param {string} [name]
 * @returns {Proof}
 */
export const proofIn = ({ form }, { baseUrl }, name = 'current') => ({
  current: form.get(name) ?? '',
  passkey: form.get(`${name}-passkey`) ?? '',
  site: passkeySiteOf(baseUrl),
});

/**
 * Asks who is there, before anything that grants access.
 * @param {User | null} user
 * @param {{ baseUrl: string, words: Words }} blog
 * @param {object} [how]
 * @param {string} [how.error]
 * @param {string} [how.name]
 * @param {string} [how.id]  of the element
 */
export function presentProof(
  user,
  { baseUrl, words },
  { error = '', name = 'current', id = name } = {},
) {
  const row = { ...(user && !user.password ? recoveryCode : currentPassword), id };
  const site = passkeySiteOf(baseUrl)?.id;
  return {
    proofField: presentFields({ [name]: row }, {}, { [name]: error }, words)[name],
    passkeyName: `${name}-passkey`,
    hasPasskeys: user?.passkeys?.some((each) => each.site === site) ?? false,
  };
}
