import { slugify } from '../base/slug.js';
import { LarderError } from '../base/errors.js';
import { checkEmail } from './email.js';
import { checkNames } from './names.js';
import { checkPassword } from './passwords.js';
import { mayLackPassword } from './passkeys.js';
import { use, useRecoveryCode } from './recovery-codes.js';
import { ifPossible } from './sessions.js';
import { canSignIn, saveUnlessChanged } from './users.js';
/** @import { Clock } from '../base/clock.js' */
/** @import { createActivity } from './activity.js' */
/** @import { Content } from '../content/content.js' */
/** @import { Eventual, User } from '../store/types.js' */
/** @import { Cookie } from './cookies.js' */
/** @import { Devices } from './devices.js' */
/** @import { Invitations } from './invitations.js' */
/** @import { PasskeySite } from './passkey-site.js' */
/** @import { createPasskeys } from './passkeys.js' */
/** @import { Passwords } from './passwords.js' */
/** @import { Author } from './rights.js' */
/** @import { Sessions } from './sessions.js' */
/** @import { Setup } from './setup.js' */
/** @import { Throttle } from './throttle.js' */
/** @import { Tokens } from './tokens.js' */
/** @import { createUsers } from './users.js' */

/**
 * @typedef {object} Client  Where a request comes from.
 * @property {string} address
 * @property {string} agent  its User-Agent
 * @property {string} [device]  the device token that the browser sent; else ''
 *
 * @typedef {object} SignedIn  The cookies for the browser.
 * @property {Cookie} session
 * @property {Cookie} [device]  once sign-in is complete
 * @property {'in' | 'code'} stage  `code`: the code of the second factor comes next
 *
 * @typedef {object} Proof  That who is signed in is still there: one of both.
 * @property {string} current  the password; of an account without one, a recovery code
 * @property {string} passkey  an answer to a challenge, or ''
 * @property {PasskeySite | null} site
 */

/**
 * All ways to sign in: by a link, by name and password, by the code of the second factor, by a passkey.
 * @param {object} parts
 * @param {Content} parts.content
 * @param {Eventual<Passwords>} parts.passwords
 * @param {Clock} parts.clock
 * @param {Eventual<Throttle>} parts.throttle
 * @param {ReturnType<typeof createUsers>} parts.users
 * @param {Sessions} parts.sessions
 * @param {Devices} parts.devices
 * @param {Tokens} parts.tokens
 * @param {Setup} parts.setup
 * @param {Invitations} parts.invitations
 * @param {ReturnType<typeof createPasskeys>} parts.passkeys
 * @param {ReturnType<typeof createActivity>} parts.activity
 */
