/** @import { Summary } from '../../store/types.js' */
/** @import { BlogIndex } from './blog-index.js' */

/** Parts of a path that is asked for, and paths that a name may have. */
const MOST_PARTS = 8;
const MOST_PATHS = 100;

/** Of files; those of pages end with `.html`. */
const OTHER_ENDING = /\.(?!html$)\w+$/;

/** What is no name: a route has looked there for a post, a tag or a file. */
const OF_ROUTES =
  /^\/(?:(?:archive|author|media|page|post|tag)\/[^/]+|(?:archive|author|tag)\/[^/]+\/page\/[^/]+|(?:source|theme)\/.+)$/;

/**
 * The paths that a blog knows, decoded, each with the id of the post that has or had it, or with the path that it leads
 * to.
 * @extends {Map<string, string>}
 */
export class KnownAddresses extends Map {
  /**
   * Those of posts by their last part, one or several: made when it is first asked for.
   * @type {Map<string, string | string[]> | undefined}
   */
  #named;

  /** @param {string} path @param {string} owner */
  set(path, owner) {
    this.#forget(path);
    super.set(path, owner);
    this.#note(path, owner);
    return this;
  }

  /** @param {string} path */
  delete(path) {
    this.#forget(path);
    return super.delete(path);
  }

  /** @param {string} path decoded @returns {string[]} those of posts that end as it does; none if they are too many */
  alike(path) {
    if (!canBeNamed(path)) return [];
    if (!this.#named) {
      this.#named = new Map();
      for (const [each, owner] of this) this.#note(each, owner);
    }
    const found = this.#of(nameIn(path));
    return found.length > MOST_PATHS ? [] : found;
  }

  /** @param {string} path @param {string} owner */
  #note(path, owner) {
    if (!this.#named || owner.startsWith('/')) return;
    const name = nameIn(path);
    const known = this.#of(name);
    if (known.length <= MOST_PATHS)
      this.#named.set(name, known.length === 0 ? path : [...known, path]);
  }

  /** @param {string} path */
  #forget(path) {
    if (!this.#named || !this.has(path)) return;
    const name = nameIn(path);
    const known = this.#of(name);
    // Of so many it is not known which ones there were.
    if (known.length > MOST_PATHS) return;
    const left = known.filter((each) => each !== path);
    if (left.length > 0) this.#named.set(name, left);
    else this.#named.delete(name);
  }

  /** @param {string} name */
  #of(name) {
    const known = this.#named?.get(name) ?? [];
    return typeof known === 'string' ? [known] : known;
  }
}

/**
 * @param {string} path decoded, at which there is nothing
 * @param {BlogIndex} index
 * @returns {Summary | undefined} the only public post or page that has or had an address with the same end
 */
export function postNamed(path, index) {
  const found = new Set();
  for (const each of index.addresses.alike(path)) {
    const post = index.post(index.addresses.get(each) ?? '');
    if (post && index.isPublic(post)) found.add(post);
  }
  return found.size === 1 ? [...found][0] : undefined;
}

/** @param {string} path decoded @returns {boolean} whether a post is found by its last part */
export const canBeNamed = (path) =>
  path.split('/', MOST_PARTS + 2).length <= MOST_PARTS + 1 &&
  !OTHER_ENDING.test(path) &&
  !OF_ROUTES.test(path);

/** @param {string} path decoded @returns {string} its last part, without `.html` or `index`, in lower case */
function nameIn(path) {
  const at = path.lastIndexOf('/');
  const last = path.slice(at + 1, path.endsWith('.html') ? -'.html'.length : undefined);
  return last === 'index' && at > 0 ? nameIn(path.slice(0, at)) : last.toLowerCase();
}
