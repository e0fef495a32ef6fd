import { posix } from 'node:path';
import { withoutTitle } from './headings.js';
import { changeLinks, linksIn } from './links.js';
import { looksLikeFile, looksLikeImage } from './media.js';
import { mdxToMarkdown } from './mdx.js';
import { keepComments } from './obsidian.js';
import { convertTemplates } from './templates.js';

/** Sound and film that no page plays. */
const BY_HTTP =
  /<(?:audio|source|video)\b[^<>]{0,2000}?\ssrc\s*=\s*["']?(http:[^\s"'<>]{1,2000})/gi;

/**
 * @typedef {object} Surroundings
 * @property {import('./plan.js').Plan} plan
 * @property {import('./media.js').Images} images
 * @property {(warning: string) => void} warn
 */

/**
 * Makes the Markdown of a post from the text of a file: templates and components become plain, images are
 * taken and links to other posts follow them to their new place.
 * @param {string} body
 * @param {import('./plan.js').Entry} entry
 * @param {Surroundings} surroundings
 * @returns {Promise<string>}
 */
export async function readBody(body, { file, facts }, { plan, images, warn }) {
  let markdown = keepComments(body.replaceAll('\r\n', '\n'));
  const { separator } = facts;
  if (separator) markdown = markdown.replace(separator, () => '<!-- more -->');
  for (const convert of [/\.mdx$/i.test(file) ? mdxToMarkdown : null, templates(plan)]) {
    if (!convert) continue;
    const converted = convert(markdown);
    markdown = converted.markdown;
    converted.warnings.forEach(warn);
  }
  markdown = withoutTitle(markdown, facts.title);
  for (const [, address] of markdown.matchAll(BY_HTTP))
    warn(`${address} is a link here: pages play sound and film by https alone`);
  return followLinks(markdown, file, { plan, images, warn });
}

/** @param {import('./plan.js').Plan} plan */
const templates = (plan) => (/** @type {string} */ markdown) =>
  convertTemplates(markdown, (reference) => plan.find(reference));

/**
 * @param {string} markdown
 * @param {string} file
 * @param {Surroundings} surroundings
 */
async function followLinks(markdown, file, { plan, images, warn }) {
  /** @type {Map<string, string>} */
  const changed = new Map();
  for (const address of linksIn(markdown)) {
    const target = parts(address);
    if (!target) continue;
    const post = findPost(target.path, file, plan);
    if (post) changed.set(address, post.path + target.rest);
    else if (looksLikeFile(target.path)) {
      const taken = await images.take(target.path, file);
      if (taken && 'path' in taken) changed.set(address, taken.path);
      else {
        const kind = looksLikeImage(target.path) ? 'image' : 'file';
        warn(`the ${kind} ${address} is not taken: ${taken ? taken.reason : 'it is not there'}`);
      }
    } else if (/\.(md|markdown|mdx)$/i.test(target.path))
      warn(`its link to ${address} leads nowhere`);
  }
  return changed.size > 0 ? changeLinks(markdown, (address) => changed.get(address)) : markdown;
}

/**
 * @param {string} address
 * @returns {{ path: string, rest: string } | null} null when it leads out of the site, or nowhere else
 */
function parts(address) {
  const [, path, query = '', fragment = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(address) ?? [];
  if (!path || /^([a-z][a-z0-9+.-]*:|\/\/)/i.test(path)) return null;
  try {
    return { path: decodeURIComponent(path), rest: looksLikeFile(path) ? '' : query + fragment };
  } catch {
    return null;
  }
}

/**
 * @param {string} path
 * @param {string} file
 * @param {import('./plan.js').Plan} plan
 */
function findPost(path, file, plan) {
  if (looksLikeFile(path)) return undefined;
  if (path.startsWith('/')) return plan.byOldAddress(path);
  const target = posix.join(posix.dirname(file), path);
  return target.startsWith('..') ? undefined : plan.byPath(target);
}
