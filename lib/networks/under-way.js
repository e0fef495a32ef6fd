/** @import { ServerResponse } from 'node:http' */
/** @import { Clock } from '../base/clock.js' */
/** @import { FastClient, Unsent } from '../http/fast-path.js' */
/** @import { CachedResponse } from '../responses/entry.js' */

/** @typedef {Pick<CachedResponse, 'dependsOn'>} Depending */

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
  let unsent = () => /** @type {Unsent[]} */ ([]);
  return {
    begin,
    /** @param {Pick<FastClient, 'noted'>} client @param {Depending} entry */
    beginFast: ({ noted }, { dependsOn }) => void noted.push(dependsOn),
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
    const isOld = (/** @type {Depending['dependsOn']} */ dependsOn) =>
      keys === null || dependsOn.some((key) => keys.has(key));
    const slow = [...responses].filter(([, { dependsOn }]) => isOld(dependsOn));
    const fast = unsent().filter(({ noted }) => /** @type {string[][]} */ (noted).some(isOld));
    const all = [...slow.map(([each]) => ended(each)), ...fast.map(taken)];
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

  /** @param {Unsent} unsent @returns {Promise<void>} */
  function taken({ socket, until }) {
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
