import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { normalise } from '../../normalise.js';
import { fileWithin } from '../files.js';
import { looksLikeFile, saveFile } from '../media.js';

/** What a folder beside an export may hold at most. */
const MOST_FILES = 500_000;

/** Folders that hold nothing of a blog. */
const PASSED_OVER = /^(\..*|node_modules)$/;

/** Names of smaller copies: WordPress puts the size, or a mark, at the end of the name; Ghost makes a folder of it. */
const COPY = /-(\d{1,5}x\d{1,5}|scaled|rotated|e\d{10,13})(?=\.\w+$)/;
const SIZED = /(^|\/)size\/w\d+(h\d+)?(\/format\/\w+)?\//;

/**
 * The images and other files that lie beside an export, in whatever folder: one is known by the end of its path, such as
 * 2012/05/jar.jpg. Only what was found in the folder is ever read, so an address can lead nowhere else.
 */
export class Pictures {
  /** Names of files to their paths, below the folder. @type {Map<string, string[]>} */
  #files = new Map();
  /** @type {Map<string, Promise<import('../media.js').Saved>>} */
  #taken = new Map();
  /** @type {Set<string>} */
  #asked = new Set();
  /** How many have become media of the blog. */
  count = 0;
  #folder;
  #run;

  /**
   * @param {string} folder a real path
   * @param {import('../run.js').Run} run
   */
  constructor(folder, run) {
    this.#folder = folder;
    this.#run = run;
  }

  /** Looks at what lies there. Symbolic links are not followed. */
  async list() {
    let left = MOST_FILES;
    /** @param {string} within */
    const walk = async (within) => {
      const entries = await readdir(join(this.#folder, within), { withFileTypes: true }).catch(
        () => [],
      );
      for (const entry of entries) {
        if ((left -= 1) < 0) return;
        const path = within ? `${within}/${entry.name}` : entry.name;
        if (entry.isDirectory() && !PASSED_OVER.test(entry.name)) await walk(path);
        else if (entry.isFile() && looksLikeFile(entry.name)) this.#add(entry.name, path);
      }
    };
    await walk('');
  }

  /** @param {string} name @param {string} path */
  #add(name, path) {
    const key = keyOf(name);
    this.#files.set(key, [...(this.#files.get(key) ?? []), path]);
  }

  /**
   * @param {string} address of an image, on whatever host
   * @returns {Promise<{ path: string } | { reason: string } | null>} where it stands now; why it is not taken; null
   *   when it does not lie there
   */
  async take(address) {
    this.#asked.add(address);
    const file = this.#find(address);
    if (!file) return null;
    let taken = this.#taken.get(file);
    if (!taken) this.#taken.set(file, (taken = this.#save(file)));
    return taken;
  }

  /** @param {string} address @returns {boolean} whether it was asked for, and what became of it told */
  wasAsked(address) {
    return this.#asked.has(address);
  }

  /** @param {string} file below the folder */
  async #save(file) {
    const real = await fileWithin(join(this.#folder, file), this.#folder);
    const saved = real ? await saveFile(real, this.#run) : { reason: 'it is not there any more' };
    if ('path' in saved && saved.isNew) this.count += 1;
    return saved;
  }

  /** @param {string} address @returns {string | undefined} below the folder */
  #find(address) {
    const segments = pathIn(address);
    if (!segments) return undefined;
    const name = segments.at(-1) ?? '';
    const names = [
      ...new Set([name, name.replace(COPY, ''), name.replace(COPY, '').replace(COPY, '')]),
    ];
    for (const each of names) {
      const file = this.#best([...segments.slice(0, -1), each]);
      if (file) return file;
    }
    return undefined;
  }

  /** @param {string[]} segments of the address @returns {string | undefined} the file whose path ends like it, the longest end first */
  #best(segments) {
    // What stands behind the folder for uploads names one picture; less of it could be another's.
    const root = segments.findLastIndex((part) => /^(uploads|images|media|files)$/i.test(part));
    const needed = root >= 0 ? segments.length - 1 - root : Math.min(2, segments.length);
    let [best, most] = [/** @type {string | undefined} */ (undefined), Math.max(1, needed) - 1];
    for (const file of this.#files.get(keyOf(segments.at(-1) ?? '')) ?? []) {
      const same = sameEnd(segments, file.split('/'));
      if (same > most) [best, most] = [file, same];
    }
    return best;
  }
}

/** @param {string} name */
const keyOf = (name) => normalise(name).toLowerCase();

/** @param {string} address @returns {string[] | null} the parts of its path, decoded */
function pathIn(address) {
  if (!URL.canParse(address, 'http://nowhere.invalid')) return null;
  const { protocol, pathname } = new URL(address, 'http://nowhere.invalid');
  if (!/^https?:$/.test(protocol)) return null;
  try {
    const parts = decodeURIComponent(pathname).replace(SIZED, '$1').split('/').filter(Boolean);
    return parts.length > 0 && parts.every((part) => part !== '..') ? parts : null;
  } catch {
    return null;
  }
}

/** @param {string[]} one @param {string[]} other @returns {number} how many parts are the same at the end */
function sameEnd(one, other) {
  let count = 0;
  while (
    count < Math.min(one.length, other.length) &&
    keyOf(one[one.length - 1 - count]) === keyOf(other[other.length - 1 - count])
  )
    count += 1;
  return count;
}
