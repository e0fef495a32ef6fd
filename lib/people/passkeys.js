import { LarderError } from '../base/errors.js';
import { foldCase, normalise } from '../base/unicode.js';
import { shapes } from '../content/shapes.js';
import { checkLine } from '../content/validate.js';
import { createChallenges } from './challenges.js';
import { newRecoveryCodes, recoveryCodesOf, withRecoveryCodes } from './recovery-codes.js';
import { hashOf } from './secrets.js';
import { saveUnlessChanged } from './users.js';
/** @import { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server' */
/** @import { Clock } from '../base/clock.js' */
/** @import { Content } from '../content/content.js' */
/** @import { Passkey, User } from '../store/types.js' */
/** @import { PasskeySite } from './passkey-site.js' */
/** @import { RandomBytes } from './secrets.js' */

/** COSE: ES256, EdDSA, RS256. Each authenticator has one of them. */
export const algorithms = [-7, -8, -257];
/** Of one account. */
const PASSKEYS_AT_MOST = 20;
/** Characters of what a browser sends. */
const ANSWER_AT_MOST = 8000;
/** Answers of one account in five minutes. */
const USED_AT_MOST = 200;
/** What nobody sees, or tells apart. */
const ALIKE = /[\p{Default_Ignorable_Code_Point}\p{M}\s]/gu;

/**
 * Why a challenge is asked for: to sign in; to show again who is there, for a session; to add a passkey, for a session.
 * @typedef {'enter' | `again:${string}` | `add:${string}`} Purpose
 */

/**
 * Passkeys (Web Authentication, level 3). They are both factors: user verification is required. The user handle is the
 * sign-in name, which readers see anyway.
 * @param {object} deps
 * @param {Content} deps.content
 * @param {Clock} deps.clock
 * @param {RandomBytes} deps.random
 */
