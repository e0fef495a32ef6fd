import { dateVariables, fillPattern } from '../../../shared/pattern.js';
import { isRecord, recordIn, recordsOf } from '../../../shared/read-data.js';
import { PAGES, partsOf, textOf, textsOf } from './site.js';
import { hugoPath, withoutMarks } from './slugs.js';
/** @import { SettingsFiles } from '../../../shared/settings-files.js' */
/** @import { OpenEngine, SourcePage } from './site.js' */

const NAMED_BY_DATE = /^\d{4}-\d{2}-\d{2}(?:T[\d-]+Z?)?-/;

/** @type {OpenEngine} */
export async function openHugo(files) {
  const own = await settingsOf(files);
  const main = textOf(own.defaultcontentlanguage) || 'en';
  const usual = textOf(own.contentdir) || 'content';
  const languages = Object.entries(lowerKeys(own.languages)).filter(([, each]) => isRecord(each));
  const paths = (languages.length > 0 ? languages : [[main, {}]]).map(([language, each]) => ({
    language,
    folder: `${textOf(lowerKeys(each).contentdir) || usual}/`,
  }));
  for (const { source, target, lang } of recordsOf([recordIn(own.module).mounts].flat()))
    if (textOf(target) === 'content')
      paths.push({ language: textOf(lang) || main, folder: `${textOf(source)}/` });
  paths.sort((a, b) => b.folder.length - a.folder.length);
  const dates = textsOf(recordIn(own.frontmatter).date);
  const datesFromNames = dates.includes(':filename');
  const mainSections = textsOf(lowerKeys(own.params).mainsections ?? own.mainsections);
  return {
    name: 'Hugo',
    url: textOf(own.baseurl),
    timeZone: textOf(own.timezone),
    keepsZone: true,
    prefersNames: dates[0] === ':filename',
    variables: (page) => variables({ page, ...placeOf(page.path) }),
    kindOf(path) {
      const { root, isSection, folders } = placeOf(path);
      if (!root) return null;
      if (isSection || folders.length === 0 || PAGES.test(folders[0])) return 'page';
      return mainSections.length === 0 ? null : mainSections.includes(folders[0]) ? 'post' : 'page';
    },
    async addressesOf(page) {
      const place = { page, ...placeOf(page.path) };
      if (!place.root) return [];
      place.sections = await sectionsOf(place);
      const url = textOf(page.raw.url);
      const pattern = url || patternOf(place.sections[0] ?? '/');
      const filled = pattern
        ? fillPattern(pattern, variables(place), /:(\w+(?:\[[^\]]*\])?)/g)
        : urlize([...place.folders, textOf(page.raw.slug) || place.stem].join('/'));
      if (filled === null) return null;
      const isUgly = own.uglyurls === true && !url && !/\.\w+$/.test(filled) && !place.isSection;
      return place.prefix + (isUgly ? `${filled.replace(/\/$/, '')}.html` : filled);
    },
  };

  /** @param {string} path */
  function placeOf(path) {
    const found = paths.find(({ folder }) => path.startsWith(folder));
    const { folder = '', language: byFolder = main } = found ?? {};
    const within = path.slice(folder.length);
    const [, bare, byName] = /^(.*)\.([a-z]{2,3}(?:-[a-z]{2,4})?)\.\w+$/i.exec(within) ?? [];
    const isNamed = paths.some(({ language }) => language === byName?.toLowerCase());
    const { folders, stem: name } = partsOf(isNamed ? `${bare}.md` : within);
    const language = isNamed ? byName.toLowerCase() : byFolder;
    const stays = language === main && own.defaultcontentlanguageinsubdir !== true;
    return {
      root: folder,
      folders,
      sections: folders,
      name,
      stem: datesFromNames ? name.replace(NAMED_BY_DATE, '') : name,
      isSection: /(^|\/)_index\.[^/]+$/.test(within),
      prefix: stays ? '' : `/${language}/`,
    };
  }

  /**
   * Below the first, only folders with a file about themselves are sections.
   * @param {ReturnType<typeof placeOf>} place
   */
  async function sectionsOf({ root, folders }) {
    const names = await Promise.all(
      folders.map((_, at) => files.names(root + folders.slice(0, at + 1).join('/'))),
    );
    return folders.filter((_, at) => at === 0 || names[at].some((name) => /^_index\./.test(name)));
  }

  /** @param {string} text */
  function urlize(text) {
    const path = hugoPath(own.removepathaccents === true ? withoutMarks(text) : text);
    return own.disablepathtolower === true ? path : path.toLowerCase();
  }

  /** @param {string} section */
  function patternOf(section) {
    const input = recordIn(own.permalinks);
    return textOf(recordIn(input.page)[section]) || textOf(input[section]);
  }

  /** @param {ReturnType<typeof placeOf> & { page: SourcePage }} place */
  function variables({ page, name, stem, sections }) {
    const { at, title, raw } = page;
    const inTitle = (/** @type {string} */ text) => urlize(text).replace(/\++/g, '-');
    const slug = textOf(raw.slug);
    const dated = datesFromNames && NAMED_BY_DATE.test(name) ? stem : '';
    const byDate = Object.entries(dateVariables(at));
    const [own, byName] = [urlize(stem), urlize(slug || stem)];
    /** @type {Record<string, string>} */
    const values = {
      ...Object.fromEntries(byDate.map(([key, value]) => [key, value.toLowerCase()])),
      title: inTitle(title),
      slug: inTitle(slug || dated || title),
      section: urlize(sections[0] ?? ''),
      sections: urlize(sections.join('/')),
      filename: own,
      contentbasename: own,
      slugorfilename: byName,
      slugorcontentbasename: byName,
    };
    return (/** @type {string} */ name) => {
      const [, slice] = /^sections\[(.*)\]$/.exec(name) ?? [];
      return slice === undefined ? values[name] : urlize(sliced(sections, slice).join('/'));
    };
  }
}

/** @param {string[]} list @param {string} range such as '1:', ':last' or '0' */
function sliced(list, range) {
  const [from, to] = range.split(':').map((each) => (each === 'last' ? -1 : Number(each)));
  return range.includes(':') ? list.slice(from || 0, to || undefined) : list.slice(from, from + 1);
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
