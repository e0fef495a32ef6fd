import { lookup } from 'node:dns/promises';
import { randomBytes } from 'node:crypto';
import { messageOf } from '../../base/errors.js';
/** @import { Clock } from '../../base/clock.js' */
/** @import { Proofs } from './prove.js' */

/** Milliseconds for an answer of this server. */
const PATIENCE = 5000;
/** Of many names it is enough to know of some. */
const MOST = 5;

/**
 * @typedef {object} Deps
 * @property {string[]} names
 * @property {Proofs} proofs  what this server answers
 * @property {boolean} hasHttp  whether it is asked over HTTP at all
 * @property {typeof fetch} fetch
 * @property {(name: string) => Promise<unknown>} [resolve]  rejects when the name has no address
 * @property {Clock} clock
 */

/**
 * Whether each name has an address, and a request through the name arrives here. Behind some routers it does not, and
 * the directory reaches it all the same.
 * @param {Deps} deps
 * @param {AbortSignal} signal
 * @returns {Promise<string[]>} a sentence on each name that may be wrong
 */
export async function lookAround({ names, proofs, hasHttp, resolve = lookup, ...deps }, signal) {
  const token = randomBytes(16).toString('base64url');
  const { overHttp } = proofs;
  overHttp.set(token, token);
  try {
    const found = await Promise.all(names.slice(0, MOST).map(lookAt));
    return found.filter((sentence) => sentence !== '');
  } finally {
    overHttp.delete(token);
  }

  /** @param {string} name */
  async function lookAt(name) {
    try {
      await abortable(resolve(name), signal);
    } catch {
      return `${name} has no address that this machine can find: let its A and AAAA records point here. Larder asks for a certificate all the same.`;
    }
    if (!hasHttp) return '';
    const why = await arrives(`http://${name}/.well-known/acme-challenge/${token}`);
    return (
      why &&
      `A request for http://${name} does not arrive here (${why}): let the name point here, and open port 80. Larder asks for a certificate all the same.`
    );
  }

  /** @param {string} url @returns {Promise<string>} '' or why not */
  async function arrives(url) {
    const late = new AbortController();
    const cancel = deps.clock.after(PATIENCE, () => late.abort(new Error('no answer in time')));
    const giveUp = () => late.abort(signal.reason);
    signal.addEventListener('abort', giveUp);
    try {
      const response = await deps.fetch(url, { redirect: 'manual', signal: late.signal });
      const isOurs = (await startOf(response, token.length + 1)) === token;
      return isOurs ? '' : `another server answers, with status ${response.status}`;
    } catch (error) {
      const { cause } = /** @type {Error} */ (error);
      return messageOf(cause ?? error);
    } finally {
      cancel();
      signal.removeEventListener('abort', giveUp);
    }
  }
}

/** @param {Promise<unknown>} promise @param {AbortSignal} signal */
function abortable(promise, signal) {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(signal.reason);
    signal.addEventListener('abort', giveUp, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp));
  });
}

/** @param {Response} response @param {number} bytes */
async function startOf({ body }, bytes) {
  let text = '';
  for await (const part of /** @type {AsyncIterable<Uint8Array>} */ (body ?? [])) {
    text += Buffer.from(part).toString('latin1');
    if (text.length >= bytes) break;
  }
  return text;
}
