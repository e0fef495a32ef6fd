import { writeFileSync } from 'node:fs';
import { resizeHere } from './resize.js';
/** @import { Format } from './resize.js' */

/** @typedef {{ bytes: Uint8Array, widths: number[], format?: Format }} Task */

/** If memory runs out, Linux ends this process rather than the blog. */
try {
  writeFileSync('/proc/self/oom_score_adj', '1000');
} catch {
  // Another system.
}

process.once('message', async (/** @type {Task} */ { bytes, widths, format }) => {
  const answer = await resizeHere(Buffer.from(bytes), widths, format).then(
    (files) => ({ files }),
    (error) => ({ error: String(error) }),
  );
  process.send?.(answer, () => process.disconnect());
});
