/** A picture is shown in a column of text: this many pixels are enough for any screen. */
export const LONGEST_SIDE = 2000;
/** Bytes below which a picture that is not too wide is left alone. */
const SMALL = 300_000;
const QUALITY = 0.85;
/** Bytes of the beginning in which a film says that it is one. */
const BEGINNING = 65_536;

/**
 * Widths of the smaller sizes, and how much narrower than the picture they have to be: as
 * lib/changes/index/picture-sizes.js has them.
 */
const WIDTHS = [400, 800, 1600];
const SHARE = 0.8;
const QUALITY_OF_SMALLER = 0.75;

/** What would lose its frames or its sharpness, or is small already. */
const leftAlone = /^image\/(gif|svg\+xml|avif)$/;

/** What comes in smaller sizes too. */
const photo = /^image\/(jpeg|png|webp|avif)$/;

/**
 * Makes a picture small enough for a page, the right way up, and smaller sizes of it. What is no picture, or would not
 * become smaller, stays as it is: the server decides about it.
 * @param {File} file
 * @param {(picture: ImageBitmap) => void} show is given the picture as soon as it is known
 * @returns {Promise<{ blob: Blob, name: string, sizes: Blob[] }>}
 */
export async function shrink(file, show = () => {}) {
  const asIs = { blob: file, name: file.name, sizes: [] };
  if (!file.type.startsWith('image/')) return asIs;
  const picture = await decode(file);
  if (!picture) return asIs;
  try {
    show(picture);
    const longest = Math.max(picture.width, picture.height);
    const isFine = longest <= LONGEST_SIDE && file.size <= SMALL;
    if (await isMoving(file)) return asIs;
    const width = Math.round(picture.width * Math.min(1, LONGEST_SIDE / longest));
    const blob =
      isFine || leftAlone.test(file.type) ? null : await encode(picture, width, file.type, QUALITY);
    const isSmaller = blob !== null && blob.size < file.size;
    const whole = isSmaller
      ? { width, size: blob.size }
      : { width: picture.width, size: file.size };
    const sizes = photo.test(file.type) ? await smallerSizes(picture, whole, file.type) : [];
    return isSmaller ? { blob, name: file.name.replace(/\.\w+$/, ''), sizes } : { ...asIs, sizes };
  } finally {
    picture.close();
  }
}

/** @param {Blob} file @returns {Promise<ImageBitmap | null>} null: the browser cannot read it */
const decode = (file) =>
  createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null);

/**
 * @param {ImageBitmap} picture
 * @param {{ width: number, size: number }} whole
 * @param {string} type
 * @returns {Promise<Blob[]>} those that have fewer bytes
 */
async function smallerSizes(picture, whole, type) {
  const made = [];
  for (const width of WIDTHS.filter((each) => each <= whole.width * SHARE))
    made.push(await encode(picture, width, type, QUALITY_OF_SMALLER));
  return made.flatMap((blob) => (blob && blob.size < whole.size ? blob : []));
}

/** Only the first frame of a moving PNG or WebP would be left. @param {Blob} file */
async function isMoving(file) {
  const text = new TextDecoder('latin1').decode(await file.slice(0, BEGINNING).arrayBuffer());
  return text.includes('acTL') || (text.startsWith('RIFF') && text.includes('ANIM'));
}

/**
 * @param {ImageBitmap} picture
 * @param {number} width
 * @param {string} type of the file
 * @param {number} quality
 * @returns {Promise<Blob | null>} WebP; where the browser writes none, JPEG, or PNG for what may be transparent
 */
async function encode(picture, width, type, quality) {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, width);
  canvas.height = Math.max(1, Math.round((picture.height * width) / picture.width));
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  /** @param {string} wanted @returns {Promise<Blob | null>} */
  const write = (wanted) => new Promise((resolve) => canvas.toBlob(resolve, wanted, quality));
  const webp = await write('image/webp');
  if (webp?.type === 'image/webp' || type === 'image/png') return webp;
  return write('image/jpeg');
}
