import { createHash } from 'node:crypto';
import { LarderError } from '../../../base/errors.js';
/** @import { Problem } from '../../../store/inspect.js' */

/**
 * @typedef {{ path: string, encodings: string[] }} KeptPage
 */

/** Pages that are compared at once. */
const AT_ONCE = 4;
/** Between a kept page and a fresh one something may have changed: what differs is looked at again. */
const TRIES = 3;

const BUG = 'Clear the cache at /admin, and please report this as a bug, with the log.';

/**
 * Compares every page that a running blog keeps, in every encoding, with a fresh render.
 * @param {string} url of the blog, without a slash at the end
 * @param {string} token of an owner
 * @param {(done: number) => void} onProgress
 * @returns {Promise<{ problems: Problem[], checked: string }>}
 * @throws {LarderError} when the blog does not answer, or the token is not good
 */
export async function checkCache(url, token, onProgress) {
  const owner = { Authorization: `Bearer ${token}` };
  /** @type {Problem[]} */
  const problems = [];
  const pages = await listCached(url, owner);
  let compared = 0;
  const waiting = pages.values();
  const work = async () => {
    for (const page of waiting) {
      for (const encoding of page.encodings)
        if (await differs(url + page.path, encoding, owner))
          problems.push({
            what: `${page.path}, cached as ${encoding}, differs from a fresh render.`,
            todo: BUG,
          });
      onProgress(++compared);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { problems, checked: `${compared} cached pages` };
}

/** @param {string} url @param {Record<string, string>} owner @returns {Promise<KeptPage[]>} */
async function listCached(url, owner) {
  const pages = [];
  /** @type {string | null} */
  let next = '/api/cache?limit=100';
  while (next) {
    const answer = await ask(url + next, owner);
    if (!answer.ok) throw new LarderError('unauthorised', await refusalOf(answer, url));
    /** @type {{ items: KeptPage[], next: string | null }} */
    const list = await answer.json();
    pages.push(...list.items);
    // By the address that was given: the blog may know itself by another one.
    next = list.next && new URL(list.next).pathname + new URL(list.next).search;
  }
  return pages;
}

/** @param {Response} answer @param {string} url */
async function refusalOf(answer, url) {
  const problem = await answer.json().catch(() => null);
  const detail = problem?.detail ?? problem?.title ?? 'no reason given';
  return `${url} does not list its cached pages (${answer.status}): ${detail}`;
}

/**
 * @param {string} address
 * @param {string} encoding
 * @param {Record<string, string>} owner
 * @returns {Promise<boolean>} false also when it is kept no more
 */
async function differs(address, encoding, owner) {
  for (let tries = 0; tries < TRIES; tries++) {
    const stored = await ask(address, { 'Accept-Encoding': encoding });
    const cachedBody = await digest(stored);
    if (stored.headers.get('cache-status') !== 'larder; hit') return false;
    const fresh = await ask(address, {
      ...owner,
      'Accept-Encoding': 'identity',
      'Cache-Control': 'no-cache',
    });
    const freshBody = await digest(fresh);
    const isSame = fresh.status === stored.status && freshBody === cachedBody;
    if (isSame && fresh.headers.get('etag') === stored.headers.get('etag')) return false;
  }
  return true;
}

/** @param {Response} answer @returns {Promise<string>} of its body, decompressed */
const digest = async (answer) =>
  createHash('sha256')
    .update(Buffer.from(await answer.arrayBuffer()))
    .digest('base64');

/** @param {string} address @param {Record<string, string>} headers */
async function ask(address, headers) {
  try {
    return await fetch(address, { headers, redirect: 'manual' });
  } catch (cause) {
    const { origin } = new URL(address);
    throw new LarderError('unavailable', `No answer from ${origin}`, { cause });
  }
}
