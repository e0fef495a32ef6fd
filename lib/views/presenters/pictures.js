import { escape } from '../../markup/tree.js';
import { uploadOf } from '../../changes/index/uploads.js';
import { mediaUrl } from '../../content/media/urls.js';
import { widths } from '../appearance/widths.js';
import { inside } from './reading-aids.js';
/** @import { Picture } from '../../changes/index/pictures.js' */
/** @import { Appearance, Cover } from '../../store/types.js' */

/**
 * @typedef {{ picture: (id: string) => Picture | null }} Pictures
 * @typedef {{ appearance: Pick<Appearance, 'width'> }} Looking
 * @typedef {Pictures & Looking & { baseUrl?: string }} Blog  `baseUrl`: by which texts may name files
 */

/** Pictures of one text that get a size: any further ones stay as they are. */
const MOST = 500;

/** Phones with more than two pixels for one of CSS: the eye does not see the third, but it takes twice the bytes. */
const DENSE = '(max-width: 40rem) and (min-resolution: 2.2dppx)';

/** How wide the page shows a picture of so many rem: it has margins of 2.5rem to 4rem. @param {number} width */
const onPage = (width) =>
  `${DENSE} 60vw, (min-width: ${width + 3}rem) ${width}rem, calc(100vw - 2.5rem)`;

/** @param {Looking} blog @returns {{ p: string, figure: string }} in a paragraph, and in a figure */
const widthsOf = ({ appearance }) => {
  const { text, wide } = widths[appearance.width];
  return { p: onPage(text), figure: onPage(wide) };
};

/** Side by side, all in a row have the same height. @param {number} shape  width by height */
const widthInGallery = (shape) =>
  `${DENSE} ${Math.round(25 * shape)}vw, (min-width: 40rem) ${Math.round(18 * shape)}rem, ${Math.round(45 * shape)}vw`;

/** Shapes that the theme knows, in percent: those of cameras, and a few between them. */
const SHAPES = [50, 56, 67, 75, 80, 100, 125, 133, 150, 178, 200, 235];

/** How wide the theme shows the picture of an author. */
const PORTRAIT = '7rem';

/** What `decorate` gives each picture of a text. */
const LATER = ' loading="lazy" decoding="async"';

const ATTRIBUTES = / (src|alt|width|height)="([^"]*)"/g;
const SIZE = / (?:width|height)="\d*"/g;

/** What follows a picture with nothing but a caption beside it. */
const ALONE = /^<(?:\/p|\/figure|figcaption)>/;

/**
 * Gives the pictures of a text their sizes, so that nothing moves when they come, and smaller files to choose from; one
 * that stands alone links to the whole. This is done when a page is rendered, since uploads change without the texts
 * that show them.
 * @param {string} text  HTML from lib/markup, which may name them by the blog's own URL
 * @param {Blog} blog
 * @param {{ hasCover?: boolean, isFeed?: boolean }} [options]  without a cover the first picture is loaded at once.
 *   Feeds get one file of medium size: many of their readers take a choice out, or mistake it
 * @returns {string}
 */
export function presentPictures(text, blog, { hasCover = false, isFeed = false } = {}) {
  const own = blog.baseUrl && ` src="${blog.baseUrl}/media/`;
  const html = own && text.includes(own) ? text.replaceAll(own, ' src="/media/') : text;
  const isInLink = inside(html, '<a ', '</a>');
  const isInGallery = inside(html, '<div class="gallery">', '</div>');
  let shown = '';
  let done = 0;
  let count = 0;
  for (let at = html.indexOf('<img '); at >= 0 && count < MOST; at = html.indexOf('<img ', done)) {
    const end = html.indexOf('>', at) + 1;
    const [, block = ''] = /<(p|figure)>$/.exec(html.slice(Math.max(0, at - 8), at)) ?? [];
    const isAlone = block !== '' && ALONE.test(html.slice(end, end + 12)) && !isInLink(at);
    const place = isInGallery(at) ? 'gallery' : block === 'figure' ? 'figure' : 'p';
    const isFirst = count === 0 && !hasCover && !isFeed;
    const tag = html.slice(at, end).replace(LATER, isFirst ? ' fetchpriority="high"' : LATER);
    shown += html.slice(done, at) + presentPicture(tag, blog, { place, isAlone, isFeed });
    done = end;
    count += 1;
  }
  return shown + html.slice(done);
}

/**
 * @param {string} tag
 * @param {Blog} blog
 * @param {{ place: 'p' | 'figure' | 'gallery', isAlone: boolean, isFeed: boolean }} where
 */
