import { mayEdit, mayRemoveMedia } from '../../people/rights.js';
import { shapes } from '../../content/shapes.js';
import { nameOf } from '../../content/media/names.js';
import { markdownFor, mediaUrl } from '../../content/media/uploads.js';
import { isPicture } from '../../content/media/types.js';
import { digestIn } from '../../content/media/usage.js';
import { isLarge } from '../../changes/index/picture-sizes.js';
import { sayTime } from '../../base/time-zones.js';
import { lookUp } from '../../base/look-up.js';
import { authorPath } from '../../base/paths.js';
import { foldCase } from '../../base/unicode.js';
import { presentChoosing } from './choosing.js';
import { editorPath } from './editor.js';
import { paginate } from './pager.js';
import { counted } from './words.js';
/** @import { Author } from '../../people/rights.js' */
/** @import { BlogIndex } from '../../changes/index/blog-index.js' */
/** @import { SavedUpload, MediaFacts } from '../../content/media/library.js' */
/** @import { Use, UsingPost } from '../../content/media/usage.js' */

const PAGE_SIZE = 24;
const EMPTY = 'No files yet.';
const ABOUT = 'Images you add in the editor appear here too.';
/** @param {string} id @returns {string} */
export const mediaPath = (id) => `/admin/media/${encodeURIComponent(id)}`;

/** @type {Record<string, string>} */
const completeness = {
  unused: 'Every file is used.',
  undescribed: 'Every image has a description.',
};

/** Which files are listed. */
const kinds = { '': 'All', unused: 'Unused', undescribed: 'Without description' };

/** @param {URLSearchParams} query */
function readFilter(query) {
  const show = query.get('show') ?? '';
  const q = (query.get('q') ?? '').trim().slice(0, shapes.media.alt.maxLength);
  return { q, show: lookUp(kinds, show) ? show : '' };
}

/**
 * @param {MediaFacts[]} all
 * @param {URLSearchParams} query  of the list
 * @param {Map<string, number> | null} uses  how often files are used; null: this is not asked
 * @returns {MediaFacts[]} those that match, in the same order
 */
export function findFiles(all, query, uses) {
  const { q, show } = readFilter(query);
  const wanted = foldCase(q);
  return all.filter(
    ({ id, alt, type }) =>
      (wanted === '' || foldCase(`${nameOf(id)} ${alt}`).includes(wanted)) &&
      (show !== 'unused' || !uses?.has(digestIn(id))) &&
      (show !== 'undescribed' || (isPicture(type) && alt === '')),
  );
}

/**
 * One page of the files that are asked for.
 * @param {MediaFacts[]} all the newest first
 * @param {URLSearchParams} query `q` a part of the name or description, `show`, `page`, `chosen`
 * @param {Map<string, number> | null} uses  how often files are used; null: this is not asked
 * @param {{ index: BlogIndex }} blog
 */
export function presentMediaList(all, query, uses, { index }) {
  const { q, show } = readFilter(query);
  const found = findFiles(all, query, uses);
  const chosen = query.get('chosen') ?? '';
  const link = (/** @type {Record<string, string | number>} */ change) => {
    const pairs = Object.entries({ q, show, ...change }).filter(([, value]) => value);
    return `/admin/media?${new URLSearchParams(pairs.map(([name, value]) => [name, `${value}`]))}`;
  };
  const linkTo = (/** @type {number} */ page) => link({ page });
  const { page, shown, pager } = paginate(found, query.get('page'), PAGE_SIZE, linkTo);
  return {
    ...{ q, show, any: all.length > 0 },
    kinds: Object.entries(kinds).map(([kind, name]) => ({
      name,
      url: link({ show: kind }),
      current: kind === show,
    })),
    list: String(new URLSearchParams({ q, show })),
    ...presentChoosing(found, chosen, {
      ...{ noun: 'file', hasPages: pager !== false },
      link: (chosen) => link({ page, chosen }),
    }),
    files: shown.map((media) => ({
      ...presentMedia(media, index.settings.timeZone),
      thumbnail: thumbnailOf(media, index),
      chosen: chosen === 'page' || chosen === 'all',
    })),
    text: counted(found.length, 'file'),
    none: found.length === 0 && {
      text:
        all.length === 0 ? EMPTY : (q === '' && lookUp(completeness, show)) || 'No files found.',
      about: ABOUT,
      all: all.length > 0,
    },
    pager,
  };
}

/** Files that are listed before they are deleted. */
const NAMED = 100;

/**
 * What is said before files are deleted.
 * @param {MediaFacts[]} files that this author may delete
 * @param {object} selection
 * @param {number} selection.asked  how many were selected
 * @param {{ digest: string, list: string, isOther: boolean } | false} selection.whole  all of a list; `isOther`: its
 *   files are not those that were selected
 * @param {Map<string, number>} uses
 * @param {{ index: BlogIndex }} blog
 */
