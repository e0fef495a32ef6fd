import yauzl from 'yauzl';
import { LarderError, messageOf } from '../../base/errors.js';
/** @import { ThemeFiles } from './themes.js' */

/** What a theme may have at most: files, bytes of each, and bytes of all. */
const LIMITS = { files: 300, size: 1_000_000, total: 4_000_000 };

/** Where programs leave what is no part of a theme. */
const PASSED_OVER = /(^|\/)(__MACOSX|\.[^/]*|node_modules)(\/|$)/;

/**
 * @param {Buffer} bytes of a ZIP that anybody may have made
 * @returns {Promise<ThemeFiles>} its files by path, without the one or two folders that hold it
 * @throws {LarderError} `invalid`, with a sentence that says what is wrong and where
 */
export async function readThemeZip(bytes) {
  const zip = await yauzl.fromBufferPromise(bytes).catch(refuse);
  /** @type {ThemeFiles} */
  const files = new Map();
  let total = 0;
  try {
    if (zip.entryCount > LIMITS.files * 4) throw tooMany();
    for await (const entry of zip.eachEntry()) {
      const { fileName, uncompressedSize: size } = entry;
      if (fileName.endsWith('/') || PASSED_OVER.test(fileName)) continue;
      const name = fileName.slice(0, 100);
      if (files.size === LIMITS.files) throw tooMany();
      if (size > LIMITS.size) throw new LarderError('invalid', `${name} is larger than 1 MB`);
      total += size;
      if (total > LIMITS.total) throw new LarderError('invalid', 'The theme is larger than 4 MB');
      files.set(fileName, await read(zip, entry));
    }
  } catch (error) {
    refuse(error);
  } finally {
    zip.close();
  }
  return withoutFolder(files);
}

const tooMany = () => new LarderError('invalid', `A theme can have at most ${LIMITS.files} files`);

/**
 * @param {import('yauzl').ZipFile} zip
 * @param {import('yauzl').Entry} entry  yauzl refuses names that lead out of the ZIP, and data longer than it says
 */
async function read(zip, entry) {
  const parts = [];
  for await (const part of await zip.openReadStreamPromise(entry)) parts.push(part);
  return Buffer.concat(parts);
}

/** @param {unknown} error @returns {never} */
function refuse(error) {
  if (error instanceof LarderError) throw error;
  throw new LarderError('invalid', `The ZIP cannot be read: ${messageOf(error)}`);
}

/** Where a theme is: at the top, or one or two folders deep, as that of a repository may be. */
const PLACE = /^((?:[^/]+\/){0,2}?)(?:views|public)\//;

/** @param {ThemeFiles} files @returns {ThemeFiles} those of the theme that is least deep, if it is one */
function withoutFolder(files) {
  const depth = (/** @type {string} */ folder) => folder.split('/').length;
  const places = new Set([...files.keys()].flatMap((path) => PLACE.exec(path)?.[1] ?? []));
  const [folder = '', other] = [...places].sort((one, two) => depth(one) - depth(two));
  if (folder === '' || (other && depth(other) === depth(folder))) return files;
  return new Map(
    [...files]
      .filter(([path]) => path.startsWith(folder))
      .map(([path, bytes]) => [path.slice(folder.length), bytes]),
  );
}
