import { damaged } from '../found.js';
import { boxes, brandsOf, topBoxes } from './boxes.js';

/** @typedef {import('../found.js').Found} Found */

/** Bytes from the end in which a PDF or ZIP says where it begins; a ZIP may end with a comment. */
const PDF_TAIL = 2048;
const ZIP_TAIL = 22 + 65_535;
/** Bytes: less is no film. */
const SMALLEST_WEBM = 32;

/** @param {Buffer} bytes @returns {Found | null} */
export function readPdf(bytes) {
  if (!/^%PDF-[12]\.\d/.test(latin(bytes, 0, 8))) return null;
  if (!bytes.subarray(-PDF_TAIL).includes('%%EOF')) throw damaged('PDF');
  return whole(bytes, 'application/pdf', 'pdf');
}

/** Nothing is unpacked here, so it does not matter what it would become. @param {Buffer} bytes @returns {Found | null} */
export function readZip(bytes) {
  if (!['PK\x03\x04', 'PK\x05\x06'].includes(latin(bytes, 0, 4))) return null;
  const tail = bytes.subarray(-ZIP_TAIL);
  const end = tail.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  if (end < 0 || end + 22 > tail.length) throw damaged('ZIP');
  return whole(bytes, 'application/zip', 'zip');
}

/** @param {Buffer} bytes @returns {Found | null} */
export function readMp4(bytes) {
  const [brand = '', ...others] = brandsOf(bytes);
  const names = [brand, ...others];
  if (!names.some((name) => /^(iso[m2-9]|mp4[12]|M4[ABV] |avc1|dash)$/.test(name))) return null;
  const types = new Set();
  let end = 0;
  for (const box of boxes('MP4', bytes, 0, bytes.length, topBoxes)) {
    types.add(box.type);
    end = box.end;
  }
  if (!types.has('moov') || !(types.has('mdat') || types.has('moof'))) throw damaged('MP4');
  const isSound = /^M4[AB] $/.test(brand);
  const film = bytes.subarray(0, end);
  return isSound ? whole(film, 'audio/mp4', 'm4a') : whole(film, 'video/mp4', 'mp4');
}

/** @param {Buffer} bytes @returns {Found | null} */
export function readWebm(bytes) {
  if (bytes.length < SMALLEST_WEBM || bytes.readUInt32BE(0) !== 0x1a45dfa3) return null;
  const head = readNumber(bytes, 4);
  const segment = head.next + head.value;
  if (!bytes.subarray(0, Math.min(segment, 256)).includes('webm')) return null;
  if (segment + 12 > bytes.length || bytes.readUInt32BE(segment) !== 0x18538067)
    throw damaged('WebM');
  const { value, next, isUnknown } = readNumber(bytes, segment + 4);
  if (!isUnknown && next + value > bytes.length) throw damaged('WebM');
  const film = isUnknown ? bytes : bytes.subarray(0, next + value);
  if (film.length < SMALLEST_WEBM) throw damaged('WebM');
  return whole(film, 'video/webm', 'webm');
}

/** Of variable length, as EBML has them (RFC 8794 section 4). @param {Buffer} bytes @param {number} at */
function readNumber(bytes, at) {
  const length = Math.clz32(bytes[at]) - 23;
  if (length > 8 || at + length > bytes.length) throw damaged('WebM');
  let value = bytes[at] & (0xff >> length);
  let isUnknown = value === 0xff >> length;
  for (let place = 1; place < length; place++) {
    value = value * 256 + bytes[at + place];
    isUnknown &&= bytes[at + place] === 0xff;
  }
  return { value, next: at + length, isUnknown };
}

/** A chain of pages (RFC 3533 section 6). @param {Buffer} bytes @returns {Found | null} */
export function readOgg(bytes) {
  if (latin(bytes, 0, 4) !== 'OggS') return null;
  let end = 0;
  while (latin(bytes, end, end + 4) === 'OggS') end = endOfPage(bytes, end);
  const pages = bytes.subarray(0, end);
  const isFilm = latin(bytes, 0, 64).includes('theora');
  return isFilm ? whole(pages, 'video/ogg', 'ogv') : whole(pages, 'audio/ogg', 'ogg');
}

/** @param {Buffer} bytes @param {number} start */
function endOfPage(bytes, start) {
  const table = start + 27;
  const body = table + (bytes[start + 26] ?? Infinity);
  if (body > bytes.length) throw damaged('OGG');
  const end = bytes.subarray(table, body).reduce((sum, length) => sum + length, body);
  if (end > bytes.length) throw damaged('OGG');
  return end;
}

/** Kilobits a second of layer III, by the index in a frame's head; and samples a second. */
const rates = [
  [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
];
const samples = [44_100, 48_000, 32_000];

/** Known by two frames in a row, since each has little to be known by. @param {Buffer} bytes @returns {Found | null} */
export function readMp3(bytes) {
  const isTagged = latin(bytes, 0, 3) === 'ID3' && bytes.length >= 10;
  const start = isTagged ? 10 + tagLength(bytes) : 0;
  const second = start + frameLength(bytes, start);
  const isSound = second > start && second + frameLength(bytes, second) > second;
  if (isTagged && !isSound) throw damaged('MP3');
  return isSound ? whole(bytes, 'audio/mpeg', 'mp3') : null;
}

/** Of seven bits each (ID3v2.3 section 3.1). @param {Buffer} bytes */
const tagLength = (bytes) =>
  [6, 7, 8, 9].reduce((length, at) => length * 128 + (bytes[at] & 0x7f), 0);

/** @param {Buffer} bytes @param {number} at @returns {number} 0: no frame of layer III begins there */
function frameLength(bytes, at) {
  if (at + 4 > bytes.length || bytes[at] !== 0xff || (bytes[at + 1] & 0xe6) !== 0xe2) return 0;
  const version = (bytes[at + 1] >> 3) & 3;
  const isFirst = version === 3;
  const rate = rates[isFirst ? 0 : 1][bytes[at + 2] >> 4];
  const frequency = samples[(bytes[at + 2] >> 2) & 3] / [4, 0, 2, 1][version];
  if (!rate || !Number.isFinite(frequency)) return 0;
  const padding = (bytes[at + 2] >> 1) & 1;
  return Math.floor(((isFirst ? 144 : 72) * rate * 1000) / frequency) + padding;
}

/** @param {Buffer} bytes @param {number} start @param {number} end */
const latin = (bytes, start, end) => bytes.toString('latin1', start, end);

/** @param {Buffer} bytes @param {string} type @param {string} extension @returns {Found} */
const whole = (bytes, type, extension) => ({ type, extension, width: null, height: null, bytes });
