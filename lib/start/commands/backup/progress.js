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
  let told = '';
  let next = step;
  return {
    onProgress(what, done, total) {
      const line = total === undefined ? `${what}: ${done}` : `${what}: ${done} of ${total}`;
      if (output.isTTY) {
        output.write(`\r\u001b[K${line}`);
        told = line;
      } else if (what !== told || done >= next) {
        output.write(`${line}\n`);
        next = what === told ? next + step : step;
        told = what;
      }
    },
    end() {
      if (output.isTTY && told) output.write('\r\u001b[K');
    },
  };
}
