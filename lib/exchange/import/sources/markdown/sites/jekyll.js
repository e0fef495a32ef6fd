import { dateVariables, fillPattern } from '../../../shared/pattern.js';
import { isRecord } from '../../../shared/records.js';
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

/** In which variables may stand one after the other. */
const VARIABLE = /:(output_ext|[a-z]+(?:_[a-z]+)*)/g;

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
  const endsWithSlash = style === 'pretty' || style.endsWith('/');
  const hasExtension = style in STYLES || /(:output_ext|\.html)$/.test(style);
  const ending = endsWithSlash ? '/' : hasExtension ? ':output_ext' : '';
  return {
    name: 'Jekyll',
    url: siteUrl(textOf(own.url), pathFrom(textOf(own.baseurl))),
    timeZone,
    // A time of YAML without a zone is UTC.
    zoneOf: (value) => (timeZone && /\d:\d\d:\d\d(\.\d+)?$/.test(textOf(value)) ? 'UTC' : timeZone),
    variables,
    kindOf(path) {
      const within = withinRoots(path);
      if (/(^|\/)_(posts|drafts)\//.test(within)) return 'post';
      return /(^|\/)_(?!pages\/)[^/]+\//.test(within) ? null : 'page';
    },
    addressesOf: (page) => {
      const pattern = isExcluded(page.path) ? '' : patternOf(page);
      if (!pattern) return [];
      const filled = fillPattern(pattern, variables(page), VARIABLE);
      if (filled === null) return null;
      const path = pathFrom(filled);
      return /(\/|\.\w+)$/.test(filled) ? [path] : [path, `${path}.html`];
    },
  };

  /** @param {string} path */
  function isExcluded(path) {
    return textsOf(own.exclude).some((each) => `${path}/`.startsWith(each.replace(/\/?$/, '/')));
  }

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
    const isPost = /(^|\/)_(posts|drafts)\//.test(within);
    const [, collection = isPost ? 'posts' : ''] = /^(?:[^_][^/]*\/)?_([^/]+)\//.exec(within) ?? [];
    const name = isPost ? 'posts' : collection;
    const given = textOf(raw.permalink) || defaultOf(within, name || 'pages');
    if (given) return STYLES[given] ?? given;
    const settings = isRecord(own.collections) ? own.collections[name] : undefined;
    const ofCollection = isRecord(settings) ? textOf(settings.permalink) : '';
    if (isPost) return STYLES[ofCollection || style] ?? (ofCollection || style);
    if (!collection) return `/:path${ending}`;
    return ofCollection || `/:collection/:path${ending}`;
  }

  /** @param {string} path @param {string} type @returns {string} the permalink that the settings give to this file */
  function defaultOf(path, type) {
    const fitting = [own.defaults ?? []]
      .flat()
      .filter(isRecord)
      .filter(({ scope, values }) => {
        const { path: start, type: of } = isRecord(scope) ? scope : {};
        const isHere = !textOf(start) || `${path}/`.startsWith(textOf(start).replace(/\/?$/, '/'));
        return (
          isHere &&
          (!textOf(of) || textOf(of) === type) &&
          isRecord(values) &&
          textOf(values.permalink)
        );
      });
    const lengthOf = (/** @type {any} */ { scope }) => textOf(scope?.path).length;
    const [nearest] = fitting.sort((a, b) => lengthOf(b) - lengthOf(a));
    return textOf(/** @type {any} */ (nearest)?.values.permalink);
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
    const categories = categoriesOf(
      raw,
      folders.slice(0, Math.max(0, folders.indexOf(collection))),
    );
    /** @type {Record<string, string>} */
    const values = {
      ...dateVariables(at),
      ...{
        title: jekyllTitle(slug),
        slug: jekyllSlug(slug),
        name: jekyllSlug(bare),
        basename: bare,
      },
      ...{ categories: categories.join('/'), output_ext: '.html', collection: collection.slice(1) },
      slugified_categories: categories.map(jekyllSlug).join('/'),
      path: [...rest, ...(isBundle && !collection ? [stem] : [name])].join('/'),
    };
    return (/** @type {string} */ variable) => values[variable];
  }
}

/** @param {Record<string, unknown>} raw @param {string[]} folders */
function categoriesOf({ category, categories }, folders) {
  const named = typeof categories === 'string' ? categories.split(/\s+/) : textsOf(categories);
  return [
    ...new Set([...folders, ...textsOf(category), ...named].map((each) => each.toLowerCase())),
  ].filter(Boolean);
}
