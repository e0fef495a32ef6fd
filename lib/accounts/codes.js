import { LarderError } from '../errors.js';
import * as secondFactor from './second-factor.js';
import { saveUnlessChanged } from './users.js';

/**
 * @typedef {import('./rights.js').Author} Author
 * @typedef {import('./signing-in.js').Client} Client
 */

/**
 * Turns the second step of signing in on and off: codes of an authenticator app.
 * @param {object} parts
 * @param {import('../content/content.js').Content} parts.content
 * @param {import('../clock.js').Clock} parts.clock
 * @param {import('./secrets.js').RandomBytes} parts.random
 * @param {import('./sessions.js').Sessions} parts.sessions
 * @param {ReturnType<typeof import('./signing-in.js').signingIn>['checkPresence']} parts.checkPresence
 */
export function secondStep({ content, clock, random, sessions, checkPresence }) {
  return { startCodes, confirmCodes, endCodes };

  /**
   * Makes a secret for an authenticator app. It is good once a code has confirmed it.
   * @param {Author} author
   * @param {{ token: string, current: string }} input `token` of the session, `current` the password
   * @param {Client} client
   * @returns {Promise<string>} in base 32
   * @throws {LarderError} `invalid` with the field, `tooMany`
   */
  async function startCodes(author, { token, current }, { address }) {
    await checkPresence(author, current, address);
    const secret = secondFactor.newSecret(random);
    const found = await sessions.find(token);
    if (found) await sessions.keepSecret(found.session, secret);
    return secret;
  }

  /**
   * Turns the second step on.
   * @param {Author} author
   * @param {{ token: string, code: string }} input
   * @returns {Promise<string[]>} recovery codes, which nobody can show again
   * @throws {LarderError} `invalid` when the code does not fit
   */
  async function confirmCodes(author, { token, code }) {
    const found = await sessions.find(token);
    if (!found?.session.secret)
      throw new LarderError(
        'invalid',
        'This secret key has expired. Please start over with a new one',
        { field: 'code' },
      );
    const { session, user } = found;
    const codes = secondFactor.newRecoveryCodes(random);
    const factor = secondFactor.begin(session.secret, code, codes, clock.now());
    if (!factor || !(await saveUnlessChanged(content, user, { secondFactor: factor })))
      throw new LarderError('invalid', 'Incorrect code', { field: 'code' });
    await sessions.keepSecret(session, '');
    await sessions.endAll(author.id, { except: session.id });
    return codes;
  }

  /**
   * Turns the second step off.
   * @param {Author} author
   * @param {string} current the password
   * @param {Client} client
   */
  async function endCodes(author, current, { address }) {
    const user = await checkPresence(author, current, address);
    const { revision } = user;
    await content.saveUser({ ...user, secondFactor: undefined }, { revision });
  }
}
