import { mayRemoveMedia } from '../../lib/people/rights.js';
import { LarderError } from '../../lib/base/errors.js';
import { sayMessage } from '../../lib/base/messages.js';
import { newestFirst } from '../../lib/content/media/library.js';
import { saveSizes } from '../../lib/content/media/sizes.js';
import { isPicture } from '../../lib/content/media/types.js';
import { foldCase } from '../../lib/base/unicode.js';
import { lacksSizes, presentPicture } from '../../lib/views/presenters/media.js';
/** @import { SignedInAction } from '../types.js' */

/** Pictures that are told at once. */
const PAGE_SIZE = 24;

/** `GET /admin/pictures?q=&page=`: those to choose from in the editor, the newest first. @type {SignedInAction} */
export async function list({ query }, { store, index }) {
  const wanted = foldCase((query.get('q') ?? '').trim().slice(0, 100));
  const page = Math.max(1, Math.min(1e6, Math.floor(Number(query.get('page'))) || 1));
  const found = (await newestFirst(store)).filter(
    ({ id, type, alt }) => isPicture(type) && foldCase(`${id} ${alt}`).includes(wanted),
  );
  const shown = found.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
  const next = found.length > page * PAGE_SIZE ? page + 1 : null;
  return { json: { items: shown.map((media) => presentPicture(media, index)), next } };
}

/** `GET /admin/pictures/without-sizes`: the large ones that only come as a whole. @type {SignedInAction} */
export async function withoutSizes({ author }, { store, index }) {
  const found = (await newestFirst(store)).filter((media) => lacksSizes(media, author, index));
  return { json: { items: found.map((media) => presentPicture(media, index)) } };
}

/** `POST /admin/pictures/:name/sizes`: smaller sizes of one that is there. @type {SignedInAction} */
export async function addSizes({ params, files, author }, { store, content, words }) {
  const [media] = await store.getMany('media', [params.name], ['bytes']);
  if (!media) return null;
  if (!mayRemoveMedia(author, media))
    throw new LarderError('forbidden', 'This file was uploaded by someone else', {
      word: ['media.uploadedByOther'],
    });
  const note = await saveSizes(
    media,
    files.flatMap(({ bytes }) => bytes ?? []),
    content,
  );
  return { json: { note: sayMessage(note, words) }, status: note ? 422 : 200 };
}
