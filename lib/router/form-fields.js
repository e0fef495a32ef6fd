import { LarderError } from '../base/errors.js';

/**
 * Limits of one form. The largest text has 5 MB; a somewhat larger one is read too, so that its author gets it back.
 */
const MOST_FIELDS = 1000;
const MOST_BYTES = 6_500_000;

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const [AMPERSAND, EQUALS, PLUS, PERCENT, SPACE, CR, LF] = Buffer.from('&=+% \r\n');

/** The value of a hexadecimal digit; 255 for any other character. */
const digits = new Uint8Array(256).fill(255);
for (const [value, digit] of [...'0123456789abcdef'].entries())
  for (const sign of [digit, digit.toUpperCase()]) digits[sign.charCodeAt(0)] = value;

/**
 * Parses a form (application/x-www-form-urlencoded). URLSearchParams would replace invalid UTF-8 by U+FFFD, losing
 * text, and does not limit the number of fields.
 * @param {Uint8Array} body
 * @returns {URLSearchParams} lines end with LF
 * @throws {LarderError} `tooLarge` when there are more than 1000 fields, or more than 6.5 MB in them; `badRequest`
 */
export function parseForm(body) {
  /** @type {number[]} */
  const marks = [];
  for (let at = body.indexOf(AMPERSAND); at >= 0; at = body.indexOf(AMPERSAND, at + 1)) {
    marks.push(at);
    if (marks.length >= MOST_FIELDS)
      throw new LarderError('tooLarge', `A form can have at most ${MOST_FIELDS} fields`);
  }
  const unescaped = { bytes: Buffer.allocUnsafe(Math.min(body.length, MOST_BYTES)), length: 0 };
  const form = new URLSearchParams();
  let start = 0;
  for (const end of [...marks, body.length]) {
    const field = body.subarray(start, end);
    start = end + 1;
    if (field.length === 0) continue;
    const equals = field.indexOf(EQUALS);
    const split = equals < 0 ? field.length : equals;
    form.append(
      unescape(field.subarray(0, split), unescaped),
      unescape(field.subarray(split + 1), unescaped),
    );
  }
  return form;
}

/**
 * @param {Uint8Array} part a name or a value
 * @param {{ bytes: Buffer, length: number }} room scratch space for all parts
 * @returns {string}
 */
function unescape(part, room) {
  const { bytes } = room;
  let end = room.length;
  let isAfterReturn = false;
  for (let at = 0; at < part.length; at++) {
    let byte = part[at];
    if (byte === PLUS) byte = SPACE;
    else if (byte === PERCENT) {
      const [high, low] = [digits[part[at + 1]], digits[part[at + 2]]];
      if (!(high < 16 && low < 16)) throw notReadable();
      byte = high * 16 + low;
      at += 2;
    }
    // Browsers end a line with CR LF.
    const isSecond = isAfterReturn && byte === LF;
    isAfterReturn = byte === CR;
    if (isSecond) continue;
    if (end === bytes.length) throw tooMuch();
    bytes[end++] = isAfterReturn ? LF : byte;
  }
  const text = decodeText(bytes.subarray(room.length, end));
  room.length = end;
  return text;
}

/** @param {Uint8Array} bytes @returns {string} @throws {LarderError} `badRequest` */
function decodeText(bytes) {
  try {
    return utf8.decode(bytes);
  } catch (error) {
    throw notReadable(error);
  }
}

const tooMuch = () =>
  new LarderError(
    'tooLarge',
    `The fields of a form can have at most ${MOST_BYTES / 1e6} MB in all`,
  );

/** @param {unknown} [cause] */
const notReadable = (cause) =>
  new LarderError('badRequest', 'The form is not valid UTF-8', { cause });
