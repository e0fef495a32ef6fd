import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
/** @import { NetworkSetting } from './settings.js' */

/**
 * @typedef {object} Reply
 * @property {number} status
 * @property {string} text  the first 10,000 characters of the body
 * @property {Record<string, string | string[] | undefined>} headers
 *
 * @typedef {(url: string, options: { method: string, headers?: Record<string, string>, body?: string }) =>
 *   Promise<Reply>} Ask  rejects when there is no answer within ten seconds
 *
 * @typedef {object} Transport
 * @property {number} most  tags in one request
 * @property {{ burst: number, perMinute: number }} [rate]  of requests
 * @property {boolean} [wantsSigns]  whether it has to hear of us all the time
 * @property {(tags: string[]) => Promise<Reply>} purge  of a network without tags: paths
 */

/** Milliseconds. */
const PATIENCE = 10_000;
const LONGEST = 10_000;
/** In a row, of single addresses, after which the network is left alone. */
const MOST_FAILURES = 3;

/** Stands for all paths. */
export const ALL = '*';

/** Where the programs of networks are asked; others for tests. */
export const programs = {
  cloudflare: 'https://api.cloudflare.com/client/v4',
  fastly: 'https://api.fastly.com',
};

/**
 * How each kind of network is told what to forget.
 * @param {NetworkSetting} network
 * @param {{ token: string, host: string, allPaths: () => string[], ask?: Ask, api?: typeof programs }} options
 *   `host`: of the blog; `allPaths`: that were handed out
 * @returns {Transport}
 */
export function createTransport(
  { kind, target },
  { token, host, allPaths, ask: askOther = askServer, api = programs },
) {
  // A server may show what it was sent.
  /** @type {Ask} */
  const ask = async (...request) => {
    const reply = await askOther(...request);
    return token ? { ...reply, text: reply.text.replaceAll(token, '…') } : reply;
  };
  /** @type {Record<string, string>} */
  const bearer = token ? { Authorization: `Bearer ${token}` } : {};
  const json = { 'Content-Type': 'application/json' };
  switch (kind) {
    case 'varnish':
      return {
        most: 500,
        purge: (tags) =>
          ask(`${target}/`, {
            method: 'PURGE',
            headers: { ...bearer, 'xkey-purge': tags.join(' ') },
          }),
      };
    case 'larder':
      return {
        most: 1000,
        wantsSigns: true,
        purge: (groups) =>
          ask(`${target}/.cache/invalidate`, {
            method: 'POST',
            headers: { ...bearer, ...json },
            body: JSON.stringify({ groups }),
          }),
      };
    case 'cloudflare':
      return {
        most: 100,
        rate: { burst: 25, perMinute: 5 },
        purge: (tags) =>
          ask(`${api.cloudflare}/zones/${target}/purge_cache`, {
            method: 'POST',
            headers: { ...bearer, ...json },
            body: JSON.stringify({ tags }),
          }),
      };
    case 'fastly':
      return {
        most: 256,
        purge: (tags) =>
          ask(`${api.fastly}/service/${target}/purge`, {
            method: 'POST',
            headers: {
              'Fastly-Key': token,
              Accept: 'application/json',
              'Surrogate-Key': tags.join(' '),
            },
          }),
      };
    case 'urls':
      return {
        most: 1000,
        purge: (paths) => purgeEach(paths.includes(ALL) ? allPaths() : paths),
      };
  }

  /** One after the other; those that fail again, as long as some others do not. @param {string[]} paths */
  async function purgeEach(paths) {
    const headers = { ...bearer, Host: host };
    const rest = [...paths];
    let failures = 0;
    while (rest.length > 0) {
      const path = rest[0];
      const reply = await ask(target + path, { method: 'PURGE', headers }).catch((error) => {
        if (failures + 1 >= MOST_FAILURES) throw error;
      });
      rest.shift();
      // What is not there need not be forgotten.
      const { status = 0 } = reply ?? {};
      if (status === 404 || status === 412 || (status >= 200 && status < 300)) failures = 0;
      else if (++failures >= MOST_FAILURES && reply) return reply;
      else rest.push(path);
    }
    return { status: 200, text: '', headers: {} };
  }
}

/** @type {Ask} */
export function askServer(url, { method, headers = {}, body = '' }) {
  const request = url.startsWith('https:') ? requestHttps : requestHttp;
  const length = body ? { 'Content-Length': String(Buffer.byteLength(body)) } : {};
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(PATIENCE);
    const asking = request(
      url,
      { method, headers: { ...headers, ...length }, signal },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk) => {
          text = (text + chunk).slice(0, LONGEST);
        });
        response.on('error', reject).on('end', () => {
          resolve({ status: response.statusCode ?? 0, text, headers: response.headers });
        });
      },
    );
    asking.on('error', (error) =>
      reject(signal.aborted ? new Error('It did not answer within ten seconds') : error),
    );
    asking.end(body);
  });
}