export function createPasskeys({ content, clock, random }) {
  const { store } = content;
  const challenges = createChallenges({ store, clock, random });
  const usedBy = (
    /** @type {User} */ user,
    /** @type {string} */ challenge,
    /** @type {number} */ end,
  ) => withUsed(user, challenge, end, clock.now());
  return { challengeFor: challenges.make, verify, checkNew, add, rename, remove };

  /**
   * Checks what a browser answered to a challenge, and notes in the user's record that it was used.
   * @param {string} answer  JSON of a PublicKeyCredential; may be anything
   * @param {Purpose} purpose
   * @param {PasskeySite | null} site
   * @returns {Promise<User | null>} whose passkey it is; null: not a good answer
   * @throws {LarderError} `forbidden` when the passkey seems to have been copied
   */
  async function verify(answer, purpose, site) {
    const given = /** @type {AuthenticationResponseJSON | null} */ (read(answer));
    const challenge = challengeIn(given);
    const end = await challenges.endOf(challenge, purpose);
    if (!given || !site || end === 0) return null;
    for (;;) {
      const id = Buffer.from(String(given.response.userHandle), 'base64url').toString();
      /** @type {User | null} */
      const user = await store.get('user', id);
      const passkey = user?.passkeys?.find((each) => each.id === given.id);
      if (!user || !passkey) return null;
      const used = usedBy(user, challenge, end);
      const counter = used && (await counterOf(given, challenge, passkey, site));
      if (used === null || counter === null) return null;
      if (counter <= passkey.counter && passkey.counter > 0) throw copied(passkey);
      const usedAt = new Date(clock.now()).toISOString();
      const passkeys = user.passkeys?.map((each) =>
        each === passkey ? { ...each, counter, usedAt } : each,
      );
      const saved = await saveUnlessChanged(content, user, { passkeys, usedChallenges: used });
      if (saved) return saved;
    }
  }

  /**
   * @param {User} user
   * @param {string} name
   * @returns {string} the name of a further passkey, to be kept
   * @throws {LarderError} `invalid`, with the field
   */
  function checkNew({ passkeys = [] }, name) {
    if (passkeys.length >= PASSKEYS_AT_MOST) throw tooMany();
    return checkName(name, passkeys);
  }

  /**
   * @param {User} user  as it was read
   * @param {{ name: string, answer: string, session: string }} input  `answer`: JSON of a PublicKeyCredential;
   *   `session`: an id
   * @param {PasskeySite | null} site
   * @returns {Promise<string[]>} recovery codes, if the account has none yet; only their hashes are stored
   * @throws {LarderError} `invalid`, with the field; `conflict`
   */
  async function add(user, { name, answer, session }, site) {
    const { passkeys = [] } = user;
    const label = checkNew(user, name);
    const given = /** @type {RegistrationResponseJSON | null} */ (read(answer));
    const challenge = challengeIn(given);
    const end = await challenges.endOf(challenge, `add:${session}`);
    const used = usedBy(user, challenge, end);
    const made = given && site && used && (await madeBy(given, challenge, site));
    if (!made || passkeys.some(({ id }) => id === made.id)) throw notAdded();
    const { id, publicKey, counter } = made;
    /** @type {Passkey} */
    const passkey = {
      id,
      key: Buffer.from(publicKey).toString('base64url'),
      counter,
      name: label,
      site: site.id,
      createdAt: new Date(clock.now()).toISOString(),
      usedAt: '',
    };
    const codes = recoveryCodesOf(user).length > 0 ? [] : newRecoveryCodes(random);
    const changed = {
      passkeys: [...passkeys, passkey],
      usedChallenges: used,
      ...(codes.length > 0 && withRecoveryCodes(user, codes)),
    };
    await content.saveUser({ ...user, ...changed }, { revision: user.revision });
    return codes;
  }

  /**
   * @param {User} user  as it was read
   * @param {string} id
   * @param {string} name
   * @throws {LarderError} `invalid`, with the field; `notFound`; `conflict`
   */
  async function rename(user, id, name) {
    const { passkeys, others } = without(user, id);
    const label = checkName(name, others);
    const renamed = passkeys.map((each) => (each.id === id ? { ...each, name: label } : each));
    await content.saveUser({ ...user, passkeys: renamed }, { revision: user.revision });
  }

  /**
   * @param {User} user  as it was read
   * @param {string} id
   * @param {PasskeySite | null} site
   * @throws {LarderError} `invalid` when it is the last way in; `notFound`; `conflict`
   */
  async function remove(user, id, site) {
    const { others } = without(user, id);
    const after = { ...user, passkeys: others };
    if (!user.password && !mayLackPassword(after, site)) throw lastWayIn();
    await content.saveUser(after, { revision: user.revision });
  }
}

/**
 * @param {User} user
 * @param {PasskeySite | null} site
 * @returns {boolean} whether there are two ways in without a password: two passkeys that work, or one and recovery
 *   codes
 */
export function mayLackPassword(user, site) {
  const working = (user.passkeys ?? []).filter((each) => each.site === site?.id).length;
  return working > 1 || (working === 1 && recoveryCodesOf(user).length > 0);
}

/** @param {string} answer  may be anything @returns {{ id: string, response: any } | null} */
function read(answer) {
  if (answer.length > ANSWER_AT_MOST) return null;
  try {
    const given = JSON.parse(answer);
    return typeof given?.id === 'string' && typeof given.response === 'object' && given.response
      ? given
      : null;
  } catch {
    return null;
  }
}

/** @param {{ response: { clientDataJSON?: unknown } } | null} given @returns {string} the challenge that was signed */
function challengeIn(given) {
  try {
    const data = Buffer.from(String(given?.response.clientDataJSON), 'base64url');
    return String(JSON.parse(data.toString()).challenge);
  } catch {
    return '';
  }
}

