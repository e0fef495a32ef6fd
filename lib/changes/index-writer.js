import { derivedFrom } from './derived-settings.js';
import { summarisePicture } from './index/pictures.js';
import { summarise } from './index/summary.js';
/** @import { Affected, Effect, PostEffect } from './effects.js' */
/** @import { BlogIndex } from './index/blog-index.js' */
/** @import { Kind, Post, Summaries } from '../store/types.js' */
/** @import { Cause } from './typed-stores.js' */

/** Puts records into the index, and returns the effects on what readers see. */
export class IndexWriter {
  #index;
  /**
   * Revisions of files, addresses and unapproved comments, by kind and id; the index has the others.
   * @type {Map<Kind, Map<string, string>>}
   */
  #revisions = new Map();

  /** @param {BlogIndex} index */
  constructor(index) {
    this.#index = index;
  }

  /** Replaces everything. @param {Summaries} summaries @param {number} now in milliseconds since 1970 */
  load(summaries, now) {
    this.#index.load(summaries, now);
    this.#revisions = new Map();
    for (const { id, revision } of summaries.addresses) this.#know('address', id, revision);
    for (const { id, revision } of summaries.pictures) this.#know('media', id, revision);
  }

  /** @param {Kind} kind @param {string} id @returns {string | undefined} the last revision put into the index */
  known(kind, id) {
    if (kind === 'post') return this.#index.post(id)?.revision;
    const comment = kind === 'comment' ? this.#index.comments(postOf(id)).get(id) : undefined;
    if (comment) return comment;
    if (kind === 'user') return this.#index.users.get(id)?.revision;
    if (kind === 'settings') return this.#index.settings.revision;
    return this.#revisions.get(kind)?.get(id);
  }

  /**
   * @param {Kind} kind
   * @param {string} id
   * @param {any} record null when it was removed
   * @param {string | null} revision
   * @param {number} now in milliseconds since 1970
   * @param {boolean} isOurs  whether this process has written it
   * @returns {Effect[]}
   */
  put(kind, id, record, revision, now, isOurs) {
    if (kind === 'post') return this.#putPost(id, record, now);
    if (kind === 'comment') {
      const about = this.#index.post(postOf(id))?.title;
      this.#know(kind, id, record && record.status !== 'approved' ? revision : null);
      return [
        this.#effect(
          { of: 'comment', effect: this.#index.setComment(id, record) },
          'comment',
          about,
        ),
      ];
    }
    if (kind === 'user') {
      const effect = this.#index.setUser(id, record);
      return [this.#effect({ of: 'user', effect }, 'settings', record?.name ?? id)];
    }
    if (kind === 'settings') {
      // The new settings apply to posts as they are at this time.
      const due = this.advance(now);
      const effect = this.#index.setSettings(record);
      return [...due, this.#effect({ of: 'settings', effect }, 'settings')];
    }
    const exists = record !== null;
    this.#know(kind, id, exists ? revision : null);
    if (kind === 'media') {
      const shown = this.#index.pictures.set(id, record && summarisePicture(record));
      const mayDiffer = !exists || !isOurs;
      const file = record?.bytes ? record : null;
      const derives = derivedFrom(this.#index.settings, id);
      const effect = { id, exists, mayDiffer, file, derives, ...shown };
      return [this.#effect({ of: 'media', effect }, 'media')];
    }
    this.#index.setAddress(id, record?.owner ?? null);
    return [];
  }

  /**
   * Publishes posts that are due, and closes those too old for comments.
   * @param {number} now in milliseconds since 1970
   * @returns {Effect[]}
   */
  advance(now) {
    const { published, closed } = this.#index.advance(now);
    const shown = published.flatMap((effect) => this.#ofPost(effect, 'scheduled'));
    return closed.length > 0
      ? [...shown, this.#effect({ of: 'closing', effect: closed }, 'closed')]
      : shown;
  }

  /** @param {string} id @param {Post | null} record @param {number} now */
  #putPost(id, record, now) {
    // A post published at this moment counts as public.
    const effects = this.advance(now);
    const known = this.#index.post(id);
    // Only a database tool can turn a post into a page: treat it as a removal and an addition.
    if (record && known && known.type !== record.type)
      effects.push(...this.#ofPost(this.#index.setPost(id, null)));
    effects.push(...this.#ofPost(this.#index.setPost(id, record && summarise(record))));
    return effects;
  }

  /**
   * @param {PostEffect} effect
   * @param {Cause} [cause]
   * @returns {Effect[]} none if it was never public before or after, and has displaced none
   */
  #ofPost(effect, cause = causeOf(effect)) {
    const { before, after, displaced = [] } = effect;
    const effects = displaced.map((other) =>
      this.#effect(
        { of: 'path', effect: other },
        other.type === 'page' ? 'page' : 'editPost',
        other.title,
      ),
    );
    const shown = after ?? before;
    if (!shown) return effects;
    const isPage = (before ?? shown).type === 'page';
    return [this.#effect({ of: 'post', effect }, isPage ? 'page' : cause, shown.title), ...effects];
  }

  /** @param {Affected} affected @param {Cause} cause @param {string} [about] @returns {Effect} */
  #effect(affected, cause, about = '') {
    return { ...affected, cause, about, layout: this.#index.layout };
  }

  /** @param {Kind} kind @param {string} id @param {string | null} [revision] null when it was removed */
  #know(kind, id, revision = '') {
    const known = this.#revisions.get(kind) ?? new Map();
    this.#revisions.set(kind, known);
    if (revision === null) known.delete(id);
    else known.set(id, revision);
  }
}

/** @param {PostEffect} effect @returns {Cause} */
function causeOf({ before, after }) {
  if (before && after) return 'editPost';
  return after ? 'newPost' : 'removePost';
}

/** @param {string} id of a comment @returns {string} */
const postOf = (id) => id.slice(0, id.indexOf(':'));
