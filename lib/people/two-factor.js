import { LarderError } from '../base/errors.js';
import {
  begin,
  newRecoveryCodes,
  newSecret,
  recoveryCodesOf,
  withoutSecondFactor,
  withRecoveryCodes,
} from './recovery-codes.js';
import { saveUnlessChanged } from './users.js';
/** @import { Clock } from '../base/clock.js' */
/** @import { Content } from '../content/content.js' */
/** @import { Author } from './rights.js' */
/** @import { RandomBytes } from './secrets.js' */
/** @import { Sessions } from './sessions.js' */
/** @import { Client, createSignIn, Proof } from './sign-in.js' */

/**
 * Turns two-factor authentication by an authenticator app on and off.
 * @param {object} deps
 * @param {Content} deps.content
 * @param {Clock} deps.clock
 * @param {RandomBytes} deps.random
 * @param {Sessions} deps.sessions
 * @param {ReturnType<typeof createSignIn>['checkReauthentication']} deps.checkReauthentication
 */
export function createTwoFactor({ content, clock, random, sessions, checkReauthentication }) {
  return { startTwoFactor, confirmTwoFactor, disableTwoFactor };

  /**
   * Creates a secret for an authenticator app. It takes effect once `confirmTwoFactor` has seen a code.
   * @param {Author} author
   * @param {Proof & { token: string }} input `token` of the session
   * @param {Client} client
   * @returns {Promise<string>} in base 32
   * @throws {LarderError} `invalid` with the field, `tooMany`
   */
  async function startTwoFactor(author, { token, ...proof }, { address }) {
    await checkReauthentication(author, proof, address);
    const secret = newSecret(random);
    const found = await sessions.find(token);
    if (found) await sessions.keepSecret(found.session, secret);
    return secret;
  }

  /**
   * Turns two-factor authentication on.
   * @param {Author} author
   * @param {{ token: string, code: string }} input
   * @returns {Promise<string[]>} recovery codes, if the account has none yet; only their hashes are stored
   * @throws {LarderError} `invalid` when the code is wrong
   */
  async function confirmTwoFactor(author, { token, code }) {
    const found = await sessions.find(token);
    if (!found?.session.secret)
      throw new LarderError(
        'invalid',
        'This secret key has expired. Please start over with a new one',
        { field: 'code' },
      );
    const { session, user } = found;
    const codes = recoveryCodesOf(user).length > 0 ? [] : newRecoveryCodes(random);
    const factor = begin(session.secret, code, clock.now());
    const changed = { ...(codes.length > 0 && withRecoveryCodes(user, codes)) };
    if (!factor || !(await saveUnlessChanged(content, user, { ...changed, secondFactor: factor })))
      throw new LarderError('invalid', 'Incorrect code', { field: 'code' });
    await sessions.keepSecret(session, '');
    await sessions.endAll(author.id, { except: session.id });
    return codes;
  }

  /**
   * Turns two-factor authentication off.
   * @param {Author} author
   * @param {Proof} proof
   * @param {Client} client
   */
  async function disableTwoFactor(author, proof, { address }) {
    const user = await checkReauthentication(author, proof, address);
    const { revision } = user;
    await content.saveUser({ ...user, ...withoutSecondFactor(user) }, { revision });
  }
}
