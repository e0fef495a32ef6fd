import { posix } from 'node:path';
import { encodedPath } from '../../../../base/paths.js';
import { nameActive } from '../../html/text.js';
import { showPictures } from '../../html/lazy-pictures.js';
import { readHtml, toMarkdown } from '../../html/to-markdown.js';
import { looksLikeFile, looksLikeImage, mayBeFile } from '../../shared/file-names.js';
import { hostOf } from '../../shared/old-site.js';
import { HTML } from './files.js';
import { convertFormulas, convertKramdown } from './formulas.js';
import { withoutContents, withoutTitle } from './headings.js';
import { changeLinks, linksIn } from './links.js';
import { mdxToMarkdown, withoutStyles } from './mdx.js';
import { convertWikiLinks, keepComments } from './obsidian.js';
import { changeOutsideCode } from './outside-code.js';
import { convertTemplates } from './templates.js';
/** @import { Cover } from '../../../../store/types.js' */
/** @import { Taken, TextContext } from '../source.js' */
/** @import { FileLinks } from './file-links.js' */

/**
 * @typedef {object} TextFile
 * @property {string} file
 * @property {string} title  of the post
 * @property {string} separator  what ends the teaser, if not `<!-- more -->`
 * @property {FileLinks} links
 * @property {string} host  of the old site, or ''
 * @property {string[]} formerPaths  of the post
 * @property {string} [engine]  of the site
 * @property {(name: string) => string | undefined} [fill]  of what the data of the site have
 */

