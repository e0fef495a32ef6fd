import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/**
 * Asks for a password without showing what is typed; where nobody sits, the first line of stdin is it.
 * @param {{ stdin: NodeJS.ReadableStream & { isTTY?: boolean }, stderr: NodeJS.WritableStream }} streams
 * @param {string} question
 * @returns {Promise<string>}
 */
export async function askForPassword({ stdin, stderr }, question) {
  const isTerminal = stdin.isTTY === true;
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: stdin, output: nowhere, terminal: isTerminal });
  try {
    if (isTerminal) stderr.write(question);
    const typed = await new Promise((resolve) => {
      lines.once('line', resolve);
      lines.once('close', () => resolve(''));
    });
    if (isTerminal) stderr.write('\n');
    return typed;
  } finally {
    lines.close();
  }
}
