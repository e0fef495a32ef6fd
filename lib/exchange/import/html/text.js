import { element, elements, escape, toText } from '../../../markup/tree.js';
import { takeFormulas } from './formulas.js';
import { showPictures } from './lazy-pictures.js';
import { readHtml, toMarkdown } from './to-markdown.js';
import { looksLikeFile, mayBeFile } from '../shared/file-names.js';
/** @import { Element } from '../../../markup/tree.js' */
/** @import { TextContext } from '../sources/source.js' */

/**
 * @typedef {{ url: string, alt: string, caption: string }} Cover  An image above the text; all fields are plain text.
 */

/** Elements that pages of the blog do not run or show; those with a URL are replaced by a link. */
const ACTIVE =
  /<(script|style|form|iframe|object|embed|canvas|svg|track|meta(?=[^<>]{0,200}refresh))\b/gi;

const LINKED = /^(iframe|object|embed)$/;

/** Where elements name what they show, play or lead to. @type {Record<string, string[]>} */
const ADDRESSES = {
  a: ['href'],
  audio: ['src'],
  img: ['src'],
  source: ['src'],
  video: ['src', 'poster'],
};

/**
 * Converts the HTML of a post to Markdown, with links to the new URLs, and imports images that are beside the
 * export.
 * @param {{ html: string, cover: Cover | null }} post
 * @param {TextContext} context
 * @returns {Promise<string>}
 */
export async function htmlText({ html, cover }, context) {
  nameActive(html, context.warn);
  const root = readHtml(takeFormulas(byHttps(showPictures(html)), context.warn));
  addCover(root, cover);
  await follow(root, context);
  return toMarkdown(root);
}

/** @param {string} html @param {TextContext['warn']} warn is called for elements that are not shown */
export function nameActive(html, warn) {
  const kinds = [...html.matchAll(ACTIVE)].map(([, name]) => name.toLowerCase());
  for (const name of new Set(kinds))
    warn(
      LINKED.test(name)
        ? `its <${name}> is not imported, but a link to it is`
        : `its <${name}> is not imported`,
    );
}

/**
 * Audio and video with http URLs would become links: here their URLs become https, or that of a file beside the export.
 * @param {string} html
 */
const byHttps = (html) =>
  html.replace(/<(?:audio|source|video)\b[^<>]*/gi, (tag) =>
    tag.replace(/(\s(?:src|poster)\s*=\s*["']?)http:/gi, '$1https:'),
  );

/** @param {Element} root @param {Cover | null} cover shown above a text that does not contain it */
function addCover(root, cover) {
  if (!cover) return;
  const isShown = [...elements(root)].some(
    ({ tag, attributes }) => tag === 'img' && toText(attributes.get('src') ?? '') === cover.url,
  );
  if (isShown) return;
  const image = element('img', [
    ['src', escape(cover.url)],
    ['alt', escape(cover.alt)],
  ]);
  const caption = element('figcaption', [], [escape(cover.caption)]);
  root.children.unshift(element('figure', [], cover.caption ? [image, caption] : [image]));
}

/** @param {Element} root is changed @param {TextContext} context */
async function follow(root, { plan, media, warn }) {
  /** @type {Set<string>} */
  const absent = new Set();
  for (const { tag, attributes } of elements(root))
    for (const name of ADDRESSES[tag] ?? []) {
      const address = toText(attributes.get(name) ?? '').trim();
      if (!address || address.startsWith('data:')) continue;
      const isLink = tag === 'a';
      const [path] = address.split(/[?#]/, 1);
      const isKnown = !isLink || looksLikeFile(path);
      // Of whatever other kind, a file of this blog alone.
      const isFile = isKnown || (mayBeFile(path) && plan.isOwn(address) && !plan.find(address));
      const taken = isFile ? await media.take(address) : null;
      const found = taken && 'path' in taken ? taken.path : isFile ? undefined : plan.find(address);
      if (taken && 'reason' in taken) warn(`the file ${address} is not imported: ${taken.reason}`);
      else if (found === undefined && isFile && (!isLink || plan.isOwn(address)))
        absent.add(address);
      if (found === undefined) continue;
      attributes.set(name, escape(found));
      // The size may be that of a smaller copy.
      if (tag === 'img') for (const side of ['width', 'height']) attributes.delete(side);
    }
  if (absent.size > 0)
    warn(
      `files not found next to the export keep their URL: ${[...absent].join(', ').slice(0, 5000)}`,
    );
}
