import { recordIn } from '../../../shared/read-data.js';
import { pathFrom, siteUrl, textOf, textsOf } from './site.js';
/** @import { OpenEngine } from './site.js' */

/** @type {Record<string, string>} */
const STYLES = {
  date: '/:categories/:year/:month/:day/:title:output_ext',
  pretty: '/:categories/:year/:month/:day/:title/',
  ordinal: '/:categories/:year/:y_day/:title:output_ext',
  weekdate: '/:categories/:year/W:week/:short_day/:title:output_ext',
  none: '/:categories/:title:output_ext',
};

const POST = /(^|\/)_(posts|drafts)\//;

/** @type {OpenEngine} */
export async function openJekyll(files) {
  const own = await files.firstSettings(/^_config\.(ya?ml|toml)$/);
  const roots = [own.source, own.collections_dir].map((root) =>
    textOf(root)
      .replace(/^\.?\/?/, '')
      .replace(/(.)\/?$/, '$1/'),
  );
  const timeZone = textOf(own.timezone);
  const style =
    textOf(recordIn(recordIn(own.collections).posts).permalink) || textOf(own.permalink);
  const usual = style || 'date';
  return {
    name: 'Jekyll',
    url: siteUrl(textOf(own.url), pathFrom(textOf(own.baseurl))),
    timeZone,
    // A time of YAML without a zone is UTC.
    zoneOf: (value) => (timeZone && /\d:\d\d:\d\d(\.\d+)?$/.test(textOf(value)) ? 'UTC' : timeZone),
    isOutside: (path) =>
      textsOf(own.exclude).some((each) => `${path}/`.startsWith(each.replace(/\/?$/, '/'))),
    kindOf(path) {
      const within = withinRoots(path);
      if (POST.test(within)) return 'post';
      return /(^|\/)_(?!pages\/)[^/]+\//.test(within) ? null : 'page';
    },
    patternOf: ({ path }) => (POST.test(withinRoots(path)) ? (STYLES[usual] ?? usual) : ''),
  };

  /** @param {string} path @returns {string} without the folders that the settings put around */
  function withinRoots(path) {
    return roots.reduce(
      (rest, root) => (rest.startsWith(root) ? rest.slice(root.length) : rest),
      path,
    );
  }
}
