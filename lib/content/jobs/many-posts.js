import { LarderError } from '../../base/errors.js';
import { allEnded } from '../../base/all-ended.js';
/** @import { BlogIndex } from '../../changes/index/blog-index.js' */
/** @import { Job, Post, Put, Store } from '../../store/types.js' */
/** @import { BulkAction, Changed, createBulkWriter, Planned } from '../writing/bulk.js' */
/** @import { Jobs, Save, Started } from './jobs.js' */

/**
 * @typedef {object} Outcomes  of the posts that were gone through
 * @property {number} done
 * @property {number} changed
 * @property {number} same  posts that were so already
 * @property {{ id: string, title: string, reason: string }[]} failed  the first ones
 * @property {number} failures
 * @property {number} later  of the published ones: those whose date is still to come
 *
 * @typedef {Job & Outcomes & { action: BulkAction, type: 'post' | 'page', tag: string, undoes: string, settled:
 *   Outcomes }} ManyPosts  `undoes`: the id of another job, or ''; `settled`: the outcomes before the slice at hand
 *
 * @typedef {Changed & { planned?: Planned, outcome?: 'changed' | 'same' | 'failed', failure?: { title: string, reason:
 *   string }, isLater?: boolean }} Entry
 *
 * @typedef {{ id: string, posts: Entry[], revision?: string }} Slice
 */

const NAME = 'manyPosts';
/** Posts of a record: what they were before is written before the first of them is changed. */
const SLICE = 50;
/** Posts that are changed together, so that they wait for the disk together. */
const AT_ONCE = 8;
/** Of these, the order is seen, or each may take the address of another. @type {Set<BulkAction>} */
const IN_ORDER = new Set(['publish', 'restore']);
/** Failures that are named. */
const NAMED = 20;
/** Posts of one author whose changes can be undone: the oldest jobs are forgotten. */
const REMEMBERED = 20_000;
/** @type {Outcomes} */
const NOTHING = { done: 0, changed: 0, same: 0, failed: [], failures: 0, later: 0 };

/**
 * Changes many posts as one job, and keeps what it takes to undo it. Of an author, one is under way at a time. Records:
 * `by:<author>` lists the ids of their jobs; each has `<id>:<number>` for each slice of its posts.
 * @param {object} deps
 * @param {Store} deps.store
 * @param {BlogIndex} deps.index
 * @param {Jobs} deps.jobs
 * @param {() => string} deps.newId
 * @param {(by: string) => ReturnType<typeof createBulkWriter>} deps.changing  what changes posts on behalf of that user
 * @param {(by: string, post: Post) => boolean} deps.mayEdit
 */
