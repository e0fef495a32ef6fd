import { damaged } from '../file-info.js';
/** @import { FileInfo } from '../file-info.js' */

/** Sound and film, by their first bytes: browsers say best what they can play. @type {[RegExp, string, string][]} */
const PLAYED = [
  [/^....ftypM4[AB] /s, 'audio/mp4', 'm4a'],
  [/^....ftyp(....){0,14}?(iso[m2-9]|mp4[12]|M4[ABV] |avc1|dash)/s, 'video/mp4', 'mp4'],
  [/^.E\xdf\xa3.{0,40}webm/s, 'video/webm', 'webm'],
  [/^OggS.{0,60}theora/s, 'video/ogg', 'ogv'],
  [/^OggS.{0,60}OpusHead/s, 'audio/ogg', 'opus'],
  [/^OggS/, 'audio/ogg', 'ogg'],
  // A tag, or a frame of layer III.
  [/^(ID3|\xff[\xe2\xe3\xf2\xf3\xfa\xfb])/, 'audio/mpeg', 'mp3'],
];

/** Bytes from the end in which a PDF or ZIP says where it begins; a ZIP may end with a comment. */
const PDF_TAIL = 2048;
const ZIP_TAIL = 22 + 65_535;

/** @param {Buffer} bytes @returns {FileInfo | null} null: it is neither sound nor film */
export function readPlayed(bytes) {
  const start = bytes.toString('latin1', 0, 72);
  // The names of what it is compatible with end with their box.
  const head = /^....ftyp/s.test(start) ? start.slice(0, bytes.readUInt32BE(0)) : start;
  const [, type, extension] = PLAYED.find(([pattern]) => pattern.test(head)) ?? [];
  return type && extension ? whole(bytes, type, extension) : null;
}

/** @param {Buffer} bytes @returns {FileInfo | null} */
export function readPdf(bytes) {
  if (!/^%PDF-[12]\.\d/.test(bytes.toString('latin1', 0, 8))) return null;
  if (!bytes.subarray(-PDF_TAIL).includes('%%EOF')) throw damaged('PDF');
  return whole(bytes, 'application/pdf', 'pdf');
}

/**
 * Nothing is unpacked here, so it does not matter what it would become.
 * @param {Buffer} bytes
 * @returns {FileInfo | null}
 */
export function readZip(bytes) {
  if (!['PK\x03\x04', 'PK\x05\x06'].includes(bytes.toString('latin1', 0, 4))) return null;
  const tail = bytes.subarray(-ZIP_TAIL);
  const end = tail.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  if (end < 0 || end + 22 > tail.length) throw damaged('ZIP');
  return whole(bytes, 'application/zip', 'zip');
}

/** @param {Buffer} bytes @param {string} type @param {string} extension @returns {FileInfo} */
const whole = (bytes, type, extension) => ({ type, extension, width: null, height: null, bytes });
