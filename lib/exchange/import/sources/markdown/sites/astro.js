import { codeOf, pageOutsideFolders, settingIn, siteUrl } from './site.js';
/** @import { OpenEngine } from './site.js' */

const CONTENT = ['content.config', 'content/config'];
const BASE = /\bbase['"]?\s*:\s*(['"`])\.?\/?([^'"`]{1,200})\1/g;

/** Astro, of whose settings, which are code, only plain texts are read. @type {OpenEngine} */
export async function openAstro(files) {
  const config = await codeOf(files, /^astro\.config\.\w+$/);
  const names = CONTENT.flatMap((name) => ['ts', 'js', 'mjs'].map((end) => `src/${name}.${end}`));
  const collections = (await Promise.all(names.map((name) => files.text(name)))).join('\n');
  const bases = [...collections.matchAll(BASE)].map(([, , base]) => base.replace(/\/?$/, '/'));
  return {
    name: 'Astro',
    url: siteUrl(settingIn(config, 'site'), settingIn(config, 'base')),
    isOutside: (path) => !['src/', ...bases].some((base) => path.startsWith(base)),
    kindOf: (path) => pageOutsideFolders(path.replace(/^src\/(pages|content)\//, '')),
    patternOf: () => '',
  };
}
