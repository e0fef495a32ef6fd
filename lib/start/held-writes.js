import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LarderError } from '../base/errors.js';
/** @import { Clock } from '../base/clock.js' */
/** @import { Store } from '../store/types.js' */
/** @import { Config } from './config.js' */

/** Milliseconds after which an update that did not come to its end holds writes no longer. */
const LONGEST = 5 * 60_000;

/** @param {Pick<Config, 'storeUrl' | 'cacheDir'>} config @returns {string} the file that holds writes */
export const holdFileOf = ({ storeUrl, cacheDir }) =>
  storeUrl.startsWith('sqlite:')
    ? `${storeUrl.slice('sqlite:'.length)}-update`
    : join(cacheDir || 'data', 'update');

/**
 * Holds the writes of each server that starts from now on.
 * @param {string} file
 * @param {Clock} clock
 * @returns {() => void} lets them write
 */
export function holdWrites(file, clock) {
  writeFileSync(file, JSON.stringify({ until: clock.now() + LONGEST }), { mode: 0o644 });
  return () => rmSync(file, { force: true });
}

/**
 * While a new version is tried on the blog itself, it reads only: so the old one can go on with what there is.
 * @param {Store} store
 * @param {string} file  of `holdFileOf`
 * @param {Clock} clock
 * @returns {Store} which refuses writes as `unavailable` for as long as the file is there
 */
export function withHeldWrites(store, file, clock) {
  const until = endOf(file, clock);
  if (until === null) return store;
  let isHeld = true;
  /** @template {(...args: any[]) => Promise<unknown>} F @param {F} write @returns {F} */
  const held = (write) =>
    /** @type {F} */ (
      async (...args) => {
        isHeld &&= endOf(file, clock) === until;
        if (isHeld)
          throw new LarderError('unavailable', 'Larder is being updated: try again in a moment.');
        return write(...args);
      }
    );
  const { write, writeMany, restore } = store;
  return { ...store, write: held(write), writeMany: held(writeMany), restore: held(restore) };
}

/** @param {string} file @param {Clock} clock @returns {number | null} of its hold, which tells it from a later one */
function endOf(file, clock) {
  try {
    const { until } = JSON.parse(readFileSync(file, 'utf8'));
    return until > clock.now() ? until : null;
  } catch {
    return null;
  }
}
