/** @type {Record<string, number>} */
const units = { '': 1, k: 1024, m: 1024 ** 2, g: 1024 ** 3 };

/**
 * @param {string} text  a number of bytes, or one with a unit: 65536, 64k, 64MB, 64MiB (all powers of 1024)
 * @returns {number} bytes
 * @throws {Error} a plain sentence without a subject
 */
export function parseSize(text) {
  const match = /^(\d{1,12})\s*(?:([kmg])i?b?|b)?$/i.exec(text);
  if (!match) throw new Error('must be a size such as 64MiB, 500k or 0');
  return Number(match[1]) * units[(match[2] ?? '').toLowerCase()];
}

/**
 * @param {number} bytes
 * @returns {string} for people: “12 kB”, in powers of 1024 as sizes are set
 */
export function formatSize(bytes) {
  const { k, m, g } = units;
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1000 * k) return `${Math.round(bytes / k)} kB`;
  if (bytes < 1000 * m) return `${(bytes / m).toFixed(1)} MB`;
  return `${Number((bytes / g).toFixed(1))} GB`;
}

/**
 * @param {string} text
 * @returns {number}
 * @throws {Error} with the end of a sentence about the value
 */
export function parseCount(text) {
  if (!/^\d{1,7}$/.test(text)) throw new Error('must be a whole number, or 0');
  return Number(text);
}

/** @param {string} text */
export function parseMonths(text) {
  if (!/^\d{1,4}$/.test(text)) throw new Error('must be a number of months, or 0');
  return Number(text);
}
