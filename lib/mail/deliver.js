import { isError, messageOf } from '../base/errors.js';
import { cut } from '../base/unicode.js';
import { verdictOf } from '../people/notifications/smtp.js';
import { bounced, tagOfMail } from './bounced.js';
import { isDue, pauseAfter } from './pauses.js';
/** @import { Clock } from '../base/clock.js' */
/** @import { Log } from '../base/log.js' */
/** @import { BlogIndex } from '../changes/index/blog-index.js' */
/** @import { Outgoing } from '../people/notifications/network.js' */
/** @import { Store } from '../store/types.js' */
/** @import { createLease } from './lease.js' */
/** @import { Mailings } from './mailings.js' */
/** @import { Tried } from './queue.js' */
/** @import { Delivery, Mailing, Subscriber } from './records.js' */
/** @import { Subscribers } from './subscribers.js' */

/** Characters of what a server says that are kept. */
const REASON = 300;
/** Refusals in a row after which a mailing stands: the server refuses us, and not these addresses. */
const REFUSED_AT_MOST = 10;
/** Messages after which the figures of a mailing are written. */
const NOTED_EVERY = 20;

/**
 * @typedef {Tried & { isOver?: true }} Step  what became of one message; `isOver`: another process sends now
 * @typedef {(mailing: Mailing, subscriber: Subscriber) => Promise<Omit<Outgoing, 'from' | 'to'> | null>} Compose  null:
 *   the post is gone
 */

/**
 * Sends mailings, address by address. Before a message, its delivery is noted as begun, together with the lease; after
 * the last reply as sent. What is found begun is sent again with the same Message-ID: so each end of a process makes at
 * most one address get it twice, and none be left out.
 * @param {object} deps
 * @param {Store} deps.store
 * @param {Pick<BlogIndex, 'post' | 'isPublic'>} deps.index
 * @param {Mailings} deps.mailings
 * @param {Subscribers} deps.subscribers
 * @param {Compose} deps.compose
 * @param {string} deps.from
 * @param {(mail: Outgoing) => Promise<unknown>} deps.send
 * @param {ReturnType<typeof createLease>} deps.lease
 * @param {Clock} deps.clock
 * @param {Log} deps.log
 */
