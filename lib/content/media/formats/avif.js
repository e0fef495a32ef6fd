import { UNKNOWN } from '../types.js';
import { checkDimensions, checkParts, damaged } from '../file-info.js';
/** @import { LarderError } from '../../../base/errors.js' */
/** @import { FileInfo } from '../file-info.js' */

/** As authors are told. */
const KIND = 'AVIF or HEIC';

/** @typedef {{ type: string, body: number, start: number, end: number }} Box  (ISO/IEC 14496-12, section 4.2) */

/** What may stand at the top of a file: at any other, it is over. */
const TOP = new Set(
  'ftyp meta mdat moov moof mfra sidx ssix styp pdin prft free skip wide udta uuid'.split(' '),
);
/** Boxes in which there is nothing but what tells about the picture. */
const ASIDE = new Set(['free', 'skip', 'wide', 'uuid', 'udta']);

/**
 * Overwrites EXIF, XMP and what is aside, since all places in the file are counted from its beginning (ISO/IEC
 * 23008-12).
 * @param {Buffer} bytes
 * @returns {FileInfo | null} null: it is no AVIF
 * @throws {LarderError} `invalid`
 */
export function readAvif(bytes) {
  const head = bytes.toString('latin1', 0, bytes.length < 16 ? 0 : bytes.readUInt32BE(0));
  if (!/^....ftyp(....){0,120}?avi[fs]/s.test(head)) return null;
  return readOrRefuse(bytes);
}

/**
 * A picture of the same form that browsers do not show: it is a file for saving, without what tells about its author.
 * @param {Buffer} bytes
 * @returns {FileInfo | null} null: it is no HEIC
 * @throws {LarderError} `invalid`
 */
export function readHeic(bytes) {
  if (!/^....ftyp(hei[cfmsx]|hev[cmsx]|mi[af]1|msf1)/s.test(bytes.toString('latin1', 0, 12)))
    return null;
  const found = readOrRefuse(bytes);
  return { ...found, type: UNKNOWN, extension: 'heic', width: null, height: null };
}

/** @param {Buffer} bytes */
function readOrRefuse(bytes) {
  try {
    return read(bytes);
  } catch (error) {
    // A number that lies beyond the end of the file.
    throw error instanceof RangeError ? damaged(KIND) : error;
  }
}

/** @param {Buffer} bytes */
function read(bytes) {
  const top = [...boxes(bytes, 0, bytes.length, TOP)];
  const clean = Buffer.from(bytes.subarray(0, top.at(-1)?.end));
  const data = top.filter(({ type }) => type === 'mdat');
  const meta = top.find(({ type }) => type === 'meta');
  const parts = meta ? [...boxes(clean, meta.body + 4, meta.end)] : [];
  const [iinf, iloc, iprp, idat] = ['iinf', 'iloc', 'iprp', 'idat'].map((name) =>
    parts.find(({ type }) => type === name),
  );
  if (!iinf || !iloc || !iprp || data.length === 0) throw damaged(KIND);
  const { width, height } = sizeIn(clean, iprp);
  checkDimensions(KIND, width, height);
  const isMetadata = metadataItems(clean, iinf);
  const places = idat ? [...data, idat] : data;
  let left = clean.length;
  for (const { item, start, end } of extentsOf(clean, iloc, idat?.body)) {
    if (start > end || end > clean.length) throw damaged(KIND);
    if (!isMetadata.has(item)) continue;
    const isInside = places.some((box) => box.body <= start && end <= box.end);
    if (!isInside || (left -= end - start) < 0) throw damaged(KIND);
    clean.fill(0, start, end);
  }
  for (const { type, start, body, end } of top) {
    if (!ASIDE.has(type)) continue;
    clean.write('free', start + 4, 'latin1');
    clean.fill(0, body, end);
  }
  return { type: 'image/avif', extension: 'avif', width, height, bytes: clean };
}

