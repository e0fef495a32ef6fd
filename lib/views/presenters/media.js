import { marksOf } from '../../content/merge-changes.js';
import { textsOf, textsThat } from '../../store/text-fields.js';
import { presentFields } from './fields.js';
import { recordOf } from '../../base/record-of.js';
import { mayEdit, mayRemoveMedia } from '../../people/rights.js';
import { shapes } from '../../content/shapes.js';
import { sayMessage } from '../../base/messages.js';
import { nameOf } from '../../content/media/names.js';
import { markdownFor } from '../../content/media/uploads.js';
import { mediaUrl } from '../../content/media/urls.js';
import { isPicture } from '../../content/media/types.js';
import { digestIn } from '../../content/media/usage.js';
import { isLarge } from '../../changes/index/picture-sizes.js';
import { sayTime } from '../../base/time-zones.js';
import { lookUp } from '../../base/look-up.js';
import { authorPath } from '../../base/paths.js';
import { foldCase } from '../../base/unicode.js';
import { sayError } from './errors.js';
import { textsOfPictures } from './own-pictures.js';
import { presentChoosing } from './choosing.js';
import { editorPath } from './editor.js';
import { paginate } from './pager.js';
import { saySize } from './plain-text.js';
/** @import { Author } from '../../people/rights.js' */
/** @import { Texts } from '../../store/text-fields.js' */
/** @import { Words } from '../../base/words.js' */
/** @import { BlogIndex } from '../../changes/index/blog-index.js' */
/** @import { SavedUpload, MediaFacts } from '../../content/media/library.js' */
/** @import { Use, UsingPost } from '../../content/media/usage.js' */

const PAGE_SIZE = 24;
/** @param {string} id @returns {string} */
export const mediaPath = (id) => `/admin/media/${encodeURIComponent(id)}`;

/** @type {Record<string, string>} */
const completeness = {
  unused: 'media.allUsed',
  undescribed: 'media.allHaveAltText',
};

/** Which files are listed. */
const kinds = { '': 'media.all', unused: 'media.unused', undescribed: 'media.withoutAltText' };

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
 * @param {{ index: BlogIndex, words: Words }} blog
 */
