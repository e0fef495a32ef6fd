import { repairs } from '../../../content/repair.js';
import { pathOf } from '../../../changes/index/blog-index.js';
import { originalOf } from '../../../changes/index/picture-sizes.js';
import { digest } from '../../../base/digest.js';
import { YIELDING } from '../../../base/slug.js';
import { checkPictures } from './check-pictures.js';
import { checkPost } from './check-post.js';
import { ownPictures, ownPicturesOf } from '../../../changes/index/own-pictures.js';
import { mediaUrl } from '../../../content/media/urls.js';
/** @import { Problem } from '../../../store/inspect.js' */
/** @import { Address, Kind, Store, StoredRecord, Settings } from '../../../store/types.js' */

/** How the ids of files begin. */
const HAS_DIGEST = /^[\w-]{16}-/;

/**
 * @typedef {object} Facts  What a post is checked against.
 * @property {Set<string>} users
 * @property {Set<string>} media
 * @property {Map<string, Address>} addresses
 */

/**
 * Reads every record.
 *
 * @param {Store} store
 * @param {number} now in milliseconds since 1970
 * @returns {Promise<{ problems: Problem[], notes: string[], checked: string }>}
 */
export async function checkBlog(store, now) {
  /** @type {Problem[]} */
  const problems = [];
  /** Every record of a kind, with what is shown of it. @param {Kind} kind */
  async function* all(kind) {
    for await (const record of store.all(kind)) {
      const changed = repairs(kind, record);
      problems.push(...Object.keys(changed).map((field) => unreadable(kind, record, field)));
      yield { ...record, ...changed };
    }
  }
  /** @param {Kind} kind */
  async function idsOf(kind) {
    const ids = [];
    for await (const { id } of all(kind)) ids.push(id);
    return ids;
  }

  const files = [];
  for await (const file of all('media')) {
    files.push(file);
    if (file.size > 0 && (await isOther(file, store))) problems.push(isDamagedFile(file));
  }
  problems.push(...files.filter(({ size }) => size === 0).map(isEmpty));
  /** @type {Facts} */
  const facts = {
    users: new Set(await idsOf('user')),
    media: new Set(files.map(({ id }) => id)),
    addresses: new Map(),
  };
  for await (const address of all('address')) facts.addresses.set(address.id, address);
  for await (const settings of all('settings'))
    problems.push(...checkSettings(settings, facts.media));
  /** @type {Map<string, string>} */
  const paths = new Map();
  /** @type {Map<string, string>} */
  const posts = new Map();
  for await (const post of all('post')) {
    problems.push(...checkPost(post, facts));
    const path = pathOf(post);
    const twin = paths.get(path);
    if (twin) problems.push(duplicates(path, twin, post.id));
    paths.set(path, post.id);
    posts.set(post.id, path);
  }
  // Those that a removal has not reached go with their post.
  const trash = new Set(await idsOf('trash'));
  let comments = 0;
  for await (const comment of all('comment')) {
    comments += 1;
    if (!posts.has(comment.postId) && !trash.has(comment.postId)) problems.push(orphan(comment));
  }
  const abandoned = countAbandoned(facts.addresses, posts, now);
  const held = abandoned > 0 ? ` (${abandoned} of them unused, which is harmless)` : '';
  const { users, media, addresses } = facts;
  const hiding = [...YIELDING].filter(([slug]) => paths.has(pathOf({ type: 'page', slug })));
  return {
    problems,
    notes: [
      ...hiding.map(([slug, what]) => `Your page at /${slug} replaces ${what}.\n`),
      ...(await checkPictures(files)),
    ],
    checked: `${posts.size} posts and pages, ${comments} comments, ${users.size} users, ${media.size} media, ${addresses.size} addresses${held}`,
  };
}

/** @param {Kind} kind @param {StoredRecord} record @param {string} field @returns {Problem} */
const unreadable = (kind, { id, ...fields }, field) => ({
  what: `The field ${field} of the ${kind} ${id} cannot be shown: ${JSON.stringify(fields[field]).slice(0, 100)}.`,
  todo: 'Correct it in the database: until then, pages show a default.',
});

/** @param {{ id: string }} file @returns {Problem} */
const isEmpty = ({ id }) => ({
  what: `The file ${id} is empty.`,
  todo: 'Delete it, and upload it again.',
});

/**
 * @param {{ id: string }} file  of which `all` reads no bytes
 * @param {Store} store
 * @returns {Promise<boolean>} whether its bytes are not those of which its id has a digest
 */
async function isOther({ id }, store) {
  if (!HAS_DIGEST.test(id) || originalOf(id)) return false;
  const media = await store.get('media', id);
  return media !== null && !id.startsWith(`${digest(media.bytes)}-`);
}

/** @param {{ id: string }} file @returns {Problem} */
const isDamagedFile = ({ id }) => ({
  what: `The file ${id} is damaged: its content is not that of its name.`,
  todo: 'Restore it from a backup, or delete it and upload it again.',
});

/** @param {string} path @param {string} one @param {string} other @returns {Problem} */
const duplicates = (path, one, other) => ({
  what: `Two posts have the URL ${path}: ${one} and ${other}.`,
  todo: 'Change the slug of one of them.',
});

/** @param {{ id: string, postId: string }} comment @returns {Problem} */
const orphan = ({ id, postId }) => ({
  what: `The comment ${id} belongs to the post ${postId}, which does not exist.`,
  todo: `Delete this comment in the database.`,
});

/** In milliseconds: a younger claim may be of a post that is just being written. */
const minimumAge = 600_000;

/**
 * @param {Map<string, Address>} addresses
 * @param {Map<string, string>} posts each one's id and present path
 * @param {number} now in milliseconds since 1970
 * @returns {number} how many are held for a post which does not stand there: a save or removal broke off. That does
 *   no harm, and the next post of that slug takes the address
 */
const countAbandoned = (addresses, posts, now) =>
  [...addresses.values()]
    .filter(({ held, claimedAt }) => held && now - Date.parse(claimedAt) > minimumAge)
    .filter(({ id, owner }) => posts.get(owner) !== id).length;

const names = { logo: 'logo', logoDark: 'logo for dark colours', icon: 'icon' };

/**
 * @param {Settings} settings
 * @param {Set<string>} media ids of all files
 * @returns {Problem[]}
 */
function checkSettings(settings, media) {
  const known = new Set([...media].map(mediaUrl));
  const paths = ownPicturesOf(settings);
  return ownPictures
    .filter((name) => paths[name] && !known.has(paths[name]))
    .map((name) => ({
      what: `The ${names[name]} of the blog is ${paths[name]}, which does not exist.`,
      todo: 'Upload another one in the settings, or remove it there.',
    }));
}
