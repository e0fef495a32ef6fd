import { isDeepStrictEqual } from 'node:util';
import { isFresh } from '../../content/render.js';
import { validatePost } from '../../content/validate.js';
import { pathOf } from '../../index/blog-index.js';

/**
 * @typedef {import('../../types.js').Post} Post
 * @typedef {import('../../store/inspect.js').Problem} Problem
 */

const save = 'Open it on the admin pages and save it, or export the blog and import it again.';

/**
 * @param {Post} post as it is stored
 * @param {import('./check-blog.js').Facts} facts
 * @returns {Problem[]}
 */
export function checkPost(post, { users, media, addresses }) {
  const name = `The ${post.type} “${post.title}” (${post.slug}, ${post.id})`;
  const problems = fields(post, name);
  if (!isFresh(post)) {
    problems.push({
      what: `${name} shows HTML that was not made from its text by this Larder; it is made anew at each reading.`,
      todo: save,
    });
  }
  if (post.author && !users.has(post.author)) {
    problems.push({
      what: `${name} names the author “${post.author}”, who is not there.`,
      todo: `Add that user (node app.js user add), or give the post another author.`,
    });
  }
  const path = pathOf(post);
  const trouble = troubleWith(addresses.get(path), post.id);
  if (trouble) problems.push({ what: `${name} stands at ${path}, but ${trouble}.`, todo: save });
  for (const id of mediaIn(post.html)) {
    if (media.has(id)) continue;
    problems.push({
      what: `${name} shows /media/${id}, which is not there.`,
      todo: 'Upload that file again, or take it out of the post.',
    });
  }
  return problems;
}

/**
 * @param {import('../../types.js').Address | undefined} address
 * @param {string} id of the post that stands there
 * @returns {string} '' when there is none
 */
function troubleWith(address, id) {
  if (!address) return 'that address is not reserved for it';
  if (address.owner !== id) return `that address belongs to ${address.owner}`;
  return address.held ? '' : 'that address is noted as one it has left';
}

/**
 * @param {Post} post
 * @param {string} name
 * @returns {Problem[]} of fields that could not have been saved as they are
 */
function fields(post, name) {
  const todo = "Correct it on the admin pages, or in the database's console.";
  try {
    const valid = /** @type {Record<string, any>} */ (validatePost(post));
    const stored = /** @type {Record<string, any>} */ (post);
    return Object.keys(valid)
      .filter((field) => !isDeepStrictEqual(valid[field], stored[field]))
      .map((field) => ({
        what: `${name} has a ${field} that is not written as it should be.`,
        todo,
      }));
  } catch (error) {
    return [
      { what: `${name} is not as it should be: ${/** @type {Error} */ (error).message}.`, todo },
    ];
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
