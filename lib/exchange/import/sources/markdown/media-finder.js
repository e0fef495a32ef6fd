import { dirname, join, posix, relative, sep } from 'node:path';
import { encodedPath } from '../../../../base/paths.js';
import { looksLikeFile } from '../../shared/file-names.js';
import { fileWithin, mediaFolder } from '../media-folder.js';
import { isSettings, siteRootOf } from './site-root.js';

/** Where generators keep files that stand at the root of the site. */
const STATIC = ['', 'static/', 'public/', 'source/', 'src/', 'assets/', 'content/'];

/** The folders beside the imported one that may be looked into, whatever is around it. */
const BESIDE = /^(assets|content|files|images?|img|media|pictures|public|source|static|uploads)$/i;

/**
 * @param {string} root of what is imported, a real path
 * @param {string} [within] a folder out of which nothing is read
 * @returns {(address: string, file: string) => Promise<string | null>} finds the file that a text names: in the folder, in the
 *   site around it, and in the static folders beside it; never elsewhere, also not by symbolic links. The address is decoded,
 *   without query and fragment
 */
export function mediaFinder(root, within) {
  /** @type {ReturnType<typeof aroundOf> | undefined} */
  let around;
  return async (address, file) => {
    const { site, folders, findByName } = await (around ??= aroundOf(root, within));
    if (isSettings(address)) return null;
    for (const path of candidates(address, file, folders)) {
      const [, first] = /^\.\.\/([^/]+)\//.exec(path) ?? [];
      const isBeside = root !== within && first !== undefined && BESIDE.test(first);
      const found =
        (await fileWithin(join(root, path), site)) ??
        (isBeside && (await fileWithin(join(root, path), join(dirname(root), first))));
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
