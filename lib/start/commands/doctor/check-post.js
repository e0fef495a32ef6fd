import { authorsOf } from '../../../changes/index/public-lists.js';
import { isDeepStrictEqual } from 'node:util';
import { messageOf } from '../../../base/errors.js';
import { isDamaged, isFresh } from '../../../markup/fingerprint.js';
import { validatePost } from '../../../content/validate.js';
import { pathOf } from '../../../changes/index/blog-index.js';
/** @import { Problem } from '../../../store/inspect.js' */
/** @import { Address, Post } from '../../../store/types.js' */
/** @import { Facts } from './check-blog.js' */

const save = 'Open it in the editor and save it, or export the blog and import it again.';

/**
 * @param {Post} post as it is stored
 * @param {Facts} facts
 * @returns {Problem[]}
 */
export function checkPost(post, { users, media, addresses }) {
  const name = `The ${post.type} “${post.title}” (${post.slug}, ${post.id})`;
  const problems = fields(post, name);
  if (isDamaged(post)) {
    problems.push({
      what: `${name} is damaged, or was changed in the database: its HTML is not that of its text.`,
      todo: 'Compare it with a backup, then open it in the editor and save it.',
    });
  } else if (!isFresh(post)) {
    problems.push({
      what: `${name} has HTML from another version of Larder, so it is rendered on each request.`,
      todo: save,
    });
  }
  for (const author of authorsOf(post)) {
    if (users.has(author)) continue;
    problems.push({
      what: `${name} has the author “${author}”, who does not exist.`,
      todo: `Add this user (node app.js user add), or change the author of the post.`,
    });
  }
  const path = pathOf(post);
  const trouble = problemWith(addresses.get(path), post.id);
  if (trouble) problems.push({ what: `${name} has the URL ${path}, but ${trouble}.`, todo: save });
  for (const id of mediaIn(`${post.html} src="${post.cover?.src ?? ''}"`)) {
    if (media.has(id)) continue;
    problems.push({
      what: `${name} shows /media/${id}, which does not exist.`,
      todo: 'Upload the file again, or remove it from the post.',
    });
  }
  return problems;
}

/**
 * @param {Address | undefined} address
 * @param {string} id of the post that stands there
 * @returns {string} '' when there is none
 */
function problemWith(address, id) {
  if (!address) return 'that URL is not reserved for it';
  if (address.owner !== id) return `that URL belongs to ${address.owner}`;
  return address.held ? '' : 'that URL is marked as a former one';
}

/**
 * @param {Post} post
 * @param {string} name
 * @returns {Problem[]} of fields that could not have been saved as they are
 */
function fields(post, name) {
  const todo = 'Correct it in the editor or in the database.';
  try {
    /** @type {Record<string, unknown>} */
    const valid = { ...validatePost(post) };
    /** @type {Record<string, unknown>} */
    const stored = { ...post };
    return Object.keys(valid)
      .filter((field) => !isDeepStrictEqual(valid[field], stored[field]))
      .map((field) => ({
        what: `${name} has a ${field} that is not in the right format.`,
        todo,
      }));
  } catch (error) {
    return [{ what: `${name} is not valid: ${messageOf(error)}.`, todo }];
  }
}

/** @param {string} html @returns {Set<string>} ids */
function mediaIn(html) {
  const found = html.matchAll(/(?:src|href)="\/media\/([^"?#]+)/g);
  return new Set([...found].map(([, id]) => decoded(id)));
}

/** @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text.replaceAll('&amp;', '&'));
  } catch {
    return text;
  }
}
