import { fillPattern, formatDate } from '../../../shared/pattern.js';
import { partsOf, pathFrom, textOf, textsOf } from './site.js';
import { pelicanSlug } from './slugs.js';
/** @import { OpenEngine } from './site.js' */

/** @type {OpenEngine} */
export async function openPelican(files) {
  const code = `${await files.text('pelicanconf.py')}\n${await files.text('publishconf.py')}`;
  const own = settingsIn(code);
  const pages = [...listIn(code, 'PAGE_PATHS'), ...[own.PAGE_DIR ?? []].flat()];
  const pageFolders = pages.length > 0 ? pages : ['pages'];
  const isPage = (/** @type {string} */ path) =>
    pageFolders.some((folder) => path.startsWith(`${folder.replace(/\/$/, '')}/`));
  const source = `${(own.PATH ?? 'content').replace(/^\.\/|\/$/g, '')}/`;
  const hasNamedSlugs = /\(\?P<slug>/.test(own.FILENAME_METADATA ?? '');
  return {
    name: 'Pelican',
    url: own.SITEURL,
    timeZone: own.TIMEZONE,
    kindOf(path) {
      if (!path.startsWith(source)) return null;
      return isPage(path.slice(source.length)) ? 'page' : 'post';
    },
    addressesOf: ({ path, raw, title, at }) => {
      if (!path.startsWith(source)) return [];
      if (textOf(raw.url)) return [pathFrom(textOf(raw.url))];
      const { folders, stem } = partsOf(path.slice(source.length));
      const pattern = isPage(path.slice(source.length))
        ? (own.PAGE_URL ?? 'pages/{slug}.html')
        : (own.ARTICLE_URL ?? '{slug}.html');
      const category = textOf(raw.category) || folders.at(-1) || own.DEFAULT_CATEGORY || 'misc';
      const isByName = own.SLUGIFY_SOURCE === 'basename';
      const [, named] = /^\d{4}-\d\d-\d\d[-_](.+)$/.exec(stem) ?? [];
      const slug =
        textOf(raw.slug) || (hasNamedSlugs && named) || pelicanSlug(isByName ? stem : title);
      /** @type {Record<string, string | undefined>} */
      const values = {
        ...{
          slug,
          category: pelicanSlug(category),
          lang: textOf(raw.lang) || own.DEFAULT_LANG || 'en',
        },
        author: pelicanSlug(textsOf(raw.author ?? raw.authors)[0] ?? own.AUTHOR ?? ''),
      };
      const filled = fillPattern(
        pattern,
        (name) => (name.startsWith('date:') ? formatDate(at, name.slice(5)) : values[name]),
        /\{([^{}]*)\}/g,
      );
      return filled === null ? null : [pathFrom(filled)];
    },
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
