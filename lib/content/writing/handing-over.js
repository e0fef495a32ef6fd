import { LarderError } from '../../base/errors.js';
import { authorsOf } from '../../changes/index/public-lists.js';
import { changeOneByOne } from './one-by-one.js';
/** @import { BlogIndex } from '../../changes/index/blog-index.js' */
/** @import { Authored, Job, Store } from '../../store/types.js' */
/** @import { Jobs } from '../jobs/jobs.js' */
/** @import { Writer } from './writer.js' */

const NAME = 'handingOver';

/** @typedef {Job & { from: string, to: string }} HandingOver  users' ids */

/**
 * Makes what is of one user another's: posts, pages, deleted ones, and what the record of acts says of them.
 * @param {object} deps
 * @param {Store} deps.store
 * @param {BlogIndex} deps.index
 * @param {Writer} deps.writer
 * @param {Jobs} deps.jobs
 */
export function createHandingOver({ store, index, writer, jobs }) {
  jobs.define(NAME, (job) => work(/** @type {HandingOver} */ (job)));
  return { handOver };

  /**
   * Of the texts nothing changes, nor the times of their last change. If it breaks off, doing it again does the rest.
   * @param {string} from
   * @param {string} to
   * @param {string} [by]  a user's id
   * @throws {LarderError} `conflict` while another one is under way; `unavailable`
   */
  async function handOver(from, to, by = '') {
    const total = theirs(from).length;
    const noted = writer.note({ what: 'person.handedOver', of: from, about: to });
    const started = await jobs.begin({ id: NAME, name: NAME, by, from, to, total }, noted);
    if (!started) throw new LarderError('conflict', 'Other posts are being handed over right now.');
    await started.ended;
  }

  /** @param {HandingOver} job */
  async function* work(job) {
    const { from, to } = job;
    yield* changeOneByOne({ store, writer }, job, [theirs(from)], async (post) =>
      authorsOf(post).includes(from) ? withAuthor(post, from, to) : null,
    );
    for await (const { revision = null, ...record } of store.all('trash', ['post.html']))
      if (authorsOf(record.post).includes(from)) {
        const { post } = await store.get('trash', record.id);
        const changed = { ...record, post: withAuthor(post, from, to) };
        yield store.write([{ kind: 'trash', record: changed, revision }]);
      }
    for await (const { revision = null, ...act } of store.all('act'))
      if (act.by === from)
        yield store.write([{ kind: 'act', record: { ...act, by: to }, revision }]);
  }

  /** @param {string} user */
  function theirs(user) {
    const all = [...index.posts()].filter((post) => authorsOf(post).includes(user));
    return all.map(({ id }) => id);
  }
}

/**
 * @template {Authored} T
 * @param {T} post
 * @param {string} from
 * @param {string} to
 * @returns {T}
 */
function withAuthor(post, from, to) {
  const [author, ...others] = [
    ...new Set(authorsOf(post).map((each) => (each === from ? to : each))),
  ];
  return { ...post, author, coAuthors: others.length > 0 ? others : undefined };
}
