import { deflateSync } from 'node:zlib';

/** Small files of each kind, made byte by byte. What `secret` says stands where such a file tells about its author. */

export const SECRET = 'GPS 52.5200 N 13.4050 E, by Ada';

/** @param {number} value */
export const u32 = (value) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
/** @param {number} value */
export const u16 = (value) => u32(value).subarray(2);
/** @param {number} value */
const u32le = (value) => Buffer.from(u32(value)).reverse();
/** @param {number} value */
const u16le = (value) => u32le(value).subarray(0, 2);
/** @param {number} value */
const u24le = (value) => u32le(value).subarray(0, 3);

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

/** @param {string} name @param {Buffer | string} [body] */
export function pngChunk(name, body = '') {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), Buffer.from(body)]);
  return Buffer.concat([u32(named.length - 4), named, u32(crc32(named))]);
}

/**
 * A picture that browsers show.
 * @param {{ width?: number, height?: number, before?: Buffer[], after?: Buffer[], colour?: (x: number, y: number) => number[] }} [options]
 *   chunks before and after the pixels
 */
export function png({
  width = 3,
  height = 2,
  before = [],
  after = [],
  colour = (x, y) => [x % 256, y % 256, 128],
} = {}) {
  const rows = Buffer.alloc(height * (1 + 3 * width));
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) rows.set(colour(x, y), y * (1 + 3 * width) + 1 + 3 * x);
  const head = Buffer.concat([u32(width), u32(height), Buffer.from([8, 2, 0, 0, 0])]);
  const pixels = pngChunk('IDAT', deflateSync(rows));
  const chunks = [pngChunk('IHDR', head), ...before, pixels, ...after, pngChunk('IEND')];
  return Buffer.concat([SIGNATURE, ...chunks]);
}

/** A PNG that claims a size without having it. @param {number} width @param {number} height */
export function pngThatClaims(width, height) {
  const small = png();
  const head = Buffer.concat([u32(width), u32(height), Buffer.from([8, 2, 0, 0, 0])]);
  return Buffer.concat([SIGNATURE, pngChunk('IHDR', head), small.subarray(33)]);
}

export const pngSecrets = [
  pngChunk('tEXt', `Comment\0${SECRET}`),
  pngChunk('zTXt', `Comment\0\0${SECRET}`),
  pngChunk('iTXt', `XML:com.adobe.xmp\0\0\0\0\0${SECRET}`),
  pngChunk('eXIf', `MM\0*${SECRET}`),
  pngChunk('tIME', Buffer.from([7, 234, 1, 1, 0, 0, 0])),
  pngChunk('prVt', SECRET),
];

/** @param {number} marker @param {Buffer | string} body */
export function jpegSegment(marker, body) {
  const bytes = Buffer.from(body);
  return Buffer.concat([Buffer.from([0xff, marker]), u16(bytes.length + 2), bytes]);
}

/** @param {{ orientation?: number, order?: 'II' | 'MM' }} [options] @returns {Buffer} APP1, as a camera writes it */
export function exifSegment({ orientation = 6, order = 'II' } = {}) {
  const is = order === 'II';
  const short = is ? u16le : u16;
  const long = is ? u32le : u32;
  /** @param {number} tag @param {number} type @param {number} count @param {Buffer} value */
  const entry = (tag, type, count, value) =>
    Buffer.concat([short(tag), short(type), long(count), value]);
  const tiff = Buffer.concat([
    Buffer.from(order),
    short(42),
    long(8),
    short(2),
    entry(0x010f, 2, SECRET.length, long(38)),
    entry(0x0112, 3, 1, Buffer.concat([short(orientation), short(0)])),
    long(0),
    Buffer.from(SECRET),
  ]);
  return jpegSegment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), tiff]));
}