/**
 * @param {Buffer} bytes
 * @param {number} from
 * @param {number} to
 * @param {Set<string>} [known]
 * @returns {Generator<Box>}
 */
function* boxes(bytes, from, to, known) {
  for (let start = from, parts = 1; start < to; parts++) {
    checkParts(KIND, parts);
    const type = bytes.toString('latin1', start + 4, start + 8);
    if (known && !known.has(type)) return;
    const size = bytes.readUInt32BE(start);
    const body = start + (size === 1 ? 16 : 8);
    const length = size === 1 ? Number(bytes.readBigUInt64BE(start + 8)) : size;
    const end = size === 0 ? to : start + length;
    if (body > end || end > to) throw damaged(KIND);
    yield { type, start, body, end };
    start = end;
  }
}

/**
 * The largest of the sizes told, since a picture in tiles also tells theirs.
 * @param {Buffer} bytes
 * @param {Box} iprp
 */
function sizeIn(bytes, iprp) {
  let [width, height, isTurned] = [0, 0, false];
  const containers = [...boxes(bytes, iprp.body, iprp.end)].filter(({ type }) => type === 'ipco');
  for (const container of containers)
    for (const { type, body, end } of boxes(bytes, container.body, container.end)) {
      if (type === 'irot' && end > body) isTurned ||= bytes[body] % 2 === 1;
      if (type !== 'ispe' || end < body + 12) continue;
      const [w, h] = [bytes.readUInt32BE(body + 4), bytes.readUInt32BE(body + 8)];
      if (w * h > width * height) [width, height] = [w, h];
    }
  return isTurned ? { width: height, height: width } : { width, height };
}

/** @param {Buffer} bytes @param {Box} iinf @returns {Set<number>} the items that hold EXIF or XMP (section 8.11.6) */
function metadataItems(bytes, { body: start, end }) {
  const found = new Set();
  for (const { type, body } of boxes(bytes, start + (bytes[start] === 0 ? 6 : 8), end)) {
    if (type !== 'infe') continue;
    const wide = bytes[body] === 2 ? 2 : 4;
    const kind = bytes.toString('latin1', body + wide + 6, body + wide + 10);
    if (bytes[body] < 2) throw damaged(KIND);
    if (/^(Exif|mime|uri )$/.test(kind)) found.add(bytes.readUIntBE(body + 4, wide));
  }
  return found;
}

/**
 * @param {Buffer} bytes
 * @param {Box} iloc tells where each item lies (section 8.11.3)
 * @param {number} [inside] where the data begin of those that lie within the description
 * @returns {Generator<{ item: number, start: number, end: number }>}
 */
function* extentsOf(bytes, { body, end }, inside) {
  let at = body;
  /** @param {number} size in bytes @returns {number} the next one */
  const next = (size) => {
    if ((at += size) > end) throw damaged(KIND);
    if (size === 8) return Number(bytes.readBigUInt64BE(at - 8));
    return size === 0 ? 0 : bytes.readUIntBE(at - size, size);
  };
  const version = next(4) >>> 24;
  const sizes = next(2);
  const [offset, length, base] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15];
  const index = version > 0 ? sizes & 15 : 0;
  if (![offset, length, base, index].every((size) => [0, 4, 8].includes(size))) throw damaged(KIND);
  const wide = version < 2 ? 2 : 4;
  for (let items = next(wide); items > 0; items--) {
    const item = next(wide);
    const method = version > 0 ? next(2) & 15 : 0;
    const origin = (method === 1 ? inside : next(0)) ?? Infinity;
    next(2);
    const start = origin + next(base);
    const extents = next(2);
    // Extents that take no room could be any number.
    if (method > 1 || (extents > 1 && index + offset + length === 0)) throw damaged(KIND);
    for (let extent = 0; extent < extents; extent++) {
      next(index);
      const from = start + next(offset);
      const size = next(length);
      yield { item, start: from, end: size === 0 ? bytes.length : from + size };
    }
  }
}
