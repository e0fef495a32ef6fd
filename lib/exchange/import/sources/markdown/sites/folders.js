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
    ...config.matchAll(/\bpath\s*:\s*['"`](?:\$\{__dirname\}|\.)?\/?([^'"`$]*?)\/?['"`]/g),
  ]
    .map(([, path]) => path)
    .filter((path) => path && !/images?$/.test(path))
    .sort((a, b) => b.length - a.length);
  const prefixes = Array.from(
    node.matchAll(/\b(?:path|value|slug)\s*[:=]\s*`(\/[\w/-]*)\$\{/g),
    ([, prefix]) => prefix,
  );
  return {
    name: 'Gatsby',
    url: siteUrl(settingIn(config, 'siteUrl'), settingIn(config, 'pathPrefix')),
    kindOf: (path) => pageOutsideFolders(path.replace(/^src\/pages\//, '')),
    addressesOf({ path, raw }) {
      if (!path.includes('/')) return [];
      const { folders, stem } = partsOf(path);
      const own = textOf(raw.path) || textOf(raw.slug) || textOf(raw.permalink);
      const whole = pathFrom(...folders, stem);
      if (!own && whole.startsWith('/src/pages/')) return whole.slice(10).replace(/^\/index$/, '');
      const source = sources.find((each) => whole.startsWith(`/${each}/`));
      if (!own && (!/createFilePath/.test(node) || source === undefined)) return null;
      const name = own || whole.slice(source ? source.length + 1 : 0);
      const below = prefixes.map((prefix) => pathFrom(prefix, name));
      return own.startsWith('/') ? [own, ...below] : [...below, name];
    },
  };
}

/** Where pages are files; of what else is shown, code decides. @type {OpenEngine} */
export async function openNext() {
  const within = (/** @type {string} */ path) => /^(?:src\/)?pages\/(.*)$/.exec(path)?.[1];
  return {
    name: 'Next.js',
    kindOf: (path) => pageOutsideFolders(within(path) ?? 'src/x'),
    addressesOf({ path }) {
      const page = within(path);
      if (page === undefined) return path.includes('/') ? null : [];
      const { folders, stem } = partsOf(page);
      return pathFrom(...folders, stem === 'index' ? '' : stem);
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
      if (!root) return [];
      const slug = textOf(raw.slug);
      if (slug) return pathFrom(root, slug.startsWith('/') ? '' : rest.join('/'), slug);
      const dated = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})[-/]?(.*)$/.exec([...rest, stem].join('/'));
      if (root === 'blog' && dated) return pathFrom(root, ...dated.slice(1));
      const names = [...rest, textOf(raw.id) || stem];
      return pathFrom(root, ...names.map((each) => each.replace(/^\d+[-_.]\s*/, '')));
    },
  };
}

/** @type {OpenEngine} */
export async function openMkdocs(files) {
  const own = await files.firstSettings(/^mkdocs\.ya?ml$/);
  return {
    name: 'MkDocs',
    url: textOf(own.site_url),
    source: `${textOf(own.docs_dir) || 'docs'}/`,
    addressesOf({ within, raw, title, at }) {
      // Of its plug-in for blogs.
      if (within.startsWith('blog/posts/')) {
        const day = formatDate(at, '%Y/%m/%d');
        return day ? pathFrom('blog', day, textOf(raw.slug) || slugify(title)) : null;
      }
      const { folders, stem } = partsOf(within);
      return pathFrom(...folders, own.use_directory_urls === false ? `${stem}.html` : stem);
    },
  };
}

/** @type {OpenEngine} */
export async function openQuartz(files) {
  const url = settingIn(await codeOf(files, /^quartz\.config\.\w+$/), 'baseUrl');
  return {
    name: 'Quartz',
    url: url && `https://${url}`,
    source: 'content/',
    addressesOf({ within, raw }) {
      const { folders, stem } = partsOf(within);
      const names = [stem, ...textsOf(raw.aliases ?? raw.alias)];
      return names.map((name) =>
        pathFrom(...folders, name)
          .replace(/[?#]/g, '')
          .replace(/\s/g, '-')
          .replaceAll('&', '-and-')
          .replaceAll('%', '-percent'),
      );
    },
  };
}

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
      return pathFrom(...folders, isBundle ? stem : `${stem}.html`);
    },
  };
}
