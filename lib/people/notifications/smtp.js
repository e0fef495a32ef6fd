import { Readable } from 'node:stream';
import { messageOf } from '../../base/errors.js';
import { SIGNED_FIELDS } from './dkim.js';
/** @import SMTPConnection from 'nodemailer/lib/smtp-connection' */
/** @import { Signing } from './dkim.js' */
/** @import { Outgoing } from './network.js' */

/** Milliseconds to wait for a server, for its answer to a message (RFC 5321, 4.5.3.2), and for another message. */
const PATIENCE = 10_000;
const PATIENCE_WITH_MESSAGE = 120_000;
const IDLE = 1000;

/** One, with nothing that begins another. */
const ADDRESS = /^[^\s<>,;\p{Cc}]+$/u;

/** @param {string} text */
const withoutAddresses = (text) =>
  text
    .split(/([\s<>"'(),:;]+)/)
    .map((part) => (part.includes('@') ? '…' : part))
    .join('');

/**
 * A mail that was not sent.
 *
 * `refused`: for good, because of its address or its content. `later`: the server may take it another time. `away`: the
 * server takes no mail at all now. `unknown`: the server had all of it and did not answer, and may have taken it.
 * Its message is kept and logged: there is no address in it, though servers repeat them.
 */
export class NotSent extends Error {
  /** @param {'refused' | 'later' | 'away' | 'unknown'} verdict @param {unknown} cause */
  constructor(verdict, cause) {
    super(withoutAddresses(messageOf(cause)), { cause });
    this.verdict = verdict;
  }
}

/** @param {unknown} error  of sending a mail @returns {NotSent['verdict']} */
export const verdictOf = (error) => (error instanceof NotSent ? error.verdict : 'away');

/**
 * One connection to a mail server, which is kept while there is something to send.
 * @param {string} url
 * @param {{ patience?: number, signing?: Signing | null }} [options]  `patience`: milliseconds for its answer to a
 *   message
 */
export function createSmtp(url, { patience = PATIENCE_WITH_MESSAGE, signing = null } = {}) {
  /** @type {SMTPConnection | null} */
  let connection = null;
  let last = Promise.resolve();
  let waiting = 0;
  /** @type {NodeJS.Timeout | undefined} */
  let idle;
  return { send };

  /**
   * Sends one after the other.
   * @param {Outgoing} mail
   * @returns {Promise<void>} resolves when the server has taken it
   * @throws {NotSent}
   */
  function send(mail) {
    waiting++;
    clearTimeout(idle);
    const sent = last.then(() => sendNow(mail));
    last = sent
      .catch(() => {})
      .finally(() => {
        if (--waiting === 0) idle = setTimeout(end, IDLE);
      });
    return sent;
  }

  function end() {
    connection?.quit();
    connection = null;
  }

  /** @param {Outgoing} mail */
  async function sendNow(mail) {
    const composed = await compose(mail, signing);
    const isUsed = connection !== null;
    try {
      await attempt(composed);
    } catch (error) {
      // A server may close a connection after some messages, and takes more of them by another one.
      if (!isUsed || verdictOf(error) !== 'away') throw error;
      await attempt(composed);
    }
  }

  /** @param {Awaited<ReturnType<typeof compose>>} composed */
  async function attempt({ message, envelope }) {
    /** The part that is under way. */
    let isWhole = false;
    try {
      const open = (connection ??= await connect(url, patience));
      await transmit(open, envelope, message, () => (isWhole = true));
    } catch (error) {
      const verdict = judge(error, isWhole);
      await (verdict === 'refused' || verdict === 'later' ? reset() : drop());
      throw new NotSent(verdict, error);
    }
  }

  /** Has the server forget what it has of a mail that it did not take. */
  async function reset() {
    const open = connection;
    const isReset = await new Promise((resolve) => {
      if (!open) return resolve(false);
      const lost = () => resolve(false);
      open.once('error', lost);
      open.reset((error) => {
        open.off('error', lost);
        resolve(!error);
      });
    });
    if (!isReset) drop();
  }

  function drop() {
    connection?.close();
    connection = null;
  }
}

/**
 * @param {Outgoing} mail
 * @param {Signing | null} signing
 * @returns {Promise<{ message: Buffer, envelope: { from: string, to: string[] } }>}
 */
async function compose({ envelopeFrom, to, ...mail }, signing) {
  if (!ADDRESS.test(to)) throw new NotSent('refused', 'It is no address');
  const { createTransport } = await import('nodemailer');
  const composer = createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'windows',
    // A mail never includes a file or a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(signing && {
      dkim: {
        domainName: signing.domain,
        keySelector: signing.selector,
        privateKey: signing.pem,
        headerFieldNames: SIGNED_FIELDS.join(':'),
      },
    }),
  });
  const { message, envelope } = await composer
    .sendMail({ ...mail, to: { name: '', address: to } })
    .catch((error) => {
      throw new NotSent('refused', error);
    });
  const from = envelopeFrom ?? (envelope.from || '');
  return { message: /** @type {Buffer} */ (message), envelope: { from, to: [to] } };
}

