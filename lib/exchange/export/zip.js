import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';
/** @import { Writable } from 'node:stream' */
/** @import { Target } from './export-blog.js' */

/** What cannot be made smaller. */
const PACKED =
  /^media\/.*\.(?:png|jpe?g|gif|webp|avif|zip|mp[34]|m4[abv]|og[agmv]|opus|web[am]|epub|(?:doc|ppt|xls)x|od[pst]|apk|7z|gz|bz2|xz|zst|rar)$/;

/**
 * An export as a ZIP, of which one file at a time is in memory.
 * @param {Writable} output
 * @param {Date} mtime of all files in it
 * @returns {Target}
 */
export function exportZip(output, mtime) {
  const zip = new ZipFile();
  // Its files come one after the other, so this is the one that is being written.
  let fail = (/** @type {Error} */ _error) => {};
  zip.on('error', (error) => fail(error));
  output.on('error', (error) => fail(error));
  return {
    async open() {
      zip.outputStream.pipe(output);
    },
    write: (name, data) =>
      new Promise((resolve, reject) => {
        fail = reject;
        zip.addReadStreamLazy(name, { mtime, compress: !PACKED.test(name) }, (give) => {
          give(null, Readable.from([Buffer.from(data)]).once('close', resolve));
        });
      }),
    async close() {
      zip.end();
      await finished(output);
    },
  };
}
