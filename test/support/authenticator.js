import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** The flags of authenticator data: the user is present and verified; a credential is attached. */
const PRESENT = 0x01;
const VERIFIED = 0x04;
const ATTACHED = 0x40;

/** @param {Buffer | string} bytes */
const sha256 = (bytes) => createHash('sha256').update(bytes).digest();
/** @param {Buffer | string} bytes */
const text = (bytes) => Buffer.from(bytes).toString('base64url');

/**
 * An authenticator in software (Web Authentication, level 3, section 6), with one passkey.
 * @param {{ origin: string, site: string }} of
 */
export function createAuthenticator({ origin, site }) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  let handle = '';
  return { id: text(id), create, get };

  /**
   * @param {{ challenge: string, user: { id: string } }} options  of the server
   * @param {{ flags?: number }} [how]
   * @returns {string} JSON of a PublicKeyCredential
   */
  function create({ challenge, user }, { flags = PRESENT | VERIFIED } = {}) {
    handle = user.id;
    // COSE: a key of the curve P-256 for ES256.
    const key = Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      Buffer.from(x, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y, 'base64url'),
    ]);
    const attached = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key]);
    const data = Buffer.concat([dataOf(flags | ATTACHED, 0), attached]);
    // CBOR: { fmt: 'none', attStmt: {}, authData }.
    const attestation = Buffer.concat([
      Buffer.from('a363666d74646e6f6e656761747453746d74a0686175746844617461', 'hex'),
      Buffer.from([0x59, data.length >> 8, data.length & 0xff]),
      data,
    ]);
    return credential({
      clientDataJSON: text(clientData('webauthn.create', challenge)),
      attestationObject: text(attestation),
    });
  }

  /**
   * @param {{ challenge: string }} options  of the server
   * @param {{ flags?: number, counter?: number, from?: string }} [how]  `from`: another origin
   * @returns {string} JSON of a PublicKeyCredential
   */
  function get({ challenge }, { flags = PRESENT | VERIFIED, counter = 0, from = origin } = {}) {
    const data = dataOf(flags, counter);
    const client = clientData('webauthn.get', challenge, from);
    const signed = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
    return credential({
      clientDataJSON: text(client),
      authenticatorData: text(data),
      signature: text(signed),
      userHandle: handle,
    });
  }

  /** @param {number} flags @param {number} counter */
  function dataOf(flags, counter) {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(site), Buffer.from([flags]), count]);
  }

  /** @param {string} type @param {string} challenge @param {string} [from] */
  function clientData(type, challenge, from = origin) {
    return JSON.stringify({ type, challenge, origin: from, crossOrigin: false });
  }

  /** @param {object} response */
  function credential(response) {
    return JSON.stringify({
      id: text(id),
      rawId: text(id),
      type: 'public-key',
      response,
      clientExtensionResults: {},
    });
  }
}
