import { recordIn } from '../../../shared/read-data.js';
import { partsOf, pathFrom, textOf } from './site.js';
import { zolaSlug } from './slugs.js';
/** @import { OpenEngine } from './site.js' */

const DATE = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}:\d{2}(?:Z|[+-]\d{2}:\d{2}))?[-_]/;

/** @type {OpenEngine} */
export async function openZola(files) {
  const own = await files.firstSettings(/^(zola|config)\.toml$/);
  const slugs = recordIn(own.slugify);
  const main = textOf(own.default_language) || 'en';
  const languages = ['', main, ...Object.keys(recordIn(own.languages))];
  const slugify = /^(off|safe)$/.test(textOf(slugs.paths)) ? textOf : zolaSlug;
  return {
    name: 'Zola',
    url: textOf(own.base_url),
    source: 'content/',
    addressesOf: ({ within, raw }) => {
      if (textOf(raw.path)) return textOf(raw.path);
      const [, name, language = ''] = /^(.*?)(?:\.([a-z]{2,3}(?:-\w+)?))?\.md$/i.exec(within) ?? [];
      if (!name || !languages.includes(language)) return null;
      const { folders, stem } = partsOf(`${name}.md`);
      const bare = slugs.paths_keep_dates === true ? stem : stem.replace(DATE, '') || stem;
      const parts = [...folders, textOf(raw.slug) || bare].map(slugify);
      const isMain = language === main;
      return parts.includes(undefined) ? null : pathFrom(isMain ? '' : language, ...parts);
    },
  };
}
