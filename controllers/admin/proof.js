import { passkeySiteOf } from '../../lib/people/passkey-site.js';
/** @import { Proof } from '../../lib/people/sign-in.js' */
/** @import { User } from '../../lib/store/types.js' */
/** @import { AuthorRequest } from '../types.js' */

/**
 * What a form with `views/admin/current-password.mustache` says of who sends it.
 * @param {Pick<AuthorRequest, 'form'>} request
 * @param {{ baseUrl: string }} blog
 * @param {string} [field]
 * @returns {Proof}
 */
export const proofIn = ({ form }, { baseUrl }, field = 'current') => ({
  current: form.get(field) ?? '',
  passkey: form.get(`${field}-passkey`) ?? '',
  site: passkeySiteOf(baseUrl),
});

/**
 * @param {User | null} user  who is asked
 * @param {{ baseUrl: string }} blog
 * @param {object} [how]
 * @param {string} [how.error]
 * @param {string} [how.field]
 * @param {string} [how.fieldId]  of the element
 */
export const presentProof = (
  user,
  { baseUrl },
  { error = '', field = 'current', fieldId = field } = {},
) => ({
  field,
  fieldId,
  error,
  hasPassword: user?.password !== undefined,
  hasPasskeys: user?.passkeys?.some(({ site }) => site === passkeySiteOf(baseUrl)?.id) ?? false,
});
