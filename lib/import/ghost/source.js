import { readFile, stat } from 'node:fs/promises';
import { LarderError } from '../../errors.js';
import { idOf, isPage, nameOf, readPost } from './posts.js';
import { indexTables } from './tables.js';

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
 * @returns {Promise<import('../foreign/source.js').Source>}
 * @throws {LarderError} `invalid` when it cannot be read
 */
export async function openGhost(file) {
  const data = dataIn(await parse(file));
  const tables = indexTables(data);
  const { posts, settings } = tables;
  return {
    site: siteOf(settings, tables),
    places: posts.map((post) => ({
      id: idOf(post),
      name: nameOf(post),
      type: isPage(post) ? /** @type {const} */ ('page') : /** @type {const} */ ('post'),
      slug: text(post.slug),
      title: text(post.title) === '(Untitled)' ? '' : text(post.title).trim(),
      addresses: text(post.slug) ? [`/${text(post.slug)}/`] : [],
      queries: [],
    })),
    pictures: [],
    notTaken: NOTHING_LIKE.flatMap((name) => {
      const count = Array.isArray(data[name]) ? data[name].length : 0;
      return count > 0 ? [`${count} ${name.replaceAll('_', ' ')} not taken`] : [];
    }),
    broken: null,
    async *posts() {
      for (const post of posts) yield { name: nameOf(post), read: () => readPost(post, tables) };
    },
  };
}

/** @param {string} file @returns {Promise<any>} */
async function parse(file) {
  if ((await stat(file)).size > LARGEST)
    throw new LarderError('invalid', `${file} is larger than ${LARGEST / 1024 / 1024} MB`);
  const source = (await readFile(file, 'utf8')).replace(/^\ufeff/, '');
  try {
    return JSON.parse(source);
  } catch (error) {
    const { message } = /** @type {Error} */ (error);
    const isCut = !/[}\]]\s*$/.test(source.slice(-1000));
    throw new LarderError(
      'invalid',
      isCut
        ? `${file} breaks off after ${source.length} characters: nothing of it was taken. Export once more.`
        : `${file} is not the JSON that it seems to be: ${message.slice(0, 200)}`,
    );
  }
}

/**
 * @param {any} json
 * @returns {Record<string, any>} the tables, by name
 * @throws {LarderError} `invalid` when there are none with posts
 */
function dataIn(json) {
  const first = Array.isArray(json?.db) ? json.db[0] : json;
  const data = first?.data ?? first;
  if (data && typeof data === 'object' && Array.isArray(data.posts)) return data;
  throw new LarderError(
    'invalid',
    'The file is JSON, but no export of Ghost: there are no posts where that has them ("db", "data", "posts").',
  );
}

/**
 * @param {Map<string, unknown>} settings
 * @param {import('./tables.js').Tables} tables
 * @returns {import('../foreign/source.js').Site}
 */
function siteOf(settings, { tags, users }) {
  const of = (/** @type {string[]} */ ...keys) =>
    keys.map((key) => text(settings.get(key))).find(Boolean) ?? '';
  return {
    origin: `ghost ${[...users.keys()][0] ?? ''}`,
    title: of('title'),
    tagline: of('description'),
    language: of('locale', 'lang', 'default_locale', 'defaultLang'),
    ...(of('timezone', 'active_timezone', 'activeTimezone') && {
      timeZone: of('timezone', 'active_timezone', 'activeTimezone'),
    }),
    ...navigationOf(of('navigation')),
    addresses: [],
    tagPaths: new Map([...tags.values()].map(({ slug, name }) => [`tag/${slug}`, text(name)])),
  };
}

/** @param {string} json */
function navigationOf(json) {
  try {
    /** @type {any[]} */
    const links = JSON.parse(json);
    const navigation = links
      .map(({ label, url }) => ({
        title: text(label),
        url: text(url)
          .replaceAll('__GHOST_URL__', '')
          .replace(/(.)\/$/, '$1'),
      }))
      .filter(({ title, url }) => title && /^(\/(?!\/)|https?:\/\/)/.test(url));
    return navigation.length > 0 ? { navigation } : {};
  } catch {
    return {};
  }
}

/** @param {unknown} value */
const text = (value) => (typeof value === 'string' ? value : '');
