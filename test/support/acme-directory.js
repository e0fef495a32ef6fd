import { once } from 'node:events';
import { createServer } from 'node:http';
import {
  createHash,
  createPublicKey,
  generateKeyPairSync,
  randomBytes,
  verify,
  X509Certificate,
} from 'node:crypto';
import { connect } from 'node:tls';
import { BOOLEAN, der, OCTETS, OID, SEQUENCE } from '../../lib/start/certificates/der.js';
import { altNamesOf } from '../../lib/start/certificates/signing-request.js';
import { writeCertificate } from '../../lib/start/certificates/write-certificate.js';
import { keyAuthorization } from '../../lib/start/certificates/jws.js';

const DAY = 24 * 60 * 60_000;
/** For how many a certificate is good. */
const DAYS = 90;

/**
 * A small ACME directory (RFC 8555) that is asked without a network. It checks nonces and signatures, looks for the
 * proof in `challenges`, and issues certificates that a server can use.
 * @param {{ now: () => number, base?: string }} deps  `base`: its URL, with a slash at the end
 */
export function createDirectory({ now, base = 'http://localhost:1/' }) {
  const authority = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  /** @type {Map<string, { key: import('node:crypto').KeyObject, isRevoked: boolean }>} */
  const accounts = new Map();
  /** @type {Map<string, any>} */
  const orders = new Map();
  const nonces = new Set();
  let count = 0;
  const directory = {
    url: `${base}directory`,
    /** What it was asked, by the name of the resource. @type {string[]} */
    asked: [],
    /** Of each account and order that was asked for. @type {any[]} */
    payloads: [],
    issued: 0,
    accounts,
    /** What is answered over HTTP at the names. @type {{ get: (token: string) => any }} */
    challenges: new Map(),
    /** The certificate that a name has for `acme-tls/1`, in DER. @type {{ get: (name: string) => any }} */
    proofs: new Map(),
    types: ['dns-01', 'http-01', 'tls-alpn-01'],
    /** Answers in its place, or throws. @type {(step: string, body: any) => Response | void} */
    meddle: () => {},
    /** @type {{ start: string, end: string } | null} */
    window: null,
    fetch,
    /** Forgets all nonces. */
    forgetNonces: () => nonces.clear(),
  };
  /** @type {Record<string, (id: string, payload: any, key: import('node:crypto').KeyObject) => Response | Promise<Response>>} */
  const steps = {
    account(_id, payload, key) {
      directory.payloads.push(payload);
      const known = [...accounts].find(([, each]) => each.key.equals(key));
      const kid = known?.[0] ?? `${base}accounts/${++count}`;
      if (known?.[1].isRevoked) return problem('unauthorized', 'It is deactivated');
      accounts.set(kid, { key, isRevoked: false });
      return reply({ status: 'valid' }, { status: 201, headers: { Location: kid } });
    },
    'new-order'(_id, payload) {
      directory.payloads.push(payload);
      const id = String(++count);
      const names = payload.identifiers.map((/** @type {any} */ { value }) => value);
      const order = {
        status: 'pending',
        identifiers: payload.identifiers,
        authorizations: names.map((/** @type {string} */ name) => `${base}authz/${id}.${name}`),
        finalize: `${base}finalize/${id}`,
        certificate: `${base}certificate/${id}`,
        proven: [],
      };
      orders.set(id, order);
      return reply(order, { status: 201, headers: { Location: `${base}order/${id}` } });
    },
    authz(id) {
      const [, order, name] = /** @type {string[]} */ (/^(\d+)\.(.+)$/.exec(id));
      const { failed = [], proven } = orders.get(order);
      const error = { type: 'urn:ietf:params:acme:error:dns', detail: 'No A record' };
      const isFailed = failed.includes(name);
      return reply({
        status: isFailed ? 'invalid' : proven.includes(name) ? 'valid' : 'pending',
        identifier: { type: 'dns', value: name },
        challenges: directory.types.map((type) => ({
          type,
          url: `${base}challenge/${id}`,
          token: `token-${order}`,
          ...(type === 'tls-alpn-01' && { url: `${base}tls-challenge/${id}` }),
          ...(isFailed && { error }),
        })),
      });
    },
    async challenge(id, _payload, key) {
      const token = `token-${parseInt(id)}`;
      return settle(id, (await directory.challenges.get(token)) === keyAuthorization(token, key));
    },
    async 'tls-challenge'(id, _payload, key) {
      const digest = createHash('sha256').update(keyAuthorization(`token-${parseInt(id)}`, key));
      const identifier = Buffer.from('2b0601050507011f', 'hex');
      const proof = [der(BOOLEAN, Buffer.of(0xff)), der(OCTETS, der(OCTETS, digest.digest()))];
      const [, , name] = /** @type {string[]} */ (/^(\d+)\.(.+)$/.exec(id));
      const raw = await directory.proofs.get(name);
      if (!raw) return settle(id, false);
      const shown = new X509Certificate(raw);
      const isSelfSigned = shown.verify(shown.publicKey) && shown.subjectAltName === `DNS:${name}`;
      const extension = der(SEQUENCE, der(OID, identifier), ...proof);
      return settle(id, isSelfSigned && Buffer.from(raw).includes(extension));
    },
    order: (id) => (orders.has(id) ? reply(orders.get(id)) : problem('malformed', 'No such order')),
    finalize(id, { csr }) {
      const order = orders.get(id);
      order.chain = issue(Buffer.from(csr, 'base64url'), order.identifiers);
      order.status = 'valid';
      return reply(order);
    },
    certificate: (id) => reply(orders.get(id).chain),
  };
  return directory;

  /** @param {string} id of a challenge @param {boolean} isProven */
  function settle(id, isProven) {
    const [, number, name] = /** @type {string[]} */ (/^(\d+)\.(.+)$/.exec(id));
    const order = orders.get(number);
    if (isProven) order.proven.push(name);
    else order.failed = [...(order.failed ?? []), name];
    if (order.proven.length === order.identifiers.length) order.status = 'ready';
    return reply({});
  }

  /** @param {Buffer} csr @param {{ value: string }[]} identifiers @returns {string} */
  function issue(csr, identifiers) {
    const info = valueAt(csr, headOf(csr, 0).start);
    const publicKey = valueAt(info, headOf(info, 0).start + 5);
    const key = createPublicKey({ key: publicKey, format: 'der', type: 'spki' });
    const rest = csr.subarray(headOf(csr, 0).start + info.length);
    const signature = valueAt(rest, valueAt(rest, 0).length).subarray(3);
    if (!verify('sha256', info, key, signature)) throw new Error('The request is signed wrongly');
    const names = identifiers.map(({ value }) => value);
    if (!info.includes(altNamesOf(names))) throw new Error('The request is for other names');
    directory.issued++;
    const authorityKey = der(OCTETS, der(SEQUENCE, der(0x80, Buffer.from('authority'))));
    const identifier = der(SEQUENCE, der(OID, Buffer.from('551d23', 'hex')), authorityKey);
    const content = {
      publicKey,
      from: now(),
      until: now() + DAYS * DAY,
      serial: Buffer.of(0, 0x87, directory.issued),
      extensions: [altNamesOf(names), identifier],
    };
    return writeCertificate(content, authority.privateKey);
  }

  /** @param {any} url @param {any} [request] @returns {Promise<Response>} */
  async function fetch(url, { method = 'GET', body } = {}) {
    const [step, id = ''] = String(url).slice(base.length).split('/');
    directory.asked.push(step);
    if (method !== 'POST') {
      const other = directory.meddle(step, undefined);
      if (other) return other;
      if (step === 'directory') return reply(resources());
      if (step === 'nonce') return reply({});
      return reply({ suggestedWindow: directory.window }, { headers: { 'Retry-After': '21600' } });
    }
    const jws = JSON.parse(body);
    const head = decoded(jws.protected);
    if (!nonces.delete(head.nonce)) return problem('badNonce');
    if (head.url !== url) return problem('malformed');
    const key = head.jwk
      ? createPublicKey({ key: head.jwk, format: 'jwk' })
      : accounts.get(head.kid)?.key;
    if (!key) return problem('accountDoesNotExist');
    if (accounts.get(head.kid)?.isRevoked) return problem('unauthorized', 'It is deactivated');
    const text = Buffer.from(`${jws.protected}.${jws.payload}`);
    const signature = Buffer.from(jws.signature, 'base64url');
    if (!verify('sha256', text, { key, dsaEncoding: 'ieee-p1363' }, signature))
      return problem('malformed', 'The signature is wrong');
    const payload = jws.payload ? decoded(jws.payload) : undefined;
    const other = directory.meddle(step, payload);
    if (other) return other;
    return steps[step](id, payload, key);
  }

  function resources() {
    const names = { newNonce: 'nonce', newAccount: 'account', newOrder: 'new-order' };
    const all = directory.window ? { ...names, renewalInfo: 'renewal' } : names;
    return Object.fromEntries(Object.entries(all).map(([name, path]) => [name, base + path]));
  }

  /** @param {any} body @param {{ status?: number, headers?: Record<string, string> }} [options] */
  function reply(body, { status = 200, headers = {} } = {}) {
    const nonce = randomBytes(8).toString('hex');
    nonces.add(nonce);
    const isText = typeof body === 'string';
    const type = isText ? 'application/pem-certificate-chain' : 'application/json';
    return new Response(isText ? body : JSON.stringify(body), {
      status,
      headers: { 'Content-Type': type, 'Replay-Nonce': nonce, ...headers },
    });
  }

  /** @param {string} type @param {string} [detail] */
  function problem(type, detail = 'No') {
    return reply({ type: `urn:ietf:params:acme:error:${type}`, detail }, { status: 400 });
  }
}

