import { randomUUID } from 'node:crypto';
import { digest } from '../digest.js';
import { LarderError } from '../errors.js';
import { pathOf } from '../index/blog-index.js';
import { Addresses } from './addresses.js';
import { renderComment, renderPost } from './render.js';
import { defaultSettings } from './settings.js';
import { slugify } from './slug.js';
import { validatePost } from './validate.js';

/**
 * @typedef {import('../types.js').Post} Post
 * @typedef {import('../types.js').Comment} Comment
 * @typedef {import('../types.js').User} User
 * @typedef {import('../types.js').Settings} Settings
 * @typedef {import('../types.js').Media} Media
 * @typedef {import('../types.js').Put} Put
 * @typedef {import('../types.js').Removal} Removal
 * @typedef {Partial<Omit<Post, 'html' | 'teaser' | 'words' | 'rendered' | 'revision'>> & { formerPaths?: string[] }} PostInput
 */

/**
 * The one way by which content is written, for the admin page, the API and the imports alike: check, render,
 * write, and tell `changes`, so that by the time the author has an answer the pages are cleared.
 */
export class Content {
  #changes;
  #clock;
  #addresses;
  #newId;

  /**
   * @param {object} parts
   * @param {import('../types.js').Store} parts.store
   * @param {import('../index/blog-index.js').BlogIndex} parts.index
   * @param {import('../changes.js').Changes} parts.changes
   * @param {import('../clock.js').Clock} parts.clock
   * @param {() => string} [parts.newId]
   */
  constructor({ store, index, changes, clock, newId = randomUUID }) {
    this.store = store;
    this.index = index;
    this.#changes = changes;
    this.#clock = clock;
    this.#addresses = new Addresses({ store, index, clock });
    this.#newId = newId;
  }

  /**
   * Writes a post or page, new or changed. What the input leaves out stays as it is; an input that changes
   * nothing writes nothing.
   * @param {PostInput} input without an id, or with an unknown one: a new post
   * @param {{ revision?: string | null }} [options] the revision that the author saw; null for a new post
   * @returns {Promise<Post>} as stored
   * @throws {LarderError} `invalid` or `conflict`, with the field where one is at fault
   */
  async savePost({ formerPaths = [], ...input }, { revision = null } = {}) {
    const id = input.id ?? this.#newId();
    const before = await this.store.get('post', id);
    if ((before?.revision ?? null) !== revision) throw changedMeanwhile();
    const after = this.#complete({ ...input, id }, before);
    const isSame =
      before !== null && contentFields.every((field) => equal(before[field], after[field]));
    const renamed = before && pathOf(before) !== pathOf(after);
    /** @type {(Put | Removal)[]} */
    const writes = await this.#addresses.claim(after);
    if (!isSame) writes.push({ kind: 'post', record: after, revision });
    if (renamed) writes.push(...(await this.#addresses.release(before)));
    writes.push(
      ...(await this.#addresses.former(
        id,
        formerPaths.filter((path) => path !== pathOf(after)),
      )),
    );
    const revisions = await this.#write(writes);
    const place = writes.findIndex(({ kind }) => kind === 'post');
    return place < 0 ? before : { ...after, revision: revisions[place] ?? '' };
  }

  /**
   * Removes a post or page with its comments. Its address answers 410 from now on.
   * @param {string} id
   * @param {string} revision the one that the author saw
   * @throws {LarderError} `notFound` or `conflict`
   */
  async removePost(id, revision) {
    const post = await this.store.get('post', id);
    if (!post) throw new LarderError('notFound', `There is no post ${id}`);
    if (post.revision !== revision) throw changedMeanwhile();
    const comments = await this.store.commentsOf(id);
    await this.#write([
      { kind: 'post', id, revision, removed: true },
      ...comments.map((comment) => removal('comment', comment)),
      ...(await this.#addresses.release(post)),
    ]);
  }

