import { pathOf } from '../../changes/index/blog-index.js';
import { importBlog } from './importer.js';
import { originalOf } from '../../changes/index/picture-sizes.js';
/** @import { BlogIndex } from '../../changes/index/blog-index.js' */
/** @import { Content } from '../../content/content.js' */

/** @import { Overlay } from '../../store/overlay.js' */
/** @import { Store, Summary } from '../../store/types.js' */
/** @import { SourcePost } from './sources/source.js' */

/**
 * @typedef {object} Forecast  What an import would lead to. Posts, authors, tags and old addresses are those of all
 *   posts in the source, new or not; pictures and comments only the new ones.
 * @property {number} posts  public ones
 * @property {number} pages  public ones
 * @property {number} drafts
 * @property {number} scheduled
 * @property {string[]} authors  names
 * @property {number} tags
 * @property {number} pictures  and other files
 * @property {number} comments
 * @property {number} addresses  old ones that lead to the posts, and all that lead to feeds, tags and files
 * @property {{ from: string, to: string }[]} examples  some of these, for posts that are public
 * @property {number} undated  posts without a date in the source
 * @property {number} hiding  posts whose text hides a part of itself
 * @property {number} created
 * @property {number} updated
 * @property {number} unchanged
 * @property {number} kept  as they are here
 * @property {number} warned
 * @property {number} refused
 * @property {string[]} hints  on what the source does not say
 */

const EXAMPLES = 3;

/**
 * Says what an import would lead to, by importing into a blog that keeps nothing.
 * @param {Omit<Parameters<typeof importBlog>[0], 'content'> & { blog: { content: Content, index: BlogIndex, store:
 *   Store } }} options `blog`: with an overlay as its store
 * @returns {Promise<Forecast>}
 * @throws {LarderError} as `importBlog` does
 */
export async function forecastImport({ blog, report, ...options }) {
  const { content, index } = blog;
  const { added } = /** @type {Overlay} */ (blog.store);
  /** Without their texts. @type {Map<string, Pick<SourcePost, 'isUndated' | 'hidesPart'>>} */
  const source = new Map();
  const {
    created,
    updated,
    unchanged,
    warned,
    refused,
    kept = 0,
    hints = [],
  } = await importBlog({
    ...options,
    content,
    resize: async () => '',
    report: {
      ...report,
      post: ({ id, isUndated, hidesPart }) => source.set(id, { isUndated, hidesPart }),
    },
  });
  const posts = [...source.keys()].flatMap((id) => index.post(id) ?? []);
  const isPublic = (/** @type {Summary} */ post) => index.isPublic(post);
  const drafts = posts.filter(({ status }) => status === 'draft').length;
  const shown = posts.filter(isPublic);
  const pages = shown.filter(({ type }) => type === 'page').length;
  const count = (/** @type {'isUndated' | 'hidesPart'} */ mark) =>
    [...source.values()].filter((post) => post[mark]).length;
  const authors = new Set(posts.flatMap(({ author }) => index.users.get(author)?.name ?? []));
  const addresses = [...index.addresses].flatMap(([from, owner]) => {
    if (owner.startsWith('/')) return [{ from, to: owner, isShown: false }];
    const post = source.has(owner) && index.post(owner);
    if (!post || pathOf(post) === from) return [];
    return [{ from, to: pathOf(post), isShown: index.isPublic(post) }];
  });
  return {
    posts: shown.length - pages,
    pages,
    drafts,
    scheduled: posts.length - drafts - shown.length,
    authors: [...authors].sort(),
    tags: new Set(posts.flatMap(({ tags }) => tags)).size,
    pictures: added('media').filter(({ id }) => !originalOf(id)).length,
    comments: added('comment').length,
    addresses: addresses.length,
    examples: spread(examplesOf(addresses.filter(({ isShown }) => isShown))),
    undated: count('isUndated'),
    hiding: count('hidesPart'),
    created,
    updated,
    unchanged,
    kept,
    warned,
    refused,
    hints,
  };
}

/** @param {{ from: string, to: string }[]} addresses @returns {Forecast['examples']} the first of each post */
const examplesOf = (addresses) => {
  const byTarget = new Map(addresses.toReversed().map(({ from, to }) => [to, { from, to }]));
  return [...byTarget.values()].reverse();
};

/** @template T @param {T[]} all @returns {T[]} the first, the last, and those at equal distances between them */
const spread = (all) =>
  all.length <= EXAMPLES
    ? all
    : Array.from(
        { length: EXAMPLES },
        (_, place) => all[Math.round((place * (all.length - 1)) / (EXAMPLES - 1))],
      );
