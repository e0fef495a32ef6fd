import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isSystemError, messageOf } from '../../base/errors.js';
import { replaceFile } from '../../base/files.js';
/** @import { Log } from '../../base/log.js' */

/**
 * The URLs of which the origin reported, for the next start. That there is a file at all says that it does tell.
 * @typedef {{ load: () => string[] | undefined, save: (urls: Iterable<string>) => void }} ToldFile
 *
 * @param {{ folder: string, log: Log }} options  `folder`: of the disk tier
 * @returns {ToldFile}
 */
export function createReportedFile({ folder, log }) {
  const path = join(folder, 'told-urls.json');
  return { load, save };

  function load() {
    try {
      return JSON.parse(readFileSync(path, 'utf8'));
    } catch (error) {
      if (isSystemError(error) && error.code === 'ENOENT') return undefined;
      log.warn({ path, reason: messageOf(error) }, 'What the origin told before is not known');
      return [];
    }
  }

  /** @param {Iterable<string>} urls */
  function save(urls) {
    try {
      replaceFile(path, JSON.stringify([...urls]));
    } catch (error) {
      log.warn({ path, reason: messageOf(error) }, 'What the origin told cannot be stored');
    }
  }
}
