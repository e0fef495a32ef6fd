import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';

/** What 1.0.0 was, in the folder 1.0.0/. */

const place = (/** @type {string} */ name) => new URL(`1.0.0/${name}`, import.meta.url);

/** @param {string} name @returns {Buffer} */
export const readZipped = (name) => gunzipSync(readFileSync(place(`${name}.gz`)));

/** @param {string} name @param {string | Buffer} bytes */
export const writeZipped = (name, bytes) =>
  writeFileSync(place(`${name}.gz`), gzipSync(bytes, { level: 9 }));

/** @param {string} part @returns {string[]} */
export const readLines = (part) =>
  readFileSync(place(`${part}.txt`), 'utf8')
    .trimEnd()
    .split('\n');

/** @param {string} part @param {string[]} lines */
export const writeLines = (part, lines) =>
  writeFileSync(place(`${part}.txt`), `${lines.join('\n')}\n`);
