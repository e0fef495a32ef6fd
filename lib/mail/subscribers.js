import { createHmac, timingSafeEqual } from 'node:crypto';
import { foldCase } from '../base/unicode.js';
import { again, following } from '../content/writing/writer.js';
import { secretKey } from '../people/secret-key.js';
/** @import { Done, Note } from '../content/acts.js' */
/** @import { RandomBytes } from '../people/secrets.js' */
/** @import { Put, Removal, Store } from '../store/types.js' */
/** @import { Mail, Subscriber } from './records.js' */

/** Of the record with the key, among the tokens. */
const KEY = 'subscribers';
/** Bytes of an id, a time and a signature. */
const ID = 16;
const TIME = 6;
const SIGNATURE = 16;

/**
 * What a link is for: confirm, unsubscribe, change tags and language.
 * @typedef {'confirm' | 'off' | 'choices'} Purpose
 *
 * @typedef {ReturnType<typeof createSubscribers>} Subscribers
 */

/**
 * Who gets posts by e-mail. The id of a subscriber is a hash of the address, with a key in the store: so each address
 * has one record, which one read finds by either of them, also when two processes write at once. Nobody can guess an
 * id; and when the rest is forgotten, the id is the hash by which an address that was unsubscribed is known again.
 * @param {object} deps
 * @param {Store} deps.store
 * @param {RandomBytes} deps.random
 * @param {string} deps.baseUrl  without a slash at the end
 * @param {Note} [deps.note]  of what is done
 */
export function createSubscribers({ store, random, baseUrl, note = () => [] }) {
  return {
    all,
    counts: () => store.subscriberCounts(),
    search,
    confirmed,
    count,
    find,
    findByEmail,
    idOf,
    idsOf,
    change,
    tokenOf,
    linkOf,
    open,
    sign,
    as,
  };

  /** @param {Note} noting @returns {Subscribers} that note what they do */
  function as(noting) {
    return createSubscribers({ store, random, baseUrl, note: noting });
  }

  /** @param {string} [after]  an id @returns {AsyncIterable<Subscriber>} in the order of ids, read in pages */
  function all(after) {
    return store.all('subscriber', [], after);
  }

  /**
   * Who gets a post.
   * @param {string[]} tags  of the post
   * @returns {AsyncGenerator<Subscriber>} in the order of ids
   */
  async function* confirmed(tags) {
    const folded = new Set(tags.map(foldCase));
    for await (const subscriber of all())
      if (subscriber.state === 'confirmed' && wants(subscriber, folded)) yield subscriber;
  }

  /** @param {string[]} [tags]  of a post @returns {Promise<number>} how many get it; without tags, get some post */
  async function count(tags) {
    let found = 0;
    if (tags) for await (const _ of confirmed(tags)) found++;
    else
      for (const { state, count: by } of await store.subscriberCounts())
        if (state === 'confirmed') found += by;
    return found;
  }

  /**
   * @param {string} part  of an address, in lower case
   * @param {{ after: string, limit: number }} page  `after`: an address
   * @returns {Promise<{ found: Subscriber[], next: string | null }>} by address; `next`: after which to go on
   */
  async function search(part, page) {
    const { ids, next } = await store.subscribersWith(part, page);
    /** @type {(Subscriber | null)[]} */
    const read = await store.getMany('subscriber', ids);
    return { found: read.flatMap((each) => (each?.email ? [each] : [])), next: next || null };
  }

  /** @param {string} id  anything @returns {Promise<Subscriber | null>} */
  function find(id) {
    return store.get('subscriber', id);
  }

  /** @param {string} email  normalised @returns {Promise<Subscriber | null>} */
  async function findByEmail(email) {
    return find(await idOf(email));
  }

  /** Mail servers take no notice of capitals. @param {string} email  normalised */
  async function idOf(email) {
    return (await idsOf([email]))[0];
  }

  /** @param {string[]} emails  normalised */
  async function idsOf(emails) {
    const secret = await secretKey(store, KEY, random);
    return emails.map((email) => {
      const hash = createHmac('sha256', secret).update(`address ${email.toLowerCase()}`);
      return hash.digest().subarray(0, ID).toString('base64url');
    });
  }

  /**
   * Reads a subscriber and writes what becomes of it, again when another process has written meanwhile.
   * @param {string} id
   * @param {(before: Subscriber | null) => Change | null | Promise<Change | null>} decide  null: nothing is written
   * @returns {Promise<Subscriber | null>} as it is then
   * @throws {LarderError} `unavailable`
   *
   * @typedef {{ after: Subscriber | null, mails?: Mail[], done?: Done | null }} Change  `after` null deletes it;
   *   `mails` are written with it; `done`: what it is as an act
   */
  function change(id, decide) {
    return again(async () => {
      const before = await find(id);
      const change = await decide(before);
      if (!change || (!change.after && !before)) return before;
      const { after, mails = [], done } = change;
      const revision = before?.revision ?? null;
      /** @type {(Put | Removal)[]} */
      const writes = after
        ? [{ kind: 'subscriber', record: { ...after, id }, revision }]
        : [{ kind: 'subscriber', id, revision: revision ?? '', removed: true }];
      const others = [...mails.map(putMail), ...(done ? note(done) : [])];
      const [written] = await store.write([...writes, ...following(others)]);
      return after && { ...after, id, revision: written ?? '' };
    });
  }

  /**
   * A token needs no record: it is the subscriber's id and a time, signed for one purpose.
   * @param {Pick<Subscriber, 'id'>} subscriber
   * @param {Purpose} purpose
   * @param {number} [at]  when it was made, in milliseconds since 1970, where it is not good for ever
   */
  async function tokenOf({ id }, purpose, at = 0) {
    const time = Buffer.alloc(TIME);
    time.writeUIntBE(at, 0, TIME);
    const start = Buffer.concat([Buffer.from(id, 'base64url'), time]);
    return Buffer.concat([start, await sign(start, purpose)]).toString('base64url');
  }

  /** @type {(...given: Parameters<typeof tokenOf>) => Promise<string>} an absolute URL */
  async function linkOf(subscriber, purpose, at) {
    return `${baseUrl}/subscribe/${purpose}/${await tokenOf(subscriber, purpose, at)}`;
  }

  /**
   * @param {string} token  anything
   * @param {Purpose} purpose
   * @returns {Promise<{ id: string, at: number } | null>} null: it is not ours; whose it is, and when it was made
   */
  async function open(token, purpose) {
    const bytes = Buffer.from(token.slice(0, 100), 'base64url');
    if (bytes.length !== ID + TIME + SIGNATURE) return null;
    const start = bytes.subarray(0, ID + TIME);
    if (!timingSafeEqual(await sign(start, purpose), bytes.subarray(ID + TIME))) return null;
    return { id: start.toString('base64url', 0, ID), at: start.readUIntBE(ID, TIME) };
  }

  /** @param {Buffer} start @param {Purpose | 'bounce'} purpose @returns {Promise<Buffer>} */
  async function sign(start, purpose) {
    const signed = createHmac('sha256', await secretKey(store, KEY, random))
      .update(`token ${purpose} `)
      .update(start);
    return signed.digest().subarray(0, SIGNATURE);
  }
}

/**
 * @param {Pick<Subscriber, 'tags'>} subscriber
 * @param {Set<string>} tags  of posts, their case folded
 */
export const wants = ({ tags: wanted }, tags) =>
  wanted.length === 0 || wanted.some((tag) => tags.has(foldCase(tag)));

/** @param {Mail} record @returns {Put} */
const putMail = (record) => ({ kind: 'mail', record, revision: null });