/** Sound and film that no page plays. */
const BY_HTTP =
  /<(?:audio|source|video)\b[^<>]{0,2000}?\ssrc\s*=\s*["']?(http:[^\s"'<>]{1,2000})/gi;

/** What engines make for readers of feeds and for crawlers. */
const FEED = /(?:^|\/)(?:feed|rss2?|atom|index|sitemap|all\.atom|feed\.atom)\.(?:xml|json)$/i;

/** The front page, and lists that this blog has, or redirects to its own. */
const LIST =
  /^\/*(?:index\.html)?$|^\.{0,2}\/*$|^\/(?:tags?|categor(?:y|ies)|archives?|feeds?|rss|atom|search|media)(?:[/.]|$)/i;

/**
 * Makes the Markdown of a post from the text of a file: templates and components become plain, images are
 * taken and links to other posts follow them to their new place.
 * @param {string} body
 * @param {TextFile} from
 * @param {TextContext} context
 * @returns {Promise<string>}
 */
export async function markdownText(body, from, context) {
  const { file, title, separator, links, engine } = from;
  const { plan, warn } = context;
  const findPost = (/** @type {string} */ reference) => {
    const [name, fragment] = reference.split(/(?=#)/, 2);
    const path = plan.pathOf(links.named(name, file) ?? '');
    return path ? path + (fragment ?? '') : null;
  };
  let markdown = keepComments(body.replaceAll('\r\n', '\n'));
  if (separator) markdown = markdown.replace(separator, () => '<!-- more -->');
  markdown = /\.mdx$/i.test(file) ? mdxToMarkdown(markdown, warn) : withoutStyles(markdown);
  markdown = convertTemplates(markdown, findPost, warn, { engine, fill: from.fill });
  if (engine === 'Jekyll') markdown = convertKramdown(markdown);
  // Of a site: what is in no site has been written for another program.
  if (engine) markdown = convertFormulas(withoutContents(markdown));
  markdown = changeOutsideCode(markdown, showPictures);
  changeOutsideCode(markdown, (text) => (nameActive(text, warn), text));
  if (HTML.test(file)) markdown = toMarkdown(readHtml(markdown));
  markdown = withoutTitle(convertWikiLinks(markdown, findPost, warn), title);
  for (const [, address] of markdown.matchAll(BY_HTTP))
    warn(`${address} is a link here: pages play audio and video over https only`);
  return followLinks(markdown, from, context);
}

/**
 * @param {string} markdown
 * @param {TextFile} from
 * @param {TextContext} context
 */
async function followLinks(markdown, from, context) {
  const { postAt, fileAt } = lookUps(from, context);
  const { plan, warn } = context;
  /** @type {Map<string, string>} */
  const changed = new Map();
  /** @type {string[]} */
  const lost = [];
  for (const address of linksIn(markdown)) {
    const target = splitAddress(address, from.host, plan);
    if (!target) continue;
    const { path, rest } = target;
    const post = looksLikeFile(path) ? undefined : postAt(path);
    if (post) changed.set(address, post + rest);
    else if (mayBeFile(path) && !FEED.test(path)) {
      const taken = await fileAt(path);
      if (taken && 'path' in taken) changed.set(address, taken.path);
      else warn(lostFile(looksLikeImage(path) ? 'image' : 'file', address, taken));
    } else if (/\.(md|markdown|mdx)$/i.test(path)) warn(`its link to ${address} leads nowhere`);
    else if (from.engine && !LIST.test(path) && !plan.find(encodedPath(path))) lost.push(address);
  }
  if (lost.length > 0)
    warn(`its links to what is not imported keep their URL: ${lost.join(', ').slice(0, 2000)}`);
  return changed.size > 0 ? changeLinks(markdown, (address) => changed.get(address)) : markdown;
}

/**
 * @param {{ address: string, alt: string } | null} cover as it is written
 * @param {TextFile} from
 * @param {TextContext} context
 * @returns {Promise<Cover | null>} null when it is not there
 */
export async function markdownCover(cover, from, context) {
  if (!cover) return null;
  const { address, alt } = cover;
  const target = splitAddress(address, from.host, context.plan);
  if (!target) {
    const url = URL.canParse(address) ? new URL(address) : null;
    return url && /^https?:$/.test(url.protocol) ? { src: url.href, alt } : null;
  }
  const taken = await lookUps(from, context).fileAt(target.path);
  if (taken && 'path' in taken) return { src: taken.path, alt };
  context.warn(lostFile('cover', address, taken));
  return null;
}

/** @param {'file' | 'image' | 'cover'} kind @param {string} address @param {Taken | null} taken */
function lostFile(kind, address, taken) {
  const why = taken && 'reason' in taken ? taken.reason : 'it is missing';
  if (kind === 'file') return `the file ${address} is not imported: ${why}`;
  if (kind === 'image') return `the image ${address} is not imported: ${why}`;
  return `the cover image ${address} is not imported: ${why}`;
}

/** How one text names others. @param {TextFile} from @param {TextContext} context */
function lookUps({ file, links, formerPaths }, { plan, media }) {
  return { postAt, fileAt };

  /** @param {string} path of a link, decoded @returns {string | undefined} the new path of the post */
  function postAt(path) {
    // First as browsers did, from the old addresses of this post.
    const bases = path.startsWith('/')
      ? ['/']
      : formerPaths.flatMap((own) => [own, posix.dirname(own)]);
    const found = bases.map((base) => plan.find(encodedPath(posix.join(base, path))));
    return found.find(Boolean) ?? plan.pathOf(links.find(path, file) ?? '');
  }

  /** @param {string} path of a file, which may begin with the old address of a post @returns {Promise<Taken | null>} */
  async function fileAt(path) {
    const taken = await media.take(path, file);
    const post = taken ? undefined : postAt(posix.dirname(path));
    const own = post && links.fileOf((id) => plan.pathOf(id) === post);
    return own ? media.take(posix.basename(path), own) : taken;
  }
}

/** What Pelican and Zola write before a path from the root of the content. */
const FROM_CONTENT = /^(?:\{(?:filename|attach|static)\}|\|(?:filename|attach|static)\||@(?=\/))/;

/**
 * @param {string} address
 * @param {string} host
 * @param {TextContext['plan']} plan
 * @returns {{ path: string, rest: string } | null} null when it leads out of the site, or nowhere else
 */
function splitAddress(address, host, plan) {
  const isOwn =
    plan.isOwn(address) || (URL.canParse(address) && host && hostOf(new URL(address)) === host);
  const url = isOwn ? address.replace(/^([a-z]+:)?\/\/[^/?#]*/i, '') : address;
  const own = url.toWellFormed().replace(FROM_CONTENT, '');
  const [, path, query = '', fragment = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(own) ?? [];
  if (!path || /^([a-z][a-z0-9+.-]*:|\/\/)/i.test(path)) return null;
  try {
    return { path: decodeURIComponent(path), rest: looksLikeFile(path) ? '' : query + fragment };
  } catch {
    return null;
  }
}
