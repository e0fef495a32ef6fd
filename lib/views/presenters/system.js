import { saySize } from './words.js';
import { sumOf } from '../../statistics/metrics/status.js';
/** @import { Words } from '../../base/words.js' */
/** @import { Figures } from '../../statistics/metrics/status.js' */

/**
 * @typedef {'good' | 'warning' | 'bad'} State
 * @typedef {{ name: string, value: string, state: State, advice: string }} Row  `advice`: what to do; '' for nothing
 *
 * @typedef {Figures & { samples?: { hits: number, misses: number }[], memoryBytes?: number, slowest?: Slow[] }} Known
 *   the figures of /status, or of the cache's page
 * @typedef {{ path: string, milliseconds: number }} Slow
 *
 * @typedef {object} Machine  See lib/start/machine.js.
 * @property {string} version  of Larder
 * @property {string} node
 * @property {{ free: number, total: number }} memory
 * @property {{ free: number, total: number } | null} disk
 * @property {boolean} isPublic
 * @property {boolean} isSecure
 * @property {boolean} hasMail
 * @property {string[]} conflicts  names of records of which the database has several texts
 */

const DAY = 24 * 60 * 60_000;
/** Of the disk, and of the machine's memory: with less free it is time to do something, or too late. */
const LITTLE_DISK = [0.2, 0.05];
const LITTLE_MEMORY = 0.05;
/** Milliseconds. */
const SLOW_PAGE = 1000;
/** So many are named. */
const SLOW_PAGES = 3;
const CONFLICTS = 10;
const LATE_FEED = 5000;
/** Of requests: with less, pages that were evicted are missed. */
const LOW_HIT_RATE = 0.5;

/**
 * What an owner wants to know of a running blog, each with what to do.
 * @param {Known} figures
 * @param {Machine} machine
 * @param {Words} words  of the admin pages
 * @param {number} now  milliseconds since 1970
 * @returns {Row[]}
 */