export function presentMediaList(all, query, uses, { index, words }) {
  const { q, show } = readFilter(query);
  const found = findFiles(all, query, uses);
  const chosen = query.get('chosen') ?? '';
  const link = (/** @type {Record<string, string | number>} */ change) => {
    const pairs = Object.entries({ q, show, ...change }).filter(([, value]) => value);
    return `/admin/media?${new URLSearchParams(pairs.map(([name, value]) => [name, `${value}`]))}`;
  };
  const linkTo = (/** @type {number} */ page) => link({ page });
  const { page, shown, pager } = paginate(found, query.get('page'), PAGE_SIZE, linkTo, words);
  return {
    q,
    show,
    any: all.length > 0,
    kinds: Object.entries(kinds).map(([kind, name]) => ({
      name: words.say(name),
      url: link({ show: kind }),
      current: kind === show,
    })),
    list: String(new URLSearchParams({ q, show })),
    ...presentChoosing(
      found,
      chosen,
      {
        selected: 'choosing.nFiles',
        hasPages: pager !== false,
        link: (chosen) => link({ page, chosen }),
      },
      words,
    ),
    files: shown.map((media) => ({
      ...presentMedia(media, index, words),
      thumbnail: thumbnailOf(media, index),
      chosen: chosen === 'page' || chosen === 'all',
    })),
    text: words.say('common.nFiles', { count: found.length }),
    none: found.length === 0 && {
      text:
        all.length === 0
          ? words.say('media.none')
          : words.say((q === '' && lookUp(completeness, show)) || 'media.nothingFound'),
      about: words.say('media.about'),
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
 * @param {{ index: BlogIndex, words: Words }} blog
 */
export function presentRemoval(files, { asked, whole }, uses, { index, words }) {
  const say = (/** @type {number} */ count) => words.say('common.nFiles', { count });
  const used = files.filter(({ id }) => uses.has(digestIn(id))).length;
  const others = asked - files.length;
  const problems = [
    whole && whole.isOther && words.say('media.otherFilesMatch', { files: say(asked) }),
    asked === 0 && words.say('media.selectFilesFirst'),
    others > 0 && words.say('media.cannotDelete', { count: others }),
  ];
  return {
    whole,
    problem: problems.filter(Boolean).join(' '),
    any: files.length > 0,
    count: say(files.length),
    used: used > 0 && {
      text: words.say('media.filesInUse', { count: used }),
    },
    files: files.slice(0, NAMED).map((media) => ({
      ...presentMedia(media, index, words),
      uses: sayUses(uses.get(digestIn(media.id)) ?? 0, words),
    })),
    more: files.length > NAMED && {
      text: words.say('common.andMore', { count: files.length - NAMED }),
    },
  };
}

/** @param {number} count @param {Words} words @returns {string} '' for 0 */
const sayUses = (count, words) => (count > 0 ? words.say('media.usedInPlaces', { count }) : '');

/** @param {MediaFacts} media @param {BlogIndex} index @param {Words} words */
function presentMedia(media, { settings: { timeZone } }, words) {
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
    size: saySize(size, words),
    alt,
    lacksAlt: isPicture(type) && alt === '',
    when: sayTime(createdAt, timeZone, words.language),
    markdown: markdownFor(media),
  };
}

/**
 * The page of one file.
 * @param {MediaFacts} media
 * @param {object} more
 * @param {Author} more.author
 * @param {Use[]} more.uses
 * @param {Texts<'media'>} more.texts  as typed
 * @param {string[]} [more.conflicts]  names of those that others have saved since
 * @param {{ index: BlogIndex, words: Words }} blog
 */
export function presentMediaPage(media, { author, uses, texts, conflicts = [] }, { index, words }) {
  const present = textsOf('media', media);
  const problems = recordOf(
    conflicts,
    (name) => `${words.say('common.savedInTheMeantime')}: ${Object(present)[name]}`,
  );
  const by = index.users.get(media.by)?.name ?? null;
  return {
    file: {
      ...presentMedia(media, index, words),
      type: media.type,
      by,
      revision: media.revision,
      isTheirs: mayRemoveMedia(author, media),
    },
    marks: marksOf(present),
    fields: Object.values(
      presentFields(Object.fromEntries(textsThat('media')), texts, problems, words),
    ),
    uses: uses.map((use) => presentUse(use, author, words)),
    usage: uses.length > 0 && { text: words.say('media.usedTimes', { count: uses.length }) },
  };
}

/**
 * @param {Use} use
 * @param {Author} author
 * @param {Words} words
 * @returns {{ title: string, url: string }} no title of what only others may see
 */
function presentUse(use, author, words) {
  if ('post' in use) return { title: use.post.title, url: editorPath(use.post) };
  const name = (/** @type {UsingPost} */ post) =>
    mayEdit(author, post) ? `“${post.title}”` : words.say('media.somePost');
  if ('trashed' in use)
    return {
      title: words.say('media.useInTrash', { post: name(use.trashed) }),
      url: '/admin/trash',
    };
  if ('autosaved' in use) {
    const { autosaved: post } = use;
    if (!post) return { title: words.say('media.changesOfDeletedPost'), url: '/admin/trash' };
    return {
      title: words.say('media.useUnpublished', { post: name(post) }),
      url: editorPath(post),
    };
  }
  if ('person' in use) return { title: use.person.name, url: authorPath(use.person.id) };
  if ('setting' in use)
    return {
      title: words.say(lookUp(textsOfPictures, use.setting)?.use ?? 'nav.settings'),
      url: '/admin/settings',
    };
  if (use.comment === 'shown')
    return { title: words.say('media.aComment'), url: '/admin/comments' };
  return { title: words.say('media.commentInTrash'), url: '/admin/comments?status=trash' };
}

/**
 * A picture to choose, for the editor's script.
 * @param {MediaFacts} media
 * @param {Pick<BlogIndex, 'picture'>} index
 */
export function presentPicture(media, index) {
  const { id, alt } = media;
  return {
    id,
    name: nameOf(id),
    url: mediaUrl(id),
    thumbnail: thumbnailOf(media, index),
    alt,
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
 * @param {{ index: Pick<BlogIndex, 'picture'>, words: Words }} blog
 * @returns {{ text: string } | null} about large pictures that only come as a whole
 */
export function presentWithoutSizes(all, author, { index, words }) {
  const { length } = all.filter((media) => lacksSizes(media, author, index));
  if (length === 0) return null;
  return { text: words.say('media.withoutSizes', { count: length }) };
}

/** @param {MediaFacts} media @param {Author} author who might make them @param {Pick<BlogIndex, 'picture'>} index */
export const lacksSizes = (media, author, index) =>
  isLarge(media) && !index.picture(media.id)?.sizes.length && mayRemoveMedia(author, media);

/**
 * The result of an upload, for the editor's script.
 * @param {SavedUpload} kept
 * @param {Words} words
 */
export function presentSavedUpload(kept, words) {
  const { file } = kept;
  if ('problem' in kept) return { file, problem: sayError(kept.problem, words) };
  const { id, type, width, height, size, alt } = kept.media;
  const markdown = markdownFor(kept.media);
  const { note } = kept;
  return {
    file,
    note: sayMessage(note, words),
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

/**
 * @param {SavedUpload[]} kept
 * @param {Words} words
 * @returns {{ text: string, isWrong: boolean }[]} a sentence for each
 */
export const presentOutcome = (kept, words) =>
  kept.map((each) =>
    'problem' in each
      ? { text: `${each.file}: ${sayError(each.problem, words)}.`, isWrong: true }
      : {
          text:
            words.say('media.uploadedAs', { file: each.file, name: nameOf(each.media.id) }) +
            (each.note && ` ${sayMessage(each.note, words)}.`),
          isWrong: false,
        },
  );
