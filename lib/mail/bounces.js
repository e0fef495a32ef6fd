import { messageOf } from '../base/errors.js';
import { cut } from '../base/unicode.js';
import { receiveReports } from './reports.js';
/** @import { Clock } from '../base/clock.js' */
/** @import { Log } from '../base/log.js' */
/** @import { Store } from '../store/types.js' */
/** @import { createLease } from './lease.js' */
/** @import { ReadMailbox } from './mailbox.js' */
/** @import { Register } from './register.js' */
/** @import { Subscribers } from './subscribers.js' */

const MINUTE = 60_000;
/** Milliseconds after the start, and from one look to the next. */
const FIRST = 20_000;
const EVERY = 5 * MINUTE;
/** Milliseconds after failures in a row, in the end always the last one. */
const PAUSES = [MINUTE, EVERY, 15 * MINUTE, 60 * MINUTE];
/** Milliseconds until the next part of many messages. */
const SOON = 1000;
/** Characters of what a server says. */
const REASON = 300;
/** Of the record with the place, among the tokens. */
const ID = 'subscribers:bounces';

/**
 * Reads reports of mail servers from a mailbox. How far it was read is in the store, and a report counts once, also
 * when it is read again because a process ended in between.
 * @param {object} deps
 * @param {string} deps.url
 * @param {ReadMailbox} deps.read
 * @param {Store} deps.store
 * @param {Subscribers} deps.subscribers
 * @param {Pick<Register, 'report'>} deps.register
 * @param {ReturnType<typeof createLease>} deps.lease  of several processes, one reads
 * @param {() => Promise<boolean>} deps.leads  whether this process is the one of its server that reads
 * @param {Clock} deps.clock
 * @param {Log} deps.log
 */
export function createBounces({
  url,
  read,
  store,
  subscribers,
  register,
  lease,
  leads,
  clock,
  log,
}) {
  let problem = '';
  let failures = 0;
  let isClosed = false;
  const ending = new AbortController();
  let looking = Promise.resolve();
  let cancel = clock.after(FIRST, begin);
  return {
    close,
    /** @returns {string} why the mailbox cannot be read, or '' */
    get problem() {
      return problem;
    },
  };

  function begin() {
    looking = look()
      .then((next) => {
        if (problem) log.info('The mailbox of BOUNCE_IMAP_URL can be read again');
        [failures, problem] = [0, ''];
        return next;
      })
      .catch(fail)
      .then((next) => {
        if (!isClosed) cancel = clock.after(next, begin);
      });
  }

  /** @returns {Promise<number>} milliseconds until the next look */
  async function look() {
    if (!(await leads())) return EVERY;
    const wait = await lease.take();
    if (wait > 0) return EVERY;
    try {
      return await lease.whileHeld(readPart);
    } finally {
      await lease.release();
    }
  }

  async function readPart() {
    const found = await store.get('token', ID);
    const { place, isMore } = await read(url, found, receive, ending.signal);
    if (place.uid !== found?.uid || place.validity !== found?.validity) {
      const record = { id: ID, ...place };
      await store.write([{ kind: 'token', record, revision: found?.revision ?? null }]);
    }
    return isMore ? SOON : EVERY;
  }

  /** @param {string} message */
  async function receive(message) {
    if (isClosed || !(await lease.hold())) throw new Error('Another process reads it now');
    return receiveReports(message, { store, subscribers, register, isTrusted: false });
  }

  /** @param {unknown} error @returns {number} */
  function fail(error) {
    if (isClosed) return EVERY;
    const reason = cut(messageOf(error), REASON);
    if (!problem) log.warn({ reason }, 'The mailbox of BOUNCE_IMAP_URL cannot be read');
    problem = reason || 'unknown';
    return PAUSES[Math.min(failures++, PAUSES.length - 1)];
  }

  async function close() {
    isClosed = true;
    cancel();
    ending.abort();
    await looking;
  }
}
