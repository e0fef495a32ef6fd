import { randomUUID } from 'node:crypto';
import { digest } from '../digest.js';
import { isError, LarderError } from '../errors.js';
import { pathOf } from '../index/blog-index.js';
import { Addresses } from './addresses.js';
import { Desks } from './desks.js';
import { freshen } from './reader.js';
import { renderComment, renderPost } from './render.js';
import { defaultSettings } from './settings.js';
import { RESERVED_PAGE_SLUGS, slugify } from './slug.js';
import { TrashBin } from './trash.js';
import { validateComment } from './validate-comment.js';
import { validateSettings } from './validate-settings.js';
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

/** Milliseconds. */
const DAY = 24 * 60 * 60_000;

/**
 * The one way by which content is written, for the admin page, the API and the imports alike: check, render,
 * write, and tell `changes`, so that by the time the author has an answer the pages are cleared.
 */
export class Content {
  #changes;
  #clock;
  #addresses;
  #desks;
  /** Milliseconds since 1970. */
  #emptiedAt = 0;
  #trash;

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
    /** @type {() => string} a UUID that nobody can guess */
    this.newId = newId;
    this.#desks = new Desks({ store });
    this.#trash = new TrashBin({ store, clock });
  }

  /**
   * Writes a post or page, new or changed. What the input leaves out stays as it is; an input that changes
   * nothing writes nothing.
   * @param {PostInput} input without an id, or with an unknown one: a new post
   * @param {{ revision?: string | null, by?: string, autosave?: boolean }} [options] the revision that the author saw,
   *   null for a new post; the id of the user who saves; whether they go on typing
   * @returns {Promise<Post>} as stored
   * @throws {LarderError} `invalid` or `conflict`, with the field where one is at fault
   */
  async savePost(
    { formerPaths = [], ...input },
    { revision = null, by = '', autosave = false } = {},
  ) {
    const id = input.id ?? this.newId();
    const desk = await this.#desks.read(id);
    const before = await this.store.get('post', id);
    if ((before?.revision ?? null) !== revision) throw changedMeanwhile();
    // Else its earlier versions would be another's to read, and it could not come back.
    if (!before && by && (await this.store.get('trash', id))) throw changedMeanwhile();
    const after = this.#complete({ ...input, id }, before);
    if (before && !input.updatedAt && isSameText(before, after)) after.updatedAt = before.updatedAt;
    const isSame =
      before !== null && contentFields.every((field) => equal(before[field], after[field]));
    const renamed = before && pathOf(before) !== pathOf(after);
    /** @type {(Put | Removal)[]} */
    const writes = await this.#addresses.claim(after);
    if (!isSame) writes.push(...(await this.#withVersion(desk, before, after, { by, autosave })));
    if (by && !autosave) writes.push(...(await this.#desks.dropCopy(id, by)));
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
   * Removes a post or page with its comments. Its address answers 410 from now on. It can come back for 30 days.
   * @param {string} id
   * @param {string} revision the one that the author saw
   * @param {{ by?: string }} [options] the id of the user who removes it
   * @throws {LarderError} `notFound` or `conflict`
   */
  async removePost(id, revision, { by = '' } = {}) {
    const post = await this.store.get('post', id);
    if (!post) throw new LarderError('notFound', `There is no post ${id}`);
    if (post.revision !== revision) throw changedMeanwhile();
    const comments = await this.store.commentsOf(id);
    await this.#write([
      await this.#trash.put(post, comments, by),
      { kind: 'post', id, revision, removed: true },
      ...comments.map((comment) => removal('comment', comment)),
      ...(await this.#addresses.release(post)),
    ]);
    await this.#emptyTrash();
  }

  /**
   * Brings a removed post back as it was, with its comments. If its address was taken meanwhile, it gets another.
   * @param {string} id
   * @returns {Promise<Post>}
   * @throws {LarderError} `notFound`
   */
  async restorePost(id) {
    const trash = await this.#trash.get(id);
    const { comments, trash: emptied } = await this.#trash.takeOut(trash);
    const present = await this.store.get('post', id);
    const { slug, type } = trash.post;
    const post = freshen({ ...trash.post, slug: this.freeSlug({ id, type, title: slug }) });
    /** @type {(Put | Removal)[]} */
    const writes = await this.#addresses.claim(post);
    if (!present) writes.push({ kind: 'post', record: post, revision: null });
    const revisions = await this.#write([...writes, ...comments, emptied]);
    return present ?? { ...post, revision: revisions[writes.length - 1] ?? '' };
  }

  /** @returns {Promise<import('../types.js').Trash[]>} what can come back, deleted last first */
  async trash() {
    const kept = await this.#trash.list();
    // A removal that broke off has left a post here that still stands.
    return kept.filter(({ id }) => !this.index.post(id));
  }

  /**
   * @param {string} postId
   * @param {string} [revision] of the post as it stands
   * @returns {Promise<import('../types.js').Desk>} what lies beside it for its authors
   */
  desk(postId, revision) {
    return this.#desks.get(postId, revision);
  }

  /**
   * @param {string} postId
   * @param {string} secret of its preview link; '' takes it away
   */
  async linkPreview(postId, secret) {
    await this.#write([await this.#desks.link(postId, secret)]);
  }

  /**
   * Keeps what an author has typed into a published post, without publishing it.
   * @param {string} postId
   * @param {string} by a user's id
   * @param {{ base: string, fields: Record<string, string> }} work the revision that they saw, and the form
   */
  async saveCopy(postId, by, work) {
    const id = `${postId}:${by}`;
    const before = await this.store.get('copy', id);
    const savedAt = new Date(this.#clock.now()).toISOString();
    await this.#put('copy', { id, savedAt, ...work }, before?.revision ?? null);
  }

  /** @param {string} postId @param {string} by a user's id */
  async dropCopy(postId, by) {
    await this.#write(await this.#desks.dropCopy(postId, by));
  }

  /**
   * @param {{ id: string, type: 'post' | 'page', title: string }} post
   * @returns {string} an address made from the title that no other post has
   */
  freeSlug({ id, type, title }) {
    const wanted = slugify(title) || type;
    for (let number = 1; ; number++) {
      const slug = number === 1 ? wanted : `${wanted.slice(0, 74)}-${number}`;
      const owner = this.index.find(type, slug)?.id ?? id;
      const isFree = type !== 'page' || !RESERVED_PAGE_SLUGS.has(slug);
      if (owner === id && isFree) return slug;
    }
  }

  /**
   * @param {Omit<Comment, 'id' | 'html' | 'createdAt' | 'revision'> & { id?: string, createdAt?: string }} input
   * @param {{ revision?: string | null, html?: string }} [options] `html`: what `renderComment` makes of its text, if it is
   *   at hand
   * @returns {Promise<Comment>}
   * @throws {LarderError} `notFound` when there is no such post, `conflict`
   */
  async saveComment(input, { revision = null, html } = {}) {
    if (!this.index.post(input.postId))
      throw new LarderError('notFound', `There is no post ${input.postId}`);
    const record = {
      createdAt: new Date(this.#clock.now()).toISOString(),
      ...validateComment(input),
      id: input.id ?? `${input.postId}:${this.newId()}`,
      html: html ?? renderComment(input.markdown),
    };
    return this.#put('comment', record, revision);
  }

  /**
   * Decides about comments: all of them, or none where the store can do that.
   * @param {Comment[]} comments as they were read
   * @param {Comment['status'] | null} status null removes them
   * @throws {LarderError} `conflict`
   */
  async moderate(comments, status) {
    const changed = comments.filter((comment) => comment.status !== status);
    await this.#write(
      changed.map((comment) =>
        status === null
          ? removal('comment', comment)
          : {
              kind: 'comment',
              record: { ...comment, status },
              revision: comment.revision ?? null,
            },
      ),
    );
  }

  /** @param {string} id @param {string} revision */
  async removeComment(id, revision) {
    await this.#write([{ kind: 'comment', id, revision, removed: true }]);
  }

  /**
   * @param {{ id?: string, name: string, role: User['role'] } & Partial<User>} input what it leaves out stays as it is
   * @param {{ revision?: string | null }} [options] the revision that was seen, where it matters; null for a new user
   * @returns {Promise<User>} the same one when nothing changes
   * @throws {LarderError} `conflict`
   */
  async saveUser(input, { revision } = {}) {
    const id = input.id ?? (slugify(input.name) || this.newId());
    const before = await this.store.get('user', id);
    const present = before?.revision ?? null;
    if (revision !== undefined && present !== revision)
      throw new LarderError('conflict', 'The account was changed meanwhile');
    const after = { ...before, ...input, id, revision: before?.revision };
    if (before && equal(before, after)) return before;
    return this.#put('user', after, present);
  }

  /**
   * Removes a user whole, with the unpublished work that they kept on others' posts.
   * @param {string} id
   * @param {string} revision the one that was seen
   * @throws {LarderError} `conflict`
   */
  async removeUser(id, revision) {
    /** @type {Removal[]} */
    const writes = [{ kind: 'user', id, revision, removed: true }];
    for await (const copy of this.store.all('copy'))
      if (copy.id.endsWith(`:${id}`)) writes.push(removal('copy', copy));
    await this.#write(writes);
  }

  /**
   * @param {Partial<Settings>} changed
   * @param {{ revision?: string | null }} [options] the revision that was seen, where it matters; null when there was none
   * @returns {Promise<Settings>} the same ones when nothing changes
   * @throws {LarderError} `invalid`, with the field; `conflict`
   */
  async saveSettings(changed, { revision } = {}) {
    const before = await this.store.get('settings', 'site');
    if (revision !== undefined && (before?.revision ?? null) !== revision)
      throw new LarderError('conflict', 'The settings were changed meanwhile');
    const whole = { ...defaultSettings(), ...before, ...changed, id: 'site' };
    const after = validateSettings(whole);
    if (before && equal(before, after)) return before;
    return this.#put('settings', after, before?.revision ?? null);
  }

  /**
   * Keeps a file under a name that tells its bytes; the same bytes under the same name are kept once.
   * @param {Pick<Media, 'type' | 'bytes' | 'width' | 'height'> & Partial<Pick<Media, 'by' | 'alt' | 'createdAt'>> & { name: string }} file
   * @returns {Promise<Media>}
   */
  async saveMedia({ name, by = '', alt = '', createdAt, ...file }) {
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
    const record = {
      ...{ id, ...file, size: file.bytes.length, by, alt },
      createdAt: createdAt ?? new Date(this.#clock.now()).toISOString(),
    };
    try {
      return await this.#put('media', record, null);
    } catch (error) {
      // Someone uploaded the same at the same moment.
      const theirs = isError(error, 'conflict') ? await this.store.get('media', id) : null;
      if (!theirs) throw error;
      return theirs;
    }
  }

  /**
   * Says what a file shows.
   * @param {string} id
   * @param {string} alt plain text, or ''
   * @param {string} revision the one that was seen
   * @returns {Promise<Media>}
   * @throws {LarderError} `notFound` or `conflict`
   */
  async describeMedia(id, alt, revision) {
    const media = await this.store.get('media', id);
    if (!media) throw new LarderError('notFound', `There is no file ${id}`);
    if (media.alt === alt) return media;
    return this.#put('media', { ...media, alt }, revision);
  }

  /**
   * Removes a file for good. Its address answers 404 from now on.
   * @param {string} id
   * @param {string} revision the one that was seen
   * @throws {LarderError} `conflict`
   */
  async removeMedia(id, revision) {
    await this.#write([{ kind: 'media', id, revision, removed: true }]);
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
      commentsClosed: false,
      createdAt: now,
      ...before,
      ...defined(input),
      status,
      updatedAt: input.updatedAt ?? now,
    };
    if (status === 'published') merged.publishedAt ??= now;
    const slug = merged.slug ?? this.freeSlug(merged);
    const { revision: _, ...post } = validatePost({ ...merged, slug });
    return { ...post, ...renderPost(post) };
  }

  /**
   * @param {import('../types.js').Desk} desk
   * @param {Post | null} before
   * @param {Post} after
   * @param {import('./desks.js').Save} save
   * @returns {Promise<(Put | Removal)[]>} the post, with what it was before
   */
  async #withVersion(desk, before, after, save) {
    const { first, then } = before
      ? await this.#desks.turn(desk, before, save)
      : { first: this.#desks.open(desk, save), then: [] };
    /** @type {Put} */
    const put = { kind: 'post', record: after, revision: before?.revision ?? null };
    return [...first, put, ...then];
  }

  /** Once a day is enough. */
  async #emptyTrash() {
    const now = this.#clock.now();
    if (now - this.#emptiedAt < DAY) return;
    this.#emptiedAt = now;
    for (const { id, revision = '' } of await this.#trash.over())
      await this.#write([
        ...(await this.#remainsOf(id)),
        { kind: 'trash', id, revision, removed: true },
      ]);
  }

  /** @param {string} id of a post that was deleted @returns {Promise<Removal[]>} */
  async #remainsOf(id) {
    // It stands after all, if its removal broke off.
    if (await this.store.get('post', id)) return [];
    const comments = await this.store.commentsOf(id);
    return [
      ...comments.map((comment) => removal('comment', comment)),
      ...(await this.#desks.clear(id, this.index.users.keys())),
    ];
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
  'commentsClosed',
  'rendered',
]);

/**
 * @param {Post} before
 * @param {Post} after
 * @returns {boolean} whether readers find nothing new in it, though it may take comments now or take none
 */
const isSameText = (before, after) =>
  contentFields.every((field) => field === 'commentsClosed' || equal(before[field], after[field]));

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
