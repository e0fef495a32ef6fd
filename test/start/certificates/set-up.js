import { X509Certificate } from 'node:crypto';
import { Certificates } from '../../../lib/start/certificates/certificates.js';
import { openFolder } from '../../../lib/start/certificates/folder.js';
import { createDirectory } from '../../support/acme-directory.js';
import { createClock } from '../../support/clock.js';
import { createQuietLog } from '../../support/log.js';
/** @import { Way } from '../../../lib/start/certificates/prove.js' */
/** @import { Folder } from '../../../lib/start/certificates/folder.js' */

export const [MINUTE, HOUR, DAY] = [60_000, 60 * 60_000, 24 * 60 * 60_000];
export const names = ['blog.example.org', 'www.example.org'];

/**
 * @param {object} [options]
 * @param {string} [options.folder]
 * @param {ReturnType<typeof createClock>} [options.clock]
 * @param {ReturnType<typeof createDirectory>} [options.directory]
 * @param {string[]} [options.domain]
 * @param {number} [options.behind]  by how many milliseconds the directory's clock is behind
 * @param {string} [options.acmeEab]
 * @param {string} [options.acmeEmail]
 * @param {() => number} [options.random]
 * @param {Way[]} [options.ways]
 * @param {() => Promise<string[]>} [options.lookAround]
 */
export function setUp({
  domain = names,
  acmeEab = '',
  acmeEmail = '',
  random = () => 0,
  behind = 0,
  ways = ['http-01', 'tls-alpn-01'],
  ...options
} = {}) {
  const { folder = '', clock = createClock() } = options;
  const { directory = createDirectory({ now: () => clock.now() - behind }) } = options;
  const log = createQuietLog();
  /** @type {object[]} */
  const renewed = [];
  let meddling = { write: (/** @type {string} */ _name) => {} };
  /** @type {(step: string, isDone: boolean) => void} */
  let step = () => {};
  const disk = openFolder(folder);
  /** @type {Folder} */
  const watched = {
    read: disk.read,
    write(name, text) {
      step(`write ${name}`, false);
      meddling.write(name);
      disk.write(name, text);
      step(`write ${name}`, true);
    },
    remove(name) {
      step(`remove ${name}`, false);
      disk.remove(name);
      step(`remove ${name}`, true);
    },
  };
  const proofs = { overHttp: new Map(), inTls: new Map(), tell() {} };
  directory.challenges = proofs.overHttp;
  directory.proofs = { get: (name) => certificateIn(proofs.inTls.get(name)) };
  const certificates = new Certificates({
    proofs,
    ways: () => ways,
    config: { domain, acmeUrl: directory.url, acmeEab, acmeEmail },
    folder: watched,
    lookAround: options.lookAround,
    onRenewed: (each) => renewed.push(each),
    fetch: async (url, request) => {
      const name = String(url).split('/')[3];
      step(`ask ${name}`, false);
      const answer = await directory.fetch(url, request);
      step(`ask ${name}`, true);
      return answer;
    },
    random,
    clock,
    log,
  });
  return {
    certificates,
    directory,
    folder,
    clock,
    log,
    renewed,
    proofs,
    meddleWith: (/** @type {typeof meddling} */ other) => (meddling = other),
    onStep: (/** @type {typeof step} */ hear) => (step = hear),
  };
}

/** @param {string | undefined} pem */
const certificateIn = (pem) =>
  pem ? new X509Certificate(pem.slice(pem.indexOf('-----BEGIN C'))).raw : undefined;

/** @param {string} code */
export const error = (code) => Object.assign(new Error(code), { code });

/** @param {string} type @param {Record<string, string>} [headers] */
export const refusal = (type, headers = {}) =>
  new Response(JSON.stringify({ type: `urn:ietf:params:acme:error:${type}`, detail: 'No' }), {
    status: 400,
    headers: { 'Content-Type': 'application/problem+json', ...headers },
  });
