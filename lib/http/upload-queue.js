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

/** Uploads up to this many bytes stay in memory, and do not queue, as long as all of them have no more than so many. */
const SMALL = 1024 * 1024;
const MEMORY = 8 * 1024 * 1024;
/** Bytes that all uploads together may take in temporary files. */
const ROOM = 1024 * 1024 * 1024;
/** How many large uploads are stored at once: each takes memory, and writing it blocks the process. */
const AT_ONCE = 1;
/** Milliseconds that one waits for its turn, and after which a turn ends when others wait. */
const PATIENCE = 60_000;
const TURN = 30_000;
const READ_AT_ONCE = 256 * 1024;

/** @typedef {ReturnType<typeof createUploadQueue>} UploadQueue */

/**
 * Receives uploads concurrently, so that a slow sender holds up nobody, but has large ones stored one after the other,
 * with readers served in between. Waiting uploads are in unlinked temporary files, which disappear with the process.
 * @param {{ clock: Pick<Clock, 'after'>, folder?: string, room?: number }} parts `room` in bytes
 */
export function createUploadQueue({ clock, folder = tmpdir(), room = ROOM }) {
  let bytesStored = 0;
  /** Bytes of uploads in memory. */
  let bytesHeld = 0;
  const turns = new Semaphore(AT_ONCE, { clock, deadline: PATIENCE, refuse: noRoom });
  return { take };

  /**
   * @param {Request} request
   * @param {Response} response the upload is discarded when it is closed
   * @param {number} limit in bytes
   * @param {string} [owner]  whose it is: others have their turn in between
   * @returns {Promise<Upload>} when it is complete and its turn has come
   * @throws {LarderError} as `receive` does; `unavailable` when there is no room for it, or others before it take too
   *   long
   */
  async function take(request, response, limit, owner) {
    /** @type {Buffer[]} */
    const chunks = [];
    let held = 0;
    const hold = (/** @type {number} */ bytes) => {
      bytesHeld += bytes - held;
      held = bytes;
    };
    /** @type {{ handle?: FileHandle }} */
    const file = {};
    let length = 0;
    let stored = 0;
    let storing = Promise.resolve();
    const forget = async () => {
      hold(0);
      // A write in progress still takes room, and may be about to open the file.
      await storing.catch(() => {});
      bytesStored -= stored;
      stored = 0;
      await file.handle?.close();
    };
    const store = async (/** @type {Buffer[]} */ ...parts) => {
      for (const part of parts) {
        stored += part.length;
        bytesStored += part.length;
        if (bytesStored > room) throw noRoom();
        try {
          file.handle ??= await openUnnamed(folder);
          await file.handle.appendFile(part);
        } catch (cause) {
          throw noRoom(cause);
        }
      }
    };
    try {
      await receive(request, response, { limit, clock }, (chunk) => {
        length += chunk.length;
        if (length > SMALL || file.handle || bytesHeld > MEMORY) {
          hold(0);
          return (storing = store(...chunks.splice(0), chunk));
        }
        hold(length);
        chunks.push(chunk);
      });
    } catch (error) {
      await forget();
      throw error;
    }
    response.once('close', forget);
    if (response.closed) await forget();
    const { handle } = file;
    if (!handle) return { length, chunks: () => each(chunks) };
    await turn(request, response, owner);
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
   * @param {string} [owner]
   */
  async function turn({ socket }, response, owner) {
    const { timeout = 0 } = socket;
    // Nothing is transferred while it waits: the connection must not time out.
    socket.setTimeout(0);
    try {
      const place = await turns.take({ owner });
      // Its client may read slowly, or not at all.
      const cancel = clock.after(TURN, () => place.offer(place.release));
      const end = () => {
        cancel();
        place.release();
      };
      if (response.closed) end();
      else response.once('close', end);
    } finally {
      socket.setTimeout(timeout);
    }
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
