import { readFileSync } from 'node:fs';
import { digest } from '../../lib/base/digest.js';
import { sizeId } from '../../lib/changes/index/picture-sizes.js';
import { zipOf } from '../support/zips.js';
import { siteRoutes } from '../../lib/router/routes/site.js';
/** @import { CachedRoute } from '../../controllers/route.js' */

/** What the histories draw from: few enough that they meet often. */
export const slugs = ['jam', 'pickles', 'honey', 'broth', 'salt', 'rusks', 'dried-plums', 'oil'];
export const pageSlugs = ['about', 'imprint', 'subscribe'];
export const tags = ['sweet', 'sour', 'Sour', 'C++', 'salt & oil'];
export const years = ['2023', '2024', '2025', '2026'];
/** What authors upload: each file's name tells its bytes. */
const notes = ['jar', 'wax'].map((stem) => {
  const bytes = Buffer.from(`a note on the ${stem}`);
  const size = { width: null, height: null };
  return {
    name: `${stem}.txt`,
    type: 'text/plain',
    bytes,
    ...size,
    id: `${digest(bytes)}-${stem}.txt`,
  };
});
/** Nobody looks at their pixels. */
export const pictures = ['jar', 'lid'].map((stem) => {
  const bytes = Buffer.from(`a picture of the ${stem}`);
  const size = { width: 1000, height: 500 };
  return {
    name: `${stem}.png`,
    type: 'image/png',
    bytes,
    ...size,
    id: `${digest(bytes)}-${stem}.png`,
  };
});
const smaller = [400, 800].map((width) => {
  const [{ id, ...picture }] = pictures;
  const bytes = Buffer.from(`a picture of the jar, ${width} pixels wide`);
  return {
    ...picture,
    name: '',
    bytes,
    width,
    height: width / 2,
    id: sizeId(id, { width, extension: 'webp' }),
  };
});
const sound = Buffer.from('a sound of the jar');
/** Nobody listens to it. */
export const recording = {
  name: 'jar.mp3',
  type: 'audio/mpeg',
  bytes: sound,
  width: null,
  height: null,
  id: `${digest(sound)}-jar.mp3`,
};
const themeBytes = zipOf([
  {
    name: 'theme.json',
    data: '{"colours":{"accent":"#14506e","background":"#f7f9fa"},"switches":[{"name":"loud","label":"Loud","default":false}]}',
  },
  // It shows as much as ours: what a template leaves out is cleared all the same.
  ...['front', 'post', 'page'].map((view) => {
    const name = `views/${view}.mustache`;
    const ours = readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8');
    return { name, data: `${ours}{{site.switches.loud}}` };
  }),
]);
/** A theme that an owner may choose, if it is there. */
export const uploadedTheme = {
  name: 'plain.zip',
  type: 'application/zip',
  bytes: themeBytes,
  width: null,
  height: null,
  id: `${digest(themeBytes)}-plain.zip`,
};
export const files = [...notes, recording, ...pictures, ...smaller, uploadedTheme];
export const authors = ['ada', 'bo'];
const numbers = [1, 2, 3, 4, 5, 6];

/** Every path that a blog of these can have, by the route that serves it. @type {Record<string, string[]>} */
const pathsByRoute = {
  '/': ['/'],
  '/posts': ['/posts'],
  '/page/:n': numbers.map((n) => `/page/${n}`),
  // The database's console may make a page of a post.
  '/post/:slug': [...slugs, 'about'].map((slug) => `/post/${slug}`),
  '/post/:slug/card.png': [...slugs, 'about'].map((slug) => `/post/${slug}/card.png`),
  '/comment-received': ['/comment-received'],
  '/tags': ['/tags'],
  '/tag/:tag': tags.map((tag) => `/tag/${encodeURIComponent(tag)}`),
  '/tag/:tag/page/:n': tags.flatMap((tag) =>
    numbers.slice(0, 4).map((n) => `/tag/${encodeURIComponent(tag)}/page/${n}`),
  ),
  '/author/:id': authors.map((id) => `/author/${id}`),
  '/author/:id/page/:n': authors.flatMap((id) =>
    numbers.slice(0, 4).map((n) => `/author/${id}/page/${n}`),
  ),
  '/archive': ['/archive'],
  '/archive/:year': years.map((year) => `/archive/${year}`),
  '/archive/:year/page/:n': years.flatMap((year) =>
    numbers.slice(0, 3).map((n) => `/archive/${year}/page/${n}`),
  ),
  ...Object.fromEntries(
    ['atomfeed', 'rss.xml', 'feed.json'].flatMap((name) => [
      [`/author/:id/${name}`, authors.map((id) => `/author/${id}/${name}`)],
      [`/${name}`, [`/${name}`]],
      [`/tag/:tag/${name}`, tags.map((tag) => `/tag/${encodeURIComponent(tag)}/${name}`)],
    ]),
  ),
  '/subscribe': ['/subscribe'],
  '/subscribe/asked': ['/subscribe/asked'],
  '/sitemap.xml': ['/sitemap.xml'],
  '/sitemap-:n.xml': numbers.slice(0, 4).map((n) => `/sitemap-${n}.xml`),
  '/media/:name': files.map(({ id }) => `/media/${id}`),
  ...Object.fromEntries(
    ['robots.txt', 'llms.txt', 'security.txt', '.well-known/security.txt'].map((name) => [
      `/${name}`,
      [`/${name}`],
    ]),
  ),
  '/favicon.ico': ['/favicon.ico'],
  '/icon.svg': ['/icon.svg'],
  '/source': ['/source'],
  '/source/about': ['/source/about'],
  '/source/*path': ['/source/README.md'],
  '/:slug': ['about', 'imprint', 'jam'].map((slug) => `/${slug}`),
};

/**
 * @typedef {object} Address
 * @property {string} path
 * @property {CachedRoute} route
 * @property {Record<string, string>} params
 * @property {boolean} costly  reads files: compared at every tenth step only, unless it was cleared
 */

/** @type {Address[]} */
export const addresses = Object.entries(pathsByRoute).flatMap(([pattern, paths]) => {
  const route = siteRoutes.find(({ path }) => path === pattern);
  if (!route?.cachedIn) throw new Error(`There is no cached route ${pattern} any more`);
  const costly = pattern.startsWith('/source');
  return paths.map((path) => ({ path, route, params: paramsOf(pattern, path), costly }));
});

/** Routes whose answers are kept, and that no path above belongs to. */
export const routesLeftOut = siteRoutes
  .filter(({ path, cachedIn }) => cachedIn && !pathsByRoute[path])
  .map(({ path }) => path);

/** @param {string} pattern @param {string} path */
function paramsOf(pattern, path) {
  const expression = pattern
    .replace(/[.]/g, '\\.')
    .replace(/:(\w+)/g, '(?<$1>[^/]+?)')
    .replace(/\*(\w+)/g, '(?<$1>.+)');
  const { groups = {} } = /** @type {RegExpExecArray} */ (new RegExp(`^${expression}$`).exec(path));
  return Object.fromEntries(
    Object.entries(groups).map(([name, value]) => [name, decodeURIComponent(value)]),
  );
}
