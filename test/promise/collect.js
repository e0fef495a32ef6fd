import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import request from 'supertest';
import { parse } from 'yaml';
import { settings as acceleratorSettings } from '../../lib/accelerator/config.js';
import { listFiles } from '../../lib/base/files.js';
import { formRoutes, siteRoutes } from '../../lib/router/routes/site.js';
import { settings } from '../../lib/start/config.js';
import { ViewManager } from '../../lib/views/view-manager.js';
import { startBlog } from '../support/blog.js';
import { promisesOf } from './api.js';
import { commandsOf } from './commands.js';
import { elementsOf, metricsOf, namesOf } from './names.js';
/** @import { Table } from '../../lib/base/read-settings.js' */
/** @import { liveSmall } from './life.js' */

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (/** @type {string} */ path) => readFileSync(join(root, path), 'utf8');

/**
 * What can be relied on from outside, as this version has it: lines, by part.
 * @param {Awaited<ReturnType<typeof liveSmall>>} life
 * @param {Iterable<string>} variables  that templates were given
 * @param {string} exported  a folder
 * @returns {Promise<Record<string, string[]>>}
 */
export async function collect({ blog, token }, variables, exported) {
  const get = async (/** @type {string} */ path) => {
    const { status, text } = await request(blog.url).get(path).set(token).buffer(true);
    if (status !== 200) throw new Error(`${path} answers ${status}`);
    return text;
  };
  const description = JSON.parse(await get('/api/openapi.json'));
  const parts = {
    commands: commandsOf(),
    settings: settingsOf(settings),
    'settings of the accelerator': settingsOf(acceleratorSettings),
    addresses: [...siteRoutes, ...formRoutes].map(({ method, path }) => `${method} ${path}`),
    api: promisesOf(description),
    'fields of the api': await fieldsOf(description, get),
    feeds: [
      ...elementsOf('atom', await get('/atomfeed')),
      ...elementsOf('rss', await get('/rss.xml')),
      ...namesOf(JSON.parse(await get('/feed.json'))).map((name) => `json ${name}`),
      ...elementsOf('sitemap', await get('/sitemap.xml')),
      ...elementsOf('opensearch', await get('/opensearch.xml')),
    ],
    ...(await figures()),
    templates: listFiles(join(root, 'views'), '.mustache').filter(isOfReaders),
    variables: [...variables],
    words: namesOf(JSON.parse(read('words/en.json'))),
    styles: read('public/style.css').match(/var\(--[\w-]+/g) ?? [],
    export: exportedNames(exported),
  };
  return Object.fromEntries(
    Object.entries(parts).map(([part, lines]) => [part, [...new Set(lines)].sort()]),
  );
}

/** @param {string} path below views/ */
const isOfReaders = (path) => !path.startsWith('admin/');

/** @param {Table} table @returns {string[]} */
const settingsOf = (table) =>
  Object.values(table).flatMap(({ name, fallback, withDomain }) => [
    `${name}=${fallback}`,
    ...(withDomain ? [`${name}=${withDomain} with DOMAIN`] : []),
  ]);

/**
 * What is really answered.
 * @param {any} description
 * @param {(path: string) => Promise<string>} get
 */
async function fieldsOf(description, get) {
  const queries = { '/api/search': '?q=jam', '/api/statistics': '?from=2026-11-01&to=2026-11-30' };
  const paths = Object.keys(description.paths).filter(
    (path) => description.paths[path].get && !path.includes('{'),
  );
  const all = [];
  for (const path of paths) {
    const query = /** @type {Record<string, string>} */ (queries)[path] ?? '';
    const names = namesOf(JSON.parse(await get(path + query)));
    all.push(...names.map((name) => `${path} ${name}`));
  }
  return all;
}

/** Of a blog that sends mail and has backups. */
async function figures() {
  const env = { SMTP_URL: 'smtp://mail.example:25', MAIL_FROM: 'blog@example.org' };
  const blog = await startBlog({ env });
  try {
    await request(blog.url).get('/').expect(200);
    const { body } = await request(blog.url).get('/status').expect(200);
    const { text } = await request(blog.url).get('/metrics').expect(200);
    return { status: namesOf(body), metrics: metricsOf(text) };
  } finally {
    await blog.close();
  }
}

/** @param {string} folder @returns {string[]} its folders, and what is in front of each kind of text */
function exportedNames(folder) {
  return listFiles(folder, '').flatMap((path) => {
    const place = dirname(path) === '.' ? basename(path) : dirname(path);
    const text = readFileSync(join(folder, path), 'utf8');
    const [, front] = /^---\n([^]*?\n)---\n/.exec(text) ?? [];
    const data = path.endsWith('.yml') ? text : front;
    return [place, ...(data ? namesOf(parse(data)).map((name) => `${place}: ${name}`) : [])];
  });
}

/**
 * Notes what each template for readers is given, until it is stopped.
 * @returns {{ seen: Set<string>, stop: () => void }}
 */
export function watchVariables() {
  const seen = new Set();
  const { render } = ViewManager.prototype;
  ViewManager.prototype.render = function (name, model) {
    const { words: _, ...own } = /** @type {any} */ (model);
    if (isOfReaders(name))
      for (const each of namesOf(own))
        seen.add(`${/^(site|page)\b/.test(each) ? 'every page' : name}: ${each}`);
    return render.call(this, name, model);
  };
  return { seen, stop: () => void (ViewManager.prototype.render = render) };
}
