import { openHandedOut } from '../../lib/networks/handed-out.js';

/** Opens the file when it is told, as the others do. */
process.once('message', (/** @type {string} */ file) => {
  openHandedOut(file, { now: Date.now }).close();
  process.disconnect();
});
process.send?.('ready');