export function presentRemoval(files, { asked, whole }, uses, { index }) {
  const used = files.filter(({ id }) => uses.has(digestIn(id))).length;
  const others = asked - files.length;
  const problems = [
    whole && whole.isOther && `Other files match now: ${counted(asked, 'file')}. Please check.`,
    asked === 0 && 'Select the files first.',
    others > 0 &&
      `${counted(others, 'file')} cannot be deleted: uploaded by someone else, or gone.`,
  ];
  return {
    whole,
    problem: problems.filter(Boolean).join(' '),
    any: files.length > 0,
    count: counted(files.length, 'file'),
    used: used > 0 && {
      text: `${used === 1 ? '1 of them is' : `${used} of them are`} in use and would be missing there.`,
    },
    files: files.slice(0, NAMED).map((media) => ({
      ...presentMedia(media, index.settings.timeZone),
      uses: counted(uses.get(digestIn(media.id)) ?? 0, 'place').replace(/^0 .*/, ''),
    })),
    more: files.length > NAMED && { text: `and ${counted(files.length - NAMED, 'other file')}` },
  };
}

/** @param {MediaFacts} media @param {string} timeZone */
function presentMedia(media, timeZone) {
  const { id, type, width, height, size, alt, createdAt } = media;
  return {
    id,
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
 * @param {Use[]} more.uses
 * @param {{ index: BlogIndex }} blog
 */
export function presentMediaPage(media, { author, uses }, { index }) {
  const by = index.users.get(media.by)?.name ?? null;
  return {
    file: {
      ...presentMedia(media, index.settings.timeZone),
      type: media.type,
      by,
      revision: media.revision,
      isTheirs: mayRemoveMedia(author, media),
    },
    uses: uses.map((use) => presentUse(use, author)),
    usage: uses.length > 0 && { text: `It is used in ${counted(uses.length, 'place')}.` },
  };
}

/** @type {Record<string, string>} */
const settingNames = { logo: 'Logo of the blog', icon: 'Icon of the blog' };

/**
 * @param {Use} use
 * @param {Author} author
 * @returns {{ title: string, url: string }} no title of what only others may see
 */
function presentUse(use, author) {
  if ('post' in use) return { title: use.post.title, url: editorPath(use.post) };
  const name = (/** @type {UsingPost} */ post) =>
    mayEdit(author, post) ? `“${post.title}”` : 'a post';
  if ('trashed' in use) return { title: `In the trash: ${name(use.trashed)}`, url: '/admin/trash' };
  if ('autosaved' in use) {
    const { autosaved: post } = use;
    if (!post) return { title: 'Changes to a deleted post', url: '/admin/trash' };
    return { title: `Unpublished changes: ${name(post)}`, url: editorPath(post) };
  }
  if ('person' in use) return { title: use.person.name, url: authorPath(use.person.id) };
  if ('setting' in use)
    return { title: settingNames[use.setting] ?? 'Settings', url: '/admin/settings' };
  if (use.comment === 'shown') return { title: 'A comment', url: '/admin/comments' };
  return { title: 'A comment in the trash', url: '/admin/comments?status=trash' };
}

/**
 * A picture to choose, for the editor's script.
 * @param {MediaFacts} media
 * @param {Pick<BlogIndex, 'picture'>} index
 */
export function presentPicture(media, index) {
  const { id, alt } = media;
  return {
    ...{ id, name: nameOf(id), url: mediaUrl(id), thumbnail: thumbnailOf(media, index), alt },
    markdown: markdownFor(media),
  };
}

/**
 * @param {MediaFacts} media
 * @param {Pick<BlogIndex, 'picture'>} index
 * @returns {string} the path of the smallest file of a picture
 */
const thumbnailOf = ({ id }, index) => mediaUrl(index.picture(id)?.sizes[0]?.id ?? id);

/**
 * @param {MediaFacts[]} all
 * @param {Author} author
 * @param {Pick<BlogIndex, 'picture'>} index
 * @returns {{ text: string } | null} about large pictures that only come as a whole
 */
export function presentWithoutSizes(all, author, index) {
  const { length } = all.filter((media) => lacksSizes(media, author, index));
  if (length === 0) return null;
  return { text: `${counted(length, 'large image')} without smaller sizes for phones.` };
}

/** @param {MediaFacts} media @param {Author} author who might make them @param {Pick<BlogIndex, 'picture'>} index */
export const lacksSizes = (media, author, index) =>
  isLarge(media) && !index.picture(media.id)?.sizes.length && mayRemoveMedia(author, media);

/**
 * The result of an upload, for the editor's script.
 * @param {SavedUpload} kept
 */
export function presentSavedUpload(kept) {
  const { file } = kept;
  if ('problem' in kept) return { file, problem: kept.problem.message };
  const { id, type, width, height, size, alt } = kept.media;
  const markdown = markdownFor(kept.media);
  const { note } = kept;
  return {
    file,
    note,
    name: id,
    url: mediaUrl(id),
    type,
    width,
    height,
    bytes: size,
    alt,
    markdown,
  };
}

/** @param {SavedUpload[]} kept @returns {{ text: string, isWrong: boolean }[]} a sentence for each */
export const presentOutcome = (kept) =>
  kept.map((each) =>
    'problem' in each
      ? { text: `${each.file}: ${each.problem.message}.`, isWrong: true }
      : {
          text: `${each.file} was uploaded as ${nameOf(each.media.id)}.${each.note && ` ${each.note}.`}`,
          isWrong: false,
        },
  );

/** @param {number} bytes @returns {string} such as 1.2 MB */
function inWords(bytes) {
  if (bytes < 1000) return `${bytes} bytes`;
  if (bytes < 1_000_000) return `${Math.round(bytes / 1000)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
