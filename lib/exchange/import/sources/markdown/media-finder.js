import { readdir } from 'node:fs/promises';
import { basename, dirname, join, posix, relative, sep } from 'node:path';
import { encodedPath } from '../../../../base/paths.js';
import { looksLikeFile } from '../../shared/file-names.js';
import { fileWithin, mediaFolder } from '../media-folder.js';

/** Where generators keep files at the root of the site. */
const STATIC = ['', 'static/', 'public/', 'source/', 'src/', 'assets/', 'content/'];

/** The folders beside the imported one that may be looked into, whatever is around it. */
const MEDIA_FOLDER =
  /^(assets|content|files|images?|img|media|pictures|public|source|static|uploads)$/i;

/**
 * @param {string} root of what is imported, a real path
 * @param {string} [within] a folder out of which nothing is read
 * @returns {(address: string, file: string) => Promise<string | null>} finds the file that a text names: in the folder,
 *   in the site around it, and in the static folders beside it; never elsewhere, also not by symbolic links. The
 *   address is decoded, without query and fragment
 */
export function mediaFinder(root, within) {
  /** @type {ReturnType<typeof aroundOf> | undefined} */
  let around;
  return async (address, file) => {
    const { site, folders, findByName } = await (around ??= aroundOf(root, within));
    if (isSettings(address)) return null;
    for (const path of candidates(address, file, folders)) {
      const [, first] = /^\.\.\/([^/]+)\//.exec(path) ?? [];
      const isNextTo = root !== within && first !== undefined && MEDIA_FOLDER.test(first);
      const found =
        (await fileWithin(join(root, path), site)) ??
        (isNextTo && (await fileWithin(join(root, path), join(dirname(root), first))));
      if (found) return found;
    }
    const own = withoutAlias(address);
    // A name alone may be that of any source.
    return looksLikeFile(own) || own.includes('/') ? findByName(encodedPath(own)) : null;
  };
}

/** @param {string} root @param {string} [within] */
async function aroundOf(root, within) {
  const site = await siteRootOf(root, within);
  const above = relative(site, root).split(sep).filter(Boolean);
  return {
    site,
    /** From the imported folder up to the root of the site, and the one beside it. */
    folders: [...above, '']
      .map((_, count) => '../'.repeat(count))
      .concat(above.length ? [] : '../'),
    findByName: mediaFolder(site, { isUnique: true }),
  };
}

/**
 * @param {string} address
 * @param {string} file
 * @param {string[]} folders
 * @returns {string[]} paths relative to the imported folder, which may begin with `..`
 */
function candidates(address, file, folders) {
  const atRoot = (/** @type {string} */ path) =>
    folders.flatMap((folder) => STATIC.map((name) => posix.join(folder, name, path)));
  const rooted = atRoot(withoutAlias(address));
  if (address.startsWith('/')) return rooted;
  const stem = file.replace(/\.\w+$/, '').replace(/(^|\/)\d{4}-\d\d?-\d\d?-(?=[^/]*$)/, '$1');
  // Hexo keeps a post's images in a folder with the post's name.
  const near = [posix.dirname(file), file.replace(/\.\w+$/, ''), stem].map((from) =>
    posix.join(from, address),
  );
  // A static folder may have the folders of the posts.
  return [...near, ...atRoot(near[0]), ...rooted];
}

/** @param {string} address @returns {string} without the sign of a folder of the site: `@/a.png`, `~assets/a.png` */
const withoutAlias = (address) => address.replace(/^[@~]?\/|^[@~]/, '');

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
 * @returns {Promise<string>} the root of the site whose content it is: the nearest folder with the settings of an
 *   engine; the folder itself when there is none
 */
async function siteRootOf(folder, top) {
  for (let [root, left] = [folder, MOST_ABOVE]; left >= 0; left -= 1) {
    /** @type {string[]} */
    const names = await readdir(root).catch(() => []);
    const within = relative(root, folder).split(sep);
    const isContent = root === folder || within.some((name) => CONTENT.test(name));
    if (isContent && names.some((name) => SETTINGS.test(name))) return root;
    if (names.includes('.git') || root === top || dirname(root) === root) break;
    root = dirname(root);
  }
  return folder;
}
