import { hashOf } from './secrets.js';
/** @import { User } from '../types.js' */
/** @import { Cookie } from './cookies.js' */
/** @import { Sessions } from './sessions.js' */
/** @import { Client } from './sign-in.js' */

/**
 * Browsers in which somebody has signed in. A cookie tells them from those of strangers, so that whoever tries many wrong
 * passwords keeps nobody out who was here before. It opens nothing, and the store keeps a hash of it, as a session of a
 * stage of its own: it ends as sessions do, also by a change of the password.
 */
export class Devices {
  #sessions;

  /** @param {{ sessions: Sessions }} deps */
  constructor({ sessions }) {
    this.#sessions = sessions;
  }

  /**
   * @param {string} token from the cookie, or anything
   * @param {string} userId
   * @returns {Promise<string>} the device's id when this user has signed in on it; else ''
   */
  async known(token, userId) {
    const found = await this.#sessions.find(token);
    return found?.session.stage === 'device' && found.user.id === userId ? found.session.id : '';
  }

  /**
   * @param {User} user who has signed in, with all steps
   * @param {Client} client a token that was not given to this user's browser is never taken over
   * @returns {Promise<{ id: string, cookie: Cookie }>}
   */
  async remember(user, { agent, device = '' }) {
    const id = await this.known(device, user.id);
    if (id) return { id, cookie: this.#sessions.cookie(device, 'device') };
    const cookie = await this.#sessions.begin(user, { agent, stage: 'device' });
    return { id: hashOf(cookie.value), cookie };
  }
}
