import { isFresh } from '../content/render.js';

/**
 * @typedef {import('../content/content.js').PostInput} PostInput
 * @typedef {import('../types.js').Post} Post
 */

/** Writes the posts of an import, those alone that are not there already, and counts them. */
export class PostWriter {
  #run;
  #content;

  /** @param {import('./run.js').Run} run */
  constructor(run) {
    this.#run = run;
    this.#content = run.content;
  }

  /**
   * @param {string} id of a post
   * @param {string[]} paths at which it once stood
   * @param {(text: string) => void} warn is told those that belong to another post
   * @returns {string[]} the others
   */
  freePaths(id, paths, warn) {
    return paths.filter((path) => {
      const owner = this.#content.index.addresses.get(path) ?? id;
      if (owner !== id) warn(`its old address ${path} belongs to another post`);
      return owner === id;
    });
  }

  /**
   * @param {PostInput} input
   * @param {Post | null} present as it stands
   */
  async write(input, present) {
    const { counts } = this.#run;
    if (present && isSame(present, input, this.#content.index.addresses)) {
      counts.unchanged += 1;
      return;
    }
    const revision = present?.revision ?? null;
    const saved = await this.#content.savePost(input, { revision });
    const kind =
      present === null ? 'created' : saved.revision === revision ? 'unchanged' : 'updated';
    counts[kind] += 1;
  }
}

/** What an import gives a post. */
const COMPARED = /** @type {const} */ ([
  ...['type', 'slug', 'title', 'markdown', 'excerpt', 'author', 'status', 'publishedAt'],
]);

/**
 * @param {Post} present
 * @param {PostInput} input
 * @param {Map<string, string>} addresses
 * @returns {boolean} whether the input would change nothing
 */
export function isSame(present, input, addresses) {
  return (
    COMPARED.every(
      (field) => present[/** @type {'slug'} */ (field)] === input[/** @type {'slug'} */ (field)],
    ) &&
    (input.commentsClosed ?? present.commentsClosed) === present.commentsClosed &&
    present.tags.join('\n') === (input.tags ?? []).join('\n') &&
    (input.formerPaths ?? []).every((path) => addresses.has(path)) &&
    isFresh(present)
  );
}