export function createSignIn(parts) {
  const {
    content,
    passwords,
    clock,
    throttle,
    users,
    sessions,
    devices,
    tokens,
    setup,
    invitations,
    passkeys,
    activity,
  } = parts;
  return {
    setUp,
    join,
    asksForCode,
    signIn,
    signInByPasskey,
    confirm,
    changePassword,
    removePassword,
    checkReauthentication,
  };

  /**
   * Creates the first account, with the set-up link.
   * @param {{ token: string, id: string, name: string, email?: string, password: string }} input
   * @param {Client} client
   * @returns {Promise<SignedIn>}
   * @throws {LarderError} `invalid`, with the field; `forbidden` when the link is not valid
   */
  async function setUp({ token, ...input }, client) {
    const { id, name } = checkNames(input);
    const email = checkEmail(input.email ?? '');
    checkPassword(input.password);
    await setup.check(token);
    const password = await passwords.fieldsOf(input.password, clock.now());
    await setup.use(token);
    const user = await content.as({ user: id, via: 'link' }).saveUser({
      id,
      name,
      role: 'owner',
      ...password,
      ...(email && { email }),
    });
    return enter(user, client);
  }

  /**
   * Sets the password that a user has chosen with their invitation link.
   * @param {{ token: string, password: string, code?: string, previous: string, revokeTokens?: boolean }} input
   *   `code`: a recovery code, where `asksForCode`; `previous`: the session token that the browser sent;
   *   `revokeTokens`: revokes the user's API tokens too
   * @param {Client} client
   * @returns {Promise<SignedIn>}
   * @throws {LarderError} `forbidden` when the link is not valid, `invalid` with the field
   */
  async function join({ token, password, code = '', previous, revokeTokens = false }, client) {
    await invitations.check(token);
    checkPassword(password);
    if (await asksForCode(token)) await useCodeOf(token, code, client);
    const secret = await passwords.fieldsOf(password, clock.now());
    const id = await invitations.use(token);
    const present = await users.user(id);
    if (!present) throw new LarderError('notFound', `There is no user ${id}`);
    if (revokeTokens) await tokens.revokeAll(id);
    const { revision } = present;
    const theirs = content.as({ user: id, via: 'link' });
    const user = await theirs.saveUser({ ...present, ...secret }, { revision });
    await invitations.drop(id);
    await sessions.endAll(id);
    await sessions.end(previous);
    return enter(user, client, { isWhole: !user.secondFactor });
  }

  /**
   * @param {string} token  of a link
   * @returns {Promise<boolean>} whether it was mailed to an account that has no password, and so needs a second proof
   * @throws {LarderError} `forbidden` when the link is not valid
   */
  async function asksForCode(token) {
    const { id, why } = await invitations.check(token);
    const user = await users.user(id);
    return why === 'reset' && user !== null && canSignIn(user) && !user.password;
  }

  /** @param {string} token @param {string} code @param {Client} client */
  async function useCodeOf(token, code, { address }) {
    const { id } = await invitations.check(token);
    await throttle.attempt(`code:${id}`, address, '');
    const user = await users.user(id);
    const changed = user && useRecoveryCode(user, code);
    if (!changed || !(await saveUnlessChanged(content, user, changed)))
      throw new LarderError('invalid', 'Incorrect code', {
        field: 'code',
        word: ['account.incorrectCode'],
      });
    await throttle.succeed(`code:${id}`, address, '');
  }

  /**
   * Signs in by name and password. The answer and its time are the same for an unknown user and a wrong password.
   * @param {{ name: string, password: string, previous: string }} input `previous`: the session token that the browser
   *   sent
   * @param {Client} client
   * @returns {Promise<SignedIn | null>} null: wrong name or password
   * @throws {LarderError} `tooMany`; `unavailable` when too many sign in at once
   */
  async function signIn({ name, password, previous }, client) {
    const id = slugify(name);
    const user = await users.user(id);
    const known = await devices.known(client.device ?? '', id);
    if (!(await isRight(user, password, id, client.address, known)) || !user) {
      await failed(user);
      return null;
    }
    const upgraded = await upgrade(user, password);
    await sessions.end(previous);
    await sessions.tidy(id);
    return enter(upgraded, client, { isWhole: !upgraded.secondFactor });
  }

  /**
   * @param {{ answer: string, previous: string, site: PasskeySite | null }} input `answer`: of the browser to a
   *   challenge; `previous`: the session token that the browser sent
   * @param {Client} client
   * @returns {Promise<SignedIn | null>} null: not a good answer
   * @throws {LarderError} `tooMany`; `forbidden` when the passkey seems to have been copied
   */
  async function signInByPasskey({ answer, previous, site }, client) {
    const counted = /** @type {const} */ ([`passkey:${client.address}`, client.address, '']);
    await throttle.attempt(...counted);
    const user = await passkeys.verify(answer, 'enter', site);
    if (!user) {
      await failed(null);
      return null;
    }
    await throttle.succeed(...counted);
    await sessions.end(previous);
    await sessions.tidy(user.id);
    return enter(user, client);
  }

  /**
   * The second step of sign-in, for users with two-factor authentication.
   * @param {{ token: string, code: string }} input the token of the first step
   * @param {Client} client
   * @returns {Promise<SignedIn | null>} null: the code is wrong, or was used before
   * @throws {LarderError} `tooMany`; `unauthorised` when the first step was too long ago
   */
  async function confirm({ token, code }, client) {
    const found = await sessions.find(token);
    if (found?.session.stage !== 'code')
      throw new LarderError('unauthorised', 'Please sign in again');
    const { user } = found;
    const known = await devices.known(client.device ?? '', user.id);
    const counted = /** @type {const} */ ([`code:${user.id}`, client.address, known]);
    await throttle.attempt(...counted);
    if (user.secondFactor) {
      const after = use(user, code, clock.now());
      if (!after || !(await saveUnlessChanged(content, user, after))) {
        await failed(user);
        return null;
      }
    }
    await throttle.succeed(...counted);
    await sessions.end(token);
    return enter(user, client);
  }

  /**
   * Begins a session, and remembers the device once sign-in is complete.
   * @param {User} user
   * @param {Client} client
   * @param {{ isWhole?: boolean }} [options] false: the code of the second factor comes next
   * @returns {Promise<SignedIn>}
   */
  async function enter(user, client, { isWhole = true } = {}) {
    const { agent } = client;
    if (!isWhole)
      return { session: await sessions.begin(user, { agent, stage: 'code' }), stage: 'code' };
    const { id, cookie } = await devices.remember(user, client);
    const noting = (/** @type {string} */ session) =>
      content
        .as({ user: user.id, via: `session ${session.slice(0, 12)}` })
        .note({ what: 'session.begun', of: user.id });
    return {
      session: await sessions.begin(user, { agent, device: id, noting }),
      device: cookie,
      stage: 'in',
    };
  }

  /** @param {User | null} user  whose name was given; null: there is none of it */
  function failed(user) {
    return ifPossible(activity.countFailure(user?.id ?? ''));
  }

  /**
   * Hashes the password again when the stored hash has another cost than today's.
   * @param {User} user
   * @param {string} password
   */
  async function upgrade(user, password) {
    if (!user.password || !(await passwords.isOutdated(user.password))) return user;
    const hash = await passwords.hash(password);
    return (await saveUnlessChanged(content, user, { password: hash })) ?? user;
  }

  /**
   * Changes the password of a user who proves to be there.
   * @param {Author} author
   * @param {Proof & { next: string, revokeTokens?: boolean }} input `revokeTokens`: revokes the user's API tokens too
   * @param {Client} client
   * @returns {Promise<SignedIn>} all other sessions have ended
   * @throws {LarderError} `invalid` with the field, `tooMany`
   */
  async function changePassword(author, { next, revokeTokens = false, ...proof }, client) {
    checkPassword(next, 'next');
    await checkReauthentication(author, proof, client.address);
    if (revokeTokens) await tokens.revokeAll(author.id);
    return enter(await users.setPassword(author.id, next), client);
  }

  /**
   * Leaves passkeys as the way in.
   * @param {Author} author
   * @param {Proof} proof
   * @param {Client} client
   * @returns {Promise<SignedIn>} all other sessions have ended
   * @throws {LarderError} `invalid` with the field, `tooMany`, `conflict`
   */
  async function removePassword(author, proof, client) {
    const user = await checkReauthentication(author, proof, client.address);
    if (!mayLackPassword(user, proof.site))
      throw new LarderError('invalid', 'Add a second passkey first', {
        field: 'current',
        word: ['account.secondPasskeyFirst'],
      });
    const passwordAt = new Date(clock.now()).toISOString();
    const { revision } = user;
    const after = { ...user, password: undefined, passwordAt };
    const saved = await content.saveUser(after, { revision });
    await sessions.endAll(author.id);
    return enter(saved, client);
  }

  /**
   * Checks again who is there before anything that grants access: a stolen session must not be able to create another
   * way in.
   * @param {Author} author
   * @param {Proof} proof
   * @param {string} address
   * @returns {Promise<User>}
   * @throws {LarderError} `invalid` with the field, `tooMany`; `forbidden` when the passkey seems to have been copied
   */
  async function checkReauthentication(
    { id, sessionId = '' },
    { current, passkey, site },
    address,
  ) {
    if (passkey) {
      const user = await passkeys.verify(passkey, `again:${sessionId}`, site);
      if (user?.id === id) return user;
    } else {
      const user = await users.user(id);
      // A recovery code is used up, so it is read again.
      if (user && (await isRight(user, current, id, address, sessionId)))
        return (await users.user(id)) ?? user;
    }
    throw new LarderError('invalid', 'Incorrect password', { field: 'current' });
  }

  /**
   * @param {User | null} user
   * @param {string} password
   * @param {string} id
   * @param {string} address
   * @param {string} known the id of a device or session of this user; '' for a stranger
   */
  async function isRight(user, password, id, address, known) {
    await throttle.attempt(id, address, known);
    const fits =
      (await passwords.verify(password, user?.password, { isKnown: known !== '' })) ||
      (await isRecoveryCode(user, password));
    if (fits) await throttle.succeed(id, address, known);
    return fits;
  }

  /** Of an account without a password. @param {User | null} user @param {string} typed @returns {Promise<boolean>} */
  async function isRecoveryCode(user, typed) {
    if (!user || user.password || !canSignIn(user)) return false;
    const changed = useRecoveryCode(user, typed);
    return changed !== null && (await saveUnlessChanged(content, user, changed)) !== null;
  }
}
