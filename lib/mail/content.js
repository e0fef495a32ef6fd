import { nest } from '../markup/nesting.js';
import { uploadOf } from '../changes/index/uploads.js';
import { mediaUrl } from '../content/media/urls.js';
import { BLOCKS } from '../markup/elements.js';
import { element, elements, escape, toHtml, toText, unescape } from '../markup/tree.js';
/** @import { Picture } from '../changes/index/pictures.js' */
/** @import { Element } from '../markup/tree.js' */

/** Bytes. Encoded, and with what stands around them, the mail has less than 100 kB: of more, Gmail hides the rest. */
const LONGEST = 50_000;
const LONGEST_PLAIN = 16_000;

/** Mail programs take styles from each element. @type {Record<string, string>} */
const styles = {
  a: 'color:#0b57d0',
  blockquote: 'margin:16px 0;padding:0 0 0 16px;border-left:3px solid #999',
  code: 'font-family:monospace;font-size:14px',
  figcaption: 'font-size:14px;opacity:.75',
  figure: 'margin:16px 0',
  h2: 'font-size:22px;line-height:1.3;margin:28px 0 8px',
  h3: 'font-size:19px;line-height:1.3;margin:24px 0 8px',
  hr: 'border:0;border-top:1px solid #999;margin:24px 0',
  img: 'max-width:100%;height:auto;border:0',
  pre: 'white-space:pre-wrap;overflow-wrap:anywhere;padding:12px;border:1px solid #999;font-size:14px',
  p: 'margin:0 0 16px',
  table: 'border-collapse:collapse',
  td: 'border:1px solid #999;padding:4px 8px',
  th: 'border:1px solid #999;padding:4px 8px;text-align:left',
};

/** What mail programs show; of all else the text stays. */
const KEPT = new Set(
  'a b blockquote br caption code dd del div dl dt em figcaption figure h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p pre q s samp small strong sub sup table tbody td tfoot th thead tr u ul var'.split(
    ' ',
  ),
);
/** Attributes that stay. */
const ATTRIBUTES = ['href', 'colspan', 'rowspan', 'start', 'dir', 'lang'];
/** Pictures that mail programs can show. */
const PICTURE = /\.(?:jpe?g|png|gif)$/i;
/** How wide the mail shows one, and how wide the file should be at most, in pixels. */
const SHOWN = 600;
const WIDEST = 1200;

/**
 * @typedef {(id: string) => Picture | null} PictureOf  an upload
 *
 * @typedef {{ src: string, width?: number, height?: number }} Shown  a file, and how large it is shown
 */

/**
 * The text of a post as mail programs can show it.
 * @param {string} html  of a post
 * @param {string} url  of the post
 * @param {PictureOf} pictureOf
 * @returns {{ html: string, text: string, isCut: boolean }} `isCut`: the HTML was too long; a plain text that is cut
 *   ends in …
 */
export function contentForMail(html, url, pictureOf) {
  const root = element(
    '',
    [],
    nest(html).children.flatMap((child) => converted(child, url, pictureOf)),
  );
  const all = root.children;
  root.children = firstOf(all, toHtml, LONGEST);
  const isCut = root.children.length < all.length;
  const rows = plain(root).split(/(?<=\n)/);
  const first = firstOf(rows, (row) => row, LONGEST_PLAIN);
  const isWhole = !isCut && first.length === rows.length;
  const text = first.join('').trimEnd();
  return { html: toHtml(root), text: isWhole ? text : `${text}\n\n…`, isCut };
}

/**
 * @template T
 * @param {T[]} all
 * @param {(part: T) => string} write
 * @param {number} most  bytes
 * @returns {T[]}
 */
function firstOf(all, write, most) {
  let size = 0;
  const long = all.findIndex((part) => (size += Buffer.byteLength(write(part))) > most);
  return long < 0 ? all : all.slice(0, long);
}

/**
 * The file that shows a picture in a mail: JPEG or PNG, since not all mail programs know more; of those, one that
 * has pixels enough and not too many.
 * @param {string} src  of a picture
 * @param {string} url  of the post
 * @param {PictureOf} pictureOf
 * @returns {Shown | null} null: there is none
 */
export function pictureForMail(src, url, pictureOf) {
  const { href, origin, pathname } = URL.canParse(src, url) ? new URL(src, url) : NOWHERE;
  const id = origin === new URL(url).origin ? uploadOf(pathname) : null;
  const picture = id === null ? null : pictureOf(id);
  if (!picture) return PICTURE.test(pathname) ? { src: href } : null;
  const file = fileFor(picture);
  if (!file) return null;
  const found = { src: new URL(mediaUrl(file.id), url).href };
  if (!picture.width || !picture.height) return found;
  const width = Math.min(SHOWN, picture.width);
  return { ...found, width, height: Math.round((width * picture.height) / picture.width) };
}

