/** @import { Transporter } from 'nodemailer' */

/**
 * What notices need of the network, as it is passed to them, so that tests hold it in their hands.
 * @typedef {object} Network
 * @property {(smtpUrl: string, mail: Mail) => Promise<unknown>} sendMail
 * @property {(url: string, body: object) => Promise<void>} post  sends JSON; fails on any answer but a good one
 *
 * @typedef {{ from: string, to: string, subject: string, text: string }} Mail
 */

/** Milliseconds for which a server may take its time. */
const PATIENCE = 10_000;

/** @returns {Network} the machine's own; nodemailer is read when the first mail is sent */
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
    // A text is a text: nothing in it names a file or an address to be fetched.
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
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      // It could lead into the owner's own network.
      redirect: 'manual',
      signal: late.signal,
    });
    await answer.body?.cancel();
    if (!answer.ok) throw new Error(`it answered ${answer.status}`);
  } finally {
    clearTimeout(timer);
  }
}
