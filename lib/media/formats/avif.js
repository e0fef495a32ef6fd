import { checkDimensions, damaged } from '../found.js';
import { boxes, brandsOf, topBoxes } from './boxes.js';
import { itemExtents, metadataItems } from './avif-items.js';

/** Boxes in which there is nothing but what tells about the picture. */
const aside = new Set(['free', 'skip', 'wide', 'uuid', 'udta']);
/** Of a film, the boxes that hold others. */
const nests = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl']);

/**
 * Overwrites EXIF, XMP and what is aside, since all places in the file are counted from its beginning (ISO/IEC 23008-12).
 * @param {Buffer} bytes
 * @returns {import('../found.js').Found | null} null: it is no AVIF
 * @throws {import('../../errors.js').LarderError} `invalid`
 */
export function readAvif(bytes) {
  const brands = brandsOf(bytes);
  if (!brands.includes('avif') && !brands.includes('avis')) return null;
  const top = [...topOf(bytes)];
  const end = top.at(-1)?.end ?? 0;
  const meta = top.find(({ type }) => type === 'meta');
  const data = top.filter(({ type }) => type === 'mdat');
  if (!meta || data.length === 0) throw damaged('AVIF');
  const clean = Buffer.from(bytes.subarray(0, end));
  const size = readMeta(clean, meta, data);
  for (const box of top) {
    if (aside.has(box.type)) silence(clean, box);
    if (box.type === 'moov') silenceWithin(clean, box, 0);
  }
  return { type: 'image/avif', extension: 'avif', ...size, bytes: clean };
}

/** A picture has a handful of boxes. */
const MOST_BOXES = 1000;

/** @param {Buffer} bytes @returns {Generator<import('./boxes.js').Box>} */
function* topOf(bytes) {
  let count = 0;
  for (const box of boxes('AVIF', bytes, 0, bytes.length, topBoxes)) {
    if (++count > MOST_BOXES) throw damaged('AVIF');
    yield box;
  }
}

/**
 * @param {Buffer} clean
 * @param {import('./boxes.js').Box} meta
 * @param {import('./boxes.js').Box[]} data boxes of data
 */
function readMeta(clean, meta, data) {
  /** @type {Record<string, import('./boxes.js').Box>} */
  const parts = {};
  for (const box of boxes('AVIF', clean, meta.body + 4, meta.end)) parts[box.type] ??= box;
  const { iinf, iloc, iprp, idat } = parts;
  if (!iinf || !iloc || !iprp) throw damaged('AVIF');
  const { width, height } = sizeIn(clean, iprp);
  checkDimensions('AVIF', width, height);
  const isMetadata = metadataItems(clean, iinf);
  let left = clean.length;
  for (const { item, start, end } of itemExtents(clean, iloc, idat)) {
    if (start > end || end > clean.length) throw damaged('AVIF');
    if (!isMetadata.has(item)) continue;
    const places = idat ? [...data, idat] : data;
    const isInside = places.some((box) => box.body <= start && end <= box.end);
    left -= end - start;
    if (!isInside || left < 0) throw damaged('AVIF');
    clean.fill(0, start, end);
  }
  return { width, height };
}

/**
 * The largest of the sizes told: a picture in tiles also tells theirs.
 * @param {Buffer} bytes
 * @param {import('./boxes.js').Box} iprp
 */
function sizeIn(bytes, iprp) {
  let [width, height, isTurned] = [0, 0, false];
  for (const container of boxes('AVIF', bytes, iprp.body, iprp.end)) {
    if (container.type !== 'ipco') continue;
    for (const { type, body, end } of boxes('AVIF', bytes, container.body, container.end)) {
      if (type === 'irot' && end > body) isTurned ||= bytes[body] % 2 === 1;
      if (type !== 'ispe' || end < body + 12) continue;
      const [w, h] = [bytes.readUInt32BE(body + 4), bytes.readUInt32BE(body + 8)];
      if (w * h > width * height) [width, height] = [w, h];
    }
  }
  return isTurned ? { width: height, height: width } : { width, height };
}

/** A film is nested this deep at most. */
const DEEPEST = 8;

/** @param {Buffer} clean @param {import('./boxes.js').Box} parent @param {number} depth */
function silenceWithin(clean, parent, depth) {
  if (depth > DEEPEST) throw damaged('AVIF');
  for (const box of boxes('AVIF', clean, parent.body, parent.end)) {
    if (aside.has(box.type) || box.type === 'meta') silence(clean, box);
    else if (nests.has(box.type)) silenceWithin(clean, box, depth + 1);
  }
}

/** @param {Buffer} clean @param {import('./boxes.js').Box} box */
function silence(clean, { start, body, end }) {
  clean.write('free', start + 4, 'latin1');
  clean.fill(0, body, end);
}
