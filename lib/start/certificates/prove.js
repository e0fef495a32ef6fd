import { createHash, createPublicKey } from 'node:crypto';
import { BOOLEAN, der, OCTETS, OID, SEQUENCE } from './der.js';
import { createKey, keyAuthorization, readKey } from './jws.js';
import { Refusal } from './refusals.js';
import { altNamesOf } from './signing-request.js';
import { writeCertificate } from './write-certificate.js';
/** @import { Account, Directory, Resource } from './directory.js' */

/**
 * @typedef {'http-01' | 'tls-alpn-01'} Way  to prove a name: RFC 8555 section 8.3, or RFC 8737
 *
 * @typedef {object} Proofs  What is answered to the directory.
 * @property {Map<string, string>} overHttp  by token
 * @property {Map<string, string>} inTls  a key and its certificate, by name
 * @property {() => unknown} tell  resolves when all that serve TLS know of `inTls`
 *
 * @typedef {{ directory: Directory, proofs: Proofs, ways: Way[], now: () => number }} Deps  `ways`: the best one first
 */

const DAY = 24 * 60 * 60_000;
/** Encoded: 1.3.6.1.5.5.7.1.31. */
const ACME_IDENTIFIER = Buffer.from('2b0601050507011f', 'hex');

/**
 * Proves to the directory that a name is ours.
 * @param {string} url of the authorization
 * @param {Account} account
 * @param {Deps} deps
 * @throws {Refusal}
 */
export async function prove(url, account, { directory, proofs, ways, now }) {
  const { body } = await directory.post(url, account);
  if (body.status === 'valid') return;
  const name = body.identifier?.value;
  const challenge = ways.flatMap((way) => body.challenges?.filter(isOf(way)) ?? []).at(0);
  if (!/^[\w-]{1,200}$/.test(challenge?.token ?? ''))
    throw new Refusal('malformed', `For ${name} the directory offers no ${ways.join(' or ')}`);
  const { token, type } = challenge;
  const answer = keyAuthorization(token, account.key);
  try {
    if (type === 'tls-alpn-01') proofs.inTls.set(name, proofInTls(name, answer, now()));
    else proofs.overHttp.set(token, answer);
    await proofs.tell();
    await directory.post(challenge.url, account, {});
    const done = await directory.poll(url, account, ({ status }) => status !== 'pending');
    if (done.status === 'valid') return;
    const failed = done.challenges?.find((/** @type {Resource} */ { error }) => error);
    const refusal = Refusal.of(failed?.error ?? { detail: `It is ${done.status}` });
    throw new Refusal(refusal.type, `${name}: ${refusal.message}`);
  } finally {
    proofs.overHttp.delete(token);
    if (proofs.inTls.delete(name)) proofs.tell();
  }
}

/** @param {Way} way @returns {(challenge: Resource) => boolean} */
const isOf =
  (way) =>
  ({ type }) =>
    type === way;

/**
 * @param {string} name
 * @param {string} answer  the key authorization
 * @param {number} now
 * @returns {string} a key, and its certificate that has a digest of the answer (RFC 8737 section 3), in PEM
 */
function proofInTls(name, answer, now) {
  const pem = createKey();
  const key = readKey(pem);
  const digest = der(OCTETS, createHash('sha256').update(answer).digest());
  const critical = der(BOOLEAN, Buffer.of(0xff));
  const proof = der(SEQUENCE, der(OID, ACME_IDENTIFIER), critical, der(OCTETS, digest));
  const content = {
    publicKey: createPublicKey(key).export({ type: 'spki', format: 'der' }),
    serial: Buffer.of(1),
    from: now - DAY,
    until: now + DAY,
    extensions: [altNamesOf([name]), proof],
  };
  return pem + writeCertificate(content, key);
}
