import { mayCreate, mayEdit } from '../../lib/people/rights.js';
import { presentList, readQuery } from './shapes/lists.js';
import { etagOf, isKnown, requireMatch, withoutRace } from './shapes/revisions.js';
import { check, writable } from '../../lib/content/schema.js';
import { filters, schemas } from './shapes/schemas.js';
import { isError, LarderError } from '../../lib/base/errors.js';
import { inputsOf, namesThat } from '../../lib/store/fields.js';
import { foldCase } from '../../lib/base/unicode.js';
import { urlOf } from '../../lib/views/presenters/posts.js';
import { withMailing } from '../with-mailing.js';
/** @import { Ordered, PostInput } from '../../lib/content/writing/posts.js' */
/** @import { ListQuery } from './shapes/lists.js' */
/** @import { Author } from '../../lib/people/rights.js' */
/** @import { Schema } from '../../lib/store/fields.js' */
/** @import { Post, Summary } from '../../lib/store/types.js' */
/** @import { AuthorBlog, SignedInAction, SignedInRequest } from '../types.js' */

/** Characters of Markdown after which a page of the list ends, even with few posts. */
const LONGEST_LIST = 4_000_000;
const READ_AT_ONCE = 10;
const furtherFields = namesThat(({ schema }) => schema);
/** Sorts drafts without a date before all others. */
const UNDATED = '9';

/**
 * The actions for posts, and the same for pages.
 * @param {'post' | 'page'} type
 * @returns {Record<'list' | 'show' | 'create' | 'update' | 'remove', SignedInAction>}
 */
export function actionsFor(type) {
  const path = `/api/${type}s`;
  return { list, show, create, update, remove };

  /** @type {SignedInAction} */
  async function list(request, blog) {
    const query = readQuery(request.query, filters.Post);
    const found = [...blog.index.posts()]
      .filter((post) => post.type === type && maySee(request, post, blog) && fits(post, query))
      .sort((a, b) => compare(placeOf(a), placeOf(b)));
    const { posts, last } = await readSome(found, query.limit, blog);
    const items = posts.map((post) => presentPost(post, blog));
    return { json: presentList({ items, last, url: blog.baseUrl + path, query }) };
  }

  /** @type {SignedInAction} */
  async function show(request, blog) {
    const post = await read(request, blog);
    if (isKnown(request.headers, post.revision))
      return { json: null, status: 304, headers: ['ETag', etagOf(post.revision)] };
    return answer(post, blog);
  }

  /** @type {SignedInAction} */
  async function create({ json, author }, blog) {
    check(json, schemas.Post.created);
    if (!mayCreate(author, type)) throw notTheirs();
    const {
      sendByEmail,
      id = blog.content.newId(),
      ...input
    } = readWritten(json, schemas.Post.created, blog);
    const written = { ...input, id, type, author: author.id };
    const post = await ordering(sendByEmail, written, author, blog, (ordered) =>
      saveNew(written, blog, { by: author.id, ordered }),
    );
    return {
      ...answer(post, blog),
      status: 201,
      headers: [
        'ETag',
        etagOf(post.revision),
        'Location',
        `${blog.baseUrl}${path}/${encodeURIComponent(post.slug)}`,
      ],
    };
  }

  /** @type {SignedInAction} */
  async function update(request, blog) {
    const { headers, json, author } = request;
    const post = await readOwn(request, blog);
    check(json, schemas.Post.changed);
    requireMatch(headers, post.revision);
    const { sendByEmail, id = post.id, ...input } = readWritten(json, schemas.Post.changed, blog);
    if (id !== post.id)
      throw new LarderError('invalid', 'The id cannot be changed', { field: 'id' });
    const { revision } = post;
    const saved = await ordering(sendByEmail, { ...post, ...input }, author, blog, (ordered) =>
      withoutRace(blog.content.savePost({ ...input, id }, { revision, by: author.id, ordered })),
    );
    return answer(saved, blog);
  }

  /** @type {SignedInAction} */
  async function remove(request, blog) {
    const { id, revision = '' } = await readOwn(request, blog);
    requireMatch(request.headers, revision);
    await withoutRace(blog.content.removePost(id, revision, { by: request.author.id }));
    return { json: null };
  }

  /**
   * @param {object} json
   * @param {Schema} schema
   * @param {AuthorBlog} blog
   * @returns {PostInput & { sendByEmail?: boolean }} what is to be saved: a picture of this blog by its path, since
   *   uploads answer with the whole URL
   */
  function readWritten(json, schema, { baseUrl }) {
    const input = writable(json, schema);
    if (input.cover && type === 'page')
      throw new LarderError('invalid', 'A page has no cover', { field: 'cover' });
    const src = input.cover?.src ?? '';
    if (src.startsWith(`${baseUrl}/media/`))
      input.cover = { ...input.cover, src: src.slice(baseUrl.length) };
    return input;
  }

  /** @param {SignedInRequest} request @param {AuthorBlog} blog @returns {Promise<Post>} */
  async function read(request, blog) {
    const { slug } = request.params;
    const summary = blog.index.find(type, slug);
    /** @type {Post | null} */
    const post =
      summary && maySee(request, summary, blog) ? await blog.store.get('post', summary.id) : null;
    if (!post) throw new LarderError('notFound', `There is no ${type} ${slug.slice(0, 100)}`);
    return post;
  }

  /** @param {SignedInRequest} request @param {AuthorBlog} blog @returns {Promise<Post>} */
  async function readOwn(request, blog) {
    const post = await read(request, blog);
    if (!mayEdit(request.author, post)) throw notTheirs();
    return post;
  }
}

