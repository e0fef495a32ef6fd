import { join } from 'node:path';
import { untouchedWelcome } from '../../content/welcome.js';
import { renderPost } from '../../markup/render.js';
import { namesIn } from '../../markup/syntax/wiki-links.js';
import { haveMailStand } from '../../mail/standing.js';
import { shapes } from '../../content/shapes.js';
import { postFieldsThat } from '../../store/fields.js';
import { LarderError } from '../../base/errors.js';
import { isWebAddress } from '../../content/validate.js';
import { importComments } from './comments.js';
import { detectFormat } from './detect-format.js';
import { hintsOf, unnamed } from './hints.js';
import { LastImport } from './last-import.js';
import { MediaImporter, restoreMedia } from './media.js';
import { warningsOf, Plan } from './plan.js';
import { createPostWriter } from './post-writer.js';
import { importRedirects } from './redirects.js';
import { Run } from './run.js';
import { importSettings } from './settings.js';
import { shorten } from './shared/plain.js';
import { checkPattern } from './sources/markdown/permalinks.js';
import { authorId, importUser } from './users.js';
/** @import { FurtherInput, PostField } from '../../store/fields.js' */
/** @import { Content } from '../../content/content.js' */
/** @import { PostInput } from '../../content/writing/posts.js' */
/** @import { Entry } from './plan.js' */
/** @import { Counts, Report, ResizeImage } from './run.js' */
/** @import { Source, SourceOptions, SourcePost } from './sources/source.js' */
/** @import { Cover, Post } from '../../store/types.js' */

/**
 * @type {Record<'markdown' | 'wordpress' | 'ghost', () => Promise<(file: string, folder: string, options:
 *   SourceOptions) => Promise<Source>>>}
 */
const OPENERS = {
  markdown: async () => (await import('./sources/markdown/source.js')).openMarkdown,
  wordpress: async () => (await import('./sources/wordpress/source.js')).openWordPress,
  ghost: async () => (await import('./sources/ghost/source.js')).openGhost,
};

/** Characters of a text that become its title if it has none. */
const LONGEST_TITLE = 60;

/** Of one post. */
const MOST_AUTHORS = 50;

const shape = shapes.post;

/**
 * Imports another blog: a folder of Markdown, or an export of WordPress or Ghost. Running it again imports what has
 * changed in the source, and leaves alone what was changed or deleted here since the last import.
 * @param {object} options
 * @param {string} options.path a folder, or one file
 * @param {Content} options.content
 * @param {Report} options.report
 * @param {boolean} [options.overwrite] imports everything, and discards changes made here
 * @param {string} [options.permalink] the addresses that posts of Markdown had, such as '/:year/:month/:title/';
 *   without it, they follow from the settings of their engine
 * @param {string} [options.within] a real path of a folder out of which nothing is read; without it, files and settings
 *   of the site around the path are read, too
 * @param {ResizeImage} [options.resize]  makes smaller sizes of pictures
 * @returns {Promise<Counts & { taken?: { comments: number, images: number }, kept?: number, hints?: string[] }>}
 *   `kept`: how many records were left as they are here, if any; `hints`: sentences on what the source does not say
 * @throws {LarderError} `invalid` when nothing can be read, `unavailable`
 */
export async function importBlog(options) {
  const { path, content, report, overwrite = false, permalink, within } = options;
  if (permalink !== undefined) checkPattern(permalink);
  const { format, folder, files } = await detectFormat(path);
  const last = await new LastImport(content.store, overwrite).read();
  const run = new Run(content, report, last, options.resize);
  const welcome = await untouchedWelcome(content);
  await haveMailStand(content.store);
  try {
    const open = await OPENERS[format]();
    for (const file of files)
      await importSource(await open(file, folder, { permalink, within }), run);
  } finally {
    await run.last.flush();
  }
  const { counts, taken, kept } = run;
  const others = [...run.others.values()];
  for (const { path, text } of unnamed(others)) report.warning(path, text);
  const hints = hintsOf({ ...run, others });
  if (await stepAside(welcome, run)) hints.push(WELCOME_WENT);
  return {
    ...counts,
    ...(format !== 'markdown' && { taken }),
    ...(kept > 0 && { kept }),
    ...(hints.length > 0 && { hints }),
  };
}

