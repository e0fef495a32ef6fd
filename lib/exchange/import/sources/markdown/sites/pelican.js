/** @import { OpenEngine } from './site.js' */

/** @type {OpenEngine} */
export async function openPelican(files) {
  const code = `${await files.text('pelicanconf.py')}\n${await files.text('publishconf.py')}`;
  const own = settingsIn(code);
  const pages = [...listIn(code, 'PAGE_PATHS'), ...[own.PAGE_DIR ?? []].flat()];
  const pageFolders = pages.length > 0 ? pages : ['pages'];
  const isPage = (/** @type {string} */ path) =>
    pageFolders.some((folder) => path.startsWith(`${folder.replace(/\/$/, '')}/`));
  return {
    name: 'Pelican',
    url: own.SITEURL,
    timeZone: own.TIMEZONE,
    source: `${(own.PATH ?? 'content').replace(/^\.\/|\/$/g, '')}/`,
    kindOf: (within) => (isPage(within) ? 'page' : 'post'),
  };
}

/** @param {string} code in Python @returns {Record<string, string>} the texts that names in capitals are set to */
function settingsIn(code) {
  const found = code.matchAll(/^([A-Z_]{1,40})\s*=\s*[ur]{0,2}(['"])((?:\\.|(?!\2)[^\\\n])*)\2/gm);
  return Object.fromEntries([...found].map(([, name, , value]) => [name, value]));
}

/** @param {string} code in Python @param {string} name @returns {string[]} the texts in the list that it is set to */
function listIn(code, name) {
  const [, list = ''] = new RegExp(`^${name}\\s*=\\s*[[(]([^\\])]{0,2000})`, 'm').exec(code) ?? [];
  return [...list.matchAll(/(['"])([^'"\n]*)\1/g)].map(([, , text]) => text).filter(Boolean);
}
