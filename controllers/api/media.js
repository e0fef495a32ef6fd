import { mayRemoveMedia } from '../../lib/people/rights.js';
import { presentList, readQuery } from './shapes/lists.js';
import { etagOf, isKnown, requireMatch, withoutRace } from './shapes/revisions.js';
import { check } from '../../lib/content/schema.js';
import { filters, schemas } from './shapes/schemas.js';
import { LarderError } from '../../lib/base/errors.js';
import { requestedFileName } from '../../lib/content/media/content-disposition.js';
import { makeSizes } from '../../lib/content/media/sizes.js';
import { originalOf } from '../../lib/changes/index/picture-sizes.js';
import { saveUpload, markdownFor } from '../../lib/content/media/uploads.js';
import { textNames, textsOf } from '../../lib/store/text-fields.js';
import { recordOf } from '../../lib/base/record-of.js';
import { mediaUrl } from '../../lib/content/media/urls.js';
/** @import { MediaFacts } from '../../lib/content/media/library.js' */
/** @import { AuthorBlog, SignedInAction, SignedInRequest } from '../types.js' */

/** `GET /api/media`, by name @type {SignedInAction} */
export async function list({ query: input }, blog) {
  const { store, baseUrl } = blog;
  const query = readQuery(input, filters.Media);
  const [after = ''] = query.after;
  /** @type {MediaFacts[]} */
  const found = [];
  for await (const media of store.all('media')) {
    if (media.id > after && !originalOf(media.id)) found.push(media);
    if (found.length > query.limit) break;
  }
  const shown = found.slice(0, query.limit);
  return {
    json: presentList({
      items: shown.map((media) => present(media, blog)),
      last: found.length > shown.length ? [shown[shown.length - 1].id] : null,
      url: `${baseUrl}/api/media`,
      query,
    }),
  };
}

/** `GET /api/media/:name` @type {SignedInAction} */
export async function show(request, blog) {
  const media = await read(request, blog);
  if (isKnown(request.headers, media.revision))
    return { json: null, status: 304, headers: ['ETag', etagOf(media.revision)] };
  return answer(media, blog);
}

/** `POST /api/media`: the body is the file; its type is detected from its bytes. @type {SignedInAction} */
export async function create({ files, headers, query, author: { id: by } }, blog) {
  const [{ bytes }] = files;
  const texts = recordOf(textNames('media'), (name) => query.get(name) ?? '');
  check(texts, schemas.Media.changed);
  const file = {
    name: requestedFileName(headers, query),
    bytes: /** @type {Buffer} */ (bytes),
    ...texts,
  };
  const media = await saveUpload(file, by, blog.content);
  const problem = await makeSizes(media, blog.content, blog.resize);
  if (problem) blog.log.warn({ file: media.id }, problem);
  const location = `${blog.baseUrl}/api/media/${encodeURIComponent(media.id)}`;
  const fields = ['ETag', etagOf(media.revision), 'Location', location];
  return { ...answer(media, blog), status: 201, headers: fields };
}

/** `PUT /api/media/:name`: changes what is said of it. @type {SignedInAction} */
export async function update(request, blog) {
  const media = await readOwn(request, blog);
  check(request.json, schemas.Media.changed);
  requireMatch(request.headers, media.revision);
  const describing = blog.content.describeMedia(media.id, request.json, media.revision ?? '');
  return answer(await withoutRace(describing), blog);
}

/** `DELETE /api/media/:name` @type {SignedInAction} */
export async function remove(request, blog) {
  const { id, revision = '' } = await readOwn(request, blog);
  requireMatch(request.headers, revision);
  await withoutRace(blog.content.removeMedia(id, revision));
  return { json: null };
}

/** @param {SignedInRequest} request @param {AuthorBlog} blog @returns {Promise<MediaFacts>} */
async function read({ params }, { store }) {
  const media = await store.get('media', params.name);
  if (!media) throw new LarderError('notFound', `There is no file ${params.name.slice(0, 100)}`);
  return media;
}

/** @param {SignedInRequest} request @param {AuthorBlog} blog @returns {Promise<MediaFacts>} */
async function readOwn(request, blog) {
  const media = await read(request, blog);
  if (mayRemoveMedia(request.author, media)) return media;
  throw new LarderError('forbidden', 'The file was uploaded by someone else');
}

/** @param {MediaFacts} media @param {AuthorBlog} blog */
const answer = (media, blog) => ({
  json: present(media, blog),
  headers: ['ETag', etagOf(media.revision)],
});

/** @param {MediaFacts} media @param {AuthorBlog} blog */
function present(media, { baseUrl, index }) {
  const { id: name, type, width, height, size: bytes, createdAt } = media;
  const url = baseUrl + mediaUrl(name);
  const sizes = (index.picture(name)?.sizes ?? []).map((size) => ({
    width: size.width,
    url: baseUrl + mediaUrl(size.id),
  }));
  const markdown = markdownFor(media);
  return {
    name,
    url,
    type,
    width,
    height,
    sizes,
    bytes,
    ...textsOf('media', media),
    createdAt,
    markdown,
  };
}
