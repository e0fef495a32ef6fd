import { writeFileSync } from 'node:fs';
import { resizeHere } from './resize.js';

/** If memory runs out, Linux ends this process rather than the blog. */
try {
  writeFileSync('/proc/self/oom_score_adj', '1000');
} catch {
  // Another system.
}

process.once('message', async (/** @type {{ bytes: Uint8Array, widths: number[] }} */ task) => {
  const answer = await resizeHere(Buffer.from(task.bytes), task.widths).then(
    (files) => ({ files }),
    (error) => ({ error: String(error) }),
  );
  process.send?.(answer, () => process.disconnect());
});