function presentPicture(tag, blog, { place, isAlone, isFeed }) {
  const {
    src = '',
    alt,
    ...attributes
  } = Object.fromEntries(Array.from(tag.matchAll(ATTRIBUTES), ([, name, value]) => [name, value]));
  const picture = pictureOf(src.replaceAll('&amp;', '&'), blog);
  if (!picture?.width || !picture.height) return tag;
  const { id, sizes } = picture;
  const file = (isFeed && sizes.at(-1)) || { id, width: picture.width };
  const ratio = picture.height / picture.width;
  const [wide, high] = [Number(attributes.width), Number(attributes.height)];
  // The author may have chosen one of both, or a shape of their own.
  const width = wide || Math.round(high / ratio) || file.width;
  const height = high || Math.round(width * ratio) || 1;
  const usual = () => (place === 'gallery' ? widthInGallery(1 / ratio) : widthsOf(blog)[place]);
  const others = isFeed ? '' : candidates(picture, wide || high ? `${width}px` : usual());
  const plain = tag.replace(SIZE, '').replace(` src="${src}"`, ` src="${mediaUrl(file.id)}"`);
  const shape = isFeed ? '' : shapeOf(width / height, place);
  const sized = `${plain.slice(0, -1)} width="${width}" height="${height}"${shape}${others}>`;
  if (!isAlone || sizes.length === 0) return sized;
  const whole = isFeed ? '' : ' class="whole"';
  return `<a${whole} href="${src}"${alt ? '' : ' aria-label="Full picture"'}>${sized}</a>`;
}

/**
 * @param {number} shape  width by height
 * @param {'p' | 'figure' | 'gallery'} place
 * @returns {string} an attribute by which the theme knows how high it is, before it has come
 */
function shapeOf(shape, place) {
  if (place !== 'gallery') return shape < 1 ? ' class="tall"' : '';
  const distance = (/** @type {number} */ each) => Math.abs(Math.log(each / 100 / shape));
  const nearest = SHAPES.reduce((one, other) => (distance(other) < distance(one) ? other : one));
  return ` class="w${nearest}"`;
}

/** @param {Picture} picture @param {string} widths @returns {string} attributes */
function candidates({ id, width, sizes }, widths) {
  if (sizes.length === 0) return '';
  const files = [...sizes, { id, width }].map((file) => `${mediaUrl(file.id)} ${file.width}w`);
  return ` srcset="${files.join(', ')}" sizes="${widths}"`;
}

/** @param {string} src @param {Pictures} pictures @returns {Picture | null | undefined} undefined: it is no upload */
function pictureOf(src, pictures) {
  const id = uploadOf(src);
  return id === null ? undefined : pictures.picture(id);
}

/**
 * @param {string} src
 * @returns {boolean} whether a browser could ask for it: earlier versions kept covers such as `https://[`
 */
const isAddress = (src) => URL.canParse(src, 'http://localhost');

/**
 * @param {Cover} cover
 * @param {{ hasPicture: (id: string) => boolean }} pictures
 * @returns {boolean} false: it is an upload that is gone, or no address
 */
export function isCoverThere({ src }, pictures) {
  const id = uploadOf(src);
  return id === null ? isAddress(src) : pictures.hasPicture(id);
}

/** @param {Cover} cover @param {string} html of a text @returns {boolean} whether the text shows the same picture */
export const isCoverIn = ({ src }, html) => html.includes(`src="${escape(src)}"`);

/**
 * @typedef {Cover & Partial<Pick<Picture, 'width' | 'height'>> & { candidates: string }} ShownPicture  `candidates`:
 *   attributes of `img`, if there are smaller files
 */

/**
 * @param {Cover} cover above the text of its post
 * @param {Blog} blog
 * @returns {ShownPicture | null} null if it is an upload that is gone, or no address
 */
export const presentCover = (cover, blog) => presentAt(widthsOf(blog).figure, cover, blog);

/**
 * @param {Cover} cover in a list, which is as wide as the theme wants
 * @param {Blog} blog
 * @param {boolean} isFirst  of the list, and loaded at once; browsers that can find out the width of the others
 * @returns {ShownPicture | null} as above
 */
export const presentCardCover = (cover, blog, isFirst) => {
  const { p, figure } = widthsOf(blog);
  return presentAt(isFirst ? figure : `auto, ${p}`, cover, blog);
};

/**
 * @param {string | undefined} src of an author's picture
 * @param {Pictures} pictures
 * @returns {ShownPicture | null} as above
 */
export const presentPortrait = (src, pictures) =>
  src ? presentAt(PORTRAIT, { src, alt: '' }, pictures) : null;

/** @param {string} widths @param {Cover} cover @param {Pictures} pictures @returns {ShownPicture | null} */
function presentAt(widths, cover, pictures) {
  const picture = pictureOf(cover.src, pictures);
  if (picture === null || !isAddress(cover.src)) return null;
  const { width, height } = picture ?? {};
  return { ...cover, width, height, candidates: picture ? candidates(picture, widths) : '' };
}