export function createManyPosts({ store, index, jobs, newId, changing, mayEdit }) {
  jobs.define(NAME, (job, save) => work(/** @type {ManyPosts} */ (job), save));
  return { begin, report, changed };

  /**
   * @param {string} by a user's id
   * @param {{ action: BulkAction, type: 'post' | 'page', tag: string, posts: Changed[], undoes?: string }} change
   * @returns {Promise<Started | null>} null: another one of theirs is under way
   */
  async function begin(by, { posts, undoes = '', ...change }) {
    const list = await store.get('job', `by:${by}`);
    const known = list?.jobs ?? [];
    if (known.length > 0 && (await jobs.find(known.at(-1).id))?.isOver === false) return null;
    const id = newId();
    const total = posts.length;
    for (let at = 0; at < total; at += SLICE)
      await store.write([put({ id: sliceId(id, at), posts: posts.slice(at, at + SLICE) })]);
    const { kept, forgotten } = forget([...known, { id, total }]);
    const record = { id: `by:${by}`, jobs: kept };
    const about = { ...NOTHING, ...change, id, name: NAME, by, total, undoes, settled: NOTHING };
    const started = await jobs.begin(about, [
      { kind: 'job', record, revision: list?.revision ?? null },
    ]);
    if (started) await remove(forgotten);
    return started;
  }

  /**
   * @param {string} by a user's id
   * @param {string} id
   * @returns {Promise<ManyPosts | null>} the one under way, or else that with this id
   */
  async function report(by, id) {
    const known = (await store.get('job', `by:${by}`))?.jobs ?? [];
    const last = known.length > 0 ? await jobs.find(known.at(-1).id) : null;
    if (last?.isOver === false) return /** @type {ManyPosts} */ (last);
    const isTheirs = known.some((/** @type {{ id: string }} */ each) => each.id === id);
    return isTheirs ? /** @type {ManyPosts | null} */ (await jobs.find(id)) : null;
  }

  /** @param {Job} job that is over @returns {Promise<Changed[]>} what it takes to undo it: again does the rest */
  async function changed({ id, total }) {
    const slices = await slicesOf({ id, total });
    return slices
      .flatMap(({ posts }) => posts)
      .filter(({ outcome }) => outcome === 'changed')
      .map(({ id, revision, before }) => ({ id, revision, before }));
  }

  /** @param {ManyPosts} job @param {Save} save */
  async function* work(job, save) {
    Object.assign(job, outcomesOf(job.settled));
    while (job.done < job.total) {
      /** @type {Slice} */
      let slice = await store.get('job', sliceId(job.id, job.done));
      const isPlanned = slice.posts.some(({ planned }) => planned);
      if (!isPlanned) slice = await plan(slice);
      let isWhole = false;
      try {
        const atOnce = IN_ORDER.has(job.action) ? 1 : AT_ONCE;
        for (let at = 0; at < slice.posts.length; at += atOnce) {
          const some = slice.posts.slice(at, at + atOnce);
          try {
            await allEnded(some.map((entry) => (entry.outcome ? null : change(entry, job))));
          } finally {
            for (const entry of some) if (entry.outcome) count(entry, job);
          }
          yield;
        }
        isWhole = true;
      } finally {
        if (isWhole) job.settled = outcomesOf(job);
        await save({}, [put(slice)]);
      }
    }
  }

  /** @param {Slice} slice @returns {Promise<Slice>} with what the posts are before */
  async function plan({ revision, ...slice }) {
    const planned = await changing('').plansOf(slice.posts.map(({ id }) => id));
    const posts = slice.posts.map((entry, place) => ({ ...entry, planned: planned[place] }));
    const record = { ...slice, posts };
    const [written] = await store.write([{ kind: 'job', record, revision: revision ?? null }]);
    return { ...record, revision: written ?? '' };
  }

  /** @param {Entry} entry  gets its outcome @param {ManyPosts} job */
  async function change(entry, { action, tag, by, type }) {
    const may = (/** @type {Post} */ post) =>
      (action === 'restore' || post.type === type) && mayEdit(by, post);
    const { changePost, titleOf } = changing(by);
    try {
      const changed = await changePost(entry, action, tag, { by, may });
      Object.assign(entry, changed, { outcome: changed ? 'changed' : 'same' });
      if (changed && action === 'publish') entry.isLater = isScheduled(entry.id);
    } catch (error) {
      // What concerns them all, such as a full disk, breaks it off.
      if (!(error instanceof LarderError) || error.code === 'unavailable') throw error;
      const failure = { title: await titleOf(entry.id, may), reason: error.message };
      Object.assign(entry, { outcome: 'failed', failure });
    }
  }

  /** @param {string} id */
  function isScheduled(id) {
    const post = index.post(id);
    return post !== undefined && index.stateOf(post) === 'scheduled';
  }

  /** @param {Pick<Job, 'id' | 'total'>} job @returns {Promise<Slice[]>} */
  async function slicesOf({ id, total }) {
    const ids = Array.from({ length: Math.ceil(total / SLICE) }, (_, number) =>
      sliceId(id, number * SLICE),
    );
    return (await store.getMany('job', ids)).filter(Boolean);
  }

  /** @param {Pick<Job, 'id' | 'total'>[]} forgotten */
  async function remove(forgotten) {
    for (const job of forgotten)
      for (const { id, revision = '' } of [
        await store.get('job', job.id),
        ...(await slicesOf(job)),
      ])
        await store.write([{ kind: 'job', id, revision, removed: true }]);
  }
}

/** @param {Entry} entry @param {Outcomes} outcomes  is added to */
function count({ id, outcome, failure, isLater }, outcomes) {
  outcomes.done++;
  if (outcome === 'changed') outcomes.changed++;
  if (outcome === 'same') outcomes.same++;
  if (isLater) outcomes.later++;
  if (failure && outcomes.failures++ < NAMED) outcomes.failed.push({ id, ...failure });
}

/** @param {Outcomes} job @returns {Outcomes} */
const outcomesOf = ({ done, changed, same, failed, failures, later }) => ({
  done,
  changed,
  same,
  failed: [...failed],
  failures,
  later,
});

/** @param {{ id: string, total: number }[]} all  the oldest first; the latest stays, however many it has changed */
function forget(all) {
  let posts = 0;
  const first = all.findLastIndex(({ total }, place) => {
    posts += total;
    return posts > REMEMBERED && place < all.length - 1;
  });
  return { kept: all.slice(first + 1), forgotten: all.slice(0, first + 1) };
}

/** @param {Slice} slice @returns {Put} */
const put = ({ revision, ...record }) => ({ kind: 'job', record, revision: revision ?? null });

/** @param {string} job @param {number} at */
const sliceId = (job, at) => `${job}:${Math.floor(at / SLICE)}`;
