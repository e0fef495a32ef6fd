import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { LarderError } from '../../base/errors.js';
import { EXPORT_FILE, FORMAT, readExport } from '../import/sources/markdown/larder-export.js';
import { toYaml } from './post-file.js';
/** @import { Target } from './export-blog.js' */

/** The list of all files that an export has written, so that the next one can remove obsolete ones. */
export const LIST_FILE = 'files.txt';

/**
 * @param {string} path an empty or absent folder, or an earlier export
 * @returns {Target} whose `open` throws `invalid` when anything else is in it
 */
export function exportFolder(path) {
  let before = '';
  return {
    async open() {
      const present = await readdir(path).catch((error) => {
        if (error.code === 'ENOENT') return [];
        throw error;
      });
      if (present.length > 0 && !(await readExport(path)))
        throw new LarderError('invalid', `${path} is not empty and not an earlier export`);
      before = await readFile(join(path, LIST_FILE), 'utf8').catch(() => '');
      await mkdir(path, { recursive: true });
      // Marks the folder as an export, even if this run is interrupted.
      if (present.length === 0) await write(EXPORT_FILE, toYaml({ larder: FORMAT }));
    },
    write,
    /** Removes files of an earlier export that this one has not written. */
    async close(written) {
      for (const name of before.split('\n')) {
        const isOurs = /^(posts|pages|drafts|comments|media|statistics)\/(?!.*\.\.)[^\\\0]+$/.test(
          name,
        );
        if (isOurs && !written.has(name)) await rm(join(path, name), { force: true });
      }
    },
  };

  /** @type {Target['write']} */
  async function write(name, data) {
    const file = join(path, name);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, data);
  }
}
