/** @import { OnProgress } from '../../../store/types.js' */

/** Where lines cannot be rewritten, a line is written when so many more are done. */
const step = 5000;

/**
 * Tells how a long work goes on.
 *
 * @param {NodeJS.WritableStream & { isTTY?: boolean }} output
 * @returns {{ onProgress: OnProgress, end: () => void }}
 */
export function createProgress(output) {
  let reported = '';
  let next = step;
  return {
    onProgress(what, done, total) {
      const line = total === undefined ? `${what}: ${done}` : `${what}: ${done} of ${total}`;
      if (output.isTTY) {
        output.write(`\r\u001b[K${line}`);
        reported = line;
      } else if (what !== reported || done >= next) {
        output.write(`${line}\n`);
        next = what === reported ? next + step : step;
        reported = what;
      }
    },
    end() {
      if (output.isTTY && reported) output.write('\r\u001b[K');
    },
  };
}
