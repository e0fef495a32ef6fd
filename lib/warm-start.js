import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { takeSnapshot, writeSnapshot } from './cache/snapshot.js';
import { listFiles } from './files.js';

/** What makes the bytes of a page, beside the content, the settings and the packages. */
const folders = ['lib', 'controllers', 'views', 'public'];

/**
 * Keeps the ready pages over a restart: a graceful stop writes them down, a start takes them up again, goes through
 * all that has changed since, and only then serves.
 * @param {object} parts
 * @param {import('./config.js').Config} parts.config
 * @param {string} parts.root the project's folder
 * @param {import('./open-blog.js').OpenBlog} parts.open
 * @param {import('./log.js').Log} parts.log
 */
export function createWarmStart({ config, root, open, log }) {
  const { cache, index, changes, summaries } = open;
  const folder = folderOf(config);
  // On a port that is not known yet, the address of the blog is another one each time.
  const isOff = config.cacheMaxBytes === 0 || (config.port === 0 && !config.baseUrl);

  return { restore, save };

  /** @returns {Promise<number>} how many entries are warm */
  async function restore() {
    if (isOff) return 0;
    const snapshot = takeSnapshot(folder, identity());
    if (!snapshot) return 0;
    for (const entry of snapshot.entries) cache.restore(entry);
    await changes.replay(snapshot.index, summaries);
    const { entries } = cache.count();
    log.info({ entries, dropped: snapshot.entries.length - entries }, 'Pages are warm from before');
    return entries;
  }

  function save() {
    if (isOff) return;
    try {
      writeSnapshot(folder, {
        identity: identity(),
        index: index.dump(),
        // No summary tells whether an upload is still there; reading it again costs little.
        entries: [...cache.entries()].filter(({ dependsOn }) => !dependsOn.some(isOfMedia)),
      });
    } catch (error) {
      log.warn({ err: error }, 'The ready pages could not be kept for the next start');
    }
  }

  /** Another one means that nothing can be said about what was kept. */
  function identity() {
    const { baseUrl, host, port, themeDir } = config;
    const hash = createHash('sha256').update(
      JSON.stringify([baseUrl || [host, port], summaries.epoch, process.version, index.settings]),
    );
    const all = [
      ...[...folders.map((name) => join(root, name)), ...(themeDir ? [themeDir] : [])].flatMap(
        (folder) => listFiles(folder).map((file) => join(folder, file)),
      ),
      join(root, 'package.json'),
      ...manifestsOf(join(root, 'package.json')),
    ];
    for (const file of all) hash.update(file).update(readFileSync(file));
    return hash.digest('base64url');
  }
}

/**
 * @param {string} manifest package.json of the engine
 * @returns {string[]} those of the packages that it names, wherever they lie: a lock file is in no package that npm makes
 */
function manifestsOf(manifest) {
  const { resolve } = createRequire(manifest);
  const { dependencies } = JSON.parse(readFileSync(manifest, 'utf8'));
  return Object.keys(dependencies).flatMap((name) => {
    const places = (resolve.paths(name) ?? []).map((folder) => join(folder, name, 'package.json'));
    return places.find((path) => existsSync(path)) ?? [];
  });
}

/** @param {string} key */
const isOfMedia = (key) => key.startsWith('media:');

/** @param {import('./config.js').Config} config @returns {string} beside the database where that is a file */
function folderOf({ cacheDir, storeUrl }) {
  if (cacheDir) return cacheDir;
  const data = storeUrl.startsWith('sqlite:') ? dirname(storeUrl.slice('sqlite:'.length)) : 'data';
  return join(data, 'cache');
}
