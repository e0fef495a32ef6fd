import { stringify } from 'yaml';
import { postFieldsThat } from '../../store/fields.js';
import { withoutTemplates, writeFor } from './engines.js';
/** @import { Engine } from './engines.js' */
/** @import { Post } from '../../store/types.js' */

/** @param {Post} post @returns {string} such as posts/2012-03-04-hello.md */
export function fileNameOf({ type, slug, status, publishedAt }) {
  // A file's name has at most 255 bytes.
  const name = Buffer.from(slug)
    .subarray(0, 200)
    .toString()
    .replace(/(?<!\ufffd)\ufffd+$/, '');
  if (status === 'draft') return `drafts/${type === 'page' ? 'pages/' : ''}${name}.md`;
  return type === 'page' ? `pages/${name}.md` : `posts/${publishedAt?.slice(0, 10)}-${name}.md`;
}

/**
 * Fields that hide a post in other engines: Hugo, Zola and Astro read `draft`, Jekyll and Hexo `published`, Obsidian
 * `publish`, Eleventy the rest. Larder itself reads only `status` and `date`.
 */
const HIDDEN = {
  draft: true,
  published: false,
  publish: false,
  permalink: false,
  eleventyExcludeFromCollections: true,
};

/**
 * @param {Post} post
 * @param {string[]} authors their names
 * @param {string[]} aliases its former paths
 * @param {object} [options]
 * @param {boolean} [options.isPublic] false also for scheduled posts, which some engines would show
 * @param {Engine} [options.engine] for which the text is written
 * @returns {string} the file's content, which an import restores exactly unless it was written for an engine
 */
export function toMarkdown(
  post,
  authors,
  aliases,
  { isPublic = post.status === 'published', engine } = {},
) {
  const author = post.author ? authors[0] : '';
  const metadata = {
    id: post.id,
    ...(post.type === 'page' ? { type: 'page' } : {}),
    title: post.title,
    slug: post.slug,
    ...(post.publishedAt ? { date: post.publishedAt } : {}),
    updated: post.updatedAt,
    created: post.createdAt,
    ...(post.tags.length > 0 ? { tags: post.tags } : {}),
    ...(author ? { author } : {}),
    ...(authors.length > (author ? 1 : 0) ? { authors } : {}),
    ...(post.cover ? { cover: post.cover } : {}),
    status: post.status,
    ...(isPublic ? {} : HIDDEN),
    ...withoutTemplates(post.markdown),
    ...(post.commentsClosed ? { commentsClosed: true } : {}),
    ...describe(post),
    ...further(post),
    ...(aliases.length > 0 ? { aliases: aliases.sort() } : {}),
  };
  const text = engine ? writeFor(post.markdown, engine) : post.markdown;
  return `---\n${toYaml(metadata)}---\n\n${text}`;
}

/** @param {Post} post */
const further = (post) =>
  Object.fromEntries(
    postFieldsThat().flatMap(([name, { frontMatter }]) =>
      frontMatter && post[name] ? [[frontMatter, post[name]]] : [],
    ),
  );

/** Where there is one text only, other engines read it as the description. @param {Post} post */
function describe({ excerpt, description }) {
  if (description) return { excerpt, description };
  return excerpt ? { description: excerpt } : {};
}

/** @param {unknown} value @returns {string} that a reader of YAML 1.1 takes in the same way */
export const toYaml = (value) =>
  stringify(value, { lineWidth: 0, compat: 'yaml-1.1', aliasDuplicateObjects: false });
