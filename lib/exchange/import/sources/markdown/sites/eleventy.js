import { posix } from 'node:path';
import { fillPattern, formatDate } from '../../../shared/pattern.js';
import { recordIn } from '../../../shared/read-data.js';
import { splitFrontMatter } from '../front-matter.js';
import { codeOf, partsOf, pathFrom, settingIn, textOf } from './site.js';
import { eleventySlug } from './slugs.js';
/** @import { SettingsFiles } from '../../../shared/settings-files.js' */
/** @import { OpenEngine } from './site.js' */

const DATE = /^\d{4}-\d{2}-\d{2}-/;
const DATED_INDEX = /(?<=^|\/)\d{4}-\d{2}-\d{2}-(?=index\.\w+$)/;
const CONFIG = /^(\.eleventy|eleventy\.config)\.[cm]?[jt]s$/;

/** A permalink in JavaScript: a text, or a function that returns one. */
const PERMALINK =
  /\bpermalink['"]?\s*(?:[:,]|(?=\())(?:[^'"`;]{0,200}?(?:return|=>))?\s*(['"`])((?:\\.|(?!\1)[^\\]){1,500})\1/;

/** @typedef {{ permalink: string, layout: string }} Beside  What data beside a page says, or ''. */

/** A template whose value the sources do not say. */
const UNKNOWN = '{{ }}';

/** @type {OpenEngine} */
export async function openEleventy(files) {
  const code = await codeOf(files, CONFIG);
  const source = settingIn(code, 'input')
    .replace(/^\.\/?/, '')
    .replace(/([^/])$/, '$1/');
  const [, , usual] =
    /addGlobalData\(\s*(['"])permalink\1\s*,\s*(?:\(\)\s*=>\s*)?['"`]([^'"`]+)['"`]/.exec(code) ??
    [];
  const layouts =
    source + (settingIn(code, 'layouts') || settingIn(code, 'includes') || '_includes');
  /** By the names without an extension. @type {Map<string, Promise<Beside>>} */
  const data = new Map();
  return {
    name: 'Eleventy',
    url: pathFrom(settingIn(code, 'pathPrefix')),
    source,
    async addressesOf(page) {
      const own = page.raw.permalink ?? recordIn(page.raw.eleventyComputed).permalink;
      if (own === false) return [];
      const { folders, stem, isBundle } = partsOf(page.within.replace(DATED_INDEX, ''));
      const next = await nearbyData(page.path);
      const layout = textOf(page.raw.layout) || next.layout;
      const template =
        textOf(own) || next.permalink || (layout && (await permalinkIn(layout))) || usual;
      if (!template) {
        const isHome = stem === folders.at(-1) || (stem === 'index' && folders.length === 0);
        return pathFrom(...folders, isHome ? '' : stem);
      }
      const fileSlug = stem.replace(DATE, '');
      const filePathStem = pathFrom(...folders, ...(isBundle ? [stem, 'index'] : [fileSlug]));
      const values = { ...page.raw, page: { fileSlug, filePathStem, date: page.at } };
      return fillTemplate(template, values);
    },
  };

  /** @param {string} path of a page @returns {Promise<Beside>} what is nearest */
  async function nearbyData(path) {
    const folders = path.split('/').slice(0, -1);
    const stems = folders.map((name, at) => [...folders.slice(0, at + 1), name].join('/'));
    const all = [path.replace(/\.\w+$/, ''), ...stems.reverse()].map((stem) => {
      const known = data.get(stem) ?? dataIn(files, stem);
      data.set(stem, known);
      return known;
    });
    const found = await Promise.all(all);
    const first = (/** @type {keyof Beside} */ name) =>
      found.map((each) => each[name]).find(Boolean) ?? '';
    return { permalink: first('permalink'), layout: first('layout') };
  }

  /** @param {string} layout @returns {Promise<string>} a template, or '' */
  async function permalinkIn(layout) {
    const { dir, base } = posix.parse(posix.join(layouts, layout));
    const name = (await files.names(dir)).find(
      (each) => each === base || each.startsWith(`${base}.`),
    );
    const text = name ? await files.text(posix.join(dir, name)) : '';
    try {
      return textOf(splitFrontMatter(text).metadata.permalink);
    } catch {
      return UNKNOWN;
    }
  }
}

/**
 * @param {SettingsFiles} files
 * @param {string} stem of files with data
 * @returns {Promise<Beside>}
 */
async function dataIn(files, stem) {
  const { dir: folder, base: name } = posix.parse(stem);
  const found = { permalink: '', layout: '' };
  for (const file of await files.names(folder)) {
    const ending = file.startsWith(`${name}.`) ? file.slice(name.length) : '';
    if (/^(\.11tydata)?\.json$/.test(ending)) {
      const settings = await files.firstSettings(exactly(file), folder);
      found.permalink ||= textOf(settings.permalink);
      found.layout ||= textOf(settings.layout);
    } else if (/^\.11tydata\.[cm]?js$/.test(ending)) {
      const code = await files.text(folder ? `${folder}/${file}` : file);
      const way = PERMALINK.exec(code);
      const [whole = '', , text] = way ?? [];
      const hasOneWay = !/\breturn\b/.test(whole) || returnsOnce(code.slice(way?.index));
      if (text && hasOneWay) found.permalink ||= text.replace(/\$\{([^{}]*)\}/g, '{{$1}}');
      else if (/\bpermalink['"]?\s*[:(]/.test(code)) found.permalink ||= UNKNOWN;
      found.layout ||= settingIn(code, 'layout');
    }
  }
  return found;
}

/** @param {string} code that begins with a function */
function returnsOnce(code) {
  let depth = 0;
  let end = 0;
  for (const { 0: brace, index } of code.matchAll(/[{}]/g)) {
    depth += brace === '{' ? 1 : -1;
    end = index;
    if (depth <= 0) break;
  }
  return code.slice(0, end).split(/\breturn\b/).length === 2;
}

/** @param {string} name */
const exactly = (name) => new RegExp(`^${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`);

/**
 * @param {string} template of Liquid, Nunjucks or JavaScript
 * @param {Record<string, unknown>} values
 * @returns {string | null} null when it needs more than is known
 */
function fillTemplate(template, values) {
  if (template.includes('{%')) return null;
  return fillPattern(template, (expression) => evaluate(expression, values), /\{\{([^{}]*)\}\}/g);
}

/** @param {string} expression @param {Record<string, unknown>} values @returns {string | undefined} */
function evaluate(expression, values) {
  const [, call, argument] = /^\s*(?:\w+\.)*(slug(?:ify)?)\((.*)\)\s*$/.exec(expression) ?? [];
  const [head, ...filters] = call ? [argument, call] : expression.split('|');
  const names = head
    .trim()
    .replace(/^data\./, '')
    .split('.');
  /** @type {unknown} */
  let value = values;
  for (const name of names) value = recordIn(value)[name];
  for (const filter of filters.map((each) => each.trim())) {
    const [, format] = /^date:\s*["']([^"']*)["']$/.exec(filter) ?? [];
    if (format !== undefined && value instanceof Date) value = formatDate(value, format);
    else if (/^slug(ify)?$/.test(filter)) value = eleventySlug(textOf(value));
    else if (/^(downcase|lower)$/.test(filter)) value = textOf(value).toLowerCase();
    else if (filter !== 'url') return undefined;
  }
  return textOf(value) || undefined;
}
