import { LarderError } from '../base/errors.js';
import { bounced } from './bounced.js';
import { createSubscriber } from './new-subscriber.js';
/** @import { Clock } from '../base/clock.js' */
/** @import { Subscriber } from './records.js' */
/** @import { Subscribers } from './subscribers.js' */
/** @import { Subscribing } from './subscribing.js' */

/** How many records one search reads; the next page goes on where it ended. */
const READ_AT_MOST = 20_000;

/**
 * What owners can make of a state: only a reader confirms.
 * @type {Record<Subscriber['state'], Subscriber['state'][]>}
 */
const MAY_BECOME = {
  unconfirmed: ['unsubscribed'],
  confirmed: ['paused', 'unsubscribed'],
  paused: ['confirmed', 'unsubscribed'],
  unsubscribed: [],
};

/**
 * @typedef {ReturnType<typeof createRegister>} Register
 *
 * @typedef {object} Given  Somebody who is added with a consent that was given elsewhere.
 * @property {string} email  normalised
 * @property {string[]} tags
 * @property {string} language
 * @property {string} source  where they agreed
 * @property {string} consentAt  when, ISO
 *
 * @typedef {{ matches?: (subscriber: Subscriber) => boolean, after?: string, limit: number }} Wanted
 */

/**
 * What owners and their programs do with subscribers.
 * @param {object} deps
 * @param {Subscribers} deps.subscribers  that note what is done
 * @param {Subscribing} deps.subscribing
 * @param {Clock} deps.clock
 */
export function createRegister({ subscribers, subscribing, clock }) {
  return { list, count, invite, add, change, remove, report };

  /**
   * @param {Wanted} wanted
   * @returns {Promise<{ found: Subscriber[], next: string | null }>} in the order of ids; `next`: after which to go on
   */
  async function list({ matches = () => true, after = '', limit }) {
    /** @type {Subscriber[]} */
    const found = [];
    let [read, last] = [0, after];
    for await (const subscriber of subscribers.all(after)) {
      if (found.length === limit || read === READ_AT_MOST) return { found, next: last };
      read++;
      last = subscriber.id;
      if (subscriber.email && matches(subscriber)) found.push(subscriber);
    }
    return { found, next: null };
  }

  /**
   * @returns {Promise<{ states: Map<string, number>, sources: Map<string, number>, days: Map<string, number> }>} how
   *   many there are, and have confirmed by source and by day
   */
  async function count() {
    const [states, sources, days] = [new Map(), new Map(), new Map()];
    const add = (/** @type {Map<string, number>} */ map, /** @type {string} */ key, by = 0) =>
      void map.set(key, (map.get(key) ?? 0) + by);
    for (const { state, source, day, count: by } of await subscribers.counts()) {
      add(states, state, by);
      if (state !== 'confirmed') continue;
      add(sources, source, by);
      add(days, day, by);
    }
    return { states, sources, days };
  }

  /**
   * Mails the link to confirm.
   * @param {Pick<Given, 'email' | 'tags' | 'language' | 'source'>} asked
   * @returns {Promise<Subscriber>}
   * @throws {LarderError} `conflict` when the address is known
   */
  async function invite(asked) {
    await refuseKnown(asked.email);
    const done = { what: 'subscriber.created', of: await subscribers.idOf(asked.email) };
    const found = await subscribing.ask(asked, { by: subscribers, done });
    if (!found) throw known();
    return found;
  }

  /** @param {string} email */
  async function refuseKnown(email) {
    if (await subscribers.findByEmail(email)) throw known();
  }

  /** @param {Given} given @returns {Promise<Subscriber>} @throws {LarderError} `conflict` when the address is known */
  async function add({ consentAt, ...given }) {
    const id = await subscribers.idOf(given.email);
    const found = await subscribers.change(id, (before) => {
      if (before) throw known();
      const after = { ...createSubscriber(now()), ...given };
      return {
        after: { ...after, state: 'confirmed', confirmedAt: new Date(consentAt).toISOString() },
        done: { what: 'subscriber.created', of: id },
      };
    });
    return /** @type {Subscriber} */ (found);
  }

  /**
   * @param {Subscriber} read  as it was read
   * @param {Partial<Pick<Subscriber, 'tags' | 'language' | 'state'>>} changed
   * @returns {Promise<Subscriber | null>}
   * @throws {LarderError} `conflict` when it has changed since; `invalid` for a state that only a reader brings about
   */
  function change({ id, revision }, changed) {
    return subscribers.change(id, (before) => {
      if (before?.revision !== revision || !before) throw new LarderError('conflict', 'It changed');
      const { state = before.state } = changed;
      const isNew = state !== before.state;
      if (isNew && !MAY_BECOME[before.state].includes(state))
        throw new LarderError('invalid', 'Only the reader can confirm that', { field: 'status' });
      const left = isNew && state === 'unsubscribed' ? { unsubscribedAt: now() } : {};
      const again = isNew && state === 'confirmed' ? { bounces: 0 } : {};
      const after = { ...before, ...changed, ...left, ...again };
      return { after, done: { what: 'subscriber.changed', of: id } };
    });
  }

  /** Leaves nothing of it. @param {Pick<Subscriber, 'id'>} subscriber */
  async function remove({ id }) {
    await subscribers.change(id, () => ({
      after: null,
      done: { what: 'subscriber.deleted', of: id },
    }));
  }

  /**
   * A mail to an address failed for good, or its reader said that it is spam.
   * @param {string} id  of a subscriber, or of nobody
   * @param {'bounce' | 'complaint'} kind
   * @param {Buffer | null} [tag]  of the mail
   * @returns {Promise<boolean>} whether it is news
   */
  async function report(id, kind, tag = null) {
    let isNews = false;
    await subscribers.change(id, (before) => {
      const after = before && (kind === 'bounce' ? bounced(before, tag) : complained(before));
      isNews = after !== null;
      const what = `subscriber.${kind === 'bounce' ? 'bounced' : 'complained'}`;
      return after && { after, done: { what, of: id } };
    });
    return isNews;
  }

  /** @param {Subscriber} before @returns {Subscriber | null} */
  function complained(before) {
    if (before.state === 'unsubscribed') return null;
    return { ...before, state: 'unsubscribed', unsubscribedAt: now(), complaint: true };
  }

  function now() {
    return new Date(clock.now()).toISOString();
  }
}

const known = () =>
  new LarderError(
    'conflict',
    'This address is known already. Who has unsubscribed can come back by the form alone.',
    { field: 'email' },
  );
