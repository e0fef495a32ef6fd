import v8 from 'node:v8';

/** Bytes that the space for new objects may take; more saves a hit no time that could be measured. */
const NEW_SPACE = 8_000_000;

/** Milliseconds between two looks at it. */
const PAUSE = 200;

/**
 * Tunes how V8 collects what requests leave behind: on one thread, since there is so little that waking others costs more,
 * and in a space for new objects that stays small, where V8 would double it under load to 32 MB and keep that.
 * docs/performance.md has the figures.
 */
export function tuneMemory() {
  v8.setFlagsFromString('--no-parallel-scavenge');
  const look = () => {
    const size = v8.getHeapSpaceStatistics().find(isNew)?.space_size ?? 0;
    v8.setFlagsFromString(`--semi-space-growth-factor=${size < NEW_SPACE / 2 ? 2 : 1}`);
  };
  look();
  setInterval(look, PAUSE).unref();
}

/** @param {v8.HeapSpaceInfo} space */
const isNew = ({ space_name: name }) => name === 'new_space';