/**
 * @param {User} user
 * @param {string} challenge
 * @param {number} end  of the challenge, in milliseconds since 1970; 0: it is not good
 * @param {number} now  likewise
 * @returns {string[] | null} the challenges that the account has used, with their ends; null: this one was used
 */
function withUsed({ usedChallenges = [] }, challenge, end, now) {
  const name = hashOf(challenge).slice(0, 32);
  const young = usedChallenges.filter((each) => Number(each.split(' ')[0]) > now);
  const isGood = end > 0 && !young.some((each) => each.endsWith(name));
  return isGood && young.length < USED_AT_MOST ? [...young, `${end} ${name}`] : null;
}

/** @param {string} challenge @param {PasskeySite} site */
const expectedOf = (challenge, { id, origin }) => ({
  expectedChallenge: challenge,
  expectedOrigin: origin,
  expectedRPID: id,
  requireUserVerification: true,
});

/**
 * @param {RegistrationResponseJSON} response
 * @param {string} challenge
 * @param {PasskeySite} site
 */
async function madeBy(response, challenge, site) {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  try {
    const options = {
      response,
      ...expectedOf(challenge, site),
      supportedAlgorithmIDs: algorithms,
    };
    return (await verifyRegistrationResponse(options)).registrationInfo?.credential ?? null;
  } catch {
    return null;
  }
}

/**
 * @param {AuthenticationResponseJSON} response
 * @param {string} challenge
 * @param {Passkey} passkey
 * @param {PasskeySite} site
 * @returns {Promise<number | null>} how often the passkey was used, as it counts; null: it did not sign this
 */
async function counterOf(response, challenge, { id, key }, site) {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const publicKey = new Uint8Array(Buffer.from(key, 'base64url'));
  try {
    // The library would refuse a counter that goes back without saying so apart.
    const credential = { id, publicKey, counter: 0 };
    const options = { response, ...expectedOf(challenge, site), credential };
    const { verified, authenticationInfo } = await verifyAuthenticationResponse(options);
    return verified ? authenticationInfo.newCounter : null;
  } catch {
    return null;
  }
}

/** @param {User} user @param {string} id */
function without({ passkeys = [] }, id) {
  const others = passkeys.filter((each) => each.id !== id);
  if (others.length === passkeys.length)
    throw new LarderError('notFound', 'There is no such passkey');
  return { passkeys, others };
}

/**
 * @param {string} name
 * @param {Passkey[]} others  of the account
 * @throws {LarderError} `invalid` when it is empty, too long, or looks like that of another
 */
function checkName(name, others) {
  const label = checkLine(name, 'passkey-name', shapes.passkey.name);
  if (others.some((each) => looksOf(each.name) === looksOf(label)))
    throw new LarderError('invalid', 'Another passkey has this name', {
      field: 'passkey-name',
      word: ['account.passkeyNameTaken'],
    });
  return label;
}

/** @param {string} name @returns {string} the same for names that look alike */
const looksOf = (name) => foldCase(normalise(name, 'NFKD')).replace(ALIKE, '');

/** @param {Passkey} passkey */
const copied = ({ name }) =>
  new LarderError(
    'forbidden',
    `The passkey “${name}” counted backwards: somebody may have copied it. Sign in another way and remove it`,
    { word: ['account.passkeyWasCopied', { name }] },
  );

const notAdded = () =>
  new LarderError('invalid', 'This passkey could not be added. Please try again', {
    field: 'passkey',
    word: ['account.passkeyNotAdded'],
  });

const tooMany = () =>
  new LarderError('invalid', `An account can have at most ${PASSKEYS_AT_MOST} passkeys`, {
    field: 'passkey',
    word: ['account.passkeysAtMost', { most: PASSKEYS_AT_MOST }],
  });

const lastWayIn = () =>
  new LarderError('invalid', 'It is your last way in. Set a password or add a passkey first', {
    field: 'passkey',
    word: ['account.passkeyIsLastWayIn'],
  });
