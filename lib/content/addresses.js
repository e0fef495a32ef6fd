import { LarderError } from '../base/errors.js';
import { pathOf } from '../changes/index/blog-index.js';
import { removal } from './writing/writer.js';
/** @import { Clock } from '../base/clock.js' */
/** @import { BlogIndex } from '../changes/index/blog-index.js' */
/** @import { Address, Post, Put, Removal, Store } from '../store/types.js' */

/** Milliseconds for which a claim holds before its post is written: the writer may still be at work. */
const CLAIM_LASTS = 60_000;

/** @typedef {ReturnType<typeof createAddresses>} Addresses */

/**
 * Every path belongs to one post: the one that has it now, or the last one that had it, to which it redirects.
 * CouchDB has no unique constraints, so each path is claimed with a document of its own before the post is
 * written; if two writers claim the same path, the second gets a conflict.
 * @param {object} deps
 * @param {Store} deps.store
 * @param {BlogIndex} deps.index
 * @param {Clock} deps.clock
 */
export function createAddresses({ store, index, clock }) {
  return { claim, release, former, redirects, withoutRedirect };

  /**
   * @param {{ id: string, type: 'post' | 'page', slug: string }} post
   * @returns {Promise<Put[]>} to be written before the post
   * @throws {LarderError} `conflict` on the field `slug` when the path belongs to another post
   */
  async function claim(post) {
    const path = pathOf(post);
    const present = await read(path);
    if (present?.owner === post.id && present.held) return [];
    const standing = index.find(post.type, post.slug);
    const isTaken = standing ? standing.id !== post.id : present?.held && !mayTake(present);
    if (isTaken) throw taken(path);
    return [put(path, post.id, true, present)];
  }

  /**
   * @param {Pick<Post, 'id' | 'type' | 'slug' | 'status' | 'publishedAt'>} post as it was
   * @returns {Promise<(Put | Removal)[]>} to be written after the post has been removed or moved
   */
  async function release(post) {
    const path = pathOf(post);
    const present = await read(path);
    if (present && present.owner !== post.id) return [];
    // Nobody knows a path that was never public, so it becomes free.
    const wasNeverPublic = post.status === 'draft' && post.publishedAt === null;
    if (wasNeverPublic) return present ? [removal('address', present)] : [];
    return [put(path, post.id, false, present)];
  }

  /**
   * @param {string} id of a post
   * @param {string[]} paths that it had before; paths of other posts are left alone
   * @returns {Promise<Put[]>}
   */
  async function former(id, paths) {
    const absent = [];
    for (const path of new Set(paths)) {
      if (!(await read(path))) absent.push(put(path, id, false, null));
    }
    return absent;
  }

  /**
   * @param {{ from: string, to: string }[]} redirects from decoded paths to paths as in a link, or to ids of posts;
   *   those of posts are left alone
   * @returns {Promise<Put[]>}
   */
  async function redirects(redirects) {
    const puts = [];
    for (const { from, to } of new Map(redirects.map((each) => [each.from, each])).values()) {
      const present = await read(from);
      const isFree = !present || (present.owner.startsWith('/') && present.owner !== to);
      if (isFree) puts.push(put(from, to, false, present));
    }
    return puts;
  }

  /** @param {string} path decoded @returns {Promise<Removal[]>} of a redirect from there to a path, if there is one */
  async function withoutRedirect(path) {
    const present = await read(path);
    return present?.owner.startsWith('/') ? [removal('address', present)] : [];
  }

  /** @param {string} path @returns {Promise<Address | null>} */
  function read(path) {
    return store.get('address', path);
  }

  /** Whether a claim is abandoned: its post was never written, or has moved. @param {Address} address */
  function mayTake({ id, owner, claimedAt }) {
    const post = index.post(owner);
    if (post && pathOf(post) === id) return false;
    // A time in the future was recorded before the clock was set back.
    return Math.abs(clock.now() - Date.parse(claimedAt)) > CLAIM_LASTS;
  }

  /**
   * @param {string} path
   * @param {string} owner
   * @param {boolean} held
   * @param {Address | null} present
   * @returns {Put}
   */
  function put(path, owner, held, present) {
    const claimedAt = new Date(clock.now()).toISOString();
    const record = { id: path, owner, held, claimedAt };
    return { kind: 'address', record, revision: present?.revision ?? null };
  }
}

/** @param {string} path */
export const taken = (path) =>
  new LarderError('conflict', `Another post has the URL ${path}`, { field: 'slug' });
