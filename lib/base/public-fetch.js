import { lookup } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import { BlockList, isIP } from 'node:net';

/** Redirects that are followed: each is checked like the first address. */
const REDIRECTS = 3;

/** What nobody, or not everybody, can reach: the registries of special addresses that IANA keeps (RFC 6890). */
const special = new BlockList();
for (const network of [
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24',
  '192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/3',
].flatMap((line) => line.split(' '))) {
  const [address, bits] = network.split('/');
  special.addSubnet(address, Number(bits), 'ipv4');
}
// Of IPv6 only what is given out, without tunnels to addresses of IPv4 and examples.
const given = new BlockList();
given.addSubnet('2000::', 3, 'ipv6');
for (const [address, bits] of /** @type {const} */ ([
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]))
  special.addSubnet(address, bits, 'ipv6');

/** @param {string} address  of IPv4 or IPv6 @returns {boolean} whether everybody can reach it */
export function isPublic(address) {
  const family = isIP(address);
  if (family === 4) return !special.check(address, 'ipv4');
  return family === 6 && given.check(address, 'ipv6') && !special.check(address, 'ipv6');
}

/**
 * Reads what an address that somebody typed leads to. It asks nothing in the private network, whatever a name resolves
 * to and wherever a redirect leads.
 * @param {string} address
 * @param {object} options
 * @param {number} options.atMost  bytes
 * @param {AbortSignal} options.signal
 * @param {(address: string, port: string) => boolean} [options.mayAsk]  default: public addresses at the usual ports
 * @returns {Promise<{ type: string, bytes: Buffer }>} `type`: as the server says
 * @throws {Error} when there is no such thing, or it is too large
 */
export async function fetchPublic(address, { atMost, signal, mayAsk = isUsual }) {
  let url = new URL(address);
  for (let redirects = 0; redirects <= REDIRECTS; redirects++) {
    const response = await ask(url, signal, mayAsk);
    const { statusCode = 0, headers } = response;
    if (statusCode === 200)
      return { type: headers['content-type'] ?? '', bytes: await read(response, atMost) };
    response.destroy();
    if (statusCode < 300 || statusCode > 399 || !headers.location)
      throw new Error(`It answers with status ${statusCode}`);
    url = new URL(headers.location, url);
  }
  throw new Error('It redirects too often');
}

/** @param {string} address @param {string} port  '' for the usual one */
const isUsual = (address, port) => port === '' && isPublic(address);

/**
 * @param {URL} url
 * @param {AbortSignal} signal
 * @param {(address: string, port: string) => boolean} mayAsk
 * @returns {Promise<http.IncomingMessage>}
 */
function ask(url, signal, mayAsk) {
  const { protocol, hostname, port, username, password } = url;
  const literal = hostname.replace(/^\[|\]$/g, '');
  if (!/^https?:$/.test(protocol) || username || password) throw new Error('It is no address');
  if (isIP(literal) && !mayAsk(literal, port)) throw notPublic(hostname);
  const { get } = protocol === 'https:' ? https : http;
  return new Promise((resolve, reject) => {
    get(url, { signal, agent: false, lookup: lookUp, headers: { Accept: 'image/*' } }, resolve)
      .on('error', reject)
      // A connection that has switched the protocol ends without an answer, and without an error.
      .on('close', () => reject(new Error('It gives no answer')));
  });

  /** The connection goes to the address that was checked. @type {import('node:net').LookupFunction} */
  function lookUp(name, options, callback) {
    lookup(name, { ...options, all: true }, (error, addresses = []) => {
      const open = addresses.filter((each) => mayAsk(each.address, port));
      if (error || open.length === 0) callback(error ?? notPublic(name), '');
      else if (options.all) callback(null, open);
      else callback(null, open[0].address, open[0].family);
    });
  }
}

/** @param {string} name */
const notPublic = (name) => new Error(`${name} is no public address`);

/** @param {http.IncomingMessage} response @param {number} atMost */
async function read(response, atMost) {
  /** @type {Buffer[]} */
  const parts = [];
  let bytes = 0;
  for await (const part of response) {
    bytes += part.length;
    if (bytes > atMost) throw new Error('It is too large');
    parts.push(part);
  }
  return Buffer.concat(parts);
}
