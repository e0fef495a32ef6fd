import { dateVariables, fillPattern } from '../../../shared/pattern.js';
import { recordIn } from '../../../shared/read-data.js';
import { partsOf, pathFrom, siteUrl, textOf, textsOf } from './site.js';
import { jekyllSlug, jekyllTitle } from './slugs.js';
/** @import { OpenEngine, SourcePage } from './site.js' */

/** @type {Record<string, string>} */
const STYLES = {
  date: '/:categories/:year/:month/:day/:title:output_ext',
  pretty: '/:categories/:year/:month/:day/:title/',
  ordinal: '/:categories/:year/:y_day/:title:output_ext',
  weekdate: '/:categories/:year/W:week/:short_day/:title:output_ext',
  none: '/:categories/:title:output_ext',
};

/** In which one variable may follow another. */
const VARIABLE = /:(output_ext|[a-z]+(?:_[a-z]+)*)/g;

const POST = /(^|\/)_(posts|drafts)\//;

/** @type {OpenEngine} */
export async function openJekyll(files) {
  const own = await files.firstSettings(/^_config\.(ya?ml|toml)$/);
  const roots = [own.source, own.collections_dir].map((root) =>
    textOf(root)
      .replace(/^\.?\/?/, '')
      .replace(/(.)\/?$/, '$1/'),
  );
  const style = textOf(own.permalink) || 'date';
  const timeZone = textOf(own.timezone);
  const hasExtension = style in STYLES || /(:output_ext|\.html)$/.test(style);
  const ending = /^pretty$|\/$/.test(style) ? '/' : hasExtension ? ':output_ext' : '';
  const defaults = [own.defaults ?? []].flat().map((each) => {
    const { scope, values } = recordIn(each);
    const { path, type } = recordIn(scope);
    return {
      folder: textOf(path).replace(/(.)\/?$/, '$1/'),
      type: textOf(type),
      permalink: textOf(recordIn(values).permalink),
    };
  });
  return {
    name: 'Jekyll',
    url: siteUrl(textOf(own.url), pathFrom(textOf(own.baseurl))),
    timeZone,
    // A time of YAML without a zone is UTC.
    zoneOf: (value) => (timeZone && /\d:\d\d:\d\d(\.\d+)?$/.test(textOf(value)) ? 'UTC' : timeZone),
    variables,
    kindOf(path) {
      const within = withinRoots(path);
      if (POST.test(within)) return 'post';
      return /(^|\/)_(?!pages\/)[^/]+\//.test(within) ? null : 'page';
    },
    addressesOf(page) {
      const isIn = (/** @type {string} */ each) =>
        `${page.path}/`.startsWith(each.replace(/\/?$/, '/'));
      if (textsOf(own.exclude).some(isIn)) return [];
      const filled = fillPattern(patternOf(page), variables(page), VARIABLE);
      return filled === null || /(\/|\.\w+)$/.test(filled) ? filled : [filled, `${filled}.html`];
    },
  };

  /** @param {string} path @returns {string} without the folders that the settings put around */
  function withinRoots(path) {
    return roots.reduce(
      (rest, root) => (rest.startsWith(root) ? rest.slice(root.length) : rest),
      path,
    );
  }

  /** @param {SourcePage} page */
  function patternOf({ path, raw }) {
    const within = withinRoots(path);
    const [, folder = ''] = /^(?:[^_][^/]*\/)?_([^/]+)\//.exec(within) ?? [];
    const collection = POST.test(within) ? 'posts' : folder;
    const [usual] = defaults
      .filter(({ folder: start, type }) => isAt(within, start) && isOf(type, collection || 'pages'))
      .filter(({ permalink }) => permalink)
      .sort((a, b) => b.folder.length - a.folder.length);
    const input = textOf(raw.permalink) || usual?.permalink;
    if (input) return STYLES[input] ?? input;
    const ofCollection = textOf(recordIn(recordIn(own.collections)[collection]).permalink);
    if (collection === 'posts') return STYLES[ofCollection || style] ?? (ofCollection || style);
    return ofCollection || `${collection && '/:collection'}/:path${ending}`;
  }

  /** @param {SourcePage} page */
  function variables({ path, raw, at }) {
    const within = withinRoots(path);
    const { folders, stem, isBundle } = partsOf(within);
    const name =
      isBundle && !/(^|\/)_/.test(within) ? '' : within.replace(/^.*\//, '').replace(/\.\w+$/, '');
    const bare = name.replace(/^\d{2,4}-\d{1,2}-\d{1,2}-/, '');
    const [collection = ''] = folders.filter((folder) => folder.startsWith('_'));
    const rest = collection ? folders.slice(folders.indexOf(collection) + 1) : folders;
    const slug = textOf(raw.slug) || bare;
    const above = folders.slice(0, Math.max(0, folders.indexOf(collection)));
    const categories = categoriesOf(raw, above);
    /** @type {Record<string, string>} */
    const values = {
      ...dateVariables(at),
      title: jekyllTitle(slug),
      slug: jekyllSlug(slug),
      name: jekyllSlug(bare),
      basename: bare,
      categories: categories.join('/'),
      slugified_categories: categories.map(jekyllSlug).join('/'),
      output_ext: '.html',
      collection: collection.slice(1),
      path: [...rest, isBundle && !collection ? stem : name].join('/'),
    };
    return (/** @type {string} */ variable) => values[variable];
  }
}

/** @param {string} path @param {string} folder '' for all */
const isAt = (path, folder) => `${path}/`.startsWith(folder);

/** @param {string} type '' for all @param {string} collection */
const isOf = (type, collection) => type === '' || type === collection;

/** @param {Record<string, unknown>} raw @param {string[]} folders */
function categoriesOf({ category, categories }, folders) {
  const named = typeof categories === 'string' ? categories.split(/\s+/) : textsOf(categories);
  const all = [...folders, ...textsOf(category), ...named].map((each) => each.toLowerCase());
  return [...new Set(all)].filter(Boolean);
}
