import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { theme } from '../changes/keys.js';
import { isReplayed, isRolledBack } from '../changes/replay.js';
import { discardSnapshot, takeSnapshot, writeSnapshot } from '../cache/snapshot.js';
import { isError } from '../base/errors.js';
import { listFiles } from '../base/files.js';
/** @import { CacheManager, Slot } from '../cache/cache-manager.js' */
/** @import { Config } from './config.js' */
/** @import { DerivedParts } from '../base/derived.js' */
/** @import { Log } from '../base/log.js' */
/** @import { Entry } from '../responses/entry.js' */
/** @import { Store, Summaries } from '../store/types.js' */
/** @import { Snapshot } from '../cache/snapshot.js' */
/** @import { Changes } from '../changes/changes.js' */

/** Files that determine the bytes of pages, besides content and theme. The last is npm's list of installed packages. */
const folders = ['lib', 'controllers', 'views', 'public', 'themes', 'words'];
const files = ['package.json', 'npm-shrinkwrap.json', 'node_modules/.package-lock.json'];

const THEME = theme('');
/** @param {string} key @returns {string[]} of the uploaded theme that it stands for, if it does */
const idsOfTheme = (key) => (key.startsWith(THEME) ? [key.slice(THEME.length)] : []);

/**
 * Keeps cached pages across a restart: a graceful stop saves them, and the next start loads them and applies all
 * changes since then, before the first request.
 * @param {object} deps
 * @param {Config} deps.config
 * @param {string} deps.root the project's folder
 * @param {object} deps.versions of Node.js and its libraries, which determine names of months and time zones
 * @param {{ cache: CacheManager<Entry>, changes: Changes, store: Store, takeSummaries: () => Summaries | null }}
 *   deps.open
 * @param {boolean} deps.isShared  whether other workers start with the same pages
 * @param {Pick<DerivedParts, 'pages'>} deps.derived
 * @param {Log} deps.log
 */
export function createWarmStart({ config, root, versions, open, isShared, derived, log }) {
  const { cache, changes, store, takeSummaries } = open;
  const folder = folderOf(config);
  // With port 0, the base URL is different each time.
  const isOff = config.cacheMaxBytes === 0 || (config.port === 0 && !config.baseUrl);
  // Computed at the start, since an update may replace the files before the stop.
  const identity = isOff ? '' : identityOf(config, { root, versions });

  let isRestored = false;
  return { identity, isRestored: () => isRestored, restore, save };

  /** @returns {Promise<Slot<Entry>[]>} pages of another engine or theme, which can only be rendered again */
  async function restore() {
    const summaries = takeSummaries();
    if (isOff || !summaries) return [];
    try {
      return await readPages(summaries);
    } catch (error) {
      if (isError(error, 'unavailable')) throw error;
      onDamage(error);
      discardSnapshot(folder);
      cache.clearAll('reset');
      await changes.load();
      return [];
    }
  }

  /** @param {Summaries} summaries */
  async function readPages(summaries) {
    /** @type {Snapshot<ReturnType<Changes['dump']>> | null} */
    const snapshot = takeSnapshot(folder, identity, { keep: isShared, onDamage });
    if (!snapshot) return [];
    const { index, slots } = snapshot;
    if (snapshot.identity !== identity) return slots;
    if (!(await store.knows(index.place)) || isRolledBack(index, summaries)) return [];
    for (const slot of await withTheirThemes(slots)) cache.restore(slot);
    await changes.replay(index, summaries);
    isRestored = true;
    const { entries } = cache.count();
    log.info(
      { entries, dropped: slots.length - entries },
      'Loaded the cached pages of the last run',
    );
    return [];
  }

  /**
   * @param {Slot<Entry>[]} slots
   * @returns {Promise<Slot<Entry>[]>} without those whose uploaded theme is not there: no summary tells when it comes
   *   or goes while nobody runs
   */
  async function withTheirThemes(slots) {
    const ids = new Set(slots.flatMap(({ entry }) => entry.dependsOn.flatMap(idsOfTheme)));
    if (ids.size === 0) return slots;
    const files = await store.getMany('media', [...ids], ['bytes']).catch(() => []);
    for (const file of files) if (file) ids.delete(file.id);
    return slots.filter(
      ({ entry }) => !entry.dependsOn.flatMap(idsOfTheme).some((id) => ids.has(id)),
    );
  }

  /** @param {unknown} error */
  function onDamage(error) {
    derived.pages.failed(error, { isDamaged: true });
    derived.pages.worked();
  }

  async function save() {
    if (isOff) return;
    const slots = new Set(await withTheirThemes([...cache.slots()]));
    try {
      writeSnapshot(folder, {
        identity,
        index: changes.dump(),
        slots: [...cache.slots()].filter(
          (slot) => slots.has(slot) && slot.entry.dependsOn.every(isReplayed),
        ),
      });
    } catch (error) {
      log.warn({ err: error }, 'The cached pages could not be saved for the next start');
    }
  }
}

/**
 * @param {Config} config
 * @param {{ root: string, versions: object }} engine
 * @returns {string} a digest; a snapshot with a different one cannot be used
 */
function identityOf(
  { baseUrl, host, port, themeDir, search, websubHub, smtpUrl, cdn, cdnMaxAge },
  { root, versions },
) {
  const hash = createHash('sha256');
  // Of languages that Node.js does not know, dates are in that of the process.
  const { locale } = new Intl.DateTimeFormat().resolvedOptions();
  hash.update(
    JSON.stringify([
      baseUrl || [host, port],
      ...[search, websubHub, smtpUrl !== ''],
      ...[cdn, cdnMaxAge],
      ...[locale, versions],
    ]),
  );
  const all = [
    ...[...folders.map((name) => join(root, name)), ...(themeDir ? [themeDir] : [])].flatMap(
      (folder) => listFiles(folder).map((file) => join(folder, file)),
    ),
    ...files.map((name) => join(root, name)).filter((file) => existsSync(file)),
    ...manifestsOf(join(root, 'package.json')),
  ];
  for (const file of all) {
    const bytes = readFileSync(file);
    hash.update(JSON.stringify([file, bytes.length])).update(bytes);
  }
  return hash.digest('base64url');
}

/**
 * @param {string} manifest package.json of the engine
 * @returns {string[]} manifests of its dependencies, wherever they are; needed where Larder is itself an installed
 *   package
 */
function manifestsOf(manifest) {
  const { resolve } = createRequire(manifest);
  const { dependencies = {} } = JSON.parse(readFileSync(manifest, 'utf8'));
  return Object.keys(dependencies).flatMap((name) => {
    const places = (resolve.paths(name) ?? []).map((folder) => join(folder, name, 'package.json'));
    return places.find((path) => existsSync(path)) ?? [];
  });
}

/**
 * @param {Pick<Config, 'cacheDir' | 'storeUrl'>} config
 * @returns {string} CACHE_DIR, or `cache` next to the database file or in `data`
 */
export function folderOf({ cacheDir, storeUrl }) {
  if (cacheDir) return cacheDir;
  const data = storeUrl.startsWith('sqlite:') ? dirname(storeUrl.slice('sqlite:'.length)) : 'data';
  return join(data, 'cache');
}

/**
 * @param {Pick<Config, 'cacheDir' | 'storeUrl'>} config
 * @param {'import' | 'export'} job
 * @returns {string} a folder for files that it needs for a while; emptied at the start, so nobody else may have one of
 *   this name
 */
export const jobFolderOf = (config, job) => join(folderOf(config), `${job}-in-progress`);
