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
    const detail = `${problem?.detail ?? `status ${options?.status}`}${of}`;
    return new Refusal(type || 'malformed', detail.slice(0, 500), options);
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
};

/** @type {Record<string, string>} of the system, and of TLS */
const failures = {
  EACCES: 'Let the user that Larder runs as own the folder of certificates (chown -R)',
  EPERM: 'Let the user that Larder runs as own the folder of certificates (chown -R)',
  ENOSPC: 'The disk is full: make room',
  EDQUOT: 'The disk is full: make room',
  EROFS: 'The disk can only be read: set CERTIFICATE_DIR to a folder that can be written to',
  ENOTFOUND: 'This machine finds no address of the directory: look at its DNS, or at ACME_URL',
  EAI_AGAIN: 'This machine finds no address of the directory: look at its DNS',
  ECONNREFUSED: 'The directory cannot be reached: look at ACME_URL and the firewall',
  CERT_NOT_YET_VALID: 'Set the clock of this machine right',
  CERT_HAS_EXPIRED: 'Set the clock of this machine right',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'Name the root certificate of the directory in NODE_EXTRA_CA_CERTS',
  SELF_SIGNED_CERT_IN_CHAIN: 'Name the root certificate of the directory in NODE_EXTRA_CA_CERTS',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'Name the root certificate of the directory in NODE_EXTRA_CA_CERTS',
};

/**
 * @param {unknown} error
 * @returns {string} why there is no new certificate, and what to do
 */
export function sayWhy(error) {
  if (error instanceof Refusal)
    return `${trimmed(error.message)}.${next(remedies[error.type] ?? 'Larder tries again')}`;
  const { cause } = /** @type {{ cause?: unknown }} */ (error ?? {});
  const deepest = cause ?? error;
  const { code = '' } = /** @type {{ code?: string }} */ (deepest ?? {});
  return `${trimmed(messageOf(deepest) || code)}.${next(failures[code] ?? 'Larder tries again')}`;
}

/** @param {string} text */
const trimmed = (text) => text.trim().replace(/\.$/, '');

/** @param {string} sentence */
const next = (sentence) => ` ${sentence}.`;
