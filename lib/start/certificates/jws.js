import { createHash, createHmac, createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';
/** @import { KeyObject } from 'node:crypto' */

/** @returns {string} a new private key of the curve P-256, in PEM */
export const createKey = () =>
  generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  }).privateKey;

/** @param {string} pem @returns {KeyObject} */
export const readKey = (pem) => createPrivateKey(pem);

/** @param {KeyObject} key @returns {{ crv?: string, kty?: string, x?: string, y?: string }} its public part */
export function jwkOf(key) {
  const { crv, kty, x, y } = key.export({ format: 'jwk' });
  // In the order in which RFC 7638 hashes them.
  return { crv, kty, x, y };
}

/**
 * @param {string} token of a challenge
 * @param {KeyObject} key of the account
 * @returns {string} the key authorization (RFC 8555 section 8.1)
 */
export const keyAuthorization = (token, key) =>
  `${token}.${createHash('sha256')
    .update(JSON.stringify(jwkOf(key)))
    .digest('base64url')}`;

/**
 * @param {KeyObject} key
 * @param {object} head  protected
 * @param {unknown} payload  undefined: an empty one, for POST-as-GET
 * @returns {Record<string, string>} in the flattened form (RFC 7515 section 7.2.2)
 */
export const signed = (key, head, payload) =>
  flattened({ alg: 'ES256', ...head }, payload, (text) =>
    sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }),
  );

/**
 * @param {string} secret  in base64url
 * @param {object} head
 * @param {unknown} payload
 * @returns {Record<string, string>} signed with a shared secret (RFC 8555 section 7.3.4)
 */
export const signedWithSecret = (secret, head, payload) =>
  flattened({ alg: 'HS256', ...head }, payload, (text) =>
    createHmac('sha256', Buffer.from(secret, 'base64url')).update(text).digest(),
  );

/** @param {object} head @param {unknown} body @param {(text: string) => Buffer} signText */
function flattened(head, body, signText) {
  const encoded = encode(head);
  const payload = body === undefined ? '' : encode(body);
  const signature = signText(`${encoded}.${payload}`).toString('base64url');
  return { protected: encoded, payload, signature };
}

/** @param {unknown} value */
const encode = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');
