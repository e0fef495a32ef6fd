import { readdir, realpath, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { normalise } from '../../../base/unicode.js';
import { looksLikeFile, mayBeFile } from '../shared/file-names.js';

/** Limits of a folder beside an export. */
const MOST_FILES = 500_000;

/** Folders that are skipped. */
const PASSED_OVER = /^(\..*|node_modules|_site|dist)$/;

/** Names of smaller copies: WordPress puts the size, or a mark, at the end of the name; Ghost makes a folder of it. */
const COPY = /-(\d{1,5}x\d{1,5}|scaled|rotated|e\d{10,13})(?=\.\w+$)/;
const SIZED = /(^|\/)size\/w\d+(h\d+)?(\/format\/\w+)?\//;

/**
 * Finds the images and other files beside an export, in any subfolder, by the end of their path, such as
 * 2012/05/jar.jpg. Only files found in the folder are ever read, so an address cannot lead outside.
 * @param {string} folder a real path
 * @param {{ isUnique?: boolean }} [options] whether one of several that fit equally well is none
 * @returns {(address: string) => Promise<string | null>} the real path of the image at an address, on whatever host
 */
export function mediaFolder(folder, { isUnique = false } = {}) {
  /** @type {Promise<Map<string, string[]>> | undefined} */
  let listed;
  return async (address) => {
    const segments = segmentsOf(address);
    if (!segments) return null;
    const files = await (listed ??= listMedia(folder));
    const name = segments.at(-1) ?? '';
    const original = name.replace(COPY, '');
    for (const each of new Set([name, original, original.replace(COPY, '')])) {
      const file = bestOf(files.get(keyOf(each)) ?? [], [...segments.slice(0, -1), each], isUnique);
      if (file) return fileWithin(join(folder, file), folder);
    }
    return null;
  };
}

/** Where exports have their files. */
const UPLOADS = /(^|\/)(uploads|images|media|files)\//i;

/**
 * @param {string} folder beside an export, a real path
 * @returns {Promise<string[]>} the files there that a text may show or offer, without smaller copies of others
 */
export async function uploadsIn(folder) {
  const all = [...(await listMedia(folder)).values()].flat();
  const known = new Set(all);
  const isCopy = (/** @type {string} */ path) =>
    SIZED.test(path) || (COPY.test(path) && known.has(path.replace(COPY, '')));
  return all.filter((path) => UPLOADS.test(path) && looksLikeFile(path) && !isCopy(path));
}

/**
 * Symbolic links are not followed.
 * @param {string} folder
 * @returns {Promise<Map<string, string[]>>} names of files to their paths, below the folder
 */
async function listMedia(folder) {
  /** @type {Map<string, string[]>} */
  const files = new Map();
  let left = MOST_FILES;
  /** @param {string} within */
  const walk = async (within) => {
    const options = /** @type {const} */ ({ withFileTypes: true });
    for (const entry of await readdir(join(folder, within), options).catch(() => [])) {
      if ((left -= 1) < 0) return;
      const path = within ? `${within}/${entry.name}` : entry.name;
      if (entry.isDirectory() && !PASSED_OVER.test(entry.name)) await walk(path);
      else if (entry.isFile() && mayBeFile(entry.name)) {
        const key = keyOf(entry.name);
        files.set(key, [...(files.get(key) ?? []), path]);
      }
    }
  };
  await walk('');
  return files;
}

/**
 * @param {string[]} files of one name
 * @param {string[]} segments of an address
 * @param {boolean} isUnique
 * @returns {string | undefined} the file whose path ends like it, the longest end first
 */
function bestOf(files, segments, isUnique) {
  // The path below the uploads folder identifies a picture; a shorter one could be another's.
  const root = segments.findLastIndex((part) => /^(uploads|images|media|files)$/i.test(part));
  const needed = root >= 0 ? segments.length - 1 - root : Math.min(2, segments.length);
  /** @type {string | undefined} */
  let best;
  let most = Math.max(1, needed) - 1;
  for (const file of files) {
    const same = sameEnd(segments, file.split('/'));
    if (same > most) [best, most] = [file, same];
    else if (isUnique && same === most) best = undefined;
  }
  return best;
}

/** @param {string[]} one @param {string[]} other @returns {number} how many parts are the same at the end */
function sameEnd(one, other) {
  const most = Math.min(one.length, other.length);
  let count = 0;
  while (count < most && keyOf(one.at(-1 - count) ?? '') === keyOf(other.at(-1 - count) ?? ''))
    count += 1;
  return count;
}

/** @param {string} name */
const keyOf = (name) => normalise(name).toLowerCase();

/** @param {string} address @returns {string[] | null} the parts of its path, decoded */
function segmentsOf(address) {
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

/**
 * @param {string} path
 * @param {string} root a real path
 * @returns {Promise<string | null>} its real path if it is a file inside that folder, also after symbolic links
 */
export async function fileWithin(path, root) {
  try {
    const real = await realpath(path);
    const inside = relative(root, real);
    const isInside = inside !== '' && inside !== '..' && !inside.startsWith(`..${sep}`);
    return isInside && (await stat(real)).isFile() ? real : null;
  } catch {
    return null;
  }
}
