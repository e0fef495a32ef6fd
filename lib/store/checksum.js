import { closeSync, fstatSync, fsyncSync, openSync, readSync, writeSync } from 'node:fs';
import { createHash } from 'node:crypto';

/** Behind the last page, where SQLite does not look: of all bytes before. */
const MARK = '\nlarder sha256 ';
const DIGITS = 64;
const LENGTH = MARK.length + DIGITS + 1;

/** Bytes that are read at once. */
const PIECE = 1024 * 1024;

/** @param {string} file  a backup, to which a checksum of its content is added */
export function addChecksum(file) {
  const handle = openSync(file, 'r+');
  try {
    const { size } = fstatSync(handle);
    writeSync(handle, `${MARK}${digestOf(handle, size)}\n`, size);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/**
 * @param {string} file  a backup
 * @returns {boolean | null} whether its content is that of its checksum; null: it has none
 */
export function hasItsChecksum(file) {
  const handle = openSync(file, 'r');
  try {
    const size = fstatSync(handle).size - LENGTH;
    if (size < 0) return null;
    const end = Buffer.alloc(LENGTH);
    readSync(handle, end, 0, LENGTH, size);
    const [, digest] = end.toString('latin1').split(MARK);
    if (digest === undefined) return null;
    return digest === `${digestOf(handle, size)}\n`;
  } finally {
    closeSync(handle);
  }
}

/** @param {number} handle @param {number} size bytes @returns {string} */
function digestOf(handle, size) {
  const hash = createHash('sha256');
  const piece = Buffer.alloc(PIECE);
  for (let at = 0; at < size;) {
    const read = readSync(handle, piece, 0, Math.min(PIECE, size - at), at);
    if (read === 0) break;
    hash.update(piece.subarray(0, read));
    at += read;
  }
  return hash.digest('hex');
}