export const profileSegment = jpegSegment(0xe2, `ICC_PROFILE\0\x01\x01profile`);
export const jpegSecrets = [
  exifSegment(),
  jpegSegment(0xe1, `http://ns.adobe.com/xap/1.0/\0<x>${SECRET}</x>`),
  jpegSegment(0xe2, `MPF\0${SECRET}`),
  jpegSegment(0xed, `Photoshop 3.0\0${SECRET}`),
  jpegSegment(0xfe, `<?php /* ${SECRET} */ ?>`),
];

/** What the pixels of a JPEG are made of here, with a stuffed byte and a restart in it. */
export const scan = Buffer.from('1f2aff00ffd03344ff0055', 'hex');

/**
 * Has the parts of a JPEG; its pixels are none that a browser could show.
 * @param {{ width?: number, height?: number, segments?: Buffer[], tail?: Buffer | string }} [options]
 */
export function jpeg({ width = 4, height = 3, segments = [], tail = '' } = {}) {
  const frame = Buffer.concat([
    Buffer.from([8]),
    u16(height),
    u16(width),
    Buffer.from([1, 1, 0x11, 0]),
  ]);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    jpegSegment(0xe0, Buffer.from('JFIF\0\x01\x02\0\0\x01\0\x01\0\0', 'latin1')),
    ...segments,
    jpegSegment(0xdb, Buffer.alloc(65, 1)),
    jpegSegment(0xc0, frame),
    jpegSegment(0xc4, Buffer.alloc(20, 0)),
    jpegSegment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
    scan,
    Buffer.from([0xff, 0xd9]),
    Buffer.from(tail),
  ]);
}

const loop = Buffer.concat([
  Buffer.from([0x21, 0xff, 11]),
  Buffer.from('NETSCAPE2.0'),
  Buffer.from([3, 1, 0, 0, 0]),
]);
/** @param {string} text */
const gifComment = (text) =>
  Buffer.concat([
    Buffer.from([0x21, 0xfe, text.length]),
    Buffer.from(text, 'latin1'),
    Buffer.from([0]),
  ]);
const gifXmp = Buffer.concat([
  Buffer.from([0x21, 0xff, 11]),
  Buffer.from('XMP DataXMP'),
  Buffer.from([SECRET.length]),
  Buffer.from(SECRET),
  Buffer.from([0]),
]);
export const gifSecrets = [gifComment(SECRET), gifXmp];

/** A GIF of one colour, played for ever. @param {{ width?: number, height?: number, blocks?: Buffer[], tail?: Buffer | string }} [options] */
export const gif = ({ width = 1, height = 1, blocks = [], tail = '' } = {}) =>
  Buffer.concat([
    Buffer.from('GIF89a'),
    u16le(width),
    u16le(height),
    Buffer.from([0x80, 0, 0, 200, 60, 60, 0, 0, 0]),
    loop,
    ...blocks,
    Buffer.from([0x21, 0xf9, 4, 0, 10, 0, 0, 0]),
    Buffer.from([0x2c, 0, 0, 0, 0]),
    u16le(1),
    u16le(1),
    Buffer.from([0, 2, 2, 0x44, 1, 0]),
    Buffer.from([0x3b]),
    Buffer.from(tail),
  ]);

/** @param {string} name @param {Buffer | string} body */
export function webpChunk(name, body) {
  const bytes = Buffer.from(body);
  const parts = [Buffer.from(name), u32le(bytes.length), bytes, Buffer.alloc(bytes.length % 2)];
  return Buffer.concat(parts);
}

/** Lossless, one pixel, as encoders write it. */
export const webpPixels = webpChunk('VP8L', Buffer.from('2f00000000073050f68a8888fe0700', 'hex'));
export const webpSecrets = [
  webpChunk('EXIF', `MM\0*${SECRET}`),
  webpChunk('XMP ', SECRET),
  webpChunk('PRIV', SECRET),
];

/** @param {{ width?: number, height?: number, chunks?: Buffer[], flags?: number, tail?: Buffer | string }} [options] */
export function webp({ width = 1, height = 1, chunks = [], flags = 0, tail = '' } = {}) {
  const head = Buffer.concat([Buffer.from([flags, 0, 0, 0]), u24le(width - 1), u24le(height - 1)]);
  const extended = chunks.length > 0 || flags > 0 ? [webpChunk('VP8X', head)] : [];
  const body = Buffer.concat([Buffer.from('WEBP'), ...extended, webpPixels, ...chunks]);
  return Buffer.concat([Buffer.from('RIFF'), u32le(body.length), body, Buffer.from(tail)]);
}

