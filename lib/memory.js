import v8 from 'node:v8';

/** Bytes that the space for new objects may take; more saves a hit no time that could be measured. */
const NEW_SPACE = 8_000_000;

/** Bytes by which the space for old objects changes between two looks when pages are made: a thousand hits leave 25,000. */
const BUSY = 1_000_000;

/** Milliseconds between two looks at them. */
const PAUSE = 200;

/**
 * Tunes how V8 collects what requests leave behind: on one thread, since there is so little that waking others costs more,
 * and in a space for new objects that stays small, where V8 would double it under load to 32 MB and keep that. While there is
 * little but hits, old objects are collected before they take 2 MB more than what is alive; while pages are made, that would
 * cost more than it saves, and V8 does as it likes. docs/performance.md has the figures.
 */
export function tuneMemory() {
  v8.setFlagsFromString('--no-parallel-scavenge');
  let before = 0;
  const look = () => {
    const spaces = v8.getHeapSpaceStatistics();
    const young = sizeOf(spaces, 'new_space').space_size;
    const old = sizeOf(spaces, 'old_space').space_used_size;
    const isBusy = Math.abs(old - before) > BUSY;
    before = old;
    v8.setFlagsFromString(`--semi-space-growth-factor=${young < NEW_SPACE / 2 ? 2 : 1}`);
    v8.setFlagsFromString(isBusy ? '--no-optimize-for-size' : '--optimize-for-size');
  };
  look();
  setInterval(look, PAUSE).unref();
}

/** @param {v8.HeapSpaceInfo[]} spaces @param {string} name */
const sizeOf = (spaces, name) =>
  /** @type {v8.HeapSpaceInfo} */ (spaces.find(({ space_name: each }) => each === name));