export function createDelivery(deps) {
  const { store, index, mailings, subscribers, compose, from, send, lease, clock, log } = deps;
  /** When there is something to do for a mailing again. @type {Map<string, number>} */
  const restsUntil = new Map();
  return { due, run, wake: () => restsUntil.clear() };

  /** @returns {Promise<string>} the id of a mailing that can go on; '' if none can */
  async function due() {
    for await (const { id, kind, state } of mailings.list()) {
      if (state !== 'sending' && state !== 'waiting') continue;
      if (!isDue(restsUntil.get(id) ?? 0, clock.now())) continue;
      if (kind === 'post' && !isReady(id, state)) continue;
      return id;
    }
    return '';
  }

  /** @param {string} id @param {Mailing['state']} state */
  function isReady(id, state) {
    const post = index.post(id);
    return state === 'sending' || !post || index.isPublic(post);
  }

  /**
   * Goes once through all subscribers.
   * @param {string} id
   * @returns {AsyncGenerator<Step>} after each message
   */
  async function* run(id) {
    const figures = await count(id);
    let refusedInARow = 0;
    let sinceNoted = 0;
    let next = Infinity;
    await mailings.change(id, ({ state }) => ({
      ...figures,
      ...(state === 'waiting' && { state: 'sending' }),
    }));
    for await (const { id: subscriber } of subscribers.confirmed(tagsOf(id))) {
      const before = await store.get('delivery', `${id}:${subscriber}`);
      if (before && (before.state === 'sent' || before.state === 'failed')) continue;
      if (before?.state === 'later' && !isDue(before.notBefore, clock.now())) {
        next = Math.min(next, before.notBefore);
        continue;
      }
      const step = await deliver(id, subscriber, before);
      if (step === 'skipped') continue;
      if (step === 'stopped') return;
      if (step === 'lost') return yield { isAway: false, problem: '', isOver: true };
      const { delivery, isAway, problem } = step;
      if (delivery?.state === 'sent') figures.accepted++;
      if (delivery?.state === 'failed') figures.bounced++;
      if (delivery?.state === 'later') next = Math.min(next, delivery.notBefore);
      refusedInARow = delivery?.state === 'failed' ? refusedInARow + 1 : 0;
      if (refusedInARow >= REFUSED_AT_MOST) {
        log.warn({ reason: problem }, 'The mail server refuses one address after the other');
        await mailings.change(id, () => ({ ...figures, state: 'paused', problem }));
        return;
      }
      if (isAway || ++sinceNoted >= NOTED_EVERY) {
        sinceNoted = 0;
        await mailings.change(id, () => ({ ...figures, problem }));
      }
      yield step;
    }
    restsUntil.set(id, next === Infinity ? 0 : next);
    await mailings.change(id, ({ state }) => ({
      ...figures,
      problem: '',
      ...(next === Infinity && state === 'sending' && { state: 'done', endedAt: now() }),
    }));
  }

  /** @param {string} id */
  async function count(id) {
    const figures = { total: 0, accepted: 0, bounced: 0 };
    for await (const { state } of mailings.deliveries(id)) {
      if (state === 'sent') figures.accepted++;
      if (state === 'failed') figures.bounced++;
    }
    for await (const _ of subscribers.confirmed(tagsOf(id))) figures.total++;
    figures.total = Math.max(figures.total, figures.accepted + figures.bounced);
    return figures;
  }

  /** @param {string} id */
  function tagsOf(id) {
    return index.post(id)?.tags ?? [];
  }

  /**
   * @param {string} id
   * @param {string} of  the subscriber's id
   * @param {Delivery | null} before
   * @returns {Promise<'skipped' | 'stopped' | 'lost' | (Tried & { delivery: Delivery | null })>}
   */
  async function deliver(id, of, before) {
    // Both may have changed since the page of subscribers was read.
    const mailing = await mailings.find(id);
    if (mailing?.state !== 'sending') return 'stopped';
    const subscriber = await subscribers.find(of);
    if (subscriber?.state !== 'confirmed') return 'skipped';
    const post = mailing.kind === 'post' ? index.post(id) : null;
    if (post && !index.isPublic(post)) {
      await mailings.change(id, () => ({ state: 'waiting' }));
      return 'stopped';
    }
    const mail = await compose(mailing, subscriber);
    if (!mail) {
      await mailings.change(id, () => ({ state: 'cancelled', endedAt: now() }));
      return 'stopped';
    }
    /** @type {Delivery} */
    const begun = {
      ...(before ?? { id: `${id}:${of}`, tries: 0, reason: '' }),
      state: 'begun',
      at: now(),
      notBefore: 0,
    };
    const { revision = null, ...record } = begun;
    if (!(await lease.hold([{ kind: 'delivery', record, revision }]))) return 'lost';
    return lease.whileHeld(async () => {
      try {
        await send({ ...mail, from, to: subscriber.email });
      } catch (error) {
        return failed(record, of, error);
      }
      const delivery = await write({ ...record, state: 'sent', at: now(), reason: '' });
      return { delivery, isAway: false, problem: '' };
    });
  }

  /** @param {Delivery} begun @param {string} of @param {unknown} error */
  async function failed(begun, of, error) {
    const verdict = verdictOf(error);
    const problem = cut(messageOf(error), REASON);
    const tried = { ...begun, at: now(), reason: problem };
    // Nothing of it was taken, and it is no fault of the address: it comes first when the server is back.
    if (verdict === 'away') {
      await write({ ...tried, state: 'later' });
      return { delivery: null, isAway: true, problem };
    }
    const tries = begun.tries + 1;
    const pause = verdict === 'unknown' && tries > 1 ? null : pauseAfter(tries);
    if (verdict === 'refused' || pause === null) {
      const delivery = await write({ ...tried, tries, state: 'failed' });
      if (verdict === 'refused') await bounce(of, begun.id);
      return { delivery, isAway: false, problem };
    }
    const isUnknown = verdict === 'unknown';
    const delivery = await write({
      ...tried,
      tries,
      state: isUnknown ? 'begun' : 'later',
      notBefore: isUnknown ? 0 : clock.now() + pause,
    });
    return { delivery, isAway: isUnknown, problem };
  }

  /** @param {string} of @param {string} delivery  its id */
  function bounce(of, delivery) {
    const tag = tagOfMail(delivery.slice(0, -of.length - 1));
    return subscribers.change(of, (present) => {
      const after = present && bounced(present, tag);
      return after && { after };
    });
  }

  /**
   * Another process may have begun it meanwhile: then that one says what became of it.
   * @param {Delivery} delivery
   * @returns {Promise<Delivery>}
   */
  async function write(delivery) {
    const present = await store.get('delivery', delivery.id);
    const { revision: _, ...record } = delivery;
    try {
      if (present?.state === 'begun' && present.at <= delivery.at)
        await store.write([{ kind: 'delivery', record, revision: present.revision }]);
    } catch (error) {
      if (!isError(error, 'conflict')) throw error;
    }
    return delivery;
  }

  function now() {
    return new Date(clock.now()).toISOString();
  }
}
