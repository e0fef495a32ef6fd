import { open, readdir, realpath, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { LarderError } from '../../base/errors.js';
import { listFiles, unreadable } from './sources/markdown/files.js';
import { EXPORT_FILE } from './sources/markdown/larder-export.js';
import { encodingOf } from './sources/wordpress/xml.js';

/**
 * @typedef {object} Detected  What is to be imported.
 * @property {'markdown' | 'wordpress' | 'ghost'} format
 * @property {string} folder a real path; may contain images
 * @property {string[]} files exports of another engine, or the one folder or file of Markdown: real paths
 */

/** Bytes that are read of a file to detect its format. */
const HEAD = 64 * 1024;

/** How deep exports are looked for: Ghost's archive has its export in a subfolder. */
const DEEPEST = 2;

/**
 * Detects the format of what is at a path.
 * @param {string} path
 * @returns {Promise<Detected>}
 * @throws {LarderError} `invalid` when it cannot be imported, with a message that says what to do
 */
export async function detectFormat(path) {
  try {
    const real = await realpath(path);
    return (await stat(real)).isDirectory() ? await lookInto(real) : await lookAt(real, path);
  } catch (error) {
    throw error instanceof LarderError ? error : unreadable(path, error);
  }
}

const FORMATS = /** @type {const} */ (['wordpress', 'ghost']);

/** @param {string} folder @returns {Promise<Detected>} */
async function lookInto(folder) {
  const found = await exportsIn(folder, 0);
  const kind = FORMATS.find((each) => found.some((one) => one.kind === each));
  if (!kind || (await isMarkdown(folder, found)))
    return { format: 'markdown', folder, files: [folder] };
  const files = found.filter((one) => one.kind === kind).map(({ file }) => file);
  return { format: kind, folder, files };
}

/**
 * Whether a folder counts as Markdown although it contains exports: an old one may lie among newer posts.
 * @param {string} folder
 * @param {{ file: string }[]} found
 */
async function isMarkdown(folder, found) {
  if (found.some(({ file }) => dirname(file) === folder))
    return stat(join(folder, EXPORT_FILE)).then(
      () => true,
      () => false,
    );
  return (await listFiles(folder)).files.length > 0;
}

/**
 * @param {string} folder
 * @param {number} depth
 * @returns {Promise<{ file: string, kind: string }[]>} in a stable order
 */
async function exportsIn(folder, depth) {
  const found = [];
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isFile() && /\.(xml|json)$/i.test(entry.name)) {
      const head = await headOf(path).catch(() => Buffer.alloc(0));
      const kind = kindOf(head);
      const isSurelyGhost = /"exported_on"\s*:|"db"\s*:\s*\[/.test(head.toString('latin1'));
      if (kind === 'wordpress' || (kind === 'ghost' && isSurelyGhost))
        found.push({ file: path, kind });
    } else if (entry.isDirectory() && depth < DEEPEST && !/^(\.|node_modules$)/.test(entry.name))
      found.push(...(await exportsIn(path, depth + 1)));
  }
  return found;
}

/**
 * @param {string} file a real path
 * @param {string} path as it was given
 * @returns {Promise<Detected>}
 */
async function lookAt(file, path) {
  const folder = dirname(file);
  if (/\.(md|markdown|mdx)$/i.test(file)) return { format: 'markdown', folder, files: [file] };
  const kind = kindOf(await headOf(file));
  if (kind === 'wordpress' || kind === 'ghost') return { format: kind, folder, files: [file] };
  throw new LarderError('invalid', `${path} ${SENTENCES[kind]}`);
}

const SENTENCES = {
  packed: 'is packed: unpack it first, then import the folder.',
  xml: 'is XML, but not a WordPress export (Tools, Export, All content): it does not start with <rss> and wp: elements.',
  json: 'is JSON, but not a Ghost export (Settings, Advanced, Import/Export): it has no "db" or "data" with posts.',
  unknown:
    'cannot be imported: choose a folder of Markdown, a WordPress export (XML) or a Ghost export (JSON).',
};

/** First bytes of compressed files: zip, gzip, bzip2, 7z, xz, rar. */
const MARKS = ['PK\x03\x04', '\x1f\x8b', 'BZh', '7z\xbc\xaf', '\xfd7zXZ', 'Rar!'];

/** @param {Buffer} head @returns {'wordpress' | 'ghost' | keyof typeof SENTENCES} */
function kindOf(head) {
  if (MARKS.some((mark) => head.toString('latin1').startsWith(mark))) return 'packed';
  const text = new TextDecoder(encodingOf(head)).decode(head).trimStart();
  if (text.startsWith('<')) return isWordPress(text) ? 'wordpress' : 'xml';
  if (/^[{[]/.test(text)) return isGhost(text) ? 'ghost' : 'json';
  return 'unknown';
}

/** @param {string} text */
const isWordPress = (text) => /<rss\b/.test(text) && /wordpress\.org\/export|<wp:/.test(text);

/** @param {string} text */
const isGhost = (text) => /"(db|exported_on|posts|data)"\s*:/.test(text);

/** @param {string} file @returns {Promise<Buffer>} */
async function headOf(file) {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD), 0, HEAD, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
