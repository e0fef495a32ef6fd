import { digest } from '../util/digest.js';
import { isError } from '../errors.js';
/** @import { PostInput } from '../content/writing/posts.js' */
/** @import { Imported, Store } from '../types.js' */

/**
 * @typedef {'write' | 'same' | 'deleted' | 'edited' | 'conflict'} Verdict  `write`: the source has something that nobody here
 *   has touched; `deleted` and `edited`: here, since the last import; `conflict`: edited here, and changed in the source
 *
 * @typedef {object} Sides
 * @property {string | null} here  a digest of how it stands; null when it does not
 * @property {string} given  a digest of what the source has
 * @property {boolean} [isSame]  what the source has would change nothing
 * @property {() => unknown} unrecorded  of what no import has kept a record: whether, by what else can be known,
 *   somebody has touched it, or deleted it
 */

/** So many records are written at once. */
const BATCH = 100;

/**
 * Knows what the last import made of each thing, and so tells what was changed or deleted here since. All sources go by
 * this one rule, for all that they bring: posts, comments, files, settings and users.
 */
export class LastImport {
  /** @type {Map<string, Imported>} */
  #records = new Map();
  /** Those that there were when this import began. @type {Set<string>} */
  #early = new Set();
  /** @type {Map<string, Imported>} */
  #pending = new Map();
  /** When each post first had an address here. @type {Map<string, string>} */
  #claims = new Map();
  /** @type {Promise<Set<string>> | null} */
  #named = null;
  #store;
  #overwrite;

  /** @param {Store} store @param {boolean} overwrite what was changed or deleted here gives way */
  constructor(store, overwrite) {
    this.#store = store;
    this.#overwrite = overwrite;
  }

  /** Reads what is known. */
  async read() {
    for await (const record of this.#store.all('import')) {
      this.#records.set(record.id, record);
      this.#early.add(record.id);
    }
    for await (const { owner, claimedAt } of this.#store.all('address'))
      if (claimedAt < (this.#claims.get(owner) ?? '\uffff')) this.#claims.set(owner, claimedAt);
    return this;
  }

  /** @param {string} key `<kind>:<id>` @param {Sides} sides @returns {Promise<Verdict>} */
  async judge(key, { here, given, isSame = false, unrecorded }) {
    const last = this.#records.get(key);
    if (here !== null && isSame) return 'same';
    const isTouched = last ? here !== last.kept : Boolean(await unrecorded());
    if (!isTouched || this.#overwrite)
      return last?.given === given && !isTouched ? 'same' : 'write';
    if (here === null) return 'deleted';
    return last && last.given !== given ? 'conflict' : 'edited';
  }

  /** @param {string} key @returns {boolean} whether an import has brought it */
  knows(key) {
    return this.#records.has(key);
  }

  /**
   * Keeps what came of a verdict. The record of a conflict stays as it was: what both sides once agreed on.
   * @param {string} key
   * @param {string} given
   * @param {string} kept a digest of how it stands now; '' when the source has not had its way
   */
  async remember(key, given, kept) {
    const last = this.#records.get(key);
    if (last && last.given === given && last.kept === kept) return;
    const record = { ...last, id: key, given, kept };
    this.#records.set(key, record);
    this.#pending.set(key, record);
    if (this.#pending.size >= BATCH) await this.flush();
  }

  /**
   * Keeps that both sides have the same, unless somebody here has taken the matter into their own hands.
   * @param {string} key
   * @param {string} given
   * @param {string} here
   */
  async agree(key, given, here) {
    if (this.#records.get(key)?.kept !== '') await this.remember(key, given, here);
  }

  /** Writes what is kept. What a process that is killed has not written is found out again by the next import. */
  async flush() {
    const records = [...this.#pending.values()];
    this.#pending.clear();
    try {
      const revisions = await this.#store.write(
        records.map(({ revision = null, ...record }) => ({ kind: 'import', record, revision })),
      );
      records.forEach((record, place) => (record.revision = revisions[place] ?? undefined));
    } catch (error) {
      // Another import, at the same time, has kept its own.
      if (!isError(error, 'conflict')) throw error;
    }
  }

  /** @param {string} postId @returns {boolean} whether a post of this id has ever stood here */
  hadPost(postId) {
    return this.#claims.has(postId);
  }

  /**
   * @param {string} postId
   * @param {string} time of something that belongs to the post
   * @returns {boolean} whether an import without records brought the post later than that: then it brought all of that
   *   age with it
   */
  wasThereAt(postId, time) {
    return !this.#early.has(`post:${postId}`) && (this.#claims.get(postId) ?? '') > time;
  }

  /** @param {string} id of a file @returns {Promise<boolean>} whether a text of this blog shows or links it */
  async isNamed(id) {
    this.#named ??= this.#namesInTexts();
    return (await this.#named).has(id);
  }

  async #namesInTexts() {
    /** @type {Set<string>} */
    const names = new Set();
    for await (const { markdown } of this.#store.all('post'))
      for (const [, name] of markdown.matchAll(/\/media\/([^\s"'()<>?#]+)/g)) names.add(name);
    return names;
  }
}

/** What an import gives a post, and an author may change. */
const FIELDS = /** @type {const} */ ([
  ...['type', 'slug', 'title', 'markdown', 'excerpt', 'author', 'status', 'publishedAt'],
  ...['commentsClosed', 'tags'],
]);

/** @param {PostInput} post @returns {string} a digest of what an author writes of it */
export const digestOfPost = (post) =>
  digestOf(FIELDS.map((field) => post[/** @type {'slug'} */ (field)] ?? null));

/** @param {unknown} value @returns {string} */
export const digestOf = (value) => digest(JSON.stringify(value));
