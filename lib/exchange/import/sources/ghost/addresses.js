import { dirname } from 'node:path';
import { isTimeZone, toLocal } from '../../../../base/time-zones.js';
import { tagPath } from '../../../../base/paths.js';
import { dateVariables, fillPattern } from '../../shared/pattern.js';
import { isRecord } from '../../shared/read-data.js';
import { SettingsFiles } from '../../shared/settings-files.js';
import { keyOf, text } from './tables.js';
/** @import { Source } from '../source.js' */
/** @import { Row, Tables } from './tables.js' */

/** Where Ghost keeps its redirects and routes, seen from an export or from the folder above it. */
const FOLDERS = ['', 'data', 'settings', 'content/data', 'content/settings'];

/** What makes a redirect a pattern for many addresses. */
const PATTERN = /[()[\]{}*+|$^]|\\[a-z]/i;

/**
 * @typedef {{ redirects: Source['redirects'], warnings: Source['warnings'], pathsOf: (post: Row) => string[] }}
 *   Addresses
 */

/**
 * Finds where posts, tags, authors and feeds of a blog of Ghost stood.
 * @param {string} file the export
 * @param {string} folder that is imported
 * @param {Tables} tables
 * @param {string} [permalink] a pattern of the addresses of posts, from the owner
 * @returns {Promise<Addresses>}
 */
export async function readAddresses(file, folder, tables, permalink) {
  /** @type {Source['warnings']} */
  const warnings = [];
  const read = async (/** @type {RegExp} */ name) =>
    readSibling([...new Set([dirname(file), folder])], name, warnings);
  const { settings, tags, users, tagsOf, authorsOf } = tables;
  const patterns = [
    permalink ?? text(settings.get('permalinks')),
    ...patternsIn(await read(/^routes\.(ya?ml)$/)),
  ];
  const zone = text(settings.get('timezone')) || text(settings.get('active_timezone'));
  const timeZone = isTimeZone(zone) ? zone : 'UTC';
  const shown = [...tags.values()].filter(
    ({ slug, name }) => text(slug) && !text(name).startsWith('#'),
  );
  return {
    warnings,
    redirects: [
      ...['/rss', '/feed'].map((from) => ({ from, to: '/atomfeed' })),
      ...shown.flatMap(({ slug, name }) => {
        const to = tagPath(text(name));
        return [
          { from: `/tag/${slug}/`, to },
          { from: `/tag/${slug}/rss/`, to: `${to}/atomfeed` },
        ];
      }),
      ...[...users.values()].flatMap(({ slug }) =>
        text(slug)
          ? [
              { from: `/author/${slug}/`, to: '/archive' },
              { from: `/author/${slug}/rss/`, to: '/atomfeed' },
            ]
          : [],
      ),
      ...redirectsIn(await read(/^redirects\.(json|ya?ml)$/), warnings),
    ],
    pathsOf: (post) =>
      ['/:slug/', ...patterns.filter(Boolean)].flatMap(
        (pattern) => fillPattern(pattern, valuesOf(post), /[:{]([a-z_]+)\}?/g) ?? [],
      ),
  };

  /** @param {Row} post */
  function valuesOf(post) {
    const { published_at: time } = post;
    const iso = new Date(typeof time === 'number' ? time : text(time) || NaN);
    const local = Number.isNaN(iso.getTime())
      ? null
      : new Date(`${toLocal(iso.toISOString(), timeZone)}Z`);
    const id = keyOf(post.id);
    const slug = text(post.slug);
    /** @type {Record<string, string | undefined>} */
    const values = {
      ...dateVariables(local),
      slug,
      title: slug,
      name: slug,
      id,
      primary_tag: text(tags.get(tagsOf.get(id)?.[0] ?? '')?.slug) || 'all',
      primary_author:
        text(users.get(authorsOf.get(id)?.[0] ?? keyOf(post.author_id))?.slug) || undefined,
    };
    return (/** @type {string} */ name) => values[name === 'author' ? 'primary_author' : name];
  }
}

/**
 * @param {string[]} roots
 * @param {RegExp} name
 * @param {Source['warnings']} warnings
 * @returns {Promise<{ file: string, data: unknown }[]>}
 */
async function readSibling(roots, name, warnings) {
  const found = [];
  for (const root of new Set(roots)) {
    const files = new SettingsFiles(root, (file, why) => warnings.push({ name: file, text: why }));
    for (const folder of FOLDERS) found.push(...(await files.data(name, folder)));
  }
  return found;
}

/** @param {{ data: unknown }[]} routes @returns {string[]} the patterns of the collections' posts */
const patternsIn = (routes) =>
  routes.flatMap(({ data }) => {
    const collections = isRecord(data) && isRecord(data.collections) ? data.collections : {};
    return Object.values(collections).map((each) => text(isRecord(each) ? each.permalink : ''));
  });

/**
 * @param {{ file: string, data: unknown }[]} files of redirects: a list, or lists by status
 * @param {Source['warnings']} warnings
 * @returns {Source['redirects']}
 */
function redirectsIn(files, warnings) {
  const found = [];
  for (const { file, data } of files) {
    const all = Array.isArray(data)
      ? data.filter(isRecord).map(({ from, to }) => ({ from: text(from), to: text(to) }))
      : Object.values(isRecord(data) ? data : {}).flatMap((list) =>
          Object.entries(isRecord(list) ? list : {}).map(([from, to]) => ({ from, to: text(to) })),
        );
    const plain = all.flatMap(({ from, to }) => {
      const path = from.replace(/^\^|(?:\/\?)?\$$/g, '').replace(/\\([/.-])/g, '$1');
      return PATTERN.test(path) || !path.startsWith('/') ? [] : [{ from: path, to }];
    });
    if (plain.length < all.length)
      warnings.push({
        name: file,
        text: `${all.length - plain.length} of its redirects are patterns, and not imported`,
      });
    found.push(...plain);
  }
  return found;
}
