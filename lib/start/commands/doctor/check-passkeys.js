import { passkeysElsewhere } from '../../../people/passkey-site.js';
/** @import { Config } from '../../config.js' */
/** @import { Problem } from '../../../store/inspect.js' */
/** @import { Store } from '../../../store/types.js' */

/**
 * Passkeys that are of no use since BASE_URL or DOMAIN was changed.
 * @param {Store} store
 * @param {Pick<Config, 'baseUrl'>} config
 * @returns {Promise<Problem[]>}
 */
export async function checkPasskeys(store, { baseUrl }) {
  const todo =
    'Set BASE_URL or DOMAIN back, or sign in another way, add a passkey of the new name, and remove the old one';
  return (await passkeysElsewhere(store, baseUrl)).map((what) => ({ what, todo }));
}
