import v8 from 'node:v8';

/**
 * Bytes of V8's space for new objects. With 2 MB a hit cost 1.16 times the bare server, with these 1.03 (2026-11-21);
 * more saves no time that could be measured.
 */
const NEW_SPACE = 8_000_000;

/** Milliseconds between checks of its size. */
const PAUSE = 200;

/**
 * Collects young objects on one thread: with several, a hit costs 17.7 µs of all threads, and 17.0 with one (2026-11-22).
 * Also keeps the space for new objects small. V8 would double it under load up to 32 MB, and keep that. This saves 12 MB, and a hit
 * costs the same (2026-11-21, docs/performance.md).
 */
export function tuneGarbageCollection() {
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
