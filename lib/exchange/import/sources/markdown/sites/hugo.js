import { dateVariables, fillPattern } from '../../../shared/pattern.js';
import { isRecord } from '../../../shared/records.js';
import { PAGES, partsOf, pathFrom, textOf, textsOf } from './site.js';
import { hugoPath, withoutMarks } from './slugs.js';
/** @import { OpenEngine, SourcePage } from './site.js' */

const NAMED_BY_DATE = /^\d{4}-\d{2}-\d{2}(?:T[\d-]+Z?)?-/;

/** @type {OpenEngine} */
export async function openHugo(files) {
  const own = await settingsOf(files);
  const main = textOf(own.defaultcontentlanguage) || 'en';
  const paths = Object.entries(languagesOf(own)).map(([language, { contentdir }]) => ({
    ...{ language, folder: `${textOf(contentdir) || textOf(own.contentdir) || 'content'}/` },
  }));
  const mounts = isRecord(own.module) ? [own.module.mounts ?? []].flat().filter(isRecord) : [];
  for (const { source, target, lang } of mounts)
    if (textOf(target) === 'content')
      paths.push({ language: textOf(lang) || main, folder: `${textOf(source)}/` });
  const inFrontMatter = isRecord(own.frontmatter) ? own.frontmatter : {};
  const datesFromNames = textsOf(inFrontMatter.date).includes(':filename');
  const isUgly = own.uglyurls === true;
  const params = isRecord(own.params) ? lowerKeys(own.params) : {};
  const mainSections = textsOf(params.mainsections ?? own.mainsections);
  return {
    name: 'Hugo',
    url: textOf(own.baseurl),
    timeZone: textOf(own.timezone),
    keepsZone: true,
    prefersNames: textsOf(inFrontMatter.date)[0] === ':filename',
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
        : defaultPath(place);
      if (filled === null) return null;
      const ending = url || !isUgly || /\.\w+$/.test(filled) || place.isSection ? '' : '.html';
      const path = place.prefix + (ending ? filled.replace(/\/$/, '') + ending : filled);
      return [pathFrom(path)];
    },
  };

  /** @param {string} path */
  function placeOf(path) {
    const found = paths
      .filter(({ folder }) => path.startsWith(folder))
      .sort((a, b) => b.folder.length - a.folder.length);
    const { folder = '', language: byFolder = main } = found[0] ?? {};
    const within = path.slice(folder.length);
    const [, bare, byName] = /^(.*)\.([a-z]{2,3}(?:-[a-z]{2,4})?)\.\w+$/i.exec(within) ?? [];
    const isNamed = paths.some(({ language }) => language === byName?.toLowerCase());
    const parts = partsOf(isNamed ? `${bare}.md` : within);
    const language = isNamed ? byName.toLowerCase() : byFolder;
    const stays = language === main && own.defaultcontentlanguageinsubdir !== true;
    const stem = datesFromNames ? parts.stem.replace(NAMED_BY_DATE, '') : parts.stem;
    return {
      ...{ folders: parts.folders, name: parts.stem, stem },
      ...{ isSection: /(^|\/)_index\.[^/]+$/.test(within), prefix: stays ? '' : `/${language}/` },
      ...{ root: folder, sections: parts.folders },
    };
  }

  /** Below the first, only folders with a file about themselves are sections. @param {ReturnType<typeof placeOf>} place */
  async function sectionsOf({ root, folders }) {
    const isSection = await Promise.all(
      folders.map(async (_, at) => {
        const names = at === 0 ? [] : await files.names(root + folders.slice(0, at + 1).join('/'));
        return at === 0 || names.some((name) => name.startsWith('_index.'));
      }),
    );
    return folders.filter((_, at) => isSection[at]);
  }

  /** @param {string} text */
  function urlize(text) {
    const path = hugoPath(own.removepathaccents === true ? withoutMarks(text) : text);
    return own.disablepathtolower === true ? path : path.toLowerCase();
  }

  /** @param {ReturnType<typeof placeOf> & { page: SourcePage }} place */
  function defaultPath({ page, stem, folders }) {
    return urlize([...folders, textOf(page.raw.slug) || stem].join('/'));
  }

  /** @param {string} section */
  function patternOf(section) {
    const given = isRecord(own.permalinks) ? own.permalinks : {};
    const ofPages = isRecord(given.page) ? given.page : {};
    return textOf(ofPages[section]) || textOf(given[section]);
  }

  /** @param {ReturnType<typeof placeOf> & { page: SourcePage }} place */
  function variables({ page, name, stem, sections }) {
    const { at, title, raw } = page;
    const inTitle = (/** @type {string} */ text) => urlize(text).replace(/\++/g, '-');
    const slug = textOf(raw.slug);
    const dated = datesFromNames && NAMED_BY_DATE.test(name) ? stem : '';
    const dates = Object.entries(dateVariables(at)).map(([key, value]) => [
      key,
      value.toLowerCase(),
    ]);
    /** @type {Record<string, string>} */
    const values = {
      ...Object.fromEntries(dates),
      ...{
        title: inTitle(title),
        slug: inTitle(slug || dated || title),
        section: urlize(sections[0] ?? ''),
      },
      ...{
        sections: urlize(sections.join('/')),
        filename: urlize(stem),
        contentbasename: urlize(stem),
      },
      ...{ slugorfilename: urlize(slug || stem), slugorcontentbasename: urlize(slug || stem) },
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

/** @param {import('../../../shared/settings-files.js').SettingsFiles} files */
async function settingsOf(files) {
  const folder = 'config/_default';
  const whole = await files.settings(/^(hugo|config)\.(toml|ya?ml|json)$/);
  const parts = await files.settings(/\.(toml|ya?ml|json)$/, folder);
  /** @type {Record<string, unknown>} */
  const own = {};
  for (const { name, settings } of [...whole, ...parts]) {
    const [, part, language] = /^(\w+)(?:\.([\w-]+))?\.\w+$/.exec(name) ?? [];
    if (!part || /^(hugo|config)$/.test(part)) Object.assign(own, lowerKeys(settings));
    else if (language && part === 'languages')
      own.languages = { .../** @type {object} */ (own.languages), [language]: settings };
    else own[part.toLowerCase()] = settings;
  }
  return own;
}

/** @param {Record<string, unknown>} own @returns {Record<string, Record<string, unknown>>} */
function languagesOf({ languages, defaultcontentlanguage: main }) {
  const given = Object.entries(isRecord(languages) ? languages : {}).filter(([, each]) =>
    isRecord(each),
  );
  const all = given.map(([name, each]) => [
    name.toLowerCase(),
    lowerKeys(/** @type {any} */ (each)),
  ]);
  return all.length > 0 ? Object.fromEntries(all) : { [textOf(main) || 'en']: {} };
}

/** Hugo reads names in any case. @param {Record<string, unknown>} settings */
const lowerKeys = (settings) =>
  Object.fromEntries(Object.entries(settings).map(([name, value]) => [name.toLowerCase(), value]));
