import { literalsIn } from '../../../shared/literals.js';
import { textOf, textsOf } from './site.js';
/** @import { OpenEngine } from './site.js' */

/** @type {OpenEngine} */
export async function openPelican(files) {
  const [draft, final] = await Promise.all(['pelicanconf.py', 'publishconf.py'].map(read));
  const own = { ...draft, ...final };
  const pages = textsOf([own.PAGE_PATHS ?? own.PAGE_DIR ?? 'pages']);
  const isPage = (/** @type {string} */ path) =>
    pages.some((folder) => path.startsWith(`${folder.replace(/\/$/, '')}/`));
  return {
    name: 'Pelican',
    url: textOf(own.SITEURL),
    timeZone: textOf(own.TIMEZONE),
    source: `${(textOf(own.PATH) || 'content').replace(/^\.\/|\/$/g, '')}/`,
    kindOf: (within) => (isPage(within) ? 'page' : 'post'),
  };

  /** @param {string} file @returns {Promise<Record<string, unknown>>} */
  async function read(file) {
    return Object.fromEntries(literalsIn(await files.text(file)));
  }
}
