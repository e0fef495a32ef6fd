import { textOf } from './site.js';
/** @import { OpenEngine } from './site.js' */

/** @type {OpenEngine} */
export async function openZola(files) {
  const own = await files.firstSettings(/^(zola|config)\.toml$/);
  return { name: 'Zola', url: textOf(own.base_url), source: 'content/', patternOf: () => '' };
}