/** @param {string} type @param {...(Buffer | string)} parts */
export function box(type, ...parts) {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part)));
  return Buffer.concat([u32(body.length + 8), Buffer.from(type, 'latin1'), body]);
}

/** What the pixels of an AVIF are made of here. */
export const avifPixels = Buffer.from('12000a0a1800', 'hex');

/** An AVIF of two items: pixels, and EXIF. @param {{ width?: number, height?: number, turned?: boolean, tail?: Buffer | string }} [options] */
export function avif({ width = 8, height = 6, turned = false, tail = '' } = {}) {
  const ftyp = box('ftyp', 'avif', u32(0), 'avif', 'mif1');
  /** @param {number} id @param {string} type */
  const entry = (id, type) => box('infe', Buffer.from([2, 0, 0, 0]), u16(id), u16(0), type, '\0');
  const aside = box('uuid', Buffer.alloc(16, 7), SECRET);
  /** @param {number} place of the data */
  const meta = (place) =>
    box(
      'meta',
      u32(0),
      box('hdlr', u32(0), u32(0), 'pict', Buffer.alloc(13)),
      box('pitm', u32(0), u16(1)),
      box('iinf', u32(0), u16(2), entry(1, 'av01'), entry(2, 'Exif')),
      box(
        'iloc',
        u32(0),
        Buffer.from([0x44, 0]),
        u16(2),
        ...[u16(1), u16(0), u16(1), u32(place), u32(avifPixels.length)],
        ...[u16(2), u16(0), u16(1), u32(place + avifPixels.length), u32(SECRET.length)],
      ),
      box(
        'iprp',
        box(
          'ipco',
          box('ispe', u32(0), u32(width), u32(height)),
          ...(turned ? [box('irot', Buffer.from([1]))] : []),
        ),
      ),
    );
  const place = ftyp.length + meta(0).length + aside.length + 8;
  const data = box('mdat', avifPixels, SECRET);
  return Buffer.concat([ftyp, meta(place), aside, data, Buffer.from(tail)]);
}

/** Other kinds of files, each as small as it can be. */
export const pdf = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
);
export const zip = Buffer.concat([Buffer.from('PK\x05\x06', 'latin1'), Buffer.alloc(18)]);
const frame = Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0x00]), Buffer.alloc(413)]);
export const mp3 = Buffer.concat([frame, frame, frame]);
export const mp4 = Buffer.concat([
  box('ftyp', 'isom', u32(512), 'isom', 'mp41'),
  box('moov', box('mvhd', Buffer.alloc(100))),
  box('mdat', 'frames'),
]);
export const m4a = Buffer.concat([
  box('ftyp', 'M4A ', u32(512), 'M4A ', 'isom'),
  box('moov', box('mvhd', Buffer.alloc(100))),
  box('mdat', 'frames'),
]);
export const ogg = Buffer.concat([
  Buffer.from('OggS\0\x02', 'latin1'),
  Buffer.alloc(20),
  Buffer.from([1, 7]),
  Buffer.from('\x01vorbis', 'latin1'),
]);
export const webm = Buffer.concat([
  Buffer.from('1a45dfa38742827765626d81', 'hex').subarray(0, 4),
  Buffer.from([0x87]),
  Buffer.from('4282847765626d', 'hex'),
  Buffer.from('18538067', 'hex'),
  Buffer.from([0x98]),
  Buffer.alloc(24),
]);
export const svg = Buffer.from(
  '<?xml version="1.0"?>\n<!-- a jar --><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>\n',
);
export const text = Buffer.from('Salt, lemons, and a month of patience. Süß.\n');

/** @param {Buffer} bytes */
function crc32(bytes) {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}
