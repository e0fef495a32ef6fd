import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { isRolledBack } from './replay.js';
import { takeSnapshot, writeSnapshot } from '../cache/snapshot.js';
import { listFiles } from '../util/files.js';
/** @import { CacheManager } from '../cache/cache-manager.js' */
/** @import { Config } from '../config.js' */
/** @import { Log } from '../log.js' */
/** @import { Entry } from '../responses/entry.js' */
/** @import { Store, Summaries } from '../types.js' */
/** @import { Changes } from './changes.js' */

/** What makes the bytes of a page, beside the content and the theme. The last one is npm's list of what is installed. */
const folders = ['lib', 'controllers', 'views', 'public'];
const files = ['package.json', 'package-lock.json', 'node_modules/.package-lock.json'];

/** What no summary tells of: files that came from outside, and those of the engine that make no page but their own. */
const notReplayed = /^(media:|source$)/;

/**
 * Keeps the ready pages over a restart: a graceful stop writes them down, a start takes them up again, goes through
 * all that has changed since, and only then serves.
 * @param {object} deps
 * @param {Config} deps.config
 * @param {string} deps.root the project's folder
 * @param {object} deps.versions of what it runs on: names of months and time zones come with Node.js
 * @param {{ cache: CacheManager<Entry>, changes: Changes, store: Store, summaries: Summaries }} deps.open
 * @param {Log} deps.log
 */
export function createWarmStart({ config, root, versions, open, log }) {
  const { cache, changes, store, summaries } = open;
  const folder = folderOf(config);
  // On a port that is not known yet, the address of the blog is another one each time.
  const isOff = config.cacheMaxBytes === 0 || (config.port === 0 && !config.baseUrl);
  // Taken now, over the files that make the pages: at the stop an update may have put others in their place.
  const identity = isOff ? '' : identityOf(config, { root, versions });

  return { restore, save };

  /** @returns {Promise<number>} how many entries are warm */
  async function restore() {
    if (isOff) return 0;
    const snapshot = takeSnapshot(folder, identity);
    if (!snapshot) return 0;
    const { index, entries } = snapshot;
    if (!(await store.knows(index.place)) || isRolledBack(index, summaries)) return 0;
    for (const entry of entries) cache.restore(entry);
    await changes.replay(index, summaries);
    const { entries: warm } = cache.count();
    log.info(
      { entries: warm, dropped: entries.length - warm },
      'Loaded the cached pages of the last run',
    );
    return warm;
  }

  function save() {
    if (isOff) return;
    try {
      writeSnapshot(folder, {
        identity,
        index: changes.dump(),
        entries: [...cache.entries()].filter(
          ({ dependsOn }) => !dependsOn.some((key) => notReplayed.test(key)),
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
 * @returns {string} another one means that nothing can be said about what was kept
 */
function identityOf({ baseUrl, host, port, themeDir }, { root, versions }) {
  const hash = createHash('sha256');
  hash.update(JSON.stringify([baseUrl || [host, port], versions]));
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
 * @returns {string[]} those of the packages that it names, wherever they lie: an installed Larder has no list of them beside it
 */
function manifestsOf(manifest) {
  const { resolve } = createRequire(manifest);
  const { dependencies = {} } = JSON.parse(readFileSync(manifest, 'utf8'));
  return Object.keys(dependencies).flatMap((name) => {
    const places = (resolve.paths(name) ?? []).map((folder) => join(folder, name, 'package.json'));
    return places.find((path) => existsSync(path)) ?? [];
  });
}

/** @param {Config} config @returns {string} beside the database where that is a file */
function folderOf({ cacheDir, storeUrl }) {
  if (cacheDir) return cacheDir;
  const data = storeUrl.startsWith('sqlite:') ? dirname(storeUrl.slice('sqlite:'.length)) : 'data';
  return join(data, 'cache');
}
