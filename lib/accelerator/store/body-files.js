import { createHash } from 'node:crypto';
import fs, { constants, lstatSync, mkdirSync } from 'node:fs';
import { lstat, opendir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { isSystemError, LarderError } from '../../base/errors.js';
import { sha256 } from '../../base/digest.js';
import { isOwn } from '../../base/files.js';

/** Folders that the files are spread over, so that none has too many. */
export const SHARDS = 16;

/** Bytes hashed in one turn of the event loop, in about a millisecond. */
const SLICE = 512 * 1024;

/**
 * Bytes of a file that is read at once, which costs a third of handing it to another thread, and on a disk of any kind
 * some milliseconds.
 */
const SMALL = 64 * 1024;

const { O_CREAT, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_TRUNC, O_WRONLY } = constants;
const TO_READ = O_RDONLY | O_NOFOLLOW | O_NONBLOCK;

/** `.new`: not written to its end. Whatever has another name is not ours. */
const NAME = /^([0-9a-f]{64})(\.new)?$/;

/** Bodies as files that are named by the SHA-256 of their content. One call at a time may write or delete. */
export class BodyFiles {
  #folder;

  /**
   * Creates the folders that are missing.
   * @param {string} folder  all in it with a name of ours is ours
   * @throws {LarderError} `invalid` when one of them belongs to somebody else, or is a link; and errors of the file
   *   system
   */
  constructor(folder) {
    this.#folder = folder;
    ensureFolder(folder);
    for (let shard = 0; shard < SHARDS; shard++) ensureFolder(this.#shard(shard));
  }

  /**
   * @param {string} digest
   * @param {number} bytes
   * @returns {Promise<Buffer | undefined>} undefined when the file is missing, or its content is not what its name says
   * @throws errors of the file system
   */
  async read(digest, bytes) {
    try {
      // Memory of its own: a part of Node's shared pool would keep the rest of it from being freed.
      const body = Buffer.allocUnsafeSlow(bytes);
      const path = this.#path(digest);
      if (bytes <= SMALL) readNow(body, path);
      else await readInto(body, path);
      return (await digestOf(body)) === digest ? body : undefined;
    } catch (error) {
      if (isSystemError(error) && ['ENOENT', 'ELOOP'].includes(error.code ?? '')) return;
      throw error;
    }
  }

  /**
   * Writes the file whole or not at all.
   * @param {string} digest
   * @param {Buffer} body
   * @param {boolean} mayExist  whether it may be there already
   */
  async write(digest, body, mayExist) {
    const path = this.#path(digest);
    const found = mayExist && (await lstat(path).catch(() => undefined));
    if (found && found.isFile() && found.size === body.length) return;
    const flag = O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW;
    try {
      await writeFile(`${path}.new`, body, { flag, mode: 0o600 });
      await rename(`${path}.new`, path);
    } catch (error) {
      await rm(`${path}.new`, { force: true }).catch(() => {});
      throw error;
    }
  }

  /** @param {string} digest */
  async delete(digest) {
    await rm(this.#path(digest), { force: true });
  }

  /**
   * Deletes the files of one folder that nothing refers to: those of a process that was killed, or of an index that was
   * lost.
   * @param {number} shard  from 0
   * @param {(digest: string) => boolean} isKnown
   */
  async sweep(shard, isKnown) {
    const folder = this.#shard(shard);
    // Some at a time: other work goes on in between.
    for await (const { name } of await opendir(folder, { bufferSize: 100 })) {
      const [, digest, isPartial] = NAME.exec(name) ?? [];
      if (digest && (isPartial || !isKnown(digest))) await rm(join(folder, name), { force: true });
    }
  }

  /** @param {number} shard */
  #shard(shard) {
    return join(this.#folder, shard.toString(16));
  }

  /** @param {string} digest */
  #path(digest) {
    return join(this.#folder, digest[0], digest);
  }
}

/** @param {Buffer} body @param {string} path */
function readNow(body, path) {
  const file = fs.openSync(path, TO_READ);
  try {
    fs.readSync(file, body, 0, body.length, 0);
  } finally {
    fs.closeSync(file);
  }
}

/**
 * By callbacks: with a FileHandle, a response from disk costs a fifth more.
 * @param {Buffer} body
 * @param {string} path
 * @returns {Promise<void>}
 */
const readInto = (body, path) =>
  new Promise((resolve, reject) => {
    fs.open(path, TO_READ, (failure, file) => {
      if (failure) return reject(failure);
      fs.read(file, body, 0, body.length, 0, (error) =>
        fs.close(file, () => (error ? reject(error) : resolve())),
      );
    });
  });

/** @param {Buffer} body @returns {Promise<string>} its SHA-256 in 64 hexadecimal digits */
export async function digestOf(body) {
  if (body.length <= SLICE) return sha256(body).toString('hex');
  const hash = createHash('sha256');
  for (let start = 0; start < body.length; start += SLICE) {
    if (start > 0) await setImmediate();
    hash.update(body.subarray(start, start + SLICE));
  }
  return hash.digest('hex');
}

/** @param {string} path @throws {LarderError} `invalid` */
function ensureFolder(path) {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found) mkdirSync(path, { mode: 0o700 });
  else if (!found.isDirectory() || !isOwn(found))
    throw new LarderError('invalid', `${path} is not a folder of the user that Larder runs as.`);
}
