import { bufferOf, inspect } from './inspect.js';
/** @import { TextWork } from '../../markup/text-work.js' */
/** @import { FileInfo } from './file-info.js' */

const INSPECT = new URL('inspect.js', import.meta.url);

/** Bytes of what is read piece by piece: more would hold up readers. */
const SHORT = 100_000;
/** The signature of a GIF, whose frames are counted, and the first sign of an SVG. */
const DEAR = /^(?:GIF8|(?:\xef\xbb\xbf)?\s*<)/;
/** In which they begin. */
const BEGINNING = 20_000;

/**
 * @param {Pick<TextWork, 'inThread'>} texts
 * @returns {(bytes: Buffer, name?: string) => Promise<FileInfo>} as `inspect`, and where texts are rendered if it would
 *   take long
 */
export const createInspector =
  (texts) =>
  async (bytes, name = '') => {
    const isDear = bytes.length > SHORT && DEAR.test(bytes.toString('latin1', 0, BEGINNING));
    if (!isDear) return inspect(bytes, name);
    const found = /** @type {FileInfo} */ (
      await texts.inThread(INSPECT, 'inspectCopy', bytes, name)
    );
    return { ...found, bytes: bufferOf(found.bytes) };
  };
