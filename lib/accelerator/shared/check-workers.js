import { LarderError } from '../../base/errors.js';
/** @import { AcceleratorConfig } from '../config.js' */

/**
 * @param {Pick<AcceleratorConfig, 'workers' | 'cacheDir' | 'cacheDiskMaxBytes' | 'peers'>} config
 * @throws {LarderError} `invalid` when it cannot have several workers
 */
export function checkWorkers({ workers, cacheDir, cacheDiskMaxBytes, peers }) {
  if (workers === 1) return;
  if (cacheDir !== '' && cacheDiskMaxBytes > 0)
    throw new LarderError(
      'invalid',
      'CACHE_DIR is a folder of one process: set WORKERS to 1, or no CACHE_DIR.',
    );
  if (peers.length > 0)
    throw new LarderError(
      'invalid',
      'PEERS are single processes: set WORKERS to 1, or share through SHARED_URL.',
    );
}
