import { createPrivateKey, createPublicKey } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';

/** Bits of an RSA key: receivers take no shorter one (RFC 8301), and should be given more. */
const SHORTEST = 1024;
const SHORT = 2048;

/**
 * Fields that a signature covers, where a mail has them. RFC 8058 demands those of the list, so that nobody else can
 * have a mail program unsubscribe its reader.
 */
export const SIGNED_FIELDS = [
  ...['From', 'To', 'Reply-To', 'Subject', 'Date', 'Message-ID', 'MIME-Version', 'Content-Type'],
  ...['Content-Transfer-Encoding', 'List-Id', 'List-Unsubscribe', 'List-Unsubscribe-Post'],
];

/**
 * @typedef {{ pem: string, domain: string, selector: string }} Signing  how all mail is signed (RFC 6376)
 *
 * @typedef {object} DkimKey
 * @property {string} pem
 * @property {string} publicKey  as DNS has it: DER in base64
 * @property {{ what: string, todo: string }[]} problems  with which it can be used all the same
 */

/**
 * Reads a private key.
 * @param {string} file
 * @returns {DkimKey}
 * @throws {Error} with the end of a sentence about the setting
 */
export function readDkimKey(file) {
  const pem = read(file);
  const key = open(pem);
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
  if (key.asymmetricKeyType !== 'rsa' || bits < SHORTEST)
    throw new Error(`must be a file with an RSA key of ${SHORT} bits`);
  const problems = [];
  if (bits < SHORT)
    problems.push({
      what: `The key in DKIM_KEY has only ${bits} bits`,
      todo: `Make one of ${SHORT} bits: openssl genrsa -out ${file} ${SHORT}`,
    });
  if (process.geteuid && (statSync(file).mode & 0o007) !== 0)
    problems.push({
      what: `All users of this machine can use the key in DKIM_KEY`,
      todo: `chmod o= ${file}`,
    });
  const publicKey = createPublicKey(key).export({ type: 'spki', format: 'der' });
  return { pem, publicKey: publicKey.toString('base64'), problems };
}

/** @param {string} file */
function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new Error('must be a file that Larder may read');
  }
}

/** @param {string} pem */
function open(pem) {
  try {
    return createPrivateKey(pem);
  } catch {
    throw new Error('must be a file with a private key in PEM, without a password');
  }
}
