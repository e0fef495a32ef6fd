/** @import { ServerResponse } from 'node:http' */
/** @import { Socket } from 'node:net' */
/** @import { Clock } from '../base/clock.js' */
/** @import { CachedResponse } from '../responses/entry.js' */

/**
 * @typedef {Pick<CachedResponse, 'dependsOn'>} Depending
 *
 * @typedef {{ socket: Socket, client: object }} Unsent  a connection of the fast path that has not taken all of its
 *   answers
 */

/** Milliseconds after which an old answer that a network has not taken is cut off. */
const LONGEST = 30_000;
/** Of the fast path: from one look to the next. */
const LOOK_EVERY = 100;

/** @typedef {ReturnType<typeof createUnderWay>} UnderWay */

/**
 * Which answers have not left the house yet: one that was made before a change can reach a network after it was told of
 * the change.
 * @param {{ clock: Clock }} deps
 */
export function createUnderWay({ clock }) {
  /** @type {Map<ServerResponse, Depending>} */
  const responses = new Map();
  /** By connection of the fast path: the last answer. @type {WeakMap<object, Depending>} */
  const last = new WeakMap();
  let unsent = () => /** @type {Unsent[]} */ ([]);
  return {
    begin,
    /** @param {object} client @param {Depending} entry */
    beginFast: (client, entry) => void last.set(client, entry),
    /** @param {typeof unsent} look */
    watch: (look) => void (unsent = look),
    flushed,
  };

  /** @param {ServerResponse} response @param {Depending} entry */
  function begin(response, entry) {
    responses.set(response, entry);
    const end = () => void responses.delete(response);
    response.once('finish', end).once('close', end);
  }

  /**
   * @param {Set<string> | null} keys  that a change touched; null: all
   * @returns {Promise<void> | null} when the last answer that depends on one of them has left, or was cut off; null:
   *   none is under way
   */
  function flushed(keys) {
    const isOld = (/** @type {Depending | undefined} */ entry) =>
      entry !== undefined && (keys === null || entry.dependsOn.some((key) => keys.has(key)));
    const slow = [...responses].filter(([, entry]) => isOld(entry)).map(([each]) => ended(each));
    const fast = unsent().filter(({ client }) => isOld(last.get(client)));
    const all = [...slow, ...fast.map(({ socket }) => taken(socket))];
    return all.length > 0 ? Promise.all(all).then(() => {}) : null;
  }

  /** @param {ServerResponse} response @returns {Promise<void>} */
  function ended(response) {
    return new Promise((resolve) => {
      const cancel = clock.after(LONGEST, () => response.destroy());
      const end = () => {
        cancel();
        resolve();
      };
      response.once('finish', end).once('close', end);
    });
  }

  /** @param {Socket} socket @returns {Promise<void>} */
  function taken(socket) {
    const until = socket.bytesWritten;
    return new Promise((resolve) => {
      let left = LONGEST;
      look();
      function look() {
        // What is not taken yet is counted too.
        const isTaken = socket.destroyed || socket.bytesWritten - socket.writableLength >= until;
        if (isTaken) return resolve();
        if ((left -= LOOK_EVERY) < 0) socket.destroy();
        clock.after(LOOK_EVERY, look);
      }
    });
  }
}
