import { timingSafeEqual } from 'node:crypto';
import { fromBase32, toBase32 } from '../people/totp.js';
import { tagOfMail } from './bounced.js';
/** @import { Subscribers } from './subscribers.js' */

/** Bytes of a subscriber's id, of what stands for a mail, and of a signature that can only be tried by mail. */
const ID = 16;
const TAG = 4;
const SIGNATURE = 8;

/** Of 28 bytes in base 32, since some servers take no notice of capitals in an address. */
export const TOKEN_PATTERN = '[a-z2-7]{45}';

/**
 * The address to which mail servers send a mail back (VERP): one for each mailing and reader, which nobody can make up.
 * @param {Pick<Subscribers, 'sign'>} subscribers
 * @param {string} address  that takes mail with more after a `+` before the @, too
 */
export function createReturnPaths(subscribers, address) {
  const at = address.lastIndexOf('@');
  const [name, domain] = [address.slice(0, at), address.slice(at + 1)];
  const start = name + (name.includes('+') ? '-' : '+');
  /** @param {{ id: string }} subscriber @param {string} mail  the id of a mailing @returns {Promise<string>} */
  return async ({ id }, mail) => {
    const about = Buffer.concat([Buffer.from(id, 'base64url'), tagOfMail(mail)]);
    const signature = (await subscribers.sign(about, 'bounce')).subarray(0, SIGNATURE);
    const token = toBase32(Buffer.concat([about, signature]));
    return `${start}${token.toLowerCase()}@${domain}`;
  };
}

/**
 * @param {Pick<Subscribers, 'sign'>} subscribers
 * @param {string} token  of that pattern
 * @returns {Promise<{ id: string, tag: Buffer } | null>} null: it is not ours; whose mail it was, and which
 */
export async function openReturnPath(subscribers, token) {
  const bytes = fromBase32(token.toUpperCase());
  const about = bytes.subarray(0, ID + TAG);
  const signature = (await subscribers.sign(about, 'bounce')).subarray(0, SIGNATURE);
  if (!timingSafeEqual(signature, bytes.subarray(ID + TAG))) return null;
  return { id: about.toString('base64url', 0, ID), tag: about.subarray(ID) };
}
