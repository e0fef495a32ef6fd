import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '../../../base/errors.js';
import { formatSize } from '../../../base/sizes.js';
import { sayFault } from '../../../base/system-errors.js';
import { diskOf } from '../../machine.js';
import { folderOf } from '../../warm-start.js';
/** @import { Config } from '../../config.js' */
/** @import { Problem } from '../../../store/inspect.js' */

/** Bytes that a test writes, and those below which the next start would soon be a cold one. */
const TEST = 256 * 1024;
const FREE_AT_LEAST = 32 * 1024 * 1024;

const todo = 'Free some space on its disk, or set CACHE_DIR to another folder';

/**
 * Whether the folder of saved pages and the search takes any more.
 * @param {Pick<Config, 'cacheDir' | 'storeUrl'>} config
 * @param {typeof diskOf} [disk]
 * @returns {Promise<Problem[]>} none where there is no such folder yet
 */
export async function checkCacheFolder(config, disk = diskOf) {
  const folder = folderOf(config);
  if (!existsSync(folder)) return [];
  const file = join(folder, `doctor-${process.pid}`);
  try {
    writeFileSync(file, Buffer.alloc(TEST), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    const reason = sayFault(error) || messageOf(error);
    const what = `CACHE_DIR, the folder ${folder} of saved pages, cannot be written to. ${reason}`;
    return [{ what, todo }];
  } finally {
    rmSync(file, { force: true });
  }
  const { free } = await disk(folder);
  if (free >= FREE_AT_LEAST) return [];
  const what = `CACHE_DIR, the folder ${folder} of saved pages, is nearly full: ${formatSize(free)} are free.`;
  return [{ what, todo }];
}
