import { slugify } from '../../../../../base/slug.js';
import { formatDate } from '../../../shared/pattern.js';
import {
  codeOf,
  pageOutsideFolders,
  partsOf,
  pathFrom,
  settingIn,
  siteUrl,
  textOf,
  textsOf,
} from './site.js';
/** @import { OpenEngine } from './site.js' */

/** Engines whose addresses follow the folders. Their settings are code, of which only plain texts are read. */

/** @type {OpenEngine} */
export async function openGatsby(files) {
  const config = await codeOf(files, /^gatsby-config\.\w+$/);
  const node = await codeOf(files, /^gatsby-node\.\w+$/);
  const sources = [
    ...config.matchAll(/\bpath\s*:\s*['"`](?:\$\{__dirname\}\/?|\.\/)?([^'"`$]*)['"`]/g),
  ]
    .map(([, path]) => path.replace(/^\/|\/$/g, ''))
    .filter((path) => path && !/images?$/.test(path));
  const prefixes = [...node.matchAll(/\b(?:path|value|slug)\s*[:=]\s*`(\/[\w/-]*)\$\{/g)].map(
    ([, path]) => path,
  );
  const isByFolders = /createFilePath/.test(node);
  return {
    name: 'Gatsby',
    url: siteUrl(settingIn(config, 'siteUrl'), settingIn(config, 'pathPrefix')),
    kindOf: (path) =>
      path.startsWith('src/pages/') ? pageOutsideFolders(path.slice('src/pages/'.length)) : null,
    addressesOf({ path, raw }) {
      if (!path.includes('/')) return [];
      const { folders, stem } = partsOf(path);
      const own = textOf(raw.path) || textOf(raw.slug) || textOf(raw.permalink);
      const pages = /^src\/pages\/(.*)$/.exec([...folders, stem].join('/'));
      if (pages && !own) return [pathFrom(pages[1] === 'index' ? '' : pages[1])];
      const whole = [...folders, stem].join('/');
      const source = sources
        .filter((each) => whole.startsWith(`${each}/`))
        .sort((a, b) => b.length - a.length)[0];
      const id = own || whole.slice(source ? source.length + 1 : 0);
      if (own.startsWith('/'))
        return [pathFrom(own), ...prefixes.map((prefix) => pathFrom(prefix, own))];
      if (!own && (!isByFolders || source === undefined)) return null;
      return [...prefixes.filter((prefix) => prefix !== '/'), ''].map((prefix) =>
        pathFrom(prefix, id),
      );
    },
  };
}

/** Where pages are files; of what else is shown, code decides. @type {OpenEngine} */
export async function openNext() {
  return {
    name: 'Next.js',
    kindOf: (path) =>
      /^(src\/)?pages\//.test(path)
        ? pageOutsideFolders(path.replace(/^(src\/)?pages\//, ''))
        : null,
    addressesOf({ path }) {
      if (!path.includes('/')) return [];
      const { folders, stem } = partsOf(path.replace(/^src\//, ''));
      if (folders[0] !== 'pages') return null;
      return [pathFrom(...folders.slice(1), stem === 'index' ? '' : stem)];
    },
  };
}

/** @type {OpenEngine} */
export async function openDocusaurus(files) {
  const config = await codeOf(files, /^docusaurus\.config\.\w+$/);
  return {
    name: 'Docusaurus',
    url: siteUrl(settingIn(config, 'url'), settingIn(config, 'baseUrl')),
    kindOf: (path) =>
      path.startsWith('blog/') ? 'post' : path.startsWith('src/pages/') ? 'page' : null,
    addressesOf({ path, raw }) {
      const { folders, stem } = partsOf(path);
      const [root, ...rest] = folders;
      const name = [...rest, stem].join('/');
      const isBlog = root === 'blog';
      const slug = textOf(raw.slug);
      if (slug) return [pathFrom(root, slug.startsWith('/') ? '' : rest.join('/'), slug)];
      const dated = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})[-/]?(.*)$/.exec(name);
      if (isBlog && dated) return [pathFrom(root, ...dated.slice(1))];
      const names = [...rest, textOf(raw.id) || stem];
      return root ? [pathFrom(root, ...names.map((each) => each.replace(/^\d+[-_.]\s*/, '')))] : [];
    },
  };
}

/** @type {OpenEngine} */
export async function openMkdocs(files) {
  const own = await files.firstSettings(/^mkdocs\.ya?ml$/);
  const source = `${textOf(own.docs_dir) || 'docs'}/`;
  return {
    name: 'MkDocs',
    url: textOf(own.site_url),
    kindOf: (path) =>
      path.startsWith(source) ? pageOutsideFolders(path.slice(source.length)) : null,
    addressesOf({ path, raw, title, at }) {
      if (!path.startsWith(source)) return [];
      // Of its plug-in for blogs.
      if (path.startsWith(`${source}blog/posts/`)) {
        const day = formatDate(at, '%Y/%m/%d');
        return day ? [pathFrom('blog', day, textOf(raw.slug) || slugify(title))] : null;
      }
      const { folders, stem } = partsOf(path.slice(source.length));
      const isUgly = own.use_directory_urls === false;
      return [pathFrom(...folders, isUgly ? `${stem}.html` : stem)];
    },
  };
}

/** @type {OpenEngine} */
export async function openQuartz(files) {
  const url = settingIn(await codeOf(files, /^quartz\.config\.\w+$/), 'baseUrl');
  return {
    name: 'Quartz',
    url: url && `https://${url}`,
    kindOf: (path) => pageOutsideFolders(path.replace(/^content\//, '')),
    addressesOf({ path, raw }) {
      if (!path.startsWith('content/')) return [];
      const { folders, stem } = partsOf(path.slice('content/'.length));
      const names = [stem, ...textsOf(raw.aliases ?? raw.alias)];
      return names.map((name) => quartzPath(pathFrom(...folders, name)));
    },
  };
}

/** @param {string} path */
const quartzPath = (path) =>
  path
    .replace(/[?#]/g, '')
    .replace(/\s/g, '-')
    .replaceAll('&', '-and-')
    .replaceAll('%', '-percent');

/** Of VuePress and VitePress. @type {OpenEngine} */
export async function openVuepress(files) {
  const config =
    (await files.text('.vuepress/config.js')) + (await files.text('.vitepress/config.js'));
  return {
    name: 'VuePress',
    url: pathFrom(settingIn(config, 'base')),
    kindOf: (path) => pageOutsideFolders(path.replace(/^docs\//, '')),
    addressesOf({ path }) {
      const { folders, stem, isBundle } = partsOf(path.replace(/(^|\/)readme\.md$/i, '$1index.md'));
      return [pathFrom(...folders, isBundle ? stem : `${stem}.html`)];
    },
  };
}
