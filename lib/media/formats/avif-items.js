import { damaged } from '../found.js';
import { boxes } from './boxes.js';

/** @typedef {import('./boxes.js').Box} Box */

/** Reads numbers of a box one after the other, and never beyond its end. */
class Numbers {
  #bytes;
  #at;
  #end;

  /** @param {Buffer} bytes @param {number} start @param {number} end */
  constructor(bytes, start, end) {
    this.#bytes = bytes;
    this.#at = start;
    this.#end = end;
  }

  /** @param {number} size in bytes: 0 to 8 @returns {number} */
  next(size) {
    const [start, end] = [this.#at, this.#at + size];
    if (end > this.#end) throw damaged('AVIF');
    this.#at = end;
    if (size === 0) return 0;
    if (size <= 6) return this.#bytes.readUIntBE(start, size);
    return Number(this.#bytes.readBigUInt64BE(start));
  }
}

/**
 * @param {Buffer} bytes
 * @param {Box} iinf tells what each item is (ISO/IEC 14496-12, section 8.11.6)
 * @returns {Set<number>} the items that hold EXIF or XMP
 */
export function metadataItems(bytes, iinf) {
  const found = new Set();
  const numbers = new Numbers(bytes, iinf.body, iinf.end);
  const countSize = numbers.next(4) >>> 24 === 0 ? 2 : 4;
  for (const { type, body, end } of boxes('AVIF', bytes, iinf.body + 4 + countSize, iinf.end)) {
    if (type !== 'infe') continue;
    const entry = new Numbers(bytes, body, end);
    const version = entry.next(4) >>> 24;
    if (version < 2) throw damaged('AVIF');
    const item = entry.next(version === 2 ? 2 : 4);
    entry.next(2);
    const name = Buffer.alloc(4);
    name.writeUInt32BE(entry.next(4));
    if (['Exif', 'mime', 'uri '].includes(name.toString('latin1'))) found.add(item);
  }
  return found;
}

/**
 * @param {Buffer} bytes
 * @param {Box} iloc tells where each item lies (section 8.11.3)
 * @param {Box | undefined} idat in which some of them lie
 * @returns {Generator<{ item: number, start: number, end: number }>}
 */
export function* itemExtents(bytes, iloc, idat) {
  const numbers = new Numbers(bytes, iloc.body, iloc.end);
  const version = numbers.next(4) >>> 24;
  const sizes = numbers.next(2);
  const [offsetSize, lengthSize, baseSize] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15];
  const indexSize = version > 0 ? sizes & 15 : 0;
  if (![offsetSize, lengthSize, baseSize, indexSize].every((size) => [0, 4, 8].includes(size)))
    throw damaged('AVIF');
  const wide = version < 2 ? 2 : 4;
  const items = numbers.next(wide);
  for (let place = 0; place < items; place++) {
    const item = numbers.next(wide);
    const method = version > 0 ? numbers.next(2) & 15 : 0;
    numbers.next(2);
    const base = numbers.next(baseSize);
    const extents = numbers.next(2);
    // Extents that take no room could be any number.
    const isEmpty = indexSize + offsetSize + lengthSize === 0;
    if (method > 1 || (method === 1 && !idat) || (isEmpty && extents > 1)) throw damaged('AVIF');
    const origin = base + (method === 1 ? /** @type {Box} */ (idat).body : 0);
    for (let extent = 0; extent < extents; extent++) {
      numbers.next(indexSize);
      const start = origin + numbers.next(offsetSize);
      const length = numbers.next(lengthSize);
      yield { item, start, end: length === 0 ? bytes.length : start + length };
    }
  }
}
