import { fromLocal, toLocal } from '../base/time-zones.js';
import { again } from '../content/writing/writer.js';
import { createMailing } from './mailings.js';
/** @import { Clock } from '../base/clock.js' */
/** @import { BlogIndex } from '../changes/index/blog-index.js' */
/** @import { Put, Settings, Store, Summary } from '../store/types.js' */
/** @import { createLease } from './lease.js' */

/** The record's id, among the jobs. */
const ID = 'digest';
/** Posts that one digest tells of; of more, the newest. */
const POSTS_AT_MOST = 50;
const DAY = 24 * 60 * 60_000;

/**
 * @typedef {object} DigestRecord
 * @property {string} id
 * @property {string} schedule  as the settings were when it was written
 * @property {string} slot  the last time that a digest was due, ISO
 * @property {string} until  up to when posts were told of, ISO
 * @property {string} epoch  of the store in which an owner wants digests: in a copy, they stand
 * @property {string} [revision]
 */

/**
 * Makes a mailing of what was published since the last one, at the time that the owner has chosen: once, whoever runs,
 * and also when nobody ran at that time. A mailing is written first, by the lease's holder; its id is that of the day.
 * @param {object} deps
 * @param {Store} deps.store
 * @param {Pick<BlogIndex, 'posts' | 'isPublic' | 'settings'>} deps.index
 * @param {ReturnType<typeof createLease>} deps.lease
 * @param {Clock} deps.clock
 */
export function createDigests({ store, index, lease, clock }) {
  /** What needs no further look. */
  let done = { schedule: 'off', slot: '' };
  return { isDue, make, next, stands, goOn };

  /** @returns {boolean} whether there may be something to do */
  function isDue() {
    const { schedule, slot } = present();
    return schedule !== done.schedule || slot > done.slot || done.slot > now();
  }

  /** Makes the one that is due, if the lease is held. */
  async function make() {
    const { schedule, slot } = present();
    const epoch = await store.epoch();
    const record = await read();
    let after = record;
    // A time to come was noted while a clock was wrong.
    if (!record || record.schedule !== schedule || record.slot > now())
      after = turnedTo(schedule, record, epoch);
    else if (slot > record.slot && record.epoch === epoch) after = await tell(record, slot, epoch);
    if (after === null || (after !== record && !(await write(after)))) return;
    done = { schedule, slot: slot > after.slot ? slot : after.slot };
  }

  /**
   * @param {string} schedule
   * @param {DigestRecord | null} record
   * @param {string} epoch
   * @returns {DigestRecord} from now on: what was published before digests were turned on is no news
   */
  function turnedTo(schedule, record, epoch) {
    const before = record ?? { id: ID, epoch };
    const until =
      record && record.schedule !== 'off' && record.until < now() ? record.until : now();
    return { ...before, schedule, slot: now(), until };
  }

  /**
   * @param {DigestRecord} record
   * @param {string} slot
   * @param {string} epoch
   * @returns {Promise<DigestRecord | null>} as it is then; null: another process does it
   */
  async function tell(record, slot, epoch) {
    const id = `digest:${toLocal(slot, index.settings.timeZone).slice(0, 10)}`;
    const made = await store.get('mailing', id);
    if (made) return { ...record, slot, until: made.createdAt };
    const mailing = createMailing('digest', { id, posts: [], by: '', epoch, now: now() });
    mailing.posts = (await postsSince(record.until, mailing.createdAt)).map((post) => post.id);
    const isWritten =
      mailing.posts.length === 0 ||
      (await lease.hold([{ kind: 'mailing', record: mailing, revision: null }]));
    return isWritten ? { ...record, slot, until: mailing.createdAt } : null;
  }

  /** @param {string} since @param {string} until @returns {Promise<Summary[]>} the newest first */
  async function postsSince(since, until) {
    const sent = new Set();
    for await (const { id, kind } of store.all('mailing')) if (kind === 'post') sent.add(id);
    return [...index.posts()]
      .filter((post) => post.type === 'post' && index.isPublic(post) && !sent.has(post.id))
      .filter(({ publishedAt }) => publishedAt && publishedAt > since && publishedAt <= until)
      .sort(newestFirst)
      .slice(0, POSTS_AT_MOST);
  }

  /** @returns {Promise<Summary[]>} what it would tell of now */
  async function next() {
    const record = await read();
    return postsSince(record?.until ?? now(), now());
  }

  /** @returns {Promise<boolean>} whether digests stand until an owner has them go on */
  async function stands() {
    const record = await read();
    return record !== null && record.schedule !== 'off' && record.epoch !== (await store.epoch());
  }

  /** An owner wants them. */
  async function goOn() {
    const epoch = await store.epoch();
    await again(async () => {
      const record = await read();
      if (record && record.epoch !== epoch) await store.write([putOf({ ...record, epoch })]);
    });
    done = { schedule: 'off', slot: '' };
  }

  /** @returns {Promise<DigestRecord | null>} */
  function read() {
    return store.get('job', ID);
  }

  /** @param {DigestRecord} record @returns {Promise<boolean>} */
  function write(record) {
    return lease.hold([putOf(record)]);
  }

  /** @returns {{ schedule: string, slot: string }} as the settings have it; `slot`: the last one, '' where it is off */
  function present() {
    const { digest, digestDay, digestHour, timeZone } = index.settings;
    if (digest !== 'daily' && digest !== 'weekly') return { schedule: 'off', slot: '' };
    const schedule = [digest, digestDay, digestHour, timeZone].join(' ');
    return { schedule, slot: lastSlot(index.settings, clock.now()) };
  }

  function now() {
    return new Date(clock.now()).toISOString();
  }
}

/** @param {Pick<Summary, 'publishedAt'>} one @param {Pick<Summary, 'publishedAt'>} other */
export const newestFirst = (one, other) =>
  (one.publishedAt ?? '') < (other.publishedAt ?? '') ? 1 : -1;

/** @param {DigestRecord} record @returns {Put} */
const putOf = ({ revision, ...record }) => ({ kind: 'job', record, revision: revision ?? null });

/**
 * @param {Pick<Settings, 'digest' | 'digestDay' | 'digestHour' | 'timeZone'>} settings
 * @param {number} now  milliseconds since 1970
 * @returns {string} when a digest was due last, ISO
 */
export function lastSlot({ digest, digestDay, digestHour, timeZone }, now) {
  const today = Date.parse(toLocal(new Date(now).toISOString(), timeZone).slice(0, 10));
  const hour = String(digestHour).padStart(2, '0');
  for (let back = 0; back <= 7; back++) {
    const day = new Date(today - back * DAY);
    const slot = fromLocal(`${day.toISOString().slice(0, 10)}T${hour}:00`, timeZone);
    const isDay = digest === 'daily' || day.getUTCDay() === digestDay % 7;
    if (isDay && slot !== null && Date.parse(slot) <= now) return slot;
  }
  return '';
}
