import { keysOf } from '../../base/record-of.js';
/** @import { Backup } from './folder.js' */

/** How many days, weeks and months have a backup: the last of each. */
const RETAINED = { day: 7, week: 4, month: 12 };

const DAY = 24 * 60 * 60 * 1000;
/** The first Monday of 1970. */
const MONDAY = 4 * DAY;

/** @type {Record<keyof typeof RETAINED, (at: number) => string>} */
const periods = {
  day: (at) => new Date(at).toISOString().slice(0, 10),
  week: (at) => String(Math.floor((at - MONDAY) / (7 * DAY))),
  month: (at) => new Date(at).toISOString().slice(0, 7),
};

/**
 * @template {Pick<Backup, 'at'>} T
 * @param {T[]} backups  the newest first
 * @returns {T[]} those that nobody needs: neither the last of one of the last days, weeks or months with a backup
 */
export function expired(backups) {
  const retained = new Set(
    keysOf(periods).flatMap((name) => {
      const periodOf = periods[name];
      /** @type {Map<string, T>} */
      const last = new Map();
      for (const backup of backups)
        if (!last.has(periodOf(backup.at))) last.set(periodOf(backup.at), backup);
      return [...last.values()].slice(0, RETAINED[name]);
    }),
  );
  return backups.filter((backup) => !retained.has(backup));
}
