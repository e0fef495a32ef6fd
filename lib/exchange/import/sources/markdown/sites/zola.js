import { isRecord } from '../../../shared/records.js';
import { pageOutsideFolders, partsOf, pathFrom, textOf } from './site.js';
import { zolaSlug } from './slugs.js';
/** @import { OpenEngine } from './site.js' */

const DATE = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}:\d{2}(?:Z|[+-]\d{2}:\d{2}))?[-_]/;

/** @type {OpenEngine} */
export async function openZola(files) {
  const own = await files.firstSettings(/^(zola|config)\.toml$/);
  const slugs = isRecord(own.slugify) ? own.slugify : {};
  const languages = Object.keys(isRecord(own.languages) ? own.languages : {});
  const main = textOf(own.default_language) || 'en';
  const slugify =
    slugs.paths === 'off' || slugs.paths === 'safe'
      ? (/** @type {string} */ text) => text
      : zolaSlug;
  return {
    name: 'Zola',
    url: textOf(own.base_url),
    kindOf: (path) =>
      path.startsWith('content/') ? pageOutsideFolders(path.slice('content/'.length)) : null,
    addressesOf: ({ path, raw }) => {
      if (!path.startsWith('content/')) return [];
      if (textOf(raw.path)) return [pathFrom(textOf(raw.path))];
      const [, name, language = main] =
        /^(.*?)(?:\.([a-z]{2,3}(?:-\w+)?))?\.md$/i.exec(path.slice('content/'.length)) ?? [];
      if (!name || (language !== main && !languages.includes(language))) return null;
      const { folders, stem } = partsOf(`${name}.md`);
      const bare = slugs.paths_keep_dates === true ? stem : stem.replace(DATE, '') || stem;
      const parts = [...folders, textOf(raw.slug) || bare].map(slugify);
      return parts.includes(undefined)
        ? null
        : [pathFrom(language === main ? '' : language, ...parts)];
    },
  };
}
