import { isDownload, isDrawing } from '../../lib/media/types.js';
/** @import { Action } from '../types.js' */

/** `/theme/…`: the theme's files, with a digest in their names. @type {Action} */
export function theme({ params }, { assets }) {
  const asset = assets.get(params.name);
  return asset ? { ...asset, immutable: true } : null;
}

/** `/favicon.ico` @type {Action} */
export function favicon(_request, { assets }) {
  const asset = assets.file('favicon.ico');
  return asset ? { ...asset, immutable: false } : null;
}

/** Ids of uploaded files: a digest and the original name. */
const mediaName = /^[\w-]{16}-[^/\0]{1,300}$/;

/** `/media/…`: uploaded files, with a digest in their names. @type {Action} */
export async function media({ params, reader }) {
  if (!mediaName.test(params.name)) return null;
  const file = await reader.media(params.name);
  if (!file) return null;
  return {
    bytes: file.bytes,
    contentType: file.type,
    immutable: true,
    upload: { isDownload: isDownload(file), isDrawing: isDrawing(file.type) },
  };
}
