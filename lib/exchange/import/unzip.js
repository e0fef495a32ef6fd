import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, utimes } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import yauzl from 'yauzl';
import { isSystemError, LarderError, messageOf } from '../../base/errors.js';
import { formatSize } from '../../base/sizes.js';
import { nameReader } from './zip-names.js';
/** @import { Entry, ZipFile } from 'yauzl' */
/** @import { Report } from './run.js' */

/**
 * What is unpacked of one ZIP at most: entries, their bytes in all, how many times smaller they are packed together if
 * they are larger than `ratioFrom`, and for each entry its bytes, the folders it is in, and the bytes of a name.
 */
const LIMITS = {
  entries: 300_000,
  total: 4 * 1024 ** 3,
  size: 400 * 1024 ** 2,
  ratio: 200,
  ratioFrom: 1024 ** 2,
  depth: 32,
  name: 255,
};

/** Folders that hold nothing of a blog, and may hold much. */
const PASSED_OVER = /(^|\/)(\.git|node_modules|__MACOSX)(\/|$)/;

/** What a name that does not fit beside another, or on this disk, leads to. */
const OF_A_NAME = ['EEXIST', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG', 'EINVAL', 'EILSEQ'];

/** The type of a file in Unix’s mode, which many programs put in the attributes. */
const TYPE = 0o170000;
const [REGULAR, LINK] = [0o100000, 0o120000];

/**
 * Unpacks a ZIP that anybody may have made. An entry that is not taken is reported, and the others are unpacked.
 * @param {string} file
 * @param {string} folder that is there and empty
 * @param {Report} report
 * @param {Partial<typeof LIMITS>} [limits]
 * @returns {Promise<string>} the folder with the blog: the given one, or the only one in it
 * @throws {LarderError} `invalid` when it is no ZIP; and errors of the disk
 */
export async function unzip(file, folder, report, limits) {
  const name = basename(file);
  const zip = await open(file, name);
  const input = { ...LIMITS, ...limits };
  const checks = createChecks(zip.fileSize, input);
  try {
    const pathOf = await nameReader(file, input.entries);
    for await (const entry of zip.eachEntry()) {
      report.progress(zip.entriesRead, zip.entryCount);
      const path = pathOf(entry);
      if (PASSED_OVER.test(path)) continue;
      const reason = checks(entry, path, zip.entriesRead);
      if (reason === 'full') {
        const left = zip.entryCount - zip.entriesRead;
        report.refusal(
          shown(path),
          `the ZIP is too large: this file and the next ${left} are not unpacked`,
        );
        break;
      }
      if (reason) report.refusal(shown(path), reason);
      else if (!path.endsWith('/')) await unpack(zip, entry, { folder, path }, report);
    }
  } catch (error) {
    if (isSystemError(error)) throw error;
    report.refusal(name, `the rest of it cannot be read: ${messageOf(error)}`);
  }
  zip.close();
  const inside = (await readdir(folder, { withFileTypes: true })).filter(
    (entry) => entry.name !== '.DS_Store',
  );
  return inside.length === 1 && inside[0].isDirectory() ? join(folder, inside[0].name) : folder;
}

/** @param {string} file @param {string} name @returns {Promise<ZipFile>} */
async function open(file, name) {
  try {
    return await yauzl.openPromise(file, { decodeStrings: false, autoClose: false });
  } catch (error) {
    if (isSystemError(error)) throw error;
    throw new LarderError('invalid', `${name} cannot be unpacked: ${messageOf(error)}`);
  }
}

/** @param {string} path @returns {string} for messages */
const shown = (path) => path.slice(0, 200);

/**
 * @param {number} fileSize
 * @param {typeof LIMITS} limits
 * @returns {(entry: Entry, path: string, count: number) => string | null} why an entry is not unpacked; `full` when no
 *   further one is
 */
function createChecks(fileSize, limits) {
  let [total, packed] = [0, 0];
  return (entry, path, count) => {
    const { uncompressedSize: size, compressedSize } = entry;
    if (count > limits.entries) return 'full';
    const parts = path.split('/');
    if (path.includes('\0') || parts.includes('..') || yauzl.validateFileName(path) !== null)
      return 'its path leads out of the ZIP';
    if (parts.length > limits.depth) return `it is more than ${limits.depth} folders deep`;
    if (parts.some((part) => Buffer.byteLength(part) > limits.name)) return 'its name is too long';
    const type = (entry.externalFileAttributes >>> 16) & TYPE;
    if (type === LINK) return 'symbolic links are not followed';
    if (path.endsWith('/')) return null;
    if (type !== 0 && type !== REGULAR) return 'it is not a file';
    if (entry.isEncrypted()) return 'it is encrypted';
    if (!entry.canDecodeFileData()) return 'its compression method is not supported';
    if (size > limits.size) return `it is larger than ${formatSize(limits.size)}`;
    // Many texts of the same few words take seconds each to read.
    if (total + size > limits.ratioFrom + limits.ratio * (packed + compressedSize))
      return `it is compressed more than ${limits.ratio} times`;
    // Entries that share their bytes are how a small file becomes a huge one.
    if (packed + compressedSize > fileSize) return 'it shares its bytes with other entries';
    if (total + size > limits.total) return 'full';
    total += size;
    packed += compressedSize;
    return null;
  };
}

/**
 * @param {ZipFile} zip
 * @param {Entry} entry
 * @param {{ folder: string, path: string }} to
 * @param {Report} report
 */
async function unpack(zip, entry, { folder, path }, report) {
  const target = join(folder, path);
  try {
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    const source = await zip.openReadStreamPromise(entry);
    await pipeline(source, createWriteStream(target, { flags: 'wx', mode: 0o600 }));
    const modified = entry.getLastModDate();
    await utimes(target, modified, modified);
  } catch (error) {
    const isOfName = isSystemError(error) && OF_A_NAME.includes(error.code ?? '');
    if (isSystemError(error) && !isOfName) throw error;
    if (!isOfName) await rm(target, { force: true });
    const reason = isOfName ? 'another entry has this name' : messageOf(error);
    report.refusal(shown(path), `it cannot be unpacked: ${reason}`);
  }
}
