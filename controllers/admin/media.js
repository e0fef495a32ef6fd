import { mayRemoveMedia } from '../../lib/people/rights.js';
import { textNames, textsOf } from '../../lib/store/text-fields.js';
import { recordOf } from '../../lib/base/record-of.js';
import { shapes } from '../../lib/content/shapes.js';
import { LarderError } from '../../lib/base/errors.js';
import { saveUploads, newestFirst } from '../../lib/content/media/library.js';
import { mergeChanges } from '../../lib/content/merge-changes.js';
import { nameOf } from '../../lib/content/media/names.js';
import { countUses, usesOf } from '../../lib/content/media/usage.js';
import {
  mediaPath,
  presentSavedUpload,
  presentWithoutSizes,
  presentMediaList,
  presentMediaPage,
  presentOutcome,
} from '../../lib/views/presenters/media.js';
/** @import { TextName } from '../../lib/store/text-fields.js' */
/** @import { Words } from '../../lib/base/words.js' */
/** @import { Removing } from '../../lib/content/writing/media.js' */
/** @import { Author } from '../../lib/people/rights.js' */
/** @import { Media } from '../../lib/store/types.js' */
/** @import { AuthorBlog, SignedInAction } from '../types.js' */

/** `GET /admin/media` @type {SignedInAction} */
export async function list({ query, author }, blog) {
  const { words } = blog;
  const added = Number(query.get('added') ?? 0);
  const deleted = Number(query.get('deleted') ?? 0);
  const kept = Number(query.get('kept') ?? 0);
  const removing = await blog.content.removingMedia(author.id);
  const sentences = [
    deleted > 0 && words.say('media.nDeleted', { count: deleted }),
    kept > 0 && words.say('media.nKept', { count: kept }),
    ...(removing?.isOver === false ? presentRemoving(removing, words) : []),
    added > 0 && words.say('media.nUploaded', { count: added }),
  ];
  const text = sentences.filter(Boolean).join(' ');
  return listPage(query, blog, { author, said: text ? { text, link: null } : null });
}

/** @param {Removing} job @param {Words} words */
const presentRemoving = ({ deleted, done, total }, words) => [
  deleted > 0 && words.say('media.nDeleted', { count: deleted }),
  words.say('media.nLeft', { count: total - done }),
];

/** `POST /admin/media`: uploads from the form or the editor. @type {SignedInAction} */
export async function upload({ files, author, headers, query }, blog) {
  const mayChange = (/** @type {{ by: string }} */ media) => mayRemoveMedia(author, media);
  const kept = await saveUploads(files, author.id, blog.content, mayChange);
  const isWrong = kept.length === 0 || kept.some((each) => 'problem' in each);
  const status = isWrong ? 422 : 200;
  if ((headers.accept ?? '').startsWith('application/json'))
    return { json: { items: kept.map((each) => presentSavedUpload(each, blog.words)) }, status };
  if (!isWrong) return { redirect: `/admin/media?added=${kept.length}` };
  const outcome = kept.length
    ? presentOutcome(kept, blog.words)
    : [{ text: blog.words.say('common.noFileSelected'), isWrong: true }];
  return { ...(await listPage(query, blog, { author, outcome })), status };
}

/** `GET /admin/media/:name` @type {SignedInAction} */
export async function show({ params, query, author }, blog) {
  const media = await blog.store.get('media', params.name);
  if (!media) return null;
  const uses = await usesOf(media.id, blog);
  const model = presentMediaPage(media, { author, uses, texts: textsOf('media', media) }, blog);
  const said = query.has('said')
    ? { text: blog.words.say('media.altTextSaved'), link: null }
    : null;
  return { view: 'admin/file', model: { ...model, said }, page: { title: nameOf(media.id) } };
}

/** `POST /admin/media/:name`: describes or deletes it. @type {SignedInAction} */
export async function change({ params, form, author, headers }, blog) {
  const media = await blog.store.get('media', params.name);
  if (!media) return null;
  if (!mayRemoveMedia(author, media))
    throw new LarderError('forbidden', 'This file was uploaded by someone else', {
      word: ['media.uploadedByOther'],
    });
  if (form.get('action') === 'delete') {
    await blog.content.removeMedia(media.id, media.revision);
    return { redirect: '/admin/media?deleted=1' };
  }
  const before = textsOf('media', media);
  const texts = recordOf(textNames('media'), (name) =>
    plainLine(form.get(name) ?? before[name], name),
  );
  const { conflicts } = mergeChanges(form.get('marks') ?? '', texts, before);
  if (conflicts.length > 0) {
    const uses = await usesOf(media.id, blog);
    const model = presentMediaPage(media, { author, uses, texts, conflicts }, blog);
    return {
      view: 'admin/file',
      model: { ...model, said: null },
      page: { title: nameOf(media.id) },
      status: 409,
    };
  }
  await blog.content.describeMedia(media.id, texts, media.revision);
  if ((headers.accept ?? '').startsWith('application/json')) return { json: texts };
  return { redirect: `${mediaPath(media.id)}?said=1` };
}

/**
 * @param {URLSearchParams} query
 * @param {AuthorBlog} blog
 * @param {{ author: Author, said?: object | null, outcome?: object[] }} more
 */
async function listPage(query, blog, { author, said = null, outcome = [] }) {
  const isUnused = query.get('show') === 'unused';
  const uses = isUnused ? await countUses(blog) : null;
  const all = await newestFirst(blog.store);
  return {
    view: 'admin/media',
    model: {
      ...presentMediaList(all, query, uses, blog),
      withoutSizes: presentWithoutSizes(all, author, blog),
      said,
      outcome,
      hasOutcome: outcome.length > 0,
    },
    page: { title: blog.words.say('nav.media') },
  };
}

/** @param {string} text @param {TextName<'media'>} name @returns {string} one line of limited length */
const plainLine = (text, name) =>
  [
    ...text
      .toWellFormed()
      .replace(/[\p{Cc}\s]+/gu, ' ')
      .trim(),
  ]
    .slice(0, shapes.media[name].maxLength)
    .join('');
