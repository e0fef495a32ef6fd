import { fetchPublic } from '../../base/public-fetch.js';
import { createSmtp } from './smtp.js';

/**
 * What Larder needs of other servers. It is passed in, so that tests can replace it.
 * @typedef {object} Network
 * @property {(smtpUrl: string, mail: Outgoing) => Promise<unknown>} sendMail  one after the other; rejects with
 *   a `NotSent`, or as if the server was away
 * @property {(url: string, body: object) => Promise<void>} post  sends a form (URLSearchParams), else JSON; rejects
 *   unless the answer is 2xx
 * @property {typeof fetchPublic} get
 *
 * @typedef {(address: string, options: Parameters<Network['get']>[1] & { owner: string }) => ReturnType<Network['get']>
 *   } FetchFor  as `get`, `owner` being for whom it is fetched
 *
 * @typedef {(mail: { to: string, subject: string, text: string, by: 'notification' | 'reset' | 'notice' }) => void
 *   } AddMail  to what waits to be sent
 *
 * @typedef {object} Outgoing  A mail to one address.
 * @property {string} from
 * @property {string} to
 * @property {string} subject
 * @property {string} text
 * @property {string} [html]
 * @property {string} [messageId]
 * @property {Record<string, string>} [headers]
 * @property {string} [envelopeFrom]  whom the server tells of failures, if that is somebody else
 */

/** Milliseconds to wait for a server. */
const PATIENCE = 10_000;

/**
 * @param {Parameters<typeof createSmtp>[1]} [options]  of the connection to a mail server
 * @returns {Network} the real network; nodemailer is loaded for the first mail
 */
export function createNetwork(options) {
  /** @type {ReturnType<typeof createSmtp> | undefined} */
  let smtp;
  return {
    sendMail(smtpUrl, mail) {
      smtp ??= createSmtp(smtpUrl, options);
      return smtp.send(mail);
    },
    post,
    get: fetchPublic,
  };
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
