/** A picture is shown in a column of text: this many pixels are enough for any screen. */
export const LONGEST_SIDE = 2000;
/** Bytes below which a picture that is not too wide is left alone. */
const SMALL = 300_000;
const QUALITY = 0.85;
/** Bytes of the beginning in which a film says that it is one. */
const BEGINNING = 65_536;

/** What would lose its frames or its sharpness, or is small already. */
const leftAlone = /^image\/(gif|svg\+xml|avif)$/;

/**
 * Makes a picture small enough for a page, the right way up. What is no picture, or would not become smaller, stays
 * as it is: the server decides about it.
 * @param {File} file
 * @param {(picture: ImageBitmap) => void} show is given the picture as soon as it is known
 * @returns {Promise<{ blob: Blob, name: string }>}
 */
export async function shrink(file, show) {
  const asIs = { blob: file, name: file.name };
  if (!file.type.startsWith('image/')) return asIs;
  const picture = await decode(file);
  if (!picture) return asIs;
  try {
    show(picture);
    const longest = Math.max(picture.width, picture.height);
    const isFine = longest <= LONGEST_SIDE && file.size <= SMALL;
    if (isFine || leftAlone.test(file.type) || (await isMoving(file))) return asIs;
    const blob = await encode(picture, Math.min(1, LONGEST_SIDE / longest), file.type);
    if (!blob || blob.size >= file.size) return asIs;
    return { blob, name: file.name.replace(/\.\w+$/, '') };
  } finally {
    picture.close();
  }
}

/** @param {Blob} file @returns {Promise<ImageBitmap | null>} null: the browser cannot read it */
const decode = (file) =>
  createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null);

/** Only the first frame of a moving PNG or WebP would be left. @param {Blob} file */
async function isMoving(file) {
  const text = new TextDecoder('latin1').decode(await file.slice(0, BEGINNING).arrayBuffer());
  return text.includes('acTL') || (text.startsWith('RIFF') && text.includes('ANIM'));
}

/**
 * @param {ImageBitmap} picture
 * @param {number} scale
 * @param {string} type of the file
 * @returns {Promise<Blob | null>} WebP; where the browser writes none, JPEG, or PNG for what may be transparent
 */
async function encode(picture, scale, type) {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const context = canvas.getContext('2d');
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  const write = (wanted) => new Promise((resolve) => canvas.toBlob(resolve, wanted, QUALITY));
  const webp = await write('image/webp');
  if (webp?.type === 'image/webp' || type === 'image/png') return webp;
  return write('image/jpeg');
}
