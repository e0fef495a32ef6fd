import { siteUrl, textOf } from './site.js';
/** @import { OpenEngine } from './site.js' */

const POST = /^_(posts|drafts)\//;

/** @type {OpenEngine} */
export async function openHexo(files) {
  const own = await files.firstSettings(/^_config\.(ya?ml|json)$/);
  const pattern = textOf(own.permalink) || ':year/:month/:day/:title/';
  return {
    name: 'Hexo',
    url: siteUrl(textOf(own.url), textOf(own.root)),
    timeZone: textOf(own.timezone),
    source: `${textOf(own.source_dir) || 'source'}/`,
    kindOf: (within) => (POST.test(within) ? 'post' : 'page'),
    patternOf: ({ within }) => (POST.test(within) ? pattern : ''),
  };
}
