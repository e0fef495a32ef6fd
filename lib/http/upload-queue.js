import { once } from 'node:events';
import { open, unlink } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LarderError } from '../base/errors.js';
import { receive } from './read-body.js';
import { Semaphore } from '../base/semaphore.js';
/** @import { FileHandle } from 'node:fs/promises' */
/** @import { IncomingMessage as Request, ServerResponse as Response } from 'node:http' */
/** @import { Clock } from '../base/clock.js' */

/**
 * @typedef {object} Upload  What was received.
 * @property {number} length  in bytes
 * @property {() => AsyncIterable<Buffer>} chunks
 */

/** Uploads up to this many bytes stay in memory, and do not queue. */
const SMALL = 1024 * 1024;
/** Bytes that all uploads together may take in temporary files. */
const ROOM = 1024 * 1024 * 1024;
/** How many large uploads are stored at once: each takes memory, and writing it blocks the process. */
const AT_ONCE = 1;
const READ_AT_ONCE = 256 * 1024;

/**
 * Receives uploads concurrently, so that a slow sender holds up nobody, but has large ones stored one after the other,
 * with readers served in between. Waiting uploads are in unlinked temporary files, which disappear with the process.
 */
export class UploadQueue {
  #clock;
  #folder;
  #room;
  #semaphore = new Semaphore(AT_ONCE);
  #stored = 0;

  /** @param {{ clock: Pick<Clock, 'after'>, folder?: string, room?: number }} parts `room` in bytes */
  constructor({ clock, folder = tmpdir(), room = ROOM }) {
    this.#clock = clock;
    this.#folder = folder;
    this.#room = room;
  }

  /**
   * @param {Request} request
   * @param {Response} response the upload is discarded when it is closed
   * @param {number} limit in bytes
   * @returns {Promise<Upload>} when it is complete and its turn has come
   * @throws {LarderError} as `receive` does; `unavailable` when there is no room for it
   */
  async take(request, response, limit) {
    /** @type {Buffer[]} */
    const chunks = [];
    /** @type {{ handle?: FileHandle }} */
    const file = {};
    let length = 0;
    let stored = 0;
    let storing = Promise.resolve();
    const forget = async () => {
      // A write in progress still takes room, and may be about to open the file.
      await storing.catch(() => {});
      this.#stored -= stored;
      stored = 0;
      await file.handle?.close();
    };
    const store = async (/** @type {Buffer[]} */ ...parts) => {
      for (const part of parts) {
        stored += part.length;
        this.#stored += part.length;
        if (this.#stored > this.#room) throw noRoom();
        try {
          file.handle ??= await openUnnamed(this.#folder);
          await file.handle.appendFile(part);
        } catch (cause) {
          throw noRoom(cause);
        }
      }
    };
    try {
      await receive(request, response, { limit, clock: this.#clock }, (chunk) => {
        length += chunk.length;
        if (length > SMALL) return (storing = store(...chunks.splice(0), chunk));
        chunks.push(chunk);
      });
    } catch (error) {
      await forget();
      throw error;
    }
    const { handle } = file;
    if (!handle) return { length, chunks: () => each(chunks) };
    response.once('close', forget);
    await this.#turn(request, response);
    if (response.closed) {
      await forget();
      throw new LarderError('badRequest', 'The client disconnected');
    }
    return { length, chunks: () => chunksOf(handle) };
  }

  /**
   * Waits for this upload's turn, which lasts until its response is sent.
   * @param {Request} request
   * @param {Response} response
   */
  #turn({ socket }, response) {
    const { timeout = 0 } = socket;
    // Nothing is transferred while it waits: the connection must not time out.
    socket.setTimeout(0);
    return new Promise((resolve) => {
      void this.#semaphore.run(async () => {
        socket.setTimeout(timeout);
        const answered = response.closed || once(response, 'close');
        resolve(undefined);
        await answered;
      });
    });
  }
}

/** @param {string} folder */
async function openUnnamed(folder) {
  const path = join(folder, `larder-upload-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  await unlink(path);
  return file;
}

/** @param {Iterable<Buffer>} chunks */
async function* each(chunks) {
  yield* chunks;
}

/** @param {FileHandle} file */
async function* chunksOf(file) {
  for (let position = 0; ;) {
    const buffer = Buffer.allocUnsafeSlow(READ_AT_ONCE);
    const { bytesRead } = await file.read(buffer, 0, buffer.length, position);
    if (bytesRead === 0) return;
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

/** @param {unknown} [cause] */
const noRoom = (cause) => new LarderError('unavailable', 'Too many uploads at once', { cause });
