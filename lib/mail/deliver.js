import { messageOf } from '../base/errors.js';
import { cut } from '../base/unicode.js';
import { settle } from '../content/writing/writer.js';
import { verdictOf } from '../people/notifications/smtp.js';
import { bounced, pardoned, tagOfMail } from './bounced.js';
import { isDue, pauseAfter } from './pauses.js';
import { REASON } from './queue.js';
/** @import { Clock } from '../base/clock.js' */
/** @import { Log } from '../base/log.js' */
/** @import { BlogIndex } from '../changes/index/blog-index.js' */
/** @import { Outgoing } from '../people/notifications/network.js' */
/** @import { Store, Summary as PostSummary } from '../store/types.js' */
/** @import { createLease } from './lease.js' */
/** @import { Mailings } from './mailings.js' */
/** @import { Tried } from './queue.js' */
/** @import { Delivery, Mailing, Subscriber } from './records.js' */
/** @import { Subscribers } from './subscribers.js' */

/** Refusals in a row after which a mailing stands: the server refuses us, and not these addresses. */
const REFUSED_AT_MOST = 10;
/** Messages after which the figures of a mailing are written. */
const NOTED_EVERY = 20;

/**
 * @typedef {Tried & { isOver?: true }} Step  what became of one message; `isOver`: another process sends now
 * @typedef {(mailing: Mailing, subscriber: Subscriber) => Promise<Omit<Outgoing, 'from' | 'to'> | null>} Compose  null:
 *   there is nothing to tell this reader
 *
 * @typedef {Pick<Mailing, 'id' | 'kind' | 'state' | 'total'> & { sent: number, failed: number, begun: string }}
 *   Progress
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
  /** Those that are under way, as far as is known. @type {Map<string, Progress>} */
  const running = new Map();
  return {
    due,
    run,
    wake: () => restsUntil.clear(),
    /** @returns {Progress[]} */
    progress: () => [...running.values()],
  };

  /** @returns {Promise<Mailing | null>} that can go on */
  async function due() {
    running.clear();
    let first = null;
    for await (const mailing of mailings.list()) {
      const { id, state } = mailing;
      if (state === 'sending' || state === 'paused') running.set(id, progressOf(mailing));
      if (state !== 'sending' && (state !== 'waiting' || postsOf(mailing).length === 0)) continue;
      if (isDue(restsUntil.get(id) ?? 0, clock.now())) first ??= mailing;
    }
    return first;
  }

  /** @param {Mailing} mailing @returns {PostSummary[]} those of its posts that readers may see */
  function postsOf({ posts }) {
    return posts.flatMap((id) => {
      const post = index.post(id);
      return post && index.isPublic(post) ? post : [];
    });
  }

  /**
   * Goes once through all subscribers.
   * @param {Mailing} mailing
   * @returns {AsyncGenerator<Step>} after each message
   */
  async function* run(mailing) {
    const { id } = mailing;
    const tags = postsOf(mailing).flatMap((post) => post.tags);
    const figures = await count(id, tags);
    /** In a row. @type {{ of: string, delivery: Delivery }[]} */
    let refused = [];
    let sinceNoted = 0;
    let next = Infinity;
    await mailings.change(id, ({ state }) => ({
      ...figures,
      ...(state === 'waiting' && { state: 'sending' }),
    }));
    for await (const { id: subscriber } of subscribers.confirmed(tags)) {
      running.set(id, progressOf({ ...mailing, ...figures, state: 'sending' }));
      const before = await store.get('delivery', `${id}:${subscriber}`);
      if (before && (before.state === 'sent' || before.state === 'failed')) continue;
      if (before?.state === 'later' && !isDue(before.notBefore, clock.now())) {
        next = Math.min(next, before.notBefore);
        continue;
      }
      const step = await deliver(id, subscriber, before);
      if (step === 'skipped') continue;
      if (step === 'stopped') return void (await mailings.change(id, () => figures));
      if (step === 'lost') return yield { isAway: false, problem: '', isOver: true };
      const { delivery, isAway, problem } = step;
      if (delivery?.state === 'sent') figures.accepted++;
      if (delivery?.state === 'failed') figures.bounced++;
      if (delivery?.state === 'later') next = Math.min(next, delivery.notBefore);
      refused = delivery?.state === 'failed' ? [...refused, { of: subscriber, delivery }] : [];
      if (refused.length >= REFUSED_AT_MOST) {
        log.warn({ reason: problem }, 'The mail server refuses one address after the other');
        for (const each of refused) if (await forgive(each)) figures.bounced--;
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

  /** @param {string} id @param {string[]} tags */
  async function count(id, tags) {
    const figures = { total: 0, accepted: 0, bounced: 0 };
    for await (const { state } of mailings.deliveries(id)) {
      if (state === 'sent') figures.accepted++;
      if (state === 'failed') figures.bounced++;
    }
    for await (const _ of subscribers.confirmed(tags)) figures.total++;
    figures.total = Math.max(figures.total, figures.accepted + figures.bounced);
    return figures;
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
    if (!mail && postsOf(mailing).length > 0) return 'skipped';
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
    try {
      await send({ ...mail, from, to: subscriber.email });
    } catch (error) {
      return failed(record, of, error);
    }
    const delivery = await write({ ...record, state: 'sent', at: now(), reason: '' });
    return { delivery, isAway: false, problem: '' };
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
    const pause = pauseAfter(tries, verdict);
    if (pause === null) {
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
   * Takes back that an address was refused: it is asked once more when an owner has the mailing go on.
   * @param {{ of: string, delivery: Delivery }} refused
   * @returns {Promise<boolean>} false: that was so before
   */
  async function forgive({ of, delivery: { id, tries } }) {
    const present = tries === 1 ? await store.get('delivery', id) : null;
    if (present?.state !== 'failed') return false;
    const { revision, ...record } = present;
    const put = { ...record, state: 'later' };
    await settle(store.write([{ kind: 'delivery', record: put, revision }]));
    await subscribers.change(of, (before) => before && { after: pardoned(before) });
    return true;
  }

  /**
   * Another process may have begun it meanwhile: then that one says what became of it.
   * @param {Delivery} delivery
   * @returns {Promise<Delivery>}
   */
  async function write(delivery) {
    const present = await store.get('delivery', delivery.id);
    const { revision: _, ...record } = delivery;
    if (present?.state === 'begun' && present.at <= delivery.at)
      await settle(store.write([{ kind: 'delivery', record, revision: present.revision }]));
    return delivery;
  }

  function now() {
    return new Date(clock.now()).toISOString();
  }
}

/** @param {Mailing} mailing @returns {Progress} what everybody may know of it */
const progressOf = ({ id, kind, state, total, accepted, bounced, createdAt }) => ({
  id,
  kind,
  state,
  total,
  sent: accepted,
  failed: bounced,
  begun: createdAt,
});
