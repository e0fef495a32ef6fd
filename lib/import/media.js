import { readFile, stat } from 'node:fs/promises';
import { basename, dirname, extname, join, posix } from 'node:path';
import { mediaId } from '../content/writing/media.js';
import { fileWithin } from './files.js';
import { LarderError } from '../errors.js';
import { isPicture, LARGEST_FILE } from '../media/types.js';
import { inspect } from '../media/inspect.js';
import { fileName } from '../media/names.js';

/**
 * @typedef {{ path: string, isNew: boolean } | { reason: string }} Saved  where a file stands, or stood before it was deleted
 *   here; or why it was not taken
 */

/** Where generators keep files that stand at the root of the site. */
const STATIC = ['', 'static/', 'public/', 'source/'];

/** The folders beside the imported one that may be looked into. */
const BESIDE = /^(assets|content|files|images?|img|media|pictures|public|source|static|uploads)$/i;

const IMAGE = /\.(png|jpe?g|jfif|gif|webp|avif|svg|bmp|tiff?|heic)$/i;
const FILE =
  /\.(mp3|m4[abv]|mp4|og[gva]|opus|web[ma]|mov|wav|flac|aac|avi|mkv|pdf|zip|epub|docx?|xlsx?|pptx?|od[tps]|txt|csv)$/i;

/**
 * @param {string} path
 * @returns {boolean} whether its name says that it is an image
 */
export const looksLikeImage = (path) => IMAGE.test(path);

/**
 * @param {string} path
 * @returns {boolean} whether its name says that it is an image, sound, film or document, and no page
 */
export const looksLikeFile = (path) => IMAGE.test(path) || FILE.test(path);

/** Takes the images and other files that texts name from the imported folder, and from the static folders beside it. */
export class Images {
  #root;
  #parent;
  #run;
  /** Files that were taken or refused. @type {Map<string, Promise<Saved>>} */
  #taken = new Map();

  /**
   * @param {string} root a real path
   * @param {import('./run.js').Run} run
   */
  constructor(root, run) {
    this.#root = root;
    this.#parent = dirname(root);
    this.#run = run;
  }

  /**
   * @param {string} address as the text has it, decoded, without query and fragment
   * @param {string} file the Markdown file, relative to the root
   * @returns {Promise<{ path: string } | { reason: string } | null>} where it stands now; why it was not taken;
   *   null when there is no such file
   */
  async take(address, file) {
    for (const candidate of this.#candidates(address, file)) {
      const found = await this.#find(candidate);
      if (!found) continue;
      let taken = this.#taken.get(found);
      if (!taken) this.#taken.set(found, (taken = saveFile(found, this.#run)));
      return taken;
    }
    return null;
  }

  /**
   * @param {string} address
   * @param {string} file
   * @returns {string[]} paths relative to the root, which may begin with one `../`
   */
  #candidates(address, file) {
    if (!address.startsWith('/')) {
      const stem = file.replace(/\.\w+$/, '').replace(/(^|\/)\d{4}-\d\d?-\d\d?-(?=[^/]*$)/, '$1');
      // Hexo keeps a post's images in a folder with the post's name.
      return [posix.dirname(file), file.replace(/\.\w+$/, ''), stem].map((from) =>
        posix.join(from, address),
      );
    }
    const inside = STATIC.map((folder) => posix.join(folder, address.slice(1)));
    return [...inside, ...inside.map((path) => posix.join('..', path))];
  }

  /** @param {string} path @returns {Promise<string | null>} a real path */
  async #find(path) {
    const [, first] = /^\.\.\/([^/]+)\//.exec(path) ?? [];
    if (first === undefined)
      return path.startsWith('..') ? null : fileWithin(join(this.#root, path), this.#root);
    if (first === '..' || !BESIDE.test(first)) return null;
    return fileWithin(join(this.#parent, path.slice(3)), join(this.#parent, first));
  }
}

/**
 * Keeps a file, unless it was deleted here since an import brought it.
 * @param {string} path a real path
 * @param {import('./run.js').Run} run
 * @returns {Promise<Saved>}
 */
export async function saveFile(path, { content, last, keep }) {
  const name = basename(path);
  if (/^\.svgz?$/i.test(extname(name))) return { reason: 'SVG images are not taken' };
  const { size } = await stat(path);
  if (size > LARGEST_FILE) return { reason: `it is larger than ${LARGEST_FILE / 1024 / 1024} MB` };
  const found = read(await readFile(path), name);
  if ('reason' in found) return found;
  const { extension, ...known } = found;
  const id = mediaId(fileName(name, extension), known.bytes);
  const key = `media:${id}`;
  const isHere = (await content.store.get('media', id)) !== null;
  const unrecorded = () => last.isNamed(id);
  const sides = { here: isHere ? '' : null, given: '', isSame: isHere, unrecorded };
  const verdict = await last.judge(key, sides);
  const isNew = verdict === 'write';
  if (isNew) await content.saveMedia({ ...known, name: fileName(name, extension) });
  if (verdict === 'deleted') keep(name, 'it was deleted here, and stays so');
  await last.remember(key, '', '');
  return { path: `/media/${id}`, isNew };
}

/** @param {Buffer} bytes @param {string} name @returns {import('../media/found.js').Found | { reason: string }} */
function read(bytes, name) {
  try {
    const found = inspect(bytes);
    if (isPicture(found.type) || !looksLikeImage(name)) return found;
  } catch (error) {
    if (!(error instanceof LarderError)) throw error;
    const [first, ...rest] = error.message;
    if (error.code === 'invalid' || !looksLikeImage(name))
      return { reason: first.toLowerCase() + rest.join('') };
  }
  return { reason: 'it is no PNG, JPEG, GIF, WebP or AVIF image' };
}
