import { partsOf, pathFrom, settingIn, siteUrl, textOf } from './site.js';
import { githubSlug } from './slugs.js';
/** @import { SettingsFiles } from '../../../shared/settings-files.js' */
/** @import { Engine, OpenEngine } from './site.js' */

/** Engines whose addresses follow the folders. Their settings are code, of which only plain texts are read. */

/** A page of Astro for many posts: `[slug].astro`, `[...id].astro`. */
const ROUTE = /^\[(?:\.\.\.)?(?!page\b)\w+\]\.astro$/;

/** Lists, and what is no page. */
const NO_POSTS =
  /(^|\/)(tags?|categor(y|ies)|topics?|authors?|series|og|og-image|api|rss|\[[^/]*\])(\/|$)/;

/** Folders of pages that are gone through. */
const MOST_FOLDERS = 200;

/** @type {OpenEngine} */
export async function openAstro(files) {
  const config = await codeOf(files, /^astro\.config\.\w+$/);
  const routes = await routesOf(files, 'src/pages');
  return {
    name: 'Astro',
    url: siteUrl(settingIn(config, 'site'), settingIn(config, 'base')),
    addressesOf({ path, raw }) {
      if (!path.startsWith('src/')) return [];
      const { folders, stem, isBundle } = partsOf(path);
      if (path.startsWith('src/pages/'))
        return [pathFrom(...folders.slice(2), stem === 'index' ? '' : stem)];
      const start = folders.findIndex((name) => /^(content|data|posts|blog|articles)$/.test(name));
      if (start < 0 && !isBundle) return null;
      const isCollection = /^(content|data)$/.test(folders[start]);
      const collection = isCollection ? (folders[start + 1] ?? '') : folders[start];
      const rest = [...folders.slice(start + (isCollection ? 2 : 1)), stem];
      const id = textOf(raw.slug) || rest.map(githubSlug).join('/');
      const near = routes.filter(({ code }) =>
        new RegExp(`['"\`]${collection.replace(/\W/g, '.')}['"\`]`).test(code),
      );
      const likely =
        near.length > 0
          ? near
          : routes.filter(
              (route) => `/${collection}/`.startsWith(route.folder) || routes.length === 1,
            );
      const best = likely.length > 0 ? likely : routes;
      return best.length > 0 ? best.map(({ folder }) => pathFrom(folder, id)) : null;
    },
  };
}

/** @param {SettingsFiles} files @param {string} root @returns {Promise<{ folder: string, code: string }[]>} */
async function routesOf(files, root) {
  const routes = [];
  const folders = [''];
  for (let at = 0; at < Math.min(folders.length, MOST_FOLDERS); at += 1) {
    const folder = folders[at];
    for (const name of await files.names(root + folder)) {
      if (name.endsWith('/')) folders.push(`${folder}/${name.slice(0, -1)}`);
      else if (ROUTE.test(name) && !NO_POSTS.test(folder))
        routes.push({
          folder: pathFrom(folder, '/'),
          code: await files.text(`${root}${folder}/${name}`),
        });
    }
  }
  return routes.filter(({ code }) => /getStaticPaths|getEntry|getCollection/.test(code));
}

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
    addressesOf({ path, raw }) {
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
    addressesOf({ path }) {
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
    addressesOf({ path, raw }) {
      const { folders, stem } = partsOf(path);
      const [root, ...rest] = folders;
      const name = [...rest, stem].join('/');
      const isBlog = root === 'blog';
      const slug = textOf(raw.slug);
      if (slug) return [pathFrom(root, slug.startsWith('/') ? '' : rest.join('/'), slug)];
      const dated = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})[-/]?(.*)$/.exec(name);
      if (isBlog && dated) return [pathFrom(root, ...dated.slice(1))];
      return root
        ? [
            pathFrom(
              root,
              ...[...rest, textOf(raw.id) || stem].map((each) => each.replace(/^\d+[-_.]\s*/, '')),
            ),
          ]
        : null;
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
    addressesOf({ path }) {
      if (!path.startsWith(source)) return [];
      const { folders, stem } = partsOf(path.slice(source.length));
      const isUgly = own.use_directory_urls === false;
      return [pathFrom(...folders, isUgly ? `${stem}.html` : stem)];
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
    addressesOf({ path }) {
      const { folders, stem, isBundle } = partsOf(path.replace(/(^|\/)readme\.md$/i, '$1index.md'));
      return [pathFrom(...folders, isBundle ? stem : `${stem}.html`)];
    },
  };
}

/** @param {SettingsFiles} files @param {RegExp} name @returns {Promise<string>} the text of the first such file */
async function codeOf(files, name) {
  const file = (await files.names()).find((each) => name.test(each));
  return file ? files.text(file) : '';
}
