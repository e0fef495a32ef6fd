import { isRecord, recordIn, recordsOf } from '../../../shared/read-data.js';
import { PAGES, partsOf, textOf, textsOf } from './site.js';
/** @import { SettingsFiles } from '../../../shared/settings-files.js' */
/** @import { OpenEngine } from './site.js' */

/** @type {OpenEngine} */
export async function openHugo(files) {
  const own = await settingsOf(files);
  const usual = textOf(own.contentdir) || 'content';
  const languages = Object.values(lowerKeys(own.languages)).filter(isRecord);
  const mounts = recordsOf([recordIn(own.module).mounts].flat());
  const folders = [
    usual,
    ...languages.map((each) => textOf(lowerKeys(each).contentdir)),
    ...mounts.flatMap(({ source, target }) => (textOf(target) === 'content' ? textOf(source) : [])),
  ].filter(Boolean);
  const roots = folders.map((each) => `${each}/`).sort((a, b) => b.length - a.length);
  const mainSections = textsOf(lowerKeys(own.params).mainsections ?? own.mainsections);
  return {
    name: 'Hugo',
    url: textOf(own.baseurl),
    timeZone: textOf(own.timezone),
    prefersNames: textsOf(recordIn(own.frontmatter).date)[0] === ':filename',
    isOutside: (path) => within(path) === null,
    kindOf(path) {
      const file = within(path);
      if (file === null) return null;
      const [first] = partsOf(file).folders;
      if (first === undefined) return 'top';
      if (/(^|\/)_index\.[^/]+$/.test(file) || PAGES.test(first)) return 'page';
      return mainSections.length === 0 ? null : mainSections.includes(first) ? 'post' : 'page';
    },
    patternOf({ path, raw }) {
      const [section = '/'] = partsOf(within(path) ?? '').folders;
      const input = recordIn(own.permalinks);
      const pattern = textOf(recordIn(input.page)[section]) || textOf(input[section]);
      return pattern
        .replace(/:(slugor)?(filename|contentbasename)\b/g, ':slug')
        .replace(/:title\b/g, ':post_title')
        .replace(/:slug$/, textOf(raw.slug) ? ':slug' : ':post_title');
    },
  };

  /** @param {string} path @returns {string | null} the file in the folder of its language */
  function within(path) {
    const root = roots.find((each) => path.startsWith(each));
    return root === undefined ? null : path.slice(root.length);
  }
}

/** @param {SettingsFiles} files */
async function settingsOf(files) {
  const whole = await files.settings(/^(hugo|config)\.(toml|ya?ml|json)$/);
  const parts = await files.settings(/\.(toml|ya?ml|json)$/, 'config/_default');
  /** @type {Record<string, unknown>} */
  const own = {};
  for (const { name, settings } of [...whole, ...parts]) {
    const [, part, language] = /^(\w+)(?:\.([\w-]+))?\.\w+$/.exec(name) ?? [];
    if (!part || /^(hugo|config)$/.test(part)) Object.assign(own, lowerKeys(settings));
    else if (language && part === 'languages')
      own.languages = { ...recordIn(own.languages), [language]: settings };
    else own[part.toLowerCase()] = settings;
  }
  return own;
}

/** Hugo reads names in any case. @param {unknown} settings */
const lowerKeys = (settings) =>
  Object.fromEntries(
    Object.entries(recordIn(settings)).map(([name, value]) => [name.toLowerCase(), value]),
  );
