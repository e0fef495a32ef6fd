import { messageOf } from '../../base/errors.js';

/** What the directory refuses (RFC 8555 section 6.7), or does not do as it should. */
export class Refusal extends Error {
  /**
   * @param {string} type  without its namespace
   * @param {string} detail
   * @param {{ status?: number, retryAfter?: number }} [options]  `retryAfter`: milliseconds
   */
  constructor(type, detail, { status = 0, retryAfter } = {}) {
    super(detail);
    this.type = type;
    this.status = status;
    this.retryAfter = retryAfter;
  }

  /**
   * @param {any} problem  RFC 9457
   * @param {{ status?: number, retryAfter?: number }} [options]
   */
  static of(problem, options) {
    const type = String(problem?.type ?? '').replace('urn:ietf:params:acme:error:', '');
    const [first] = Array.isArray(problem?.subproblems) ? problem.subproblems : [];
    const of = first?.identifier?.value ? ` (${first.identifier.value}: ${first.detail})` : '';
    const { status = 0 } = options ?? {};
    const detail = `${problem?.detail ?? `It answers with status ${status}`}${of}`;
    const usual = status >= 500 ? 'serverInternal' : 'malformed';
    return new Refusal(type || usual, detail.slice(0, 500), options);
  }
}

/** @type {Record<string, string>} */
const remedies = {
  rateLimited: 'It was asked too often: Larder waits as long as it says',
  caa: 'Let the CAA record of the domain name this directory, or remove it',
  dns: 'Let the A and AAAA records of the name point to this machine',
  connection: 'Open ports 80 and 443 of this machine to the world, or pass them on at the router',
  unauthorized:
    'Another server answers at this name: let its A and AAAA records point to this machine alone',
  incorrectResponse:
    'Another server answers at this name: let its A and AAAA records point to this machine alone',
  tls: 'Open port 443 of this machine to the world, without another server in front of it',
  externalAccountRequired: 'Set ACME_EAB to the kid and key of your account there',
  rejectedIdentifier: 'This directory gives no certificate for such a name: correct DOMAIN',
  unsupportedContact: 'Correct ACME_EMAIL',
  invalidContact: 'Correct ACME_EMAIL',
  userActionRequired: 'Agree to its terms at the address that it names',
  serverInternal: 'It is out of order: Larder tries again',
  noDirectory: 'Correct ACME_URL',
};

const OUT_OF_REACH = 'The directory cannot be reached: look at ACME_URL and the firewall';
const NO_ROOT = 'Name the root certificate of the directory in NODE_EXTRA_CA_CERTS';

/** @type {Record<string, string>} of the system, and of TLS */
const failures = {
  EACCES: 'Let the user that Larder runs as own the folder of certificates (chown -R)',
  EPERM: 'Let the user that Larder runs as own the folder of certificates (chown -R)',
  ENOSPC: 'The disk is full: free some space',
  EDQUOT: 'The disk is full: free some space',
  EROFS: 'The disk can only be read: set CERTIFICATE_DIR to a folder that can be written to',
  ENOTFOUND: 'This machine finds no address of the directory: look at its DNS, or at ACME_URL',
  EAI_AGAIN: 'This machine finds no address of the directory: look at its DNS',
  ECONNREFUSED: OUT_OF_REACH,
  ECONNRESET: OUT_OF_REACH,
  EHOSTUNREACH: OUT_OF_REACH,
  ENETUNREACH: OUT_OF_REACH,
  ETIMEDOUT: OUT_OF_REACH,
  UND_ERR_CONNECT_TIMEOUT: OUT_OF_REACH,
  UND_ERR_SOCKET: OUT_OF_REACH,
  ERR_SSL_WRONG_VERSION_NUMBER: 'Correct ACME_URL: there is no HTTPS',
  ERR_TLS_CERT_ALTNAME_INVALID: 'Correct ACME_URL: its server has the certificate of another name',
  CERT_NOT_YET_VALID: 'Set the clock of this machine right',
  CERT_HAS_EXPIRED: 'Set the clock of this machine right',
  DEPTH_ZERO_SELF_SIGNED_CERT: NO_ROOT,
  SELF_SIGNED_CERT_IN_CHAIN: NO_ROOT,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: NO_ROOT,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: NO_ROOT,
};

/**
 * @param {unknown} error
 * @param {string} [otherwise]  what is done next where nobody can do anything
 * @returns {string} why there is no new certificate, and what to do
 */
export function sayWhy(error, otherwise = 'Larder tries again') {
  if (error instanceof Refusal)
    return `${trimmed(error.message)}.${next(remedies[error.type] ?? otherwise)}`;
  const { cause } = /** @type {{ cause?: unknown }} */ (error ?? {});
  const deepest = cause ?? error;
  const { code = '' } = /** @type {{ code?: string }} */ (deepest ?? {});
  return `${trimmed(messageOf(deepest) || code)}.${next(failures[code] ?? otherwise)}`;
}

/** @param {string} text */
const trimmed = (text) => text.trim().replace(/\.$/, '');

/** @param {string} sentence */
const next = (sentence) => ` ${sentence}.`;
