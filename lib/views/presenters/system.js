import { saySize } from './plain-text.js';
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
    say('system.free', { free: formatSize(free), total: formatSize(total) });
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
    row('system.version', `Larder ${machine.version}, Node.js ${machine.node}`),
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
    return row('system.conflicts', value, 'warning', 'system.settle');
  }

  function certificateRow() {
    const { certificate } = figures;
    if (!certificate) {
      if (machine.isSecure) return row('system.certificate', say('system.byProxy'));
      const state = machine.isPublic ? 'bad' : 'good';
      return row('system.certificate', say('system.noHttps'), state, 'system.setDomain');
    }
    const { until, failed } = certificate;
    if (!until) return row('system.certificate', say('system.none'), 'bad', 'system.seeLog');
    const value = say('system.until', { date: until.slice(0, 10) });
    return row('system.certificate', value, failed ? 'bad' : 'good', 'system.seeLog');
  }

  function backupRow() {
    const { backup } = figures;
    if (!backup) return row('system.backup', say('system.off'), 'warning', 'system.backupOn');
    const { at, bytes, failed } = backup;
    if (!at) {
      const state = failed ? 'bad' : 'good';
      return row('system.backup', say('system.noBackup'), state, 'system.seeLog');
    }
    const value = say('system.made', { date: at.slice(0, 10), size: formatSize(bytes) });
    const isOld = now - Date.parse(at) > 2 * DAY;
    return row('system.backup', value, failed || isOld ? 'bad' : 'good', 'system.seeLog');
  }

  /** @param {{ free: number, total: number }} disk */
  function diskRow(disk) {
    const share = disk.free / disk.total;
    const [little, none] = LITTLE_DISK;
    const state = share < none ? 'bad' : share < little ? 'warning' : 'good';
    return row('system.disk', size(disk), state, 'system.freeDisk');
  }

  function memoryRow() {
    const { memory } = machine;
    const own = figures.memoryBytes ?? 0;
    const isLittle = memory.free / memory.total < LITTLE_MEMORY;
    const value = own > 0 ? say('system.uses', { size: formatSize(own) }) : size(memory);
    return row('system.memory', value, isLittle ? 'warning' : 'good', 'system.lessMemory');
  }

  function hitRow() {
    const stores = Object.values(figures.cache.stores);
    const { hits, misses } = sumOf(figures.samples ?? stores);
    const asked = hits + misses;
    const isLow = asked > 0 && hits / asked < LOW_HIT_RATE;
    const evicted = stores.some(({ evictions, entries }) => evictions > entries);
    const share = `${Math.floor((100 * hits) / Math.max(1, asked))} %`;
    const value =
      asked === 0 ? say('system.noRequests') : say('system.hits', { share, count: asked });
    return row('system.hitRate', value, isLow && evicted ? 'warning' : 'good', 'system.moreCache');
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
      'system.slowPages',
      value || say('system.none'),
      isSlow ? 'warning' : 'good',
      'system.shorten',
    );
  }

  function mailRow() {
    if (!machine.hasMail) return row('system.mail', say('system.off'));
    const isFailing = figures.mail?.failed ?? false;
    const value = say(isFailing ? 'system.mailFails' : 'system.mailWorks');
    return row('system.mail', value, isFailing ? 'bad' : 'good', 'system.checkMail');
  }

  function feedRow() {
    const { reachable, feedLagMs } = figures.store;
    if (!reachable)
      return row('system.feed', say('system.unreachable'), 'bad', 'system.checkStore');
    const state = feedLagMs > LATE_FEED ? 'warning' : 'good';
    return row('system.feed', `${Math.round(feedLagMs)} ms`, state, 'system.checkStore');
  }

  function checkRow() {
    const { checked, wrong } = figures.cache;
    const value = say('system.checked', { count: checked, wrong });
    return row('system.checks', value, wrong > 0 ? 'bad' : 'good', 'system.report');
  }

  function derivedRow() {
    const { search, pages, sums } = figures.derived;
    const parts = /** @type {const} */ ([
      ['system.search', search],
      ['system.pages', pages],
      ['system.sums', sums],
    ]);
    const found = parts.flatMap(([key, { failed, madeAnewAt }]) => {
      if (failed) return say('system.fails', { name: say(key) });
      if (madeAnewAt === null) return [];
      const date = new Date(madeAnewAt).toISOString().slice(0, 10);
      return say('system.madeAnew', { name: say(key), date });
    });
    const isBad = parts.some(([, { failed }]) => failed);
    const value = found.join(', ') || say('system.derivedWorks');
    return row('system.derived', value, isBad ? 'bad' : 'good', 'system.seeLog');
  }
}