  /**
   * @param {Omit<Comment, 'id' | 'html' | 'createdAt' | 'revision'> & { id?: string, createdAt?: string }} input
   * @param {{ revision?: string | null }} [options]
   * @returns {Promise<Comment>}
   * @throws {LarderError} `notFound` when there is no such post, `conflict`
   */
  async saveComment(input, { revision = null } = {}) {
    if (!this.index.post(input.postId))
      throw new LarderError('notFound', `There is no post ${input.postId}`);
    const record = {
      createdAt: new Date(this.#clock.now()).toISOString(),
      ...input,
      id: input.id ?? `${input.postId}:${this.#newId()}`,
      html: renderComment(input.markdown),
    };
    return this.#put('comment', record, revision);
  }

  /** @param {string} id @param {string} revision */
  async removeComment(id, revision) {
    await this.#write([{ kind: 'comment', id, revision, removed: true }]);
  }

  /**
   * @param {{ id?: string, name: string, role: User['role'] }} input
   * @returns {Promise<User>} the same one when nothing changes
   */
  async saveUser(input) {
    const id = input.id ?? (slugify(input.name) || this.#newId());
    const before = await this.store.get('user', id);
    if (before && before.name === input.name && before.role === input.role) return before;
    return this.#put('user', { ...before, ...input, id }, before?.revision ?? null);
  }

  /**
   * @param {Partial<Settings>} changed
   * @returns {Promise<Settings>} the same ones when nothing changes
   */
  async saveSettings(changed) {
    const before = await this.store.get('settings', 'site');
    const after = { ...defaultSettings(), ...before, ...changed, id: 'site' };
    if (before && equal(before, after)) return before;
    return this.#put('settings', after, before?.revision ?? null);
  }

  /**
   * Keeps a file under a name that tells its bytes; the same bytes under the same name are kept once.
   * @param {{ name: string, type: string, bytes: Buffer, width: number | null, height: number | null }} file
   * @returns {Promise<Media>}
   */
  async saveMedia({ name, ...file }) {
    const dot = name.lastIndexOf('.');
    const stem = slugify(dot > 0 ? name.slice(0, dot) : name) || 'file';
    const extension =
      dot > 0
        ? name
            .slice(dot)
            .toLowerCase()
            .replace(/[^.a-z0-9]/g, '')
        : '';
    const id = `${digest(file.bytes)}-${stem}${extension}`;
    const present = await this.store.get('media', id);
    if (present) return present;
    const createdAt = new Date(this.#clock.now()).toISOString();
    return this.#put('media', { id, ...file, createdAt }, null);
  }

  /**
   * @param {PostInput & { id: string }} input
   * @param {Post | null} before
   * @returns {Post}
   */
  #complete(input, before) {
    const now = new Date(this.#clock.now()).toISOString();
    const status = input.status ?? before?.status ?? 'draft';
    const merged = {
      type: /** @type {const} */ ('post'),
      title: '',
      markdown: '',
      excerpt: '',
      tags: [],
      author: '',
      publishedAt: null,
      createdAt: now,
      ...before,
      ...defined(input),
      status,
      updatedAt: input.updatedAt ?? now,
    };
    if (status === 'published') merged.publishedAt ??= now;
    const slug = merged.slug ?? this.#freeSlug(merged);
    const { revision: _, ...post } = validatePost({ ...merged, slug });
    return { ...post, ...renderPost(post) };
  }

  /** @param {{ id: string, type: 'post' | 'page', title: string }} post @returns {string} from the title, not taken */
  #freeSlug({ id, type, title }) {
    const wanted = slugify(title) || 'post';
    for (let number = 1; ; number++) {
      const slug = number === 1 ? wanted : `${wanted.slice(0, 74)}-${number}`;
      const owner = this.index.find(type, slug)?.id ?? id;
      if (owner === id) return slug;
    }
  }

  /**
   * @template T
   * @param {import('../types.js').Kind} kind
   * @param {T} record
   * @param {string | null} revision
   * @returns {Promise<T & { revision: string }>}
   */
  async #put(kind, record, revision) {
    const [written] = await this.#write([{ kind, record, revision }]);
    return { ...record, revision: written ?? '' };
  }

  /**
   * Writes, and tells what has changed before it answers.
   * @param {(Put | Removal)[]} writes
   */
  async #write(writes) {
    if (writes.length === 0) return [];
    const revisions = await this.store.write(writes);
    writes.forEach((write, place) => {
      const revision = revisions[place];
      if ('removed' in write) this.#changes.apply(write.kind, write.id, null, write.revision);
      else
        this.#changes.apply(write.kind, write.record.id, { ...write.record, revision }, revision);
    });
    return revisions;
  }
}

/** What makes two versions of a post different. The time of the change alone does not. */
const contentFields = /** @type {const} */ ([
  'type',
  'slug',
  'title',
  'markdown',
  'excerpt',
  'tags',
  'author',
  'status',
  'publishedAt',
  'rendered',
]);

/** @param {import('../types.js').Kind} kind @param {{ id: string, revision?: string }} record @returns {Removal} */
const removal = (kind, { id, revision = '' }) => ({ kind, id, revision, removed: true });

/** @param {unknown} a @param {unknown} b */
const equal = (a, b) => a === b || JSON.stringify(a) === JSON.stringify(b);

/** @template {object} T @param {T} fields @returns {T} without those that are undefined */
const defined = (fields) =>
  /** @type {T} */ (
    Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
  );

const changedMeanwhile = () =>
  new LarderError('conflict', 'The post was changed meanwhile', { field: 'revision' });