export function presentSystem(figures, machine, words, now) {
  const say = words.say.bind(words);
  const formatSize = (/** @type {number} */ bytes) => saySize(bytes, words, 1024);
  const size = ({ free = 0, total = 0 }) =>
    say('systemFree', { free: formatSize(free), total: formatSize(total) });
  /**
   * @param {string} name @param {string} value @param {State} [state] @param {string} [advice]
   * @returns {Row}
   */
  const row = (name, value, state = 'good', advice = '') => ({
    name: say(name),
    value,
    state,
    advice: state === 'good' ? '' : say(advice),
  });
  return [
    row('systemVersion', `Larder ${machine.version}, Node.js ${machine.node}`),
    certificateRow(),
    backupRow(),
    ...(machine.disk ? [diskRow(machine.disk)] : []),
    memoryRow(),
    hitRow(),
    ...(figures.slowest ? [slowRow(figures.slowest)] : []),
    mailRow(),
    feedRow(),
    checkRow(),
    derivedRow(),
    ...(machine.conflicts.length > 0 ? [conflictRow(machine.conflicts)] : []),
  ];

  /** @param {string[]} names */
  function conflictRow(names) {
    const value = names.slice(0, CONFLICTS).join(', ');
    return row('systemConflicts', value, 'warning', 'systemSettle');
  }

  function certificateRow() {
    const { certificate } = figures;
    if (!certificate) {
      if (machine.isSecure) return row('systemCertificate', say('systemByProxy'));
      const state = machine.isPublic ? 'bad' : 'good';
      return row('systemCertificate', say('systemNoHttps'), state, 'systemSetDomain');
    }
    const { until, failed } = certificate;
    if (!until) return row('systemCertificate', say('systemNone'), 'bad', 'systemSeeLog');
    const value = say('systemUntil', { date: until.slice(0, 10) });
    return row('systemCertificate', value, failed ? 'bad' : 'good', 'systemSeeLog');
  }

  function backupRow() {
    const { backup } = figures;
    if (!backup) return row('systemBackup', say('systemOff'), 'warning', 'systemBackupOn');
    const { at, bytes, failed } = backup;
    if (!at) {
      const state = failed ? 'bad' : 'good';
      return row('systemBackup', say('systemNoBackup'), state, 'systemSeeLog');
    }
    const value = say('systemMade', { date: at.slice(0, 10), size: formatSize(bytes) });
    const isOld = now - Date.parse(at) > 2 * DAY;
    return row('systemBackup', value, failed || isOld ? 'bad' : 'good', 'systemSeeLog');
  }

  /** @param {{ free: number, total: number }} disk */
  function diskRow(disk) {
    const share = disk.free / disk.total;
    const [little, none] = LITTLE_DISK;
    const state = share < none ? 'bad' : share < little ? 'warning' : 'good';
    return row('systemDisk', size(disk), state, 'systemFreeDisk');
  }

  function memoryRow() {
    const { memory } = machine;
    const own = figures.memoryBytes ?? 0;
    const isLittle = memory.free / memory.total < LITTLE_MEMORY;
    const value = own > 0 ? say('systemUses', { size: formatSize(own) }) : size(memory);
    return row('systemMemory', value, isLittle ? 'warning' : 'good', 'systemLessMemory');
  }

  function hitRow() {
    const stores = Object.values(figures.cache.stores);
    const { hits, misses } = sumOf(figures.samples ?? stores);
    const asked = hits + misses;
    const isLow = asked > 0 && hits / asked < LOW_HIT_RATE;
    const evicted = stores.some(({ evictions, entries }) => evictions > entries);
    const share = `${Math.floor((100 * hits) / Math.max(1, asked))} %`;
    const value =
      asked === 0 ? say('systemNoRequests') : say('systemHits', { share, count: asked });
    return row('systemHitRate', value, isLow && evicted ? 'warning' : 'good', 'systemMoreCache');
  }

  /** @param {Slow[]} slowest */
  function slowRow(slowest) {
    const value = slowest
      .filter(({ path }) => !path.startsWith('/theme/'))
      .slice(0, SLOW_PAGES)
      .map(({ path, milliseconds }) => `${path} ${Math.round(milliseconds)} ms`)
      .join(', ');
    const isSlow = slowest.some(({ milliseconds }) => milliseconds > SLOW_PAGE);
    return row(
      'systemSlowPages',
      value || say('systemNone'),
      isSlow ? 'warning' : 'good',
      'systemShorten',
    );
  }

  function mailRow() {
    if (!machine.hasMail) return row('systemMail', say('systemOff'));
    const isFailing = figures.mail?.failed ?? false;
    const value = say(isFailing ? 'systemMailFails' : 'systemMailWorks');
    return row('systemMail', value, isFailing ? 'bad' : 'good', 'systemCheckMail');
  }

  function feedRow() {
    const { reachable, feedLagMs } = figures.store;
    if (!reachable) return row('systemFeed', say('systemUnreachable'), 'bad', 'systemCheckStore');
    const state = feedLagMs > LATE_FEED ? 'warning' : 'good';
    return row('systemFeed', `${Math.round(feedLagMs)} ms`, state, 'systemCheckStore');
  }

  function checkRow() {
    const { checked, wrong } = figures.cache;
    const value = say('systemChecked', { count: checked, wrong });
    return row('systemChecks', value, wrong > 0 ? 'bad' : 'good', 'systemReport');
  }

  function derivedRow() {
    const { search, pages, sums } = figures.derived;
    const parts = /** @type {const} */ ([
      ['systemSearch', search],
      ['systemPages', pages],
      ['systemSums', sums],
    ]);
    const found = parts.flatMap(([key, { failed, madeAnewAt }]) => {
      if (failed) return say('systemFails', { name: say(key) });
      if (madeAnewAt === null) return [];
      const date = new Date(madeAnewAt).toISOString().slice(0, 10);
      return say('systemMadeAnew', { name: say(key), date });
    });
    const isBad = parts.some(([, { failed }]) => failed);
    const value = found.join(', ') || say('systemDerivedWorks');
    return row('systemDerived', value, isBad ? 'bad' : 'good', 'systemSeeLog');
  }
}
