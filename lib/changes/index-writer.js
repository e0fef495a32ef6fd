import { summarise } from '../index/summary.js';
/** @import { BlogIndex, Layout } from '../index/blog-index.js' */
/** @import { PostEffect as PublicListsPostEffect } from '../index/public-lists.js' */
/** @import { Kind, Post, Summaries, Summary } from '../types.js' */
/** @import { MediaEffect } from './invalidation.js' */
/** @import { Cause } from './typed-stores.js' */

/**
 * @typedef {PublicListsPostEffect & { commenting?: boolean }} PostEffect
 *
 * @typedef {object} Effect  What a change did to what readers see.
 * @property {'post' | 'comment' | 'closing' | 'settings' | 'user' | 'media'} of  whose rules of invalidation apply
 * @property {Cause} cause
 * @property {any} effect  as the index tells it
 * @property {string} about  a title or a name, for people; or ''
 * @property {Layout} layout  of the lists at that moment
 */

/** Puts records in the index, and tells what that did to what readers see. */
export class IndexWriter {
  #index;
  /** Revisions that are known of files and addresses; the index keeps the others. @type {Map<string, string>} */
  #revisions = new Map();

  /** @param {BlogIndex} index */
  constructor(index) {
    this.#index = index;
  }

  /** Begins anew. @param {Summaries} summaries @param {number} now in milliseconds since 1970 */
  load(summaries, now) {
    this.#index.load(summaries, now);
    this.#revisions = new Map();
    for (const { id, revision } of summaries.addresses) this.#know('address', id, revision);
  }

  /** @param {Kind} kind @param {string} id @returns {string | undefined} the revision of what the index holds */
  known(kind, id) {
    if (kind === 'post') return this.#index.post(id)?.revision;
    if (kind === 'comment') return this.#index.comments(postOf(id)).get(id);
    if (kind === 'user') return this.#index.users.get(id)?.revision;
    if (kind === 'settings') return this.#index.settings.revision;
    return this.#revisions.get(`${kind}:${id}`);
  }

  /**
   * @param {Kind} kind
   * @param {string} id
   * @param {any | null} record null: it was removed
   * @param {string | null} revision
   * @param {number} now in milliseconds since 1970
   * @returns {Effect[]}
   */
  put(kind, id, record, revision, now) {
    if (kind === 'post') return this.#putPost(id, record, now);
    if (kind === 'comment') {
      const about = this.#index.post(postOf(id))?.title;
      return [this.#effect('comment', 'comment', this.#index.setComment(id, record), about)];
    }
    if (kind === 'user') {
      const renamed = this.#index.setUser(id, record);
      return [this.#effect('user', 'settings', renamed, record?.name ?? id)];
    }
    if (kind === 'settings') {
      // Which posts the new settings close to comments depends on the moment.
      const due = this.advance(now);
      return [...due, this.#effect('settings', 'settings', this.#index.setSettings(record))];
    }
    const isThere = record !== null;
    if (kind === 'media')
      return this.putMedia({ id, mayDiffer: !isThere }, isThere ? revision : null);
    this.#know(kind, id, isThere ? revision : null);
    this.#index.setAddress(id, record?.owner ?? null);
    return [];
  }

  /**
   * @param {MediaEffect} effect
   * @param {string | null} revision null: it was removed
   * @returns {Effect[]}
   */
  putMedia(effect, revision) {
    this.#know('media', effect.id, revision);
    return [this.#effect('media', 'media', effect)];
  }

  /** Publishes and closes what is due. @param {number} now in milliseconds since 1970 @returns {Effect[]} */
  advance(now) {
    const { published, closed } = this.#index.advance(now);
    const shown = published.flatMap((effect) => this.#ofPost(effect, 'scheduled'));
    return closed.length > 0 ? [...shown, this.#effect('closing', 'closed', closed)] : shown;
  }

  /** @param {string} id @param {Post | null} record @param {number} now */
  #putPost(id, record, now) {
    // What is published at this very moment is public.
    const effects = this.advance(now);
    const known = this.#index.post(id);
    // Only the database's console makes a page of a post: it goes as the one and comes as the other.
    if (record && known && known.type !== record.type)
      effects.push(...this.#ofPost(this.#index.setPost(id, null)));
    effects.push(...this.#ofPost(this.#index.setPost(id, record && summarise(record))));
    return effects;
  }

  /** @param {PostEffect} effect @param {Cause} [cause] @returns {Effect[]} none when readers saw nothing of it, and see nothing */
  #ofPost(effect, cause = causeOf(effect)) {
    const shown = effect.after ?? effect.before;
    if (!shown) return [];
    const isPage = (effect.before ?? shown).type === 'page';
    return [this.#effect('post', isPage ? 'page' : cause, effect, shown.title)];
  }

  /** @param {Effect['of']} of @param {Cause} cause @param {unknown} effect @param {string} [about] @returns {Effect} */
  #effect(of, cause, effect, about = '') {
    return { of, cause, effect, about, layout: this.#index.layout };
  }

  /** @param {Kind} kind @param {string} id @param {string | null} [revision] null: it is no more */
  #know(kind, id, revision = '') {
    if (revision === null) this.#revisions.delete(`${kind}:${id}`);
    else this.#revisions.set(`${kind}:${id}`, revision);
  }
}

/** @param {PostEffect} effect @returns {Cause} */
function causeOf({ before, after }) {
  if (before && after) return 'editPost';
  return after ? 'newPost' : 'removePost';
}

/** @param {string} id of a comment @returns {string} */
const postOf = (id) => id.slice(0, id.indexOf(':'));
