import { crc32, deflateRawSync } from 'node:zlib';

/**
 * @typedef {object} ZipEntry
 * @property {string | Buffer} name
 * @property {string | Buffer} [data]
 * @property {boolean} [isPacked]
 * @property {number} [size]  as the ZIP says
 * @property {number} [flags]  general purpose bits
 * @property {number} [method]
 * @property {number} [mode]  of Unix
 * @property {Buffer} [extra]  field of the central directory
 * @property {number} [sameAs]  the place of an entry whose bytes it shares
 */

/**
 * @param {string} name as the ZIP has it
 * @param {string} path in Unicode
 * @returns {Buffer} the extra field of Info-ZIP, 0x7075
 */
export function unicodePath(name, path) {
  const head = Buffer.alloc(9);
  head.writeUInt16LE(0x7075, 0);
  head.writeUInt16LE(5 + Buffer.byteLength(path), 2);
  head.writeUInt8(1, 4);
  head.writeUInt32LE(crc32(name), 5);
  return Buffer.concat([head, Buffer.from(path)]);
}

/**
 * Writes a ZIP as nobody should: nothing of what it is told is checked.
 * @param {ZipEntry[]} entries
 * @param {number} [count] as the ZIP says
 * @returns {Buffer}
 */
export function zipOf(entries, count = entries.length) {
  /** @type {Buffer[]} */
  const parts = [];
  /** @type {Buffer[]} */
  const directory = [];
  /** @type {number[]} */
  const offsets = [];
  let offset = 0;
  for (const entry of entries) {
    const { isPacked = false, flags = 0x800, method = isPacked ? 8 : 0, mode = 0, sameAs } = entry;
    const { extra = Buffer.alloc(0) } = entry;
    const name = Buffer.from(entry.name);
    const plain = Buffer.from(entry.data ?? '');
    const bytes = isPacked ? deflateRawSync(plain) : plain;
    const { size = plain.length } = entry;
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50, 0);
    head.writeUInt16LE(name.length, 26);
    const record = Buffer.alloc(46);
    record.writeUInt32LE(0x02014b50, 0);
    record.writeUInt16LE(0x314, 4);
    record.writeUInt16LE(flags, 8);
    record.writeUInt16LE(method, 10);
    record.writeUInt16LE(0x4064, 14); // 4 March 2012
    record.writeUInt32LE(bytes.length, 20);
    record.writeUInt32LE(size, 24);
    record.writeUInt16LE(name.length, 28);
    record.writeUInt16LE(extra.length, 30);
    record.writeUInt32LE((mode << 16) >>> 0, 38);
    record.writeUInt32LE(sameAs === undefined ? offset : offsets[sameAs], 42);
    directory.push(record, name, extra);
    offsets.push(offset);
    if (sameAs !== undefined) continue;
    parts.push(head, name, bytes);
    offset += head.length + name.length + bytes.length;
  }
  const end = Buffer.alloc(22);
  const list = Buffer.concat(directory);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, list, end]);
}
