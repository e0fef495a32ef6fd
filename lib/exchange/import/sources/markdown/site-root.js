import { readdir } from 'node:fs/promises';
import { basename, dirname, relative, sep } from 'node:path';

/** Settings of engines, at the root of a site. */
const SETTINGS =
  /^(_config\.(ya?ml|toml|json)|(hugo|zola|config)\.(toml|ya?ml|json)|\.eleventy\.[cm]?js|(eleventy|astro|next|nuxt|svelte|vite|docusaurus|quartz|react-router|remix)\.config\.\w+|gatsby-config\.\w+|pelicanconf\.py|mkdocs\.ya?ml|\.obsidian)$/;

/** Other files about a site, which may hold what no reader is to see. */
const ABOUT =
  /^(\..*|package(-lock)?\.json|composer\.(json|lock)|.*\.(env|pem|key|p12|sqlite3?|db))$/i;

/** @param {string} path @returns {boolean} whether it names a file about a site, which is never published */
export function isSettings(path) {
  const name = basename(path);
  return SETTINGS.test(name) || ABOUT.test(name);
}

/** Folders in which engines keep texts: what is imported is, or is within, one of these. */
const CONTENT =
  /^(_posts|_drafts|app|articles|blog|blogs|content|data|docs|notes|pages|posts?|public|source|src|writing)$/i;

/** How many folders above the imported one are looked at. */
const MOST_ABOVE = 5;

/**
 * Files that texts name may lie anywhere in a site, and posts are often imported alone.
 * @param {string} folder what is imported, a real path
 * @param {string} [top] a folder above which nothing is read
 * @returns {Promise<string>} the root of the site whose content it is: the nearest folder with the settings of an engine; the
 *   folder itself when there is none
 */
export async function siteRootOf(folder, top) {
  for (let [root, left] = [folder, MOST_ABOVE]; left >= 0; left -= 1) {
    const names = await readdir(root).catch(() => /** @type {string[]} */ ([]));
    const within = relative(root, folder).split(sep);
    const isContent = root === folder || within.some((name) => CONTENT.test(name));
    if (isContent && names.some((name) => SETTINGS.test(name))) return root;
    if (names.includes('.git') || root === top || dirname(root) === root) break;
    root = dirname(root);
  }
  return folder;
}
