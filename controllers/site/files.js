import { attachmentNamed } from '../../lib/content/media/content-disposition.js';
import { uploadOf } from '../../lib/changes/index/uploads.js';
import { nameOf } from '../../lib/content/media/names.js';
import { digestIn } from '../../lib/content/media/usage.js';
import { originalOf } from '../../lib/changes/index/picture-sizes.js';
import { underWhite } from '../../lib/views/appearance/palette.js';
import { isDownload, isDrawing, isPicture } from '../../lib/content/media/types.js';
/** @import { Media } from '../../lib/store/types.js' */
/** @import { Action, ShownBlog } from '../types.js' */

/** A style sheet, as it was named before the owner changed the appearance. */
const STYLE_SHEET = /^style\.[\w-]{16}\.css$/;

/** `/theme/…`: the theme's files, with a digest in their names. @type {Action} */
export function theme({ params: { name } }, { themes, theme, index }) {
  const asset = themes.asset(name);
  if (asset) return { ...asset, immutable: true };
  if (!STYLE_SHEET.test(name)) return null;
  const sheet = theme.sheet(index.style);
  return sheet.url === `/theme/${name}`
    ? { ...sheet, immutable: true }
    : { redirect: sheet.url, status: 302 };
}

/** `/favicon.ico`: the owner’s icon, or the theme’s, or the letter. @type {Action} */
export async function favicon(request, blog) {
  const { index, assets } = blog;
  const id = uploadOf(index.ownPicture('icon'));
  const file = id !== null ? await request.reader.media(id) : null;
  if (file && isPicture(file.type)) return present(file, false);
  const asset = assets.file('favicon.ico');
  return asset ? { ...asset, immutable: false } : letter(request, blog);
}

/** `/icon.svg`: the first letter of the title. @type {Action} */
export const letter = (_request, blog) => ({
  view: 'icon',
  model: { letter: blog.index.initial, accent: accentOf(blog) },
});

/** @param {ShownBlog} blog @returns {string} */
const accentOf = (blog) =>
  underWhite(blog.index.appearance.accent || blog.theme.manifest.colours.accent);

/** `/post/:slug/card.png`: what a shared link to a post without a cover shows. @type {Action} */
export async function shareCard({ params }, blog) {
  const { index, drawShareCard } = blog;
  const found = drawShareCard && index.find('post', params.slug);
  const post = found && index.link(found);
  if (!post) return null;
  const { settings, initial: letter } = index;
  const texts = { title: post.title, blog: settings.title, letter };
  const bytes = await drawShareCard({ ...texts, accent: accentOf(blog) });
  return { bytes, contentType: 'image/png', immutable: false };
}

/** Ids of uploaded files: a digest and the original name. */
const mediaName = /^[\w-]{16}-[^/\0]{1,300}$/;

/** `/media/…`: uploaded files, with a digest in their names. @type {Action} */
export async function media({ params, reader }) {
  if (!mediaName.test(params.name)) return null;
  const file = await reader.media(params.name);
  if (!file) return null;
  const shown = present(file, true);
  if (originalOf(file.id)) return shown;
  // Whoever goes on with a download may ask by this date, wherever and whenever: the second after the upload.
  const lastModified = (Math.floor(Date.parse(file.createdAt) / 1000) + 1) * 1000;
  const original = { digest: digestIn(file.id), lastModified };
  return { ...shown, upload: { ...shown.upload, original } };
}

/** @param {Media} file @param {boolean} immutable */
const present = (file, immutable) => ({
  bytes: file.bytes,
  contentType: file.type,
  immutable,
  upload: {
    disposition: isDownload(file) ? attachmentNamed(nameOf(file.id)) : null,
    isDrawing: isDrawing(file.type),
  },
});
