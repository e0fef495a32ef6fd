/** Bytes that may wait on all connections together. */
const MOST_BYTES = 16 * 1024 * 1024;

/**
 * Bounds what clients have sent and not read: requests sent in a row behind answers that nobody takes.
 * @typedef {ReturnType<typeof createBacklog>} Backlog
 *
 * @typedef {{ destroy: () => unknown }} Connection
 *
 * @param {number} [most]  bytes on all connections together
 */
export function createBacklog(most = MOST_BYTES) {
  /** Bytes by connection, the one that has waited longest first. @type {Map<Connection, number>} */
  const waiting = new Map();
  let total = 0;
  return { add, remove };

  /**
   * Says how much waits on a connection. Beyond the bound, those that have waited longest are closed.
   * @param {Connection} socket
   * @param {number} bytes
   */
  function add(socket, bytes) {
    remove(socket);
    waiting.set(socket, bytes);
    total += bytes;
    for (const longest of waiting.keys()) {
      if (total <= most) return;
      remove(longest);
      longest.destroy();
    }
  }

  /** @param {Connection} socket */
  function remove(socket) {
    total -= waiting.get(socket) ?? 0;
    waiting.delete(socket);
  }
}
