import { fetchPublic } from '../../base/public-fetch.js';
/** @import { Transporter } from 'nodemailer' */

/**
 * What Larder needs of other servers. It is passed in, so that tests can replace it.
 * @typedef {object} Network
 * @property {(smtpUrl: string, mail: Mail) => Promise<unknown>} sendMail
 * @property {(url: string, body: object) => Promise<void>} post  sends a form (URLSearchParams), else JSON; rejects
 *   unless the answer is 2xx
 * @property {typeof fetchPublic} get
 *
 * @typedef {(address: string, options: Parameters<Network['get']>[1] & { owner: string }) => ReturnType<Network['get']>
 *   } FetchFor  as `get`, `owner` being for whom it is fetched
 *
 * @typedef {{ from: string, to: string, subject: string, text: string }} Mail
 */

/** Milliseconds to wait for a server. */
const PATIENCE = 10_000;

/** @returns {Network} the real network; nodemailer is loaded for the first mail */
export function createNetwork() {
  /** @type {Promise<Transporter> | undefined} */
  let transport;
  return {
    async sendMail(smtpUrl, mail) {
      transport ??= connect(smtpUrl);
      return (await transport).sendMail({
        ...mail,
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
    },
    post,
    get: fetchPublic,
  };
}

/** @param {string} url */
async function connect(url) {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url,
    connectionTimeout: PATIENCE,
    greetingTimeout: PATIENCE,
    socketTimeout: PATIENCE,
    // A mail never includes a file or a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** @type {Network['post']} */
async function post(url, body) {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new Error('it did not answer in time')), PATIENCE);
  try {
    const answer = await fetch(url, {
      method: 'POST',
      ...(body instanceof URLSearchParams
        ? { body }
        : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
      // A redirect could lead into the owner's private network.
      redirect: 'manual',
      signal: late.signal,
    });
    await answer.body?.cancel();
    if (!answer.ok) throw new Error(`it answered ${answer.status}`);
  } finally {
    clearTimeout(timer);
  }
}