const WELCOME_WENT = 'The welcome post, which nobody had edited, goes to the trash.';

/**
 * Removes the welcome post when an import has brought others.
 * @param {Post | null} welcome as it was before, if nobody had edited it
 * @param {Run} run
 * @returns {Promise<boolean>} whether it was there, and is removed
 */
async function stepAside(welcome, { content, counts }) {
  const now = welcome && content.index.post(welcome.id);
  if (!now || now.revision !== welcome.revision || counts.created === 0) return false;
  await content.removePost(now.id, now.revision);
  return true;
}

/**
 * Imports one source: plans the URLs of its posts, then writes its records one after the other.
 * @param {Source} source
 * @param {Run} run
 */
async function importSource(source, run) {
  /** Ids of the imported posts. @type {Set<string>} */
  const seen = new Set();
  /** Ids of those that link to others by name. @type {string[]} */
  const linking = [];
  const plan = new Plan(source, run.content.index);
  const media = new MediaImporter(source.findFile, run);
  const writer = createPostWriter(run);
  for (const { name, text } of source.warnings) run.warn(name, text);
  for (const { name, reason } of source.refused) run.refuse(name, reason);
  run.unplaced.push(...source.unplaced);
  run.leftOut.push(...source.leftOut);
  await importSettings(settings(), source, run);
  for (const { name, read } of source.users)
    await run.attempt(name, async () => importUser(await read(), run));
  for (const { name, read } of source.media)
    await run.attempt(name, async () => restoreMedia(await read(), run));
  await importPosts();
  for await (const { name, read } of source.comments())
    await run.attempt(name, async () => importComments(name, await read(), run));
  for (const { name, url } of source.uploads)
    await run.attempt(name, () => importUpload(name, url));
  await importRedirects(source, media.found, plan, run);
  for (const name of source.others) {
    const path = join(source.root, name);
    if (!run.seen.has(path)) run.others.set(path, name);
  }
  run.progress(source.outlines.length, source.outlines.length);
  run.taken.images += media.count;
  if (source.broken)
    run.refuse(source.name, `${source.broken}: everything before that is imported`);

  function settings() {
    const { settings, isVerbatim } = source;
    if (isVerbatim || !settings.navigation) return settings;
    const navigation = settings.navigation.map(({ title, url }) => ({
      title,
      url: plan.find(url) ?? url,
    }));
    return { ...settings, navigation };
  }

  async function importPosts() {
    const { index } = run.content;
    const { posts, outlines } = source;
    const { timeZone } = index.settings;
    const hasPassed = (/** @type {string} */ time) =>
      index.isPublic({ status: 'published', publishedAt: time });
    let done = 0;
    for await (const { name, read } of posts({ timeZone, hasPassed })) {
      run.progress(done, outlines.length);
      await run.attempt(name, async () => importPost(await read()));
      done += 1;
    }
    // What they link to may have come after them.
    await run.content.rerender(linking);
  }

  /** @param {SourcePost} post */
  async function importPost(post) {
    const entry = plan.entries.get(post.id);
    if (!entry || seen.has(post.id))
      throw new LarderError('invalid', 'another post has the same ID');
    seen.add(post.id);
    const { name } = entry.outline;
    const warn = (/** @type {string} */ text) => run.warn(name, text);
    if (post.isUndated && post.ifNew.publishedAt) run.undated.push(name);
    const { present, isGone } = await writer.find(post.id, warn);
    if (isGone) return;
    run.post(post);
    [...warningsOf(entry), ...post.warnings].forEach(warn);
    const input = await inputOf(post, entry, warn);
    const isSaved = await writer.write(input, present, post.ifNew, warn);
    if (isSaved && namesIn(input.markdown ?? '').length > 0) linking.push(post.id);
    const { id: postId, comments } = post;
    run.taken.comments += await importComments(name, { postId, comments }, run);
  }

  /**
   * @param {SourcePost} post
   * @param {Entry} entry
   * @param {(text: string) => void} warn
   * @returns {Promise<PostInput & { id: string }>}
   */
  async function inputOf(post, { outline, slug }, warn) {
    const { id, type } = outline;
    const { status, publishedAt, updatedAt, commentsClosed } = post;
    const context = { plan, media, warn };
    const markdown = await post.text(context);
    const title = shorten(outline.title || titleFrom(markdown), shape.title, 'title', warn);
    return {
      id,
      type,
      slug,
      title,
      markdown,
      status,
      publishedAt,
      commentsClosed,
      ...(updatedAt && { updatedAt }),
      excerpt: shorten(post.excerpt, shape.excerpt, 'excerpt', warn),
      ...furtherOf(post, warn),
      tags: tagsOf(post, warn),
      author: await authorOf(post.author, warn),
      coAuthors: await coAuthorsOf(post, warn),
      ...(post.cover && { cover: withShortAlt(await post.cover(context), warn) }),
      formerPaths: writer.freePaths(id, outline.formerPaths, warn),
    };
  }

  /**
   * @param {SourcePost} post
   * @param {(text: string) => void} warn
   * @returns {FurtherInput} those that the source knows
   */
  function furtherOf(post, warn) {
    const { exported } = source;
    const isKnown = (/** @type {PostField} */ name) =>
      post[name] || (post[name] !== undefined && exported?.includes(name) !== false);
    const known = postFieldsThat((field, name) => !field.isRuled && isKnown(name));
    return Object.fromEntries(
      known.map(([name, { is, schema, frontMatter = name }]) => {
        const value = post[name];
        if (typeof value !== 'string') return [name, value];
        const maxLength = schema?.maxLength ?? Infinity;
        return [
          name,
          is === 'address'
            ? addressOf(value, maxLength, frontMatter, warn)
            : shorten(value, { maxLength }, name, warn),
        ];
      }),
    );
  }

  /** @param {string} address @param {number} longest @param {string} name @param {(text: string) => void} warn */
  function addressOf(address, longest, name, warn) {
    // Where the blog itself stood, the post is here now.
    if (!address || plan.isOwn(address)) return '';
    if (isWebAddress(address, longest)) return address;
    warn(`its ${name} “${address.slice(0, 60)}” cannot be used`);
    return '';
  }

  /** @param {SourcePost} post @param {(text: string) => void} warn */
  function tagsOf({ tags }, warn) {
    const names = tags
      .map((tag) => shorten(tag.replace(/\s+/g, ' ').trim(), shape.tags.items, 'tag', warn))
      .filter((tag) => /[^.\s]/.test(tag));
    const given = run.content.index.tagNames.unify(names);
    const { maxItems } = shape.tags;
    if (given.length > maxItems)
      warn(`only the first ${maxItems} of its ${given.length} tags are imported`);
    return given.slice(0, maxItems);
  }

  /** @param {SourcePost} post @param {(text: string) => void} warn */
  async function coAuthorsOf({ coAuthors = [] }, warn) {
    const { length } = coAuthors;
    const ids = [];
    for (const name of coAuthors.slice(0, MOST_AUTHORS)) ids.push(await authorOf(name, warn));
    if (length > MOST_AUTHORS)
      warn(`only the first ${MOST_AUTHORS} of its ${length} further authors are imported`);
    return ids.filter(Boolean);
  }

  /** @param {string} author a name, or the id of a user @param {(text: string) => void} warn */
  async function authorOf(author, warn) {
    const isId = source.isVerbatim && run.content.index.users.has(author);
    return isId ? author : authorId(shorten(author, shape.title, 'author', warn), run);
  }

  /** @param {string} name @param {string} url of a file that may not be used by any post */
  async function importUpload(name, url) {
    if (media.wasAsked(url)) return;
    const taken = await media.take(url);
    if (taken && 'path' in taken) return;
    const why = taken ? taken.reason : 'it is not next to the file';
    run.warn(name, `${url.slice(0, 300)} is not imported: ${why}`);
  }
}

/** @param {Cover | null} cover @param {(text: string) => void} warn @returns {Cover | null} */
const withShortAlt = (cover, warn) =>
  cover && { ...cover, alt: shorten(cover.alt, shapes.media.alt, 'alt text of the cover', warn) };

/** @param {string} markdown @returns {string} a title for a text without one: its first words */
function titleFrom(markdown) {
  const { teaser } = renderPost({ markdown, excerpt: '' });
  if (teaser.length <= LONGEST_TITLE) return teaser || 'Untitled';
  const end = teaser.lastIndexOf(' ', LONGEST_TITLE) + 1 || LONGEST_TITLE;
  return `${teaser.slice(0, end).trim()}…`;
}
