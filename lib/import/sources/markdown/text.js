import { looksLikeFile, looksLikeImage } from '../../shared/file-names.js';
import { withoutTitle } from './headings.js';
import { changeLinks, linksIn } from './links.js';
import { mdxToMarkdown } from './mdx.js';
import { keepComments } from './obsidian.js';
import { convertTemplates } from './templates.js';
/** @import { TextContext } from '../../shared/text-context.js' */
/** @import { FileLinks } from './file-links.js' */

/**
 * @typedef {object} TextFile
 * @property {string} file
 * @property {string} title  of the post
 * @property {string} separator  what ends the teaser, if not `<!-- more -->`
 * @property {FileLinks} links
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
export async function markdownText(body, { file, title, separator, links }, context) {
  const { plan, warn } = context;
  const findPost = (/** @type {string} */ reference) =>
    plan.pathOf(links.named(reference) ?? '') ?? null;
  let markdown = keepComments(body.replaceAll('\r\n', '\n'));
  if (separator) markdown = markdown.replace(separator, () => '<!-- more -->');
  if (/\.mdx$/i.test(file)) markdown = mdxToMarkdown(markdown, warn);
  markdown = withoutTitle(convertTemplates(markdown, findPost, warn), title);
  for (const [, address] of markdown.matchAll(BY_HTTP))
    warn(`${address} is a link here: pages play sound and film by https alone`);
  return followLinks(markdown, file, links, context);
}

/**
 * @param {string} markdown
 * @param {string} file
 * @param {FileLinks} links
 * @param {TextContext} context
 */
async function followLinks(markdown, file, links, { plan, media, warn }) {
  /** @type {Map<string, string>} */
  const changed = new Map();
  for (const address of linksIn(markdown)) {
    const target = splitAddress(address);
    if (!target) continue;
    const { path, rest } = target;
    const isFile = looksLikeFile(path);
    const post = isFile ? undefined : plan.pathOf(links.find(path, file) ?? '');
    if (post) changed.set(address, post + rest);
    else if (isFile) {
      const taken = await media.take(path, file);
      if (taken && 'path' in taken) changed.set(address, taken.path);
      else {
        const kind = looksLikeImage(path) ? 'image' : 'file';
        warn(`the ${kind} ${address} is not imported: ${taken ? taken.reason : 'it is not there'}`);
      }
    } else if (/\.(md|markdown|mdx)$/i.test(path)) warn(`its link to ${address} leads nowhere`);
  }
  return changed.size > 0 ? changeLinks(markdown, (address) => changed.get(address)) : markdown;
}

/**
 * @param {string} address
 * @returns {{ path: string, rest: string } | null} null when it leads out of the site, or nowhere else
 */
function splitAddress(address) {
  const [, path, query = '', fragment = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(address) ?? [];
  if (!path || /^([a-z][a-z0-9+.-]*:|\/\/)/i.test(path)) return null;
  try {
    return { path: decodeURIComponent(path), rest: looksLikeFile(path) ? '' : query + fragment };
  } catch {
    return null;
  }
}
