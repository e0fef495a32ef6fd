import { randomBytes, randomInt } from 'node:crypto';
import { messageOf } from '../../base/errors.js';
import { closeAtOnce, listen } from '../../http/listening.js';
import { Lifetime } from '../../base/lifetime.js';
import { Certificates } from './certificates.js';
import { folderOf, isOpenToOthers, openFolder, sayOpen } from './folder.js';
import { lookAround } from './look-around.js';
import { createPlainHttp } from './plain-http.js';
/** @import { Server } from 'node:net' */
/** @import { Clock } from '../../base/clock.js' */
/** @import { Log } from '../../base/log.js' */
/** @import { CertificateState } from './certificates.js' */
/** @import { Acme } from './issue.js' */
/** @import { Proofs } from './prove.js' */

/**
 * @typedef {Acme & { domain: string[], host: string, port: number, httpPort: number, baseUrl: string, certificateDir:
 *   string, storeUrl?: string }} HttpsConfig
 *
 * @typedef {object} Secrets  What each process that serves HTTPS has to know.
 * @property {string} pem  the key and the chain; '' before there is a certificate
 * @property {Buffer} ticketKeys  with which sessions are resumed at any of them
 * @property {Map<string, string>} proofs  for a directory: a key and its certificate, by name
 * @property {CertificateState} state
 *
 * @typedef {object} Https
 * @property {() => Secrets} current
 * @property {(hear: (secrets: Secrets) => unknown) => void} follow  each is waited for before a proof is looked for
 * @property {(local: Server, port: number) => void} start  `local`: what serves this machine over HTTP as long
 *   as there is no certificate; `port` is that of HTTPS
 * @property {() => Promise<void>} close
 */

/** Milliseconds: as long as a key of tickets is used. */
const ROTATE_EVERY = 24 * 60 * 60_000;
/** Bytes, as Node.js wants them. */
export const TICKET_KEYS = 48;
/** Where the blog is while it has no certificate: if this is in use, any other. */
export const LOCAL_PORT = 3000;
const LOCAL_HOST = '127.0.0.1';

/**
 * What there is once for a server with a domain: it has certificates issued, listens for plain HTTP, and tells those
 * who serve HTTPS of each new certificate.
 * @param {HttpsConfig} config
 * @param {{ headers?: string[], clock: Clock, log: Log, network?: typeof fetch, random?: () => number }} deps
 *   `headers`: of plain HTTP, as a flat list
 * @returns {Https}
 */
export function openHttps(config, { headers, clock, log, network = fetch, random = chance }) {
  const lifetime = new Lifetime();
  const path = folderOf(config);
  if (isOpenToOthers(path))
    log.warn(`${sayOpen(path)} It has the keys of HTTPS: chmod -R go= ${path}`);
  /** @type {((secrets: Secrets) => unknown)[]} */
  const followers = [];
  let ticketKeys = randomBytes(TICKET_KEYS);
  let cancel = () => {};
  const names = config.domain;
  let hasHttp = true;
  /** @type {Proofs} */
  const proofs = { overHttp: new Map(), inTls: new Map(), tell: report };
  const certificates = new Certificates({
    config,
    fetch: network,
    random,
    clock,
    log,
    folder: openFolder(path),
    proofs,
    ways: () => (hasHttp ? ['http-01', 'tls-alpn-01'] : ['tls-alpn-01']),
    lookAround: (signal) => lookAround({ names, proofs, hasHttp, fetch: network, clock }, signal),
    onRenewed: report,
    onChange: report,
  });
  lifetime.add(certificates, (each) => each.close());
  return {
    current,
    follow: (hear) => void followers.push(hear),
    start,
    close: () => lifetime.close(undefined),
  };

  /** @returns {Secrets} */
  function current() {
    const { certificate, state } = certificates;
    return { pem: certificate?.pem ?? '', ticketKeys, proofs: proofs.inTls, state };
  }

  /** @returns {Promise<unknown>} */
  function report() {
    return Promise.all(followers.map((hear) => hear(current())));
  }

  /** @type {Https['start']} */
  function start(local, port) {
    cancel = clock.after(ROTATE_EVERY, rotate);
    lifetime.add(null, () => cancel());
    void Promise.all([openPlainHttp(port), current().pem ? null : openLocal(local)]).then(() =>
      certificates.start(),
    );
  }

  /** A server whose certificate is good goes on without it. @param {number} port */
  async function openPlainHttp(port) {
    const { host, httpPort } = config;
    const to = publicUrl(config, port);
    const server = createPlainHttp({ challenges: proofs.overHttp, to, headers });
    lifetime.add(server, closeAtOnce);
    try {
      await listen(server, { host, port: httpPort }, 'HTTP_PORT');
    } catch (error) {
      hasHttp = false;
      log.error(
        `${messageOf(error)} Until then http:// does not lead here, and the directory has to reach port 443.`,
      );
    }
  }

  /** @param {Server} local */
  async function openLocal(local) {
    let isOpen = true;
    const end = () => {
      if (isOpen) local.close();
      isOpen = false;
    };
    followers.push(({ pem }) => pem && end());
    lifetime.add(null, end);
    const at = (/** @type {number} */ port) => listen(local, { host: LOCAL_HOST, port });
    const address = await at(LOCAL_PORT)
      .catch(() => at(0))
      .catch(() => '');
    // A machine without IPv4 may lack it.
    if (address)
      log.info(`Until there is a certificate, the site can be read on this machine at ${address}/`);
  }

  function rotate() {
    ticketKeys = randomBytes(TICKET_KEYS);
    cancel = clock.after(ROTATE_EVERY, rotate);
    report();
  }
}

/**
 * @param {Pick<HttpsConfig, 'domain' | 'baseUrl'>} config
 * @param {number} port  of HTTPS
 * @returns {string} without a slash at the end
 */
export const publicUrl = ({ domain, baseUrl }, port) =>
  baseUrl || new URL(`https://${domain[0]}:${port}`).origin;

const chance = () => randomInt(2 ** 32) / 2 ** 32;
