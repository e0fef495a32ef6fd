import { isUtf8 } from 'node:buffer';
import yauzl from 'yauzl';
/** @import { Entry } from 'yauzl' */

/** Bytes of names by which their encoding is guessed. */
const LONGEST = 256 * 1024;

/** The share of frequent characters from which an encoding is believed. */
const LEAST = 0.7;

/**
 * Encodings that Windows uses for names, with the bytes of characters that are frequent in one; of two that fit equally
 * well, the first.
 * @type {[name: string, frequent: string][]}
 */
const ENCODINGS = [
  ['gb18030', String.raw`[\xb0-\xd7][\xa1-\xfe]`],
  ['shift_jis', String.raw`\x82[\x9f-\xf1]|\x83[\x40-\x96]|\x81\x5b|[\x88-\x97][\x40-\xfc]`],
  ['big5', String.raw`[\xa4-\xc6][\x40-\x7e\xa1-\xfe]`],
  ['euc-kr', String.raw`[\xb0-\xc8][\xa1-\xfe]`],
  // Letters beside Latin ones are no Cyrillic letters.
  ['ibm866', String.raw`(?<![a-z])[\x80-\xaf\xe0-\xf1](?![a-z])`],
];

/** Syllables that are frequent in Korean: their bytes are frequent in Chinese, too. */
const KOREAN =
  /[가고과국기나는다대도들로를리만며사서수시스아어에요용우원은을음의이인일자장적전정제조주지진하한해]/g;

/**
 * @param {string} file a ZIP
 * @param {number} most of its entries are looked at
 * @returns {Promise<(entry: Entry) => string>} reads an entry's name, in the encoding that fits the names of all, with
 *   forward slashes
 */
export async function nameReader(file, most) {
  const zip = await yauzl.openPromise(file, { decodeStrings: false, autoClose: false });
  /** @type {Buffer[]} */
  const names = [];
  let length = 0;
  try {
    for await (const entry of zip.eachEntry()) {
      if (length > LONGEST || zip.entriesRead > most) break;
      if (isUtf8(entry.fileNameRaw)) continue;
      names.push(entry.fileNameRaw);
      length += entry.fileNameRaw.length;
    }
  } catch {
    // What cannot be read is reported where it is unpacked.
  } finally {
    zip.close();
  }
  const encoding = encodingOf(names);
  return (entry) => nameOf(entry, encoding).replaceAll('\\', '/');
}

/** @param {Entry} entry @param {string | null} encoding @returns {string} */
function nameOf({ fileNameRaw: raw, generalPurposeBitFlag: flags, extraFields }, encoding) {
  const plain = yauzl.getFileNameLowLevel(flags, raw, [], false);
  // Its Unicode path, if it has one.
  const own = yauzl.getFileNameLowLevel(flags, raw, extraFields, false);
  if (own !== plain) return own;
  // Many programs write UTF-8 and do not say so.
  if (isUtf8(raw)) return raw.toString();
  return (encoding && decode(encoding, raw)) ?? plain;
}

/** @param {Buffer[]} names that are not in UTF-8 @returns {string | null} null for the encoding of DOS */
function encodingOf(names) {
  const bytes = Buffer.concat(names.flatMap((name) => [name, Buffer.from('\n')]));
  const text = bytes.toString('latin1');
  const fitting = ENCODINGS.flatMap(([name, frequent]) => {
    const share = shareOf(text, frequent);
    const decoded = share >= LEAST ? decode(name, bytes) : null;
    if (decoded === null) return [];
    const count = decoded.match(KOREAN)?.length ?? 0;
    const isOther = name === 'euc-kr' && count < decoded.replace(/[\0-\x7f]/g, '').length / 4;
    return { name, share: isOther ? 0 : share + (name === 'euc-kr' ? Number.EPSILON : 0) };
  });
  const [best] = fitting.sort((a, b) => b.share - a.share);
  return best?.share ? best.name : null;
}

/**
 * @param {string} name of an encoding
 * @param {Buffer} bytes
 * @returns {string | null} null when they are none of its characters
 */
function decode(name, bytes) {
  try {
    return new TextDecoder(name, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/**
 * @param {string} text a byte each
 * @param {string} frequent
 * @returns {number} the share of these among all that are not ASCII
 */
function shareOf(text, frequent) {
  const parts = new RegExp(`(${frequent})|[\\x81-\\xfe][\\x30-\\xfe]|[\\x80-\\xff]`, 'gi');
  let [all, found] = [0, 0];
  for (const [, isFrequent] of text.matchAll(parts)) {
    all += 1;
    if (isFrequent) found += 1;
  }
  return all > 0 ? found / all : 0;
}
