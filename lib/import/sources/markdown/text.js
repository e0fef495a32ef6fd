import { posix } from 'node:path';
import { encodedPath } from '../../../util/paths.js';
import { looksLikeFile, looksLikeImage } from '../../shared/file-names.js';
import { withoutTitle } from './headings.js';
import { changeLinks, linksIn } from './links.js';
import { mdxToMarkdown } from './mdx.js';
import { convertWikiLinks, keepComments } from './obsidian.js';
import { convertTemplates } from './templates.js';
/** @import { TextContext } from '../../shared/text-context.js' */
/** @import { FileLinks } from './file-links.js' */

/**
 * @typedef {object} TextFile
 * @property {string} file
 * @property {string} title  of the post
 * @property {string} separator  what ends the teaser, if not `<!-- more -->`
 * @property {FileLinks} links
 * @property {string[]} formerPaths  of the post
 */

/** Sound and film that no page plays. */
const BY_HTTP =
  /<(?:audio|source|video)\b[^<>]{0,2000}?\ssrc\s*=\s*["']?(http:[^\s"'<>]{1,2000})/gi;

/**
 * Makes the Markdown of a post from the text of a file: templates and components become plain, images are
 * taken and links to other posts follow them to their new place.
 * @param {string} body
 * @param {TextFile} from
 * @param {TextContext} context
 * @returns {Promise<string>}
 */
export async function markdownText(body, from, context) {
  const { file, title, separator, links } = from;
  const { plan, warn } = context;
  const findPost = (/** @type {string} */ reference) => {
    const [name, fragment] = reference.split(/(?=#)/, 2);
    const path = plan.pathOf(links.named(name, file) ?? '');
    return path ? path + (fragment ?? '') : null;
  };
  let markdown = keepComments(body.replaceAll('\r\n', '\n'));
  if (separator) markdown = markdown.replace(separator, () => '<!-- more -->');
  if (/\.mdx$/i.test(file)) markdown = mdxToMarkdown(markdown, warn);
  markdown = convertTemplates(markdown, findPost, warn);
  markdown = withoutTitle(convertWikiLinks(markdown, findPost, warn), title);
  for (const [, address] of markdown.matchAll(BY_HTTP))
    warn(`${address} is a link here: pages play sound and film by https alone`);
  return followLinks(markdown, from, context);
}

/**
 * @param {string} markdown
 * @param {TextFile} from
 * @param {TextContext} context
 */
async function followLinks(markdown, { file, links, formerPaths }, { plan, media, warn }) {
  /** @type {Map<string, string>} */
  const changed = new Map();
  /** As browsers did from the old addresses of this post. @param {string} path @returns {string | undefined} */
  const fromHere = (path) => {
    const bases = path.startsWith('/')
      ? ['/']
      : formerPaths.flatMap((own) => [own, posix.dirname(own)]);
    const addresses = bases.map((base) => encodedPath(posix.join(base, path)));
    return addresses.map((address) => plan.find(address)).find(Boolean);
  };
  const postAt = (/** @type {string} */ path) =>
    fromHere(path) ?? plan.pathOf(links.find(path, file) ?? '');
  /** The address of a file may begin with the old one of its post. @param {string} path */
  const besidePost = (path) => {
    const post = postAt(posix.dirname(path));
    const own = post && links.fileOf((id) => plan.pathOf(id) === post);
    return own ? media.take(posix.basename(path), own) : null;
  };
  for (const address of linksIn(markdown)) {
    const target = splitAddress(address, plan);
    if (!target) continue;
    const { path, rest } = target;
    const isFile = looksLikeFile(path);
    const post = isFile ? undefined : postAt(path);
    if (post) changed.set(address, post + rest);
    else if (isFile) {
      const taken = (await media.take(path, file)) ?? (await besidePost(path));
      if (taken && 'path' in taken) changed.set(address, taken.path);
      else {
        const kind = looksLikeImage(path) ? 'image' : 'file';
        warn(`the ${kind} ${address} is not imported: ${taken ? taken.reason : 'it is not there'}`);
      }
    } else if (/\.(md|markdown|mdx)$/i.test(path)) warn(`its link to ${address} leads nowhere`);
  }
  return changed.size > 0 ? changeLinks(markdown, (address) => changed.get(address)) : markdown;
}

/** What Pelican and Zola write before a path from the root of the content. */
const FROM_CONTENT = /^(?:\{(?:filename|attach|static)\}|\|(?:filename|attach|static)\||@(?=\/))/;

/**
 * @param {string} address
 * @param {TextContext['plan']} plan
 * @returns {{ path: string, rest: string } | null} null when it leads out of the site, or nowhere else
 */
function splitAddress(address, plan) {
  const url = plan.isOwn(address) ? address.replace(/^([a-z]+:)?\/\/[^/?#]*/i, '') : address;
  const own = url.replace(FROM_CONTENT, '');
  const [, path, query = '', fragment = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(own) ?? [];
  if (!path || /^([a-z][a-z0-9+.-]*:|\/\/)/i.test(path)) return null;
  try {
    return { path: decodeURIComponent(path), rest: looksLikeFile(path) ? '' : query + fragment };
  } catch {
    return null;
  }
}
