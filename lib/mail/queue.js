import { messageOf } from '../base/errors.js';
import { cut } from '../base/unicode.js';
import { settle } from '../content/writing/writer.js';
import { verdictOf } from '../people/notifications/smtp.js';
import { GIVEN_UP_AFTER, isDue, pauseAfter } from './pauses.js';
/** @import { Clock } from '../base/clock.js' */
/** @import { Log } from '../base/log.js' */
/** @import { Outgoing } from '../people/notifications/network.js' */
/** @import { Store } from '../store/types.js' */
/** @import { Mail } from './records.js' */

/** Mail that waits; what comes then is dropped. */
const WAITING_AT_MOST = 1000;
const COUNTED_EVERY = 100;
/** Characters of what a server says that are kept. */
export const REASON = 300;

/** @typedef {Pick<Mail, 'to' | 'subject' | 'text' | 'by'> & Partial<Pick<Mail, 'html' | 'headers'>>} NewMail */

/**
 * @typedef {object} Tried  How it went to send a mail.
 * @property {boolean} isAway  whether the server takes none at all
 * @property {string} problem  why it was not sent, or ''
 */

/**
 * Mail to one address each, which waits in the store: so it is sent after a stop too.
 * @param {object} deps
 * @param {Store} deps.store
 * @param {string} deps.from
 * @param {(mail: Outgoing) => Promise<unknown>} deps.send
 * @param {() => void} deps.onAdded
 * @param {Clock} deps.clock
 * @param {Log} deps.log
 * @param {() => string} deps.newId
 */
export function createQueue({ store, from, send, onAdded, clock, log, newId }) {
  /** @type {Set<Promise<void>>} */
  const writing = new Set();
  let added = 0;
  let waiting = 0;
  return { add, due, sendOne, written: () => Promise.all(writing) };

  /**
   * @param {NewMail} mail
   * @returns {Promise<void>} when it is kept, or dropped and logged; nobody has to wait for it
   */
  function add(mail) {
    const adding = keep(mail)
      .catch((error) => log.warn({ err: error, by: mail.by }, 'A mail could not be kept'))
      .finally(() => writing.delete(adding));
    writing.add(adding);
    return adding;
  }

  /** @param {NewMail} mail */
  async function keep(mail) {
    if (await isFull()) return log.warn({ by: mail.by }, 'Too much mail waits: one was dropped');
    const now = clock.now();
    const id = `${String(now).padStart(15, '0')}-${newId()}`;
    const createdAt = new Date(now).toISOString();
    const record = { id, ...mail, createdAt, notBefore: 0, tries: 0, reason: '' };
    await store.write([{ kind: 'mail', record, revision: null }]);
    onAdded();
  }

  /** As far as is known: what waits is counted now and then. */
  async function isFull() {
    if (added++ % COUNTED_EVERY === 0) {
      waiting = 0;
      for await (const _ of store.all('mail')) if (++waiting >= WAITING_AT_MOST) break;
    }
    return waiting >= WAITING_AT_MOST || writing.size >= WAITING_AT_MOST;
  }

  /** @returns {AsyncIterable<Mail>} what can be sent now, the oldest first */
  async function* due() {
    for await (const mail of store.all('mail')) if (isDue(mail.notBefore, clock.now())) yield mail;
  }

  /** @param {Mail} mail @returns {Promise<Tried>} */
  async function sendOne(mail) {
    const { id, to, subject, text, html, headers, revision = '' } = mail;
    const messageId = `<${id}@${domainOf(from)}>`;
    const all = { 'Auto-Submitted': 'auto-generated', ...headers };
    try {
      await send({ from, to, subject, text, html, headers: all, messageId });
    } catch (error) {
      return putOff(mail, error);
    }
    await settle(store.write([{ kind: 'mail', id, revision, removed: true }]));
    return { isAway: false, problem: '' };
  }

  /** @param {Mail} mail @param {unknown} error @returns {Promise<Tried>} */
  async function putOff({ revision = '', ...mail }, error) {
    const { id, by, createdAt } = mail;
    const verdict = verdictOf(error);
    const isAway = verdict === 'away';
    const reason = cut(messageOf(error), REASON);
    const tries = mail.tries + 1;
    const pause = isAway ? 0 : pauseAfter(tries, verdict);
    const isOld = clock.now() - Date.parse(createdAt) > GIVEN_UP_AFTER;
    if (isOld || pause === null) {
      log.warn({ reason, by }, 'A mail could not be sent; giving up');
      await settle(store.write([{ kind: 'mail', id, revision, removed: true }]));
    } else {
      log.warn({ reason, by }, 'A mail could not be sent');
      const record = { ...mail, tries, reason, notBefore: pause && clock.now() + pause };
      await settle(store.write([{ kind: 'mail', record, revision }]));
    }
    return { isAway, problem: reason };
  }
}

/** @param {string} from  such as `My blog <blog@example.org>` @returns {string} such as 'example.org' */
export const domainOf = (from) => from.slice(from.lastIndexOf('@') + 1).replace('>', '');
