import { close as closeFile, open, readFileSync } from 'node:fs';
import { FEW_FILES, FILES_AT_LEAST } from '../base/system-errors.js';
/** @import { Clock } from '../base/clock.js' */
/** @import { Log } from '../base/log.js' */

/** Milliseconds between two looks, and how often the same is said at most. */
const LOOK_EVERY = 10_000;
const SAY_EVERY = 60 * 60_000;

/** How many files a process may have open, as Linux says it. */
const LIMIT = /^Max open files\s+(\d+)/m;

/**
 * Warns when this process can have too few files and connections open at once: at the start, and when the system opens
 * none for it any more. Then it refuses connections too, of which Node.js does not tell.
 * @param {{ clock: Clock, log: Pick<Log, 'warn' | 'error'>, saysLimit: boolean }} deps `saysLimit`: also at the start
 * @param {object} [system]
 * @param {() => number} [system.limit]
 * @param {(done: (error: NodeJS.ErrnoException | null) => void) => void} [system.tryToOpen]
 */
export function watchOpenFiles(
  { clock, log, saysLimit },
  { limit = limitOfLinux, tryToOpen = tryNull } = {},
) {
  const most = saysLimit ? limit() : Infinity;
  let saidAt = -Infinity;
  let cancel = () => {};
  if (most < FILES_AT_LEAST)
    log.warn(`At most ${most} files and connections can be open at once: ${FEW_FILES}.`);
  look();
  return { close: () => cancel() };

  function look() {
    cancel = clock.after(LOOK_EVERY, () => {
      tryToOpen((error) => {
        if (!/^E[MN]FILE$/.test(error?.code ?? '') || clock.now() - saidAt < SAY_EVERY) return;
        saidAt = clock.now();
        log.error(`Connections are refused, since no more files can be opened: ${FEW_FILES}.`);
      });
      look();
    });
  }
}

/** @returns {number} Infinity where it is not known */
function limitOfLinux() {
  try {
    const [, number] = LIMIT.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return Number(number ?? Infinity);
  } catch {
    return Infinity;
  }
}

/** @param {(error: NodeJS.ErrnoException | null) => void} done */
const tryNull = (done) =>
  open('/dev/null', (error, handle) => {
    if (error) return done(error);
    closeFile(handle, () => done(null));
  });
