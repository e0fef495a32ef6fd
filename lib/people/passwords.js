import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { shapes } from '../content/shapes.js';
import { check } from '../content/validate.js';
import { LarderError } from '../base/errors.js';
import { beforeComposing, normalise } from '../base/unicode.js';

/**
 * @typedef {object} Cost  of scrypt (RFC 7914): 2^ln blocks of 128·r bytes, p times.
 * @property {number} ln
 * @property {number} r
 * @property {number} p
 */

/** OWASP's recommendation with 32 MiB: two at once stay below 64 MiB. @type {Cost} */
const COST = { ln: 15, r: 8, p: 3 };
const AT_ONCE = 2;
/** Beyond this, the wait would be longer than anyone accepts. */
const WAITING_AT_MOST = 16;
const LENGTH = 32;
const STORED = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([\w+/]+)\$([\w+/]+)$/;

/** @typedef {ReturnType<typeof createPasswords>} Passwords */

/**
 * Hashes passwords, at most two at once, so that a flood of sign-ins harms neither readers nor memory.
 * @param {{ cost?: Cost, processors?: number }} [options] one processor stays free for readers
 */
export function createPasswords({ cost = COST, processors = availableParallelism() } = {}) {
  let running = 0;
  /** @type {(() => void)[]} */
  const waiting = [];
  const atOnce = Math.max(1, Math.min(AT_ONCE, processors - 1));
  /** Compared with when the user does not exist, so that the answer takes the same time. */
  const decoy = { cost, salt: randomBytes(16), hash: randomBytes(LENGTH) };
  return { hash, fieldsOf, verify, isOutdated };

  /**
   * @param {string} password
   * @returns {Promise<string>} `$scrypt$ln=…,r=…,p=…$salt$hash`
   */
  async function hash(password) {
    const salt = randomBytes(16);
    // Known: whoever sets a password has been authenticated before.
    return format(cost, salt, await derive(password, salt, cost, true));
  }

  /**
   * @param {string} password
   * @param {number} now in milliseconds since 1970
   * @returns {Promise<{ password: string, passwordAt: string }>} the fields of the user's record
   */
  async function fieldsOf(password, now) {
    const passwordAt = new Date(now).toISOString();
    return { password: await hash(password), passwordAt };
  }

  /**
   * @param {string} password
   * @param {string | undefined} stored undefined: there is no such user; takes the same time
   * @param {{ isKnown?: boolean }} [options] `isKnown`: from a known device or session; goes to the front of the queue
   * @returns {Promise<boolean>}
   * @throws {LarderError} `unavailable` when too many wait
   */
  async function verify(password, stored, { isKnown = false } = {}) {
    const known = parse(stored ?? '');
    const { cost, salt, hash } = known ?? decoy;
    const derived = await derive(password, salt, cost, isKnown);
    return timingSafeEqual(derived, hash) && known !== null;
  }

  /** @param {string} stored @returns {boolean} whether it was hashed with another cost than today's */
  function isOutdated(stored) {
    const { ln, r, p } = cost;
    return !stored.startsWith(`$scrypt$ln=${ln},r=${r},p=${p}$`);
  }

  /**
   * @param {string} password
   * @param {Buffer} salt
   * @param {Cost} cost
   * @param {boolean} isKnown
   * @returns {Promise<Buffer>}
   */
  async function derive(password, salt, { ln, r, p }, isKnown) {
    await turn(isKnown);
    try {
      const options = { N: 2 ** ln, r, p, maxmem: 256 * r * (2 ** ln + p + 2) };
      return await new Promise((resolve, reject) =>
        scrypt(composed(password), salt, LENGTH, options, (error, key) =>
          error ? reject(error) : resolve(key),
        ),
      );
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  }

  /** @param {boolean} isKnown */
  async function turn(isKnown) {
    if (running < atOnce) {
      running++;
      return;
    }
    if (!isKnown && waiting.length >= WAITING_AT_MOST)
      throw new LarderError('unavailable', 'Too many people are signing in right now');
    await new Promise((resolve) => waiting[isKnown ? 'unshift' : 'push'](() => resolve(undefined)));
  }
}

/**
 * @param {string} password
 * @param {string} [field]
 * @throws {LarderError} `invalid` when it is too short or too long
 */
export function checkPassword(password, field = 'password') {
  const { minLength, maxLength } = shapes.user.password;
  // A character may be two code units.
  const isLong = password.length > beforeComposing(2 * maxLength);
  const length = isLong ? Infinity : [...composed(password)].length;
  check(length >= minLength, field, `The password must have at least ${minLength} characters`);
  check(length <= maxLength, field, `The password can have at most ${maxLength} characters`);
}

/** The same characters, however a keyboard composes them. @param {string} password */
const composed = (password) => normalise(password, 'NFKC');

/** @typedef {{ cost: Cost, salt: Buffer, hash: Buffer }} Parsed */

/** @param {string} stored @returns {Parsed | null} */
function parse(stored) {
  const [, ln, r, p, salt, hash] = STORED.exec(stored) ?? [];
  if (!hash) return null;
  const cost = { ln: Number(ln), r: Number(r), p: Number(p) };
  const parsed = { cost, salt: Buffer.from(salt, 'base64'), hash: Buffer.from(hash, 'base64') };
  return parsed.hash.length === LENGTH && cost.ln <= 20 ? parsed : null;
}

/** @param {Cost} cost @param {Buffer} salt @param {Buffer} hash */
const format = ({ ln, r, p }, salt, hash) =>
  `$scrypt$ln=${ln},r=${r},p=${p}$${unpadded(salt)}$${unpadded(hash)}`;

/** @param {Buffer} bytes */
const unpadded = (bytes) => bytes.toString('base64').replaceAll('=', '');
