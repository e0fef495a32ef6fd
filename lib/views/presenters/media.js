import { mayRemoveMedia } from '../../auth/rights.js';
import { markdownFor, mediaUrl } from '../../media/uploads.js';
import { isPicture } from '../../media/types.js';
import { sayTime } from '../../runtime/time-zones.js';
import { editorPath } from './editor.js';
import { counted } from './words.js';
/** @import { Author } from '../../auth/rights.js' */
/** @import { BlogIndex } from '../../index/blog-index.js' */
/** @import { SavedUpload, MediaFacts, textsWith } from '../../media/library.js' */

const PAGE_SIZE = 24;
/** Length of the digest and hyphen before a name. */
const DIGEST = 17;

/** @param {string} id @returns {string} the original name */
export const nameOf = (id) => id.slice(DIGEST);

/** @param {string} id @returns {string} */
export const mediaPath = (id) => `/admin/media/${encodeURIComponent(id)}`;

/**
 * One page of all files.
 * @param {MediaFacts[]} all the newest first
 * @param {URLSearchParams} query `page`
 * @param {{ index: BlogIndex }} blog
 */
export function presentMediaList(all, query, { index }) {
  const pages = Math.max(1, Math.ceil(all.length / PAGE_SIZE));
  const asked = query.get('page') ?? '';
  const page = Math.min(/^[1-9]\d{0,6}$/.test(asked) ? Number(asked) : 1, pages);
  const shown = all.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
  const link = (/** @type {number} */ number) => `/admin/media?page=${number}`;
  return {
    files: shown.map((media) => presentMedia(media, index.settings.timeZone)),
    text: counted(all.length, 'file'),
    none: all.length === 0,
    pager: pages > 1 && {
      text: `Page ${page} of ${pages.toLocaleString('en')}`,
      previous: page > 1 ? link(page - 1) : null,
      next: page < pages ? link(page + 1) : null,
    },
  };
}

/** @param {MediaFacts} media @param {string} timeZone */
export function presentMedia(media, timeZone) {
  const { id, type, width, height, size, alt, createdAt } = media;
  return {
    name: nameOf(id),
    ending: id.split('.').at(-1)?.toUpperCase(),
    url: mediaUrl(id),
    path: mediaPath(id),
    isPicture: isPicture(type),
    width,
    height,
    dimensions: width && height ? `${width} × ${height}` : null,
    size: inWords(size),
    alt,
    lacksAlt: isPicture(type) && alt === '',
    when: sayTime(createdAt, timeZone),
    markdown: markdownFor(media),
  };
}

/**
 * The page of one file.
 * @param {MediaFacts} media
 * @param {object} more
 * @param {Author} more.author
 * @param {Awaited<ReturnType<typeof textsWith>>} more.texts that refer to it
 * @param {{ index: BlogIndex }} blog
 */
export function presentMediaPage(media, { author, texts }, { index }) {
  const by = index.users.get(media.by)?.name ?? null;
  return {
    file: {
      ...presentMedia(media, index.settings.timeZone),
      type: media.type,
      by,
      revision: media.revision,
      isTheirs: mayRemoveMedia(author, media),
    },
    texts: texts.map((text) => ({ title: text.title, url: editorPath(text) })),
    usage: texts.length > 0 && {
      text: `It is used in ${texts.length === 1 ? '1 post or page' : `${texts.length} posts or pages`}`,
    },
  };
}

/**
 * The result of an upload, for the editor's script.
 * @param {SavedUpload} kept
 */
export function presentSavedUpload(kept) {
  const { file } = kept;
  if ('problem' in kept) return { file, problem: kept.problem.message };
  const { id, type, width, height, size, alt } = kept.media;
  const markdown = markdownFor(kept.media);
  return { file, name: id, url: mediaUrl(id), type, width, height, bytes: size, alt, markdown };
}

/** @param {SavedUpload[]} kept @returns {{ text: string, isWrong: boolean }[]} a sentence for each */
export const presentOutcome = (kept) =>
  kept.map((each) =>
    'problem' in each
      ? { text: `${each.file}: ${each.problem.message}.`, isWrong: true }
      : { text: `${each.file} was uploaded as ${nameOf(each.media.id)}.`, isWrong: false },
  );

/** @param {number} bytes @returns {string} such as 1.2 MB */
function inWords(bytes) {
  if (bytes < 1000) return `${bytes} bytes`;
  if (bytes < 1_000_000) return `${Math.round(bytes / 1000)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