/** @param {Picture} picture */
function fileFor({ id, width, sizes }) {
  const files = [...sizes, { id, width: width ?? 0 }].filter((file) => PICTURE.test(file.id));
  return (
    files.findLast(({ width }) => width >= SHOWN && width <= WIDEST) ??
    files.find(({ width }) => width > WIDEST) ??
    files.at(-1)
  );
}

/** @param {Picture} picture @returns {boolean} whether it has no file of a size for mail */
export const lacksMailSize = (picture) => (fileFor(picture)?.width ?? Infinity) > WIDEST;

const NOWHERE = { href: '', origin: '', pathname: '' };

/** @param {Element | string} node @param {string} url @param {PictureOf} pictureOf @returns {(Element | string)[]} */
function converted(node, url, pictureOf) {
  if (typeof node === 'string') return [node];
  const { tag, attributes } = node;
  if (tag === 'math') return [element('code', [['style', styles.code]], [escape(texOf(node))])];
  if (tag === 'img') return [convertedPicture(attributes, url, pictureOf)];
  if (tag === 'audio' || tag === 'video') {
    const source = [...elements(node)].find((each) => each.attributes.has('src'));
    return source ? [link(source.attributes.get('src') ?? '', url, '▶')] : [];
  }
  const children = node.children.flatMap((child) => converted(child, url, pictureOf));
  if (!KEPT.has(tag)) return children;
  const kept = ATTRIBUTES.flatMap((name) => {
    const value = attributes.get(name);
    if (value === undefined) return [];
    return [
      /** @type {[string, string]} */ ([name, name === 'href' ? absolute(value, url) : value]),
    ];
  });
  const style = styles[tag];
  return [element(tag, style ? [...kept, ['style', style]] : kept, children)];
}

/** @param {Element['attributes']} attributes @param {string} url @param {PictureOf} pictureOf */
function convertedPicture(attributes, url, pictureOf) {
  const src = attributes.get('src') ?? '';
  const alt = attributes.get('alt') ?? '';
  const shown = pictureForMail(unescape(src), url, pictureOf);
  if (!shown) return link(src, url, alt || 'Picture');
  const size = shown.width && { width: String(shown.width), height: String(shown.height) };
  const all = { src: escape(shown.src), alt, ...size, style: styles.img };
  return element('img', Object.entries(all), []);
}

/** @param {string} address @param {string} url @param {string} label  escaped */
const link = (address, url, label) =>
  element(
    'a',
    [
      ['href', absolute(address, url)],
      ['style', styles.a],
    ],
    [label],
  );

/** @param {string} address  escaped @param {string} url */
function absolute(address, url) {
  const plainAddress = unescape(address);
  return URL.canParse(plainAddress, url) ? escape(new URL(plainAddress, url).href) : address;
}

/** @param {Element} math @returns {string} what the author wrote */
function texOf(math) {
  for (const each of elements(math)) if (each.tag === 'annotation') return toText(each);
  return toText(math);
}

/** @param {Element} root @returns {string} plain text, with the addresses of links */
const plain = (root) =>
  lines(root)
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

/** @param {Element | string} node @returns {string} */
function lines(node) {
  if (typeof node === 'string') return unescape(node);
  const { tag, attributes } = node;
  if (tag === 'br') return '\n';
  if (tag === 'hr') return '\n\n* * *\n\n';
  if (tag === 'img') return unescape(attributes.get('alt') ?? '').replace(/.+/, '[$&]');
  if (tag === 'ul' || tag === 'ol') return `\n\n${items(node)}\n\n`;
  if (tag === 'tr') return `${childrenOf(node).map(oneLine).join(' | ')}\n`;
  const children = ROWS.has(tag) ? childrenOf(node) : node.children;
  const inside = children.map(lines).join('');
  const href = unescape(attributes.get('href') ?? '');
  if (tag === 'a' && href && href !== inside) return `${inside} (${href})`;
  if (tag === 'blockquote') return `\n\n${inside.trim().replace(/^/gm, '> ')}\n\n`;
  return BLOCKS.has(tag) ? `\n\n${inside}\n\n` : inside;
}

/** @param {Element} list @returns {string} each on a line, what is in it below it */
function items(list) {
  let number = Number(list.attributes.get('start') ?? 1);
  return childrenOf(list)
    .map((item) => {
      const mark = list.tag === 'ol' ? `${number++}. ` : '- ';
      const text = lines(item)
        .trim()
        .replace(/\n\s*\n/g, '\n');
      return mark + text.replaceAll('\n', `\n${' '.repeat(mark.length)}`);
    })
    .join('\n');
}

/** @param {Element} node @returns {Element[]} without the blanks between them */
const childrenOf = ({ children }) => children.filter((child) => typeof child !== 'string');

/** @param {Element} cell */
const oneLine = (cell) => lines(cell).trim().replace(/\s+/g, ' ');

/** What has rows in it. */
const ROWS = new Set(['table', 'thead', 'tbody', 'tfoot']);