/**
 * The same as a server, whose proof is looked for over HTTP.
 * @param {{ now: () => number, httpPort: number, tlsPort?: () => number }} deps  `tlsPort`: where it is looked for in
 *   TLS
 */
export async function listenAsDirectory({ now, httpPort, tlsPort = () => 443 }) {
  const server = createServer(async (request, response) => {
    const parts = [];
    for await (const part of request) parts.push(part);
    const body = Buffer.concat(parts).toString();
    const answer = await directory.fetch(origin + request.url, { method: request.method, body });
    response.writeHead(answer.status, [...answer.headers].flat());
    response.end(request.method === 'HEAD' ? '' : await answer.text());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  const origin = `http://127.0.0.1:${port}`;
  const directory = createDirectory({ now, base: `${origin}/` });
  const at = `http://127.0.0.1:${httpPort}/.well-known/acme-challenge/`;
  directory.challenges = { get: async (token) => (await fetch(at + token)).text() };
  directory.proofs = {
    async get(name) {
      const options = { host: '127.0.0.1', servername: name, ALPNProtocols: ['acme-tls/1'] };
      const socket = connect({ port: tlsPort(), ...options, rejectUnauthorized: false });
      await once(socket, 'secureConnect');
      const { raw } = socket.getPeerCertificate();
      socket.destroy();
      return socket.alpnProtocol === 'acme-tls/1' ? raw : undefined;
    },
  };
  return Object.assign(directory, { close: () => server.close() });
}

/** @param {string} text */
const decoded = (text) => JSON.parse(Buffer.from(text, 'base64url').toString());

/** @param {Buffer} bytes in DER @param {number} at @returns {{ start: number, end: number }} of the content */
function headOf(bytes, at) {
  const length = bytes[at + 1];
  if (length < 0x80) return { start: at + 2, end: at + 2 + length };
  const start = at + 2 + (length & 0x7f);
  return { start, end: start + parseInt(bytes.subarray(at + 2, start).toString('hex'), 16) };
}

/** @param {Buffer} bytes @param {number} at */
const valueAt = (bytes, at) => bytes.subarray(at, headOf(bytes, at).end);
