import { X509Certificate } from 'node:crypto';
import { accessSync, constants } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { pino } from 'pino';
import { systemClock } from '../../../base/clock.js';
import { EtagSource } from '../../../accelerator/etags/etag-source.js';
import { LarderError, messageOf } from '../../../base/errors.js';
import { checkWorkers } from '../../../accelerator/shared/check-workers.js';
import { readCertificate } from '../../../accelerator/control/tls.js';
import { checkCertificate as checkOwn } from './check-certificate.js';
import { checkShared } from './check-shared.js';
/** @import { AcceleratorConfig } from '../../../accelerator/config.js' */
/** @import { Problem } from '../../../store/inspect.js' */

/** Milliseconds for an answer. */
const PATIENCE = 5000;
/** A source that is there answers within a second. */
const ATTEMPTS = 10;
/** Milliseconds before the end of a certificate from which on it is a problem. */
const SOON = 14 * 24 * 60 * 60_000;

/**
 * Whether an accelerator with these settings would find what it needs: its origin, its peers or shared engine, its ETag
 * source, its certificate and its folder.
 * @param {AcceleratorConfig} config
 * @param {number} now milliseconds since 1970
 * @returns {Promise<{ problems: Problem[], notes: string[], checked: string }>}
 */
export async function checkAccelerator(config, now) {
  const { originUrl, peers, sharedUrl, etagSource, tlsCert, cacheDir } = config;
  const found = await Promise.all([
    originUrl ? checkOrigin(originUrl) : null,
    ...peers.map((peer) => checkPeer(peer, config.cacheToken)),
    ...(sharedUrl ? await checkShared(sharedUrl) : []),
    etagSource ? checkEtagSource(config) : null,
    tlsCert ? checkCertificate(config, now) : null,
    cacheDir ? checkFolder(cacheDir) : null,
    refusalOf(() => checkWorkers(config), 'Until then it does not start'),
  ]);
  const own = checkOwn(config, now);
  const names = [
    originUrl ? 'the origin' : 'no origin',
    `${peers.length} peers`,
    ...(sharedUrl ? ['the shared engine'] : []),
    ...(etagSource ? ['the ETag source'] : []),
    tlsCert || config.domain.length > 0 ? 'the certificate' : 'no certificate',
    cacheDir ? 'the cache folder' : 'no cache folder',
  ];
  const problems = [...found.filter((problem) => problem !== null), ...own.problems];
  return { problems, notes: [own.note], checked: names.join(', ') };
}

/** @param {string} url @returns {Promise<Problem | null>} */
async function checkOrigin(url) {
  const answer = await ask(url);
  if (typeof answer !== 'string') return null;
  return {
    what: `The origin, ${url}, does not answer: ${answer}`,
    todo: 'Start it, or correct ORIGIN_URL',
  };
}

/** @param {string} url @param {string} token @returns {Promise<Problem | null>} */
async function checkPeer(url, token) {
  const answer = await ask(new URL('/.cache/status', url), { Authorization: `Bearer ${token}` });
  if (typeof answer === 'string')
    return {
      what: `The peer ${url} does not answer: ${answer}`,
      todo: 'Start it, or correct PEERS: until then it misses writes',
    };
  if (answer.status === 200) return null;
  return {
    what: `The peer ${url} does not accept CACHE_TOKEN: ${answer.status}`,
    todo: 'Set the same CACHE_TOKEN at all peers',
  };
}

/** @param {AcceleratorConfig} config @returns {Promise<Problem | null>} */
async function checkEtagSource({ etagSource: url, etagKey: pattern }) {
  const log = pino({ level: 'silent' });
  const source = new EtagSource({ url, pattern, clock: systemClock, log });
  try {
    for (let tries = 0; tries < ATTEMPTS; tries++) {
      await source.read('/');
      if (source.statistics().reachable) return null;
      await setTimeout(100);
    }
  } finally {
    await source.close();
  }
  return {
    what: 'The server that ETAG_SOURCE names does not answer',
    todo: 'Start it, or correct ETAG_SOURCE: until then the origin is asked each time',
  };
}

/** @param {AcceleratorConfig} config @param {number} now @returns {Problem | null} */
function checkCertificate(config, now) {
  return refusalOf(() => {
    const end = new X509Certificate(readCertificate(config).cert).validTo;
    if (Date.parse(end) - now > SOON) return null;
    return { what: `The certificate in ${config.tlsCert} ends on ${end}`, todo: 'Renew it' };
  }, 'Correct TLS_CERT and TLS_KEY, or the files they name');
}

/** @param {() => Problem | null | void} look @param {string} todo @returns {Problem | null} also what it throws */
function refusalOf(look, todo) {
  try {
    return look() ?? null;
  } catch (error) {
    if (!(error instanceof LarderError)) throw error;
    return { what: error.message, todo };
  }
}

/** @param {string} folder @returns {Problem | null} */
function checkFolder(folder) {
  try {
    accessSync(folder, constants.W_OK);
    return null;
  } catch (error) {
    return {
      what: `Nothing can be stored in ${folder}: ${messageOf(error)}`,
      todo: 'Let the user of the accelerator write there, or correct CACHE_DIR',
    };
  }
}

/**
 * @param {string | URL} url
 * @param {Record<string, string>} [headers]
 * @returns {Promise<Response | string>} why there was no answer
 */
async function ask(url, headers) {
  try {
    const signal = AbortSignal.timeout(PATIENCE);
    const response = await fetch(url, { headers, redirect: 'manual', signal });
    await response.body?.cancel();
    return response;
  } catch (error) {
    return messageOf(error instanceof Error ? (error.cause ?? error) : error);
  }
}
