import { digest } from '../../base/digest.js';
import { isError } from '../../base/errors.js';
import { pageNames } from '../../store/fields.js';
import { textNames } from '../../store/text-fields.js';
/** @import { TextKind, Texts } from '../../store/text-fields.js' */
/** @import { PostField } from '../../store/fields.js' */
/** @import { PostInput } from '../../content/writing/posts.js' */
/** @import { Imported, Store } from '../../store/types.js' */

/**
 * @typedef {'write' | 'same' | 'deleted' | 'edited' | 'conflict'} Verdict  `write`: new or changed in the source, not
 *   touched here; `deleted` and `edited`: here, since the last import; `conflict`: edited here, and changed in the
 *   source
 *
 * @typedef {object} Sides
 * @property {string | null} here  a digest of the stored record; null when there is none
 * @property {string} given  a digest of the record in the source
 * @property {boolean} [isSame]  importing it would change nothing
 * @property {() => unknown} unrecorded  called if there is no record of an import: whether it seems to have been
 * edited or deleted here
 */

/** Keys of posts begin so. */
const POST = 'post:';
/** Records written at once. */
const BATCH = 100;

/**
 * Remembers the result of the last import for each record, to find out what was changed or deleted here since. The same
 * rule applies to all sources and for posts, comments, files, settings and users.
 */
export class LastImport {
  /** Not written yet. @type {Map<string, Imported>} */
  #pending = new Map();
  /** The last one that was read: it is asked for several times. @type {{ key: string, record: Imported | null }} */
  #read = { key: '', record: null };
  /** Posts that were here before, and that are recorded since this import. @type {Set<string>} */
  #late = new Set();
  /** When each post first had an address here. @type {Map<string, string>} */
  #claims = new Map();
  /** @type {Promise<Set<string>> | null} */
  #named = null;
  #store;
  #overwrite;

  /** @param {Store} store @param {boolean} overwrite changes and deletions made here are discarded */
  constructor(store, overwrite) {
    this.#store = store;
    this.#overwrite = overwrite;
  }

  /** Reads which posts have been here. */
  async read() {
    for await (const { owner, claimedAt } of this.#store.all('address'))
      if (claimedAt < (this.#claims.get(owner) ?? '\uffff')) this.#claims.set(owner, claimedAt);
    return this;
  }

  /** @param {string} key `<kind>:<id>` @param {Sides} sides @returns {Promise<Verdict>} */
  async judge(key, { here, given, isSame = false, unrecorded }) {
    const last = await this.#find(key);
    if (here !== null && isSame) return 'same';
    const isTouched = last ? here !== last.kept : Boolean(await unrecorded());
    if (!isTouched || this.#overwrite)
      return last?.given === given && !isTouched ? 'same' : 'write';
    if (here === null) return 'deleted';
    return last && last.given !== given ? 'conflict' : 'edited';
  }

  /** @param {string} key @returns {Promise<boolean>} whether it was imported */
  async knows(key) {
    return (await this.#find(key)) !== null;
  }

  /**
   * By its key from the store: all of 100,000 posts would take 14 MB.
   * @param {string} key
   * @returns {Promise<Imported | null>}
   */
  async #find(key) {
    const pending = this.#pending.get(key);
    if (pending) return pending;
    if (this.#read.key !== key) this.#read = { key, record: await this.#store.get('import', key) };
    return this.#read.record;
  }

  /**
   * Records the result of an import. The record of a conflict stays unchanged: it is the last common state.
   * @param {string} key
   * @param {string} given
   * @param {string} kept a digest of the stored record; '' when the source was not followed
   */
  async remember(key, given, kept) {
    const last = await this.#find(key);
    if (last && last.given === given && last.kept === kept) return;
    if (!last && this.#claims.has(key.slice(POST.length))) this.#late.add(key);
    this.#pending.set(key, { ...last, id: key, given, kept });
    if (this.#pending.size >= BATCH) await this.flush();
  }

  /**
   * Records that both sides are the same, unless the record was restored from the trash here.
   * @param {string} key
   * @param {string} given
   * @param {string} here
   */
  async agree(key, given, here) {
    if ((await this.#find(key))?.kept !== '') await this.remember(key, given, here);
  }

  /** Writes the pending records. If the process is killed before, the next import finds them out again. */
  async flush() {
    const records = [...this.#pending.values()];
    this.#pending.clear();
    this.#read = { key: '', record: null };
    try {
      await this.#store.write(
        records.map(({ revision = null, ...record }) => ({ kind: 'import', record, revision })),
      );
    } catch (error) {
      // A concurrent import has written its own.
      if (!isError(error, 'conflict')) throw error;
    }
  }

  /** @param {string} postId @returns {boolean} whether this blog ever had a post with this id */
  hadPost(postId) {
    return this.#claims.has(postId);
  }

  /**
   * @param {string} postId
   * @param {string} time of something that belongs to the post
   * @returns {Promise<boolean>} whether the post was imported after that time by an old version without records: then
   *   everything older came with it
   */
  async wasThereAt(postId, time) {
    if ((this.#claims.get(postId) ?? '') <= time) return false;
    const key = `${POST}${postId}`;
    return this.#late.has(key) || !(await this.knows(key));
  }

  /** @param {string} id of a file @returns {Promise<boolean>} whether a text of this blog shows or links it */
  async isNamed(id) {
    this.#named ??= this.#namesInTexts();
    return (await this.#named).has(id);
  }

  async #namesInTexts() {
    /** @type {Set<string>} */
    const names = new Set();
    for await (const { markdown, cover } of this.#store.all('post'))
      for (const [, name] of `${markdown} ${cover?.src ?? ''}`.matchAll(
        /\/media\/([^\s"'()<>?#]+)/g,
      ))
        names.add(name);
    return names;
  }
}

/** Fields that an import sets and an author may change. */
const FIELDS = /** @type {const} */ ([
  ...['type', 'slug', 'title', 'markdown', 'excerpt', 'author', 'status', 'publishedAt'],
  ...['commentsClosed', 'tags'],
]);

/** Further fields that stand together in the digest of those that have any. @type {PostField[]} */
const SEARCH = ['description', 'canonicalUrl', 'noindex'];

/** @param {PostInput} post @returns {string} a digest of what an author writes of it */
export function digestOfPost(post) {
  const { cover, coAuthors = [] } = post;
  const search = SEARCH.map((name) => post[name] || null);
  const others = pageNames.filter((name) => !SEARCH.includes(name) && post[name]);
  return digestOf([
    ...FIELDS.map((field) => post[field] ?? null),
    // What a post lacks is not in the digest: there are records from before these fields.
    ...(cover ? [{ cover: [cover.src, cover.alt] }] : []),
    ...(coAuthors.length > 0 ? [{ coAuthors }] : []),
    ...(search.some(Boolean) ? [{ search }] : []),
    ...others.map((name) => [name, post[name]]),
  ]);
}

/**
 * @template {TextKind} K
 * @param {K} kind
 * @param {Partial<Texts<K>>} record
 * @returns {string[][]} what it has of texts that there were not when digests began: without them it stays as it was
 */
export const laterTexts = (kind, record) =>
  textNames(kind, ({ isColumn }) => !isColumn).flatMap((name) =>
    record[name] ? [[name, record[name]]] : [],
  );

/** @param {unknown} value @returns {string} */
export const digestOf = (value) => digest(JSON.stringify(value));
