import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { LarderError, messageOf } from '../../../../base/errors.js';
import { OldSite } from '../../shared/old-site.js';
import { mediaFolder, uploadsIn } from '../media-folder.js';
import { createSource, siteSettings } from '../source.js';
import { readAddresses } from './addresses.js';
import { recordIn, recordsOf } from '../../shared/read-data.js';
import { HOME, idOf, isPage, nameOf, readPost } from './posts.js';
import { indexTables, text } from './tables.js';
/** @import { Source, SourceOptions } from '../source.js' */

/** The largest export that is read, in bytes: JSON is read as a whole. */
const LARGEST = 400 * 1024 * 1024;

/** Tables of things that Larder has nothing like. */
const NOTHING_LIKE = [
  ...['members', 'newsletters', 'subscriptions', 'products', 'offers', 'snippets', 'emails'],
  ...['comments', 'integrations', 'webhooks', 'custom_theme_settings', 'redirects', 'collections'],
];

/**
 * An export of Ghost.
 * @param {string} file
 * @param {string} folder in which its images may lie, a real path
 * @param {SourceOptions} options
 * @returns {Promise<Source>}
 * @throws {LarderError} `invalid` when it cannot be read
 */
export async function openGhost(file, folder, { permalink }) {
  const data = dataIn(await parse(file));
  const tables = indexTables(data);
  const { posts, settings, tags, users } = tables;
  const name = basename(file);
  const tagPaths = [...tags.values()].map(
    (tag) => /** @type {const} */ ([`tag/${tag.slug}`, text(tag.name)]),
  );
  const site = new OldSite([], new Map(tagPaths));
  const { pathsOf, redirects, warnings } = await readAddresses(file, folder, tables, permalink);
  return createSource({
    name,
    origin: `ghost ${[...users.keys()][0] ?? ''}`,
    site,
    settings: settingsOf(settings),
    outlines: posts.map((post) => ({
      id: idOf(post),
      name: nameOf(post),
      type: isPage(post) ? 'page' : 'post',
      slug: text(post.slug),
      title: text(post.title) === '(Untitled)' ? '' : text(post.title).trim(),
      formerPaths: [...new Set(pathsOf(post).flatMap((path) => site.pathOf(path) ?? []))],
    })),
    findFile: mediaFolder(folder),
    root: folder,
    others: await uploadsIn(folder),
    redirects,
    warnings: NOTHING_LIKE.flatMap((table) => {
      const rows = data[table];
      const count = Array.isArray(rows) ? rows.length : 0;
      return count > 0
        ? [{ name, text: `not imported: ${count} ${table.replaceAll('_', ' ')}` }]
        : [];
    }).concat(warnings),
    async *posts() {
      for (const post of posts) yield { name: nameOf(post), read: () => readPost(post, tables) };
    },
  });
}

/** @param {string} file @returns {Promise<unknown>} */
async function parse(file) {
  if ((await stat(file)).size > LARGEST)
    throw new LarderError('invalid', `${file} is larger than ${LARGEST / 1024 / 1024} MB`);
  const source = (await readFile(file, 'utf8')).replace(/^\ufeff/, '');
  try {
    return JSON.parse(source);
  } catch (error) {
    const isCut = !/[}\]]\s*$/.test(source.slice(-1000));
    throw new LarderError(
      'invalid',
      isCut
        ? `${file} breaks off after ${source.length} characters: nothing was imported. Export it again.`
        : `${file} is not the JSON that it seems to be: ${messageOf(error).slice(0, 200)}`,
    );
  }
}

/**
 * @param {unknown} json
 * @returns {Record<string, unknown>} the tables, by name
 * @throws {LarderError} `invalid` when there are none with posts
 */
function dataIn(json) {
  const { db } = recordIn(json);
  const first = recordIn(Array.isArray(db) ? db[0] : json);
  const data = recordIn(first.data ?? first);
  if (Array.isArray(data.posts)) return data;
  throw new LarderError(
    'invalid',
    'The file is JSON, but not a Ghost export: it has no posts ("db", "data", "posts").',
  );
}

/** @param {Map<string, unknown>} settings */
function settingsOf(settings) {
  const of = (/** @type {string[]} */ ...keys) =>
    keys.map((key) => text(settings.get(key))).find(Boolean) ?? '';
  return siteSettings({
    title: of('title'),
    tagline: of('description'),
    language: of('locale', 'lang', 'default_locale', 'defaultLang'),
    timeZone: of('timezone', 'active_timezone', 'activeTimezone'),
    navigation: navigationOf(of('navigation')),
  });
}

/** @param {string} json @returns {{ title: string, url: string }[]} */
function navigationOf(json) {
  try {
    return recordsOf(JSON.parse(json))
      .map(({ label, url }) => ({ title: text(label), url: text(url).replaceAll(HOME, '') }))
      .map(({ title, url }) => ({ title, url: url.replace(/(.)\/$/, '$1') }))
      .filter(({ title, url }) => title && /^(\/(?!\/)|https?:\/\/)/.test(url));
  } catch {
    return [];
  }
}
