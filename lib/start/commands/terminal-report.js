/** @import { Report } from '../../exchange/import/run.js' */

/** @typedef {NodeJS.WritableStream & { isTTY?: boolean }} Output */

/** So many files are one line of progress where lines cannot be rewritten. */
const STEP = 100;

/**
 * Tells on a terminal, or in a log, how a long work goes on.
 * @param {Output} output
 * @param {string} noun what is counted, e.g. 'files'
 * @returns {Report & { end: () => void }}
 */
export function terminalReport(output, noun) {
  const isTerminal = output.isTTY === true;
  let isLineOpen = false;

  return {
    progress(done, total) {
      if (isTerminal) {
        output.write(`\r${done} of ${total} ${noun}`);
        isLineOpen = true;
      } else if (done > 0 && (done % STEP === 0 || done === total)) {
        output.write(`${done} of ${total} ${noun}\n`);
      }
    },
    warning: (file, text) => line(`${file}: warning: ${text}`),
    refusal: (file, reason) => line(`${file}: refused: ${reason}`),
    end() {
      if (isLineOpen) output.write('\n');
      isLineOpen = false;
    },
  };

  /** @param {string} text */
  function line(text) {
    const clear = isLineOpen ? '\r\u001b[K' : '';
    isLineOpen = false;
    output.write(`${clear}${printable(text)}\n`);
  }
}

/** A file's name or text must not move the cursor. @param {string} text */
const printable = (text) => text.replace(/\p{Cc}+/gu, ' ');