/** @param {SignedInRequest} request @param {Summary} post @param {AuthorBlog} blog */
const maySee = ({ author }, post, { index }) => index.isPublic(post) || mayEdit(author, post);

/** @param {Summary} post @param {ListQuery} query */
function fits(post, { filters: { status, tag }, after }) {
  if (status && post.status !== status) return false;
  if (tag && !post.tags.some((each) => foldCase(each) === foldCase(tag))) return false;
  return after.length === 0 || compare(placeOf(post), after) > 0;
}

/** @param {Summary} post @returns {string[]} */
const placeOf = ({ publishedAt, id }) => [publishedAt ?? UNDATED, id];

/** The newest first. @param {string[]} a @param {string[]} b */
function compare([aTime, aId = ''], [bTime, bId = '']) {
  if (aTime !== bTime) return aTime < bTime ? 1 : -1;
  return aId === bId ? 0 : aId < bId ? 1 : -1;
}

/**
 * @param {Summary[]} found
 * @param {number} limit
 * @param {AuthorBlog} blog
 * @returns {Promise<{ posts: Post[], last: string[] | null }>}
 */
async function readSome(found, limit, { store }) {
  /** @type {Post[]} */
  const posts = [];
  let length = 0;
  let taken = 0;
  while (taken < Math.min(limit, found.length) && length < LONGEST_LIST) {
    const some = found.slice(taken, Math.min(taken + READ_AT_ONCE, limit));
    for (const post of await store.getMany(
      'post',
      some.map(({ id }) => id),
    )) {
      if (length >= LONGEST_LIST) break;
      taken++;
      if (!post) continue;
      posts.push(post);
      length += post.markdown.length;
    }
  }
  return { posts, last: taken < found.length ? placeOf(found[taken - 1]) : null };
}

/**
 * @param {PostInput} input
 * @param {AuthorBlog} blog
 * @param {{ by: string, ordered?: Ordered }} options
 * @returns {Promise<Post>}
 */
async function saveNew(input, { content }, options) {
  try {
    return await content.savePost(input, options);
  } catch (error) {
    const isKnownId = isError(error, 'conflict') && error.field === 'revision';
    if (!isKnownId) throw error;
    throw new LarderError('conflict', 'This id is already in use', { field: 'id' });
  }
}

/** @param {Post} post @param {AuthorBlog} blog */
const answer = (post, blog) => ({
  json: presentPost(post, blog),
  headers: ['ETag', etagOf(post.revision)],
});

/** @param {Post} post @param {AuthorBlog} blog */
function presentPost(post, { index, baseUrl }) {
  const { id, slug, title, markdown, tags, status, publishedAt, excerpt, commentsClosed } = post;
  const written = { id, slug, title, markdown, tags, status, publishedAt, excerpt, commentsClosed };
  const { author, updatedAt } = post;
  const state = index.stateOf(post);
  return {
    ...written,
    ...inputsOf(post, furtherFields),
    state,
    url: baseUrl + urlOf(post),
    author,
    updatedAt,
  };
}

/**
 * Saves a post, and orders its mailing with it.
 * @param {boolean | undefined} isWanted
 * @param {PostInput & { id: string }} post  as it will be
 * @param {Author} author
 * @param {AuthorBlog} blog
 * @param {(ordered?: Ordered) => Promise<Post>} save
 */
async function ordering(isWanted, post, author, blog, save) {
  if (!isWanted) return save();
  if (post.status !== 'published')
    throw new LarderError('invalid', 'A draft is not sent by e-mail: publish or schedule it', {
      field: 'sendByEmail',
    });
  return withMailing(post, author, blog, save);
}

const notTheirs = () => new LarderError('forbidden', 'It belongs to someone else');
