import { createHash } from 'node:crypto';
import { dateVariables, fillPattern } from '../../../shared/pattern.js';
import { recordIn } from '../../../shared/read-data.js';
import { siteUrl, textOf, textsOf } from './site.js';
import { hexoSlug } from './slugs.js';
/** @import { OpenEngine, SourcePage } from './site.js' */

/** What a name may consist of, by `new_post_name`. @type {Record<string, string>} */
const NAME_PARTS = {
  year: '\\d{4}',
  month: '\\d{2}',
  day: '\\d{2}',
  i_month: '\\d{1,2}',
  i_day: '\\d{1,2}',
  hash: '[0-9a-f]{12}',
  title: '.+?',
};

const POST = /^_(posts|drafts)\//;

/** @type {OpenEngine} */
export async function openHexo(files) {
  const own = await files.firstSettings(/^_config\.(ya?ml|json)$/);
  const pattern = textOf(own.permalink) || ':year/:month/:day/:title/';
  const nameParts = namePattern(textOf(own.new_post_name) || ':title.md');
  const defaults = recordIn(own.permalink_defaults);
  return {
    name: 'Hexo',
    url: siteUrl(textOf(own.url), textOf(own.root)),
    timeZone: textOf(own.timezone),
    source: `${textOf(own.source_dir) || 'source'}/`,
    variables,
    kindOf: (within) => (POST.test(within) ? 'post' : 'page'),
    addressesOf(page) {
      if (POST.test(page.within))
        return textOf(page.raw.permalink) || fillPattern(pattern, variables(page));
      const stem = page.within.replace(/\.\w+$/, '');
      return /(^|\/)index$/.test(stem) ? stem.slice(0, -'index'.length) : `${stem}.html`;
    },
  };

  /** @param {SourcePage} page */
  function variables({ path, raw, title, at, iso }) {
    const stem = path.replace(/\.\w+$/, '').replace(/^.*?_(posts|drafts)\//, '');
    const named = nameParts.exec(stem)?.groups ?? {};
    const slug = named.title ?? hexoSlug(stem);
    /** @type {Record<string, string>} */
    const values = {
      title: slug,
      name: slug.replace(/^.*\//, ''),
      post_title: hexoSlug(title).toLowerCase(),
      category: categoryOf(raw),
      ...dateVariables(at),
      ...(iso && { hash: hashOf(slug, iso) }),
    };
    return (/** @type {string} */ name) =>
      values[name] ?? (textOf(raw[name] ?? named[name] ?? defaults[name]) || undefined);
  }

  /** @param {Record<string, unknown>} raw */
  function categoryOf(raw) {
    const list = [raw.categories ?? raw.category ?? []].flat();
    // Of several lists of categories, the last decides.
    const names = textsOf(list.some(Array.isArray) ? list.at(-1) : list);
    const map = recordIn(own.category_map);
    const slugs = names.map((name) => hexoSlug(textOf(map[name]) || name)).join('/');
    const cased = own.filename_case === 1 ? slugs.toLowerCase() : slugs;
    return cased || textOf(own.default_category) || 'uncategorized';
  }
}

const ANY_NAME = /^(?<title>.+)$/;

/** So many variables of any text are looked for in a name: time grows with that power of its length. */
const MOST_FREE = 2;

/** @param {string} pattern of the names of new posts */
function namePattern(pattern) {
  const parts = pattern
    .replace(/\.\w+$/, '')
    .split(/(:[a-z_]+)/)
    .map((part, place) => {
      if (place % 2 === 0) return part.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');
      const name = part.slice(1);
      return `(?<${name}>${NAME_PARTS[name] ?? '[^/]+?'})`;
    });
  const free = parts.filter((part) => /\+\?\)$/.test(part)).length;
  const names = parts.filter((_, place) => place % 2 === 1);
  if (free > MOST_FREE || new Set(names).size < names.length) return ANY_NAME;
  return new RegExp(`^${parts.join('')}$`);
}

/** @param {string} slug @param {string} iso */
const hashOf = (slug, iso) =>
  createHash('sha1')
    .update(slug + Math.floor(Date.parse(iso) / 1000))
    .digest('hex')
    .slice(0, 12);
