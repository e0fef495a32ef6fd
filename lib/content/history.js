import { inputsOf, namesThat } from '../store/fields.js';
import { removal } from './writing/writer.js';
/** @import { FurtherInput } from '../store/fields.js' */
/** @import { Autosave, PostHistory, Kind, Post, Put, Removal, Store, Version, Written } from '../store/types.js' */

/**
 * @typedef {object} Save
 * @property {string} by  a user's id, or ''
 * @property {boolean} autosave  saved while the author types: several in a row make one version
 */

/** How many earlier versions of a post are kept. */
const VERSIONS_AT_MOST = 50;
/** Milliseconds of autosaves that become one version. */
const EDITING_SESSION = 10 * 60_000;

/**
 * The history of a post, for its authors: who saved it last, its earlier versions, its preview link. The methods
 * return the writes that are to be made together with that of the post.
 */
export class PostHistories {
  #store;

  /** @param {{ store: Store }} deps */
  constructor({ store }) {
    this.#store = store;
  }

  /** @param {string} postId @returns {Promise<PostHistory>} as it was written */
  async read(postId) {
    return (await this.#store.get('history', postId)) ?? emptyHistory(postId);
  }

  /**
   * @param {string} postId
   * @param {string} [revision] of the post as it stands
   * @returns {Promise<PostHistory>}
   */
  async get(postId, revision = '') {
    return extras(await this.read(postId), revision);
  }

  /**
   * Adds the version that a save replaces. The history is read and written before the post: so a simultaneous save
   * conflicts, and a save that fails between the two loses no version.
   * @param {PostHistory} written as it was read
   * @param {Post} before the current version
   * @param {Save} save that replaces it
   * @returns {Promise<{ first: Put[], then: Removal[] }>} to be written before and after the post
   */
  async turn(written, before, save) {
    const history = extras(written, before.revision);
    const note = { ...history, by: save.by, autosaved: save.autosave };
    if (isSameSession(history, before, save)) return { first: [put('history', note)], then: [] };
    const version = versionOf(before, history.by);
    const versions = [...history.versions, lineOf(version)];
    const tooMany = versions.splice(0, Math.max(0, versions.length - VERSIONS_AT_MOST));
    // Left behind by an interrupted save; or the blog was copied from a store that had given another
    // // revision the same name.
    const present = await this.#store.get('version', version.id);
    const isRetained = present?.updatedAt === version.updatedAt;
    return {
      first: [
        ...(isRetained ? [] : [put('version', { ...version, revision: present?.revision })]),
        put('history', { ...note, versions }),
      ],
      then: await this.#remove(
        'version',
        tooMany.map(({ id }) => id),
      ),
    };
  }

  /**
   * @param {Post} losing a text that another one has displaced
   * @returns {Promise<Put[]>} adds it to the history
   */
  async keep(losing) {
    const history = await this.read(losing.id);
    const version = versionOf(losing, '');
    if (history.versions.some(({ id }) => id === version.id)) return [];
    const present = await this.#store.get('version', version.id);
    const versions = [...history.versions, lineOf(version)];
    return [
      ...(present ? [] : [put('version', version)]),
      put('history', { ...history, versions }),
    ];
  }

  /**
   * @param {PostHistory} written as it was read
   * @param {Save} save the first one
   * @returns {Put[]} to be written before the post
   */
  open(written, { by, autosave }) {
    return by === '' ? [] : [put('history', { ...written, by, autosaved: autosave })];
  }

  /**
   * @param {string} postId
   * @param {string} secret '' deletes the link
   * @returns {Promise<Put>}
   */
  async link(postId, secret) {
    return put('history', { ...(await this.read(postId)), secret });
  }

  /**
   * @param {string} postId
   * @param {string} by
   * @returns {Promise<Removal[]>} deletes this author's unpublished changes
   */
  removeAutosave(postId, by) {
    return this.#remove('autosave', [`${postId}:${by}`]);
  }

  /**
   * @param {string} postId of a restored post
   * @param {{ from?: string, to: string }} revisions before its removal, and now
   * @param {Iterable<string>} users all users
   * @returns {Promise<Put[]>} bases their unpublished changes on the new revision
   */
  async moveAutosaves(postId, { from, to }, users) {
    const ids = [...users].map((user) => `${postId}:${user}`);
    const autosaves = await this.#store.getMany('autosave', ids);
    return autosaves
      .filter((copy) => copy && copy.base === from)
      .map((copy) => put('autosave', { ...copy, base: to }));
  }

  /**
   * @param {string} postId of a post that is deleted for good
   * @param {Iterable<string>} users all users
   * @returns {Promise<Removal[]>}
   */
  async clear(postId, users) {
    const { versions } = await this.read(postId);
    return [
      ...(await this.#remove(
        'version',
        versions.map(({ id }) => id),
      )),
      ...(await this.#remove(
        'autosave',
        [...users].map((user) => `${postId}:${user}`),
      )),
      ...(await this.#remove('history', [postId])),
    ];
  }

  /**
   * @param {Kind} kind
   * @param {string[]} ids
   * @returns {Promise<Removal[]>} of those that exist
   */
  async #remove(kind, ids) {
    if (ids.length === 0) return [];
    const records = await this.#store.getMany(kind, ids);
    return records.filter((record) => record !== null).map((record) => removal(kind, record));
  }
}

/** @param {string} id @returns {PostHistory} */
const emptyHistory = (id) => ({ id, by: '', autosaved: false, versions: [], secret: '' });

/**
 * @param {PostHistory} history
 * @param {string} [revision] of the post as it stands
 * @returns {PostHistory} without the current version, which an interrupted save has left there
 */
function extras(history, revision) {
  const standing = history.versions.find(({ id }) => id === `${history.id}:${revision}`);
  if (!standing) return history;
  const versions = history.versions.filter((line) => line !== standing);
  return { ...history, by: standing.by, autosaved: false, versions };
}

/** @param {PostHistory} history @param {Post} before @param {Save} save */
function isSameSession(history, before, { by, autosave }) {
  const since = history.versions.at(-1)?.savedAt ?? before.createdAt;
  const lasted = Math.abs(Date.parse(before.updatedAt) - Date.parse(since));
  return autosave && history.autosaved && history.by === by && lasted < EDITING_SESSION;
}

const versionedFields = namesThat(({ isVersioned }) => isVersioned);

/** What an author writes of a post; the rest is made from it. */
export const writtenFields = /** @type {const} */ ([
  'type',
  'slug',
  'title',
  'markdown',
  'excerpt',
  'tags',
  'author',
  'status',
  'publishedAt',
  'updatedAt',
  ...versionedFields,
]);

/** @param {Version} version @returns {FurtherInput} the further fields that its post gets when it is restored */
export const furtherOf = ({ cover, ...version }) => ({
  ...inputsOf(version, versionedFields),
  cover,
});

/** @param {Post} post @param {string} by @returns {Version} */
function versionOf(post, by) {
  const written = Object.fromEntries(writtenFields.map((field) => [field, post[field]]));
  const { cover = null } = post;
  return { .../** @type {Written} */ (written), cover, id: `${post.id}:${post.revision}`, by };
}

/** @param {Version} version */
const lineOf = ({ id, title, status, updatedAt: savedAt, by }) => ({
  id,
  title,
  status,
  savedAt,
  by,
});

/**
 * @param {Kind} kind
 * @param {Version | PostHistory | Autosave} record
 * @returns {Put}
 */
const put = (kind, record) => ({ kind, record, revision: record.revision ?? null });
