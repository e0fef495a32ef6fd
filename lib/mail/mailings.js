import { isError, LarderError } from '../base/errors.js';
import { tagOfMail } from './bounced.js';
import { again, following, removal } from '../content/writing/writer.js';
/** @import { Clock } from '../base/clock.js' */
/** @import { Note } from '../content/acts.js' */
/** @import { Ordered } from '../content/writing/posts.js' */
/** @import { BlogIndex } from '../changes/index/blog-index.js' */
/** @import { Store } from '../store/types.js' */
/** @import { Delivery, Mailing } from './records.js' */

/** @typedef {ReturnType<typeof createMailings>} Mailings */

/**
 * Posts on their way to the subscribers. A mailing stands in every store but that in which it was begun, or in which an
 * owner had it go on: so a copy of a blog mails nobody.
 * @param {object} deps
 * @param {Store} deps.store
 * @param {Pick<BlogIndex, 'post' | 'isPublic' | 'settings'>} deps.index
 * @param {Clock} deps.clock
 * @param {() => void} deps.onChanged
 * @param {Note} [deps.note]
 */
export function createMailings({ store, index, clock, onChanged, note = () => [] }) {
  return {
    begin,
    order,
    withdraw,
    list: () => listMailings(store),
    find,
    pause,
    goOn,
    cancel,
    change,
    deliveries,
    as,
  };

  /** @param {Note} noting @returns {Mailings} that note what they do */
  function as(noting) {
    return createMailings({ store, index, clock, onChanged, note: noting });
  }

  /**
   * A post is sent once for ever: when it is public, to those who subscribe then.
   * @param {string} id  of the post
   * @param {string} by  a user's id, or ''
   * @throws {LarderError} `conflict` when it was sent, or is; `invalid` where the blog has no postal address
   */
  async function begin(id, by) {
    const post = index.post(id);
    if (!post || post.type !== 'post') throw new LarderError('notFound', 'There is no such post.');
    try {
      const { first, then } = await order(post, by);
      await store.write([...first, ...following(then)]);
    } catch (error) {
      if (!isError(error, 'conflict')) throw error;
      throw sentBefore();
    }
    onChanged();
  }

  /**
   * What is written with a post that is saved: `first` means nothing until that is public.
   * @param {{ id: string, title: string }} post  which may not be there yet
   * @param {string} by  a user's id, or ''
   * @returns {Promise<Ordered>}
   * @throws {LarderError} `invalid` where the blog has no postal address; `conflict` when there is a mailing
   */
  async function order({ id, title }, by) {
    if (!index.settings.postalAddress) throw addressFirst();
    if (await store.get('mailing', id)) throw sentBefore();
    const now = new Date(clock.now()).toISOString();
    const post = index.post(id);
    const state = post && index.isPublic(post) ? 'sending' : 'waiting';
    const given = { id, posts: [id], by, epoch: await store.epoch(), now };
    const record = { ...createMailing('post', given), state };
    const done = { what: 'mailing.begun', of: id, about: title };
    return { first: [{ kind: 'mailing', record, revision: null }], then: note(done) };
  }

  /**
   * Takes back what was ordered with a post that could not be saved: where records are written one after the other, it
   * may be there.
   * @param {Ordered} order
   */
  async function withdraw({ first: [{ record }] }) {
    const ordered = /** @type {Mailing} */ (record);
    const present = await store.get('mailing', ordered.id);
    if (present?.createdAt === ordered.createdAt && present.by === ordered.by)
      await store.write([removal('mailing', present)]);
  }

  /** @param {string} id @returns {Promise<Mailing | null>} likewise */
  async function find(id) {
    const mailing = await store.get('mailing', id);
    return mailing && asOf(mailing, await store.epoch());
  }

  /** @param {string} id */
  function pause(id) {
    return decide(id, 'mailing.paused', ['waiting', 'sending'], 'paused');
  }

  /** @param {string} id */
  async function goOn(id) {
    const post = index.post(id);
    const state = post && !index.isPublic(post) ? 'waiting' : 'sending';
    await decide(id, 'mailing.resumed', ['paused'], state);
  }

  /** What is left is not sent. @param {string} id */
  function cancel(id) {
    return decide(id, 'mailing.cancelled', ['waiting', 'sending', 'paused'], 'cancelled');
  }

  /**
   * @param {string} id
   * @param {string} what  as an act
   * @param {Mailing['state'][]} from
   * @param {Mailing['state']} state
   */
  async function decide(id, what, from, state) {
    const epoch = await store.epoch();
    await again(async () => {
      const present = await find(id);
      if (!present) throw new LarderError('notFound', 'There is no such mailing.');
      if (!from.includes(present.state)) return;
      const { revision = null, ...rest } = present;
      const endedAt = state === 'cancelled' ? new Date(clock.now()).toISOString() : '';
      const record = { ...rest, state, epoch, endedAt, problem: '' };
      const done = { what, of: id, about: index.post(id)?.title };
      await store.write([{ kind: 'mailing', record, revision }, ...following(note(done))]);
    });
    onChanged();
  }

  /**
   * What the sender notes. An owner may have written meanwhile: then it is made of that.
   * @param {string} id
   * @param {(present: Mailing) => Partial<Mailing>} make
   */
  function change(id, make) {
    return changeMailing(store, id, make);
  }

  /** @param {string} id @returns {AsyncGenerator<Delivery>} */
  async function* deliveries(id) {
    for await (const delivery of store.all('delivery', [], `${id}:`)) {
      if (!delivery.id.startsWith(`${id}:`)) return;
      yield delivery;
    }
  }
}

