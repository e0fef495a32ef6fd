import { hashOf } from './secrets.js';
/** @import { User } from '../store/types.js' */
/** @import { Cookie } from './cookies.js' */
/** @import { Sessions } from './sessions.js' */
/** @import { Client } from './sign-in.js' */

/** @typedef {ReturnType<typeof createDevices>} Devices */

/**
 * Browsers in which a user has signed in before. Attempts from them are counted apart from those of strangers, so that
 * an attacker who tries many passwords cannot lock the user out. The device cookie grants no access. Its hash is stored
 * as a session with the stage 'device', so it ends as sessions do, also when the password changes.
 * @param {{ sessions: Sessions }} deps
 */
export function createDevices({ sessions }) {
  return { known, remember };

  /**
   * @param {string} token from the cookie; may be anything
   * @param {string} userId
   * @returns {Promise<string>} the device's id if this user has signed in on it before; else ''
   */
  async function known(token, userId) {
    const found = await sessions.find(token);
    return found?.session.stage === 'device' && found.user.id === userId ? found.session.id : '';
  }

  /**
   * @param {User} user who has signed in, with the second factor if they have one
   * @param {Client} client its device token is kept only if it belongs to this user
   * @returns {Promise<{ id: string, cookie: Cookie }>}
   */
  async function remember(user, { agent, device = '' }) {
    const id = await known(device, user.id);
    if (id) return { id, cookie: sessions.cookie(device, 'device') };
    const cookie = await sessions.begin(user, { agent, stage: 'device' });
    return { id: hashOf(cookie.value), cookie };
  }
}
