import { lstat, readdir, readFile, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { shapes } from '../../../../content/shapes.js';
import { isSystemError, LarderError, messageOf } from '../../../../base/errors.js';

/** The longest file that is read, in bytes. */
const LARGEST_POST = shapes.post.markdown.maxLength;

const MARKDOWN = /\.(md|markdown|mdx)$|(^|\/)contents\.lr$|(^|\/)_posts\/.*\.html?$/i;

/** Posts in HTML, if they have front matter. */
export const HTML = /\.html?$/i;

/** Folders of generators and tools that hold no posts. */
const NO_POSTS = /^(\..*|node_modules|_layouts|_includes|_sass|_site|_data|archetypes|scaffolds)$/;

/**
 * @typedef {object} Folder  What is imported.
 * @property {string} root its real path
 * @property {string[]} files Markdown files relative to it, with forward slashes, in a stable order
 * @property {string[]} others files that are not Markdown, relative to it
 * @property {string[]} passedOver folders that are not looked into, relative to it
 * @property {string[]} links symbolic links, which are not followed
 * @property {string[]} closed folders that cannot be read
 */

/**
 * @param {string} path a folder, or one file
 * @returns {Promise<Folder>}
 * @throws {LarderError} `invalid` when it cannot be read
 */
export async function listFiles(path) {
  let root;
  try {
    root = await realpath(path);
    const isFile = (await stat(root)).isFile();
    if (isFile) return { root: dirname(root), files: [basename(root)], ...nothing() };
    /** @type {Folder} */
    const folder = { root, files: [], ...nothing() };
    await list(folder, '');
    return folder;
  } catch (error) {
    throw unreadable(path, error);
  }
}

/** @returns {Omit<Folder, 'root' | 'files'>} */
const nothing = () => ({ others: [], passedOver: [], links: [], closed: [] });

/** @param {Folder} folder takes what is found @param {string} within */
async function list(folder, within) {
  const entries = await readdir(join(folder.root, within), { withFileTypes: true });
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    const path = within ? `${within}/${entry.name}` : entry.name;
    if (entry.isSymbolicLink()) folder.links.push(path);
    else if (entry.isDirectory() && NO_POSTS.test(entry.name)) folder.passedOver.push(`${path}/`);
    else if (entry.isDirectory()) await list(folder, path).catch(() => folder.closed.push(path));
    else if (entry.isFile()) (MARKDOWN.test(path) ? folder.files : folder.others).push(path);
  }
}

/**
 * @param {string} root
 * @param {string} file relative to it
 * @returns {Promise<{ text: string, modified: Date }>}
 * @throws {LarderError} `invalid` with the reason
 */
export async function readText(root, file) {
  const path = join(root, file);
  const refuse = (/** @type {unknown} */ error) => {
    throw unreadable('it', error);
  };
  const { size, mtime } = await lstat(path).catch(refuse);
  if (size > LARGEST_POST)
    throw new LarderError('invalid', `it is larger than ${LARGEST_POST / 1e6} MB`);
  const bytes = await readFile(path).catch(refuse);
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), modified: mtime };
  } catch {
    throw new LarderError('invalid', 'it is not UTF-8');
  }
}

/** @param {string} what @param {unknown} error @returns {LarderError} `invalid`, with what the system says */
export function unreadable(what, error) {
  const code = isSystemError(error) ? error.code : undefined;
  return new LarderError('invalid', `${what} cannot be read: ${code ?? messageOf(error)}`);
}