/** @param {Store} store @returns {AsyncGenerator<Mailing>} those of another store as paused */
export async function* listMailings(store) {
  const epoch = await store.epoch();
  for await (const mailing of store.all('mailing')) yield asOf(mailing, epoch);
}

/**
 * @param {Mailing['kind']} kind
 * @param {Pick<Mailing, 'id' | 'posts' | 'by' | 'epoch'> & { now: string }} given
 * @returns {Mailing} that nobody has got yet
 */
export const createMailing = (kind, { id, posts, by, epoch, now }) => ({
  id,
  kind,
  posts,
  by,
  state: 'waiting',
  epoch,
  createdAt: now,
  endedAt: '',
  total: 0,
  accepted: 0,
  bounced: 0,
  unsubscribed: 0,
  problem: '',
});

export const addressFirst = () =>
  new LarderError(
    'invalid',
    'First save the name and postal address that each mail names, at “Mailings”.',
    { field: 'sendByEmail', word: ['mailings.addressFirst'] },
  );

const sentBefore = () =>
  new LarderError('conflict', 'This post was sent by e-mail before.', {
    field: 'sendByEmail',
    word: ['mailings.sentBefore'],
  });

/**
 * Counts what one of its readers did, or what is reported of one.
 * @param {Store} store
 * @param {string} id
 * @param {'unsubscribed' | 'returned' | 'complained'} what
 */
export const countReader = (store, id, what) =>
  changeMailing(store, id, ({ [what]: before = 0 }) => ({ [what]: before + 1 }));

/**
 * @param {Mailing} mailing
 * @returns {{ total: number, accepted: number, bounced: number, unsubscribed: number, complained: number }} what it
 *   reached: who accepted it at first, and sent it back later, is in `bounced` alone
 */
export const reachOf = ({ total, accepted, bounced, returned = 0, ...more }) => ({
  total,
  accepted: Math.max(0, accepted - returned),
  bounced: bounced + returned,
  unsubscribed: more.unsubscribed ?? 0,
  complained: more.complained ?? 0,
});

/**
 * Which mailing a link to unsubscribe, or a report, is about.
 * @param {Store} store
 * @param {{ at?: number, tag?: Buffer }} sign  `at`: when it was begun, in milliseconds since 1970, as its links say;
 *   `tag`: of `tagOfMail`
 * @returns {Promise<Mailing | null>}
 */
export async function findMailing(store, { at, tag }) {
  for await (const mailing of store.all('mailing')) {
    const isIt = at ? Date.parse(mailing.createdAt) === at : tag?.equals(tagOfMail(mailing.id));
    if (isIt) return mailing;
  }
  return null;
}

/** @param {Store} store @param {string} id @param {(present: Mailing) => Partial<Mailing>} make */
export const changeMailing = (store, id, make) =>
  again(async () => {
    const present = await store.get('mailing', id);
    if (!present) return;
    const { revision, ...rest } = present;
    const record = { ...rest, ...make(present) };
    await store.write([{ kind: 'mailing', record, revision }]);
  });

/** @param {Mailing} mailing @param {string} epoch @returns {Mailing} */
const asOf = (mailing, epoch) =>
  mailing.epoch !== epoch && (mailing.state === 'waiting' || mailing.state === 'sending')
    ? { ...mailing, state: 'paused' }
    : mailing;