/**
 * Signs in, and sends nothing.
 * @param {string} url
 * @param {{ needsTls: boolean }} options
 * @throws {Error} of nodemailer
 */
export async function trySmtp(url, { needsTls }) {
  const connection = await connect(url, PATIENCE, needsTls);
  connection.quit();
}

/**
 * @param {string} url
 * @param {number} patience
 * @param {boolean} [needsTls]
 * @returns {Promise<SMTPConnection>} signed in
 */
async function connect(url, patience, needsTls = false) {
  const [{ default: Connection }, { parseConnectionUrl }] = await Promise.all([
    import('nodemailer/lib/smtp-connection'),
    import('nodemailer/lib/shared'),
  ]);
  const options = parseConnectionUrl(url);
  const connection = new Connection({
    ...options,
    ...(needsTls && { requireTLS: true }),
    connectionTimeout: PATIENCE,
    greetingTimeout: PATIENCE,
    socketTimeout: patience,
  });
  await new Promise((resolve, reject) => {
    // It stays, or a later failure would end the process.
    connection.on('error', reject);
    connection.on('end', () => reject(new Error('The server closed the connection')));
    connection.connect((error) => (error ? reject(error) : resolve(null)));
  });
  const { auth } = options;
  if (auth?.user && connection.allowsAuth)
    await new Promise((resolve, reject) => {
      connection.once('error', reject);
      connection.login({ credentials: auth }, (error) => {
        connection.off('error', reject);
        if (error) reject(error);
        else resolve(null);
      });
    });
  return connection;
}

/**
 * @param {SMTPConnection} connection
 * @param {{ from: string, to: string[] }} envelope
 * @param {Buffer} message
 * @param {() => void} onWhole  called when the server gets the end of it
 */
function transmit(connection, envelope, message, onWhole) {
  return new Promise((resolve, reject) => {
    const lost = () => reject(new Error('The server closed the connection'));
    connection.once('error', reject);
    connection.once('end', lost);
    const source = Readable.from([message], { objectMode: false }).once('end', onWhole);
    connection.send({ ...envelope, size: message.length }, source, (error, info) => {
      connection.off('error', reject).off('end', lost);
      if (error) reject(error);
      else resolve(info);
    });
  });
}

/**
 * @param {any} error  of nodemailer
 * @param {boolean} isWhole  whether the server got all of the message
 * @returns {NotSent['verdict']}
 */
function judge(error, isWhole) {
  if (error instanceof NotSent) return error.verdict;
  const { code = '', command = '', responseCode = 0, syscall = '' } = error ?? {};
  // Anything else is no refusal, whatever it begins with.
  const reply = responseCode >= 400 && responseCode < 600 ? responseCode : 0;
  const isOfServer = /^(CONN|AUTH|EHLO|HELO|STARTTLS|MAIL FROM)/.test(command);
  const isTooLarge = reply === 552 || (code === 'EMESSAGE' && command === 'MAIL FROM');
  // What could not be written has not reached the server.
  if (isWhole && reply === 0 && syscall !== 'write') return 'unknown';
  if (isTooLarge) return 'refused';
  if (reply === 421 || isOfServer) return 'away';
  if (reply >= 500) return 'refused';
  if (reply >= 400) return 'later';
  // An address that cannot stand in a command.
  return code === 'EENVELOPE' && command === 'API' ? 'refused' : 'away';
}
