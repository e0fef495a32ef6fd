import { posix } from 'node:path';
import { fillPattern, formatDate } from '../../../shared/pattern.js';
import { isRecord } from '../../../shared/records.js';
import { partsOf, pathFrom, settingIn, textOf } from './site.js';
import { eleventySlug } from './slugs.js';
/** @import { SettingsFiles } from '../../../shared/settings-files.js' */
/** @import { OpenEngine, SourcePage } from './site.js' */

const DATE = /^\d{4}-\d{2}-\d{2}-/;
const CONFIG = /^(\.eleventy|eleventy\.config)\.[cm]?[jt]s$/;

/** A permalink in JavaScript: a text, or a function that returns one. */
const PERMALINK =
  /\bpermalink['"]?\s*(?:[:,]|(?=\())(?:[^'"`;]{0,200}?(?:return|=>))?\s*(['"`])((?:\\.|(?!\1)[^\\]){1,500})\1/;

/** A template whose value the sources do not say. */
const UNKNOWN = '{{ }}';

/** @type {OpenEngine} */
export async function openEleventy(files) {
  const config = (await files.names()).find((name) => CONFIG.test(name));
  const code = config ? await files.text(config) : '';
  const source = settingIn(code, 'input')
    .replace(/^\.\/?/, '')
    .replace(/([^/])$/, '$1/');
  const [, , usual] =
    /addGlobalData\(\s*(['"])permalink\1\s*,\s*(?:\(\)\s*=>\s*)?['"`]([^'"`]+)['"`]/.exec(code) ??
    [];
  /** By the names without an extension. @type {Map<string, Promise<string>>} */
  const data = new Map();
  return {
    name: 'Eleventy',
    url: pathFrom(settingIn(code, 'pathPrefix')),
    async addressesOf(page) {
      const computed = isRecord(page.raw.eleventyComputed) ? page.raw.eleventyComputed : {};
      const own = page.raw.permalink ?? computed.permalink;
      if (own === false || !page.path.startsWith(source)) return [];
      const { folders, stem, isBundle } = partsOf(page.path.slice(source.length));
      const template = textOf(own) || (await permalinkBeside(page.path)) || usual;
      if (!template) {
        const isHome = stem === folders.at(-1) || (stem === 'index' && folders.length === 0);
        return [pathFrom(...folders, isHome ? '' : stem)];
      }
      const fileSlug = stem.replace(DATE, '');
      const filePathStem = pathFrom(...folders, ...(isBundle ? [stem, 'index'] : [fileSlug]));
      const values = { ...page.raw, page: { ...{ fileSlug, filePathStem }, date: page.at } };
      const path = fillTemplate(template, values);
      return path === null ? null : [pathFrom(path)];
    },
  };

  /** @param {string} path of a page @returns {Promise<string>} a template, or '' */
  async function permalinkBeside(path) {
    const folders = path.split('/').slice(0, -1);
    const stems = folders.map((name, at) => [...folders.slice(0, at + 1), name].join('/'));
    for (const stem of [path.replace(/\.\w+$/, ''), ...stems.reverse()]) {
      const known = data.get(stem) ?? permalinkIn(files, stem);
      data.set(stem, known);
      const found = await known;
      if (found) return found;
    }
    return '';
  }
}

/** @param {SettingsFiles} files @param {string} stem of files with data @returns {Promise<string>} */
async function permalinkIn(files, stem) {
  const { dir: folder, base: name } = posix.parse(stem);
  for (const file of await files.names(folder)) {
    const ending = file.startsWith(`${name}.`) ? file.slice(name.length) : '';
    if (/^(\.11tydata)?\.json$/.test(ending)) {
      const settings = await files.firstSettings(exactly(file), folder);
      if (textOf(settings.permalink)) return textOf(settings.permalink);
    } else if (/^\.11tydata\.[cm]?js$/.test(ending)) {
      const code = await files.text(folder ? `${folder}/${file}` : file);
      const [, , text] = PERMALINK.exec(code) ?? [];
      if (text) return text.replace(/\$\{([^{}]*)\}/g, '{{$1}}');
      if (/\bpermalink['"]?\s*[:(]/.test(code)) return UNKNOWN;
    }
  }
  return '';
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
  let value = names.reduce(
    (/** @type {any} */ inside, name) => (isRecord(inside) ? inside[name] : undefined),
    values,
  );
  for (const filter of filters.map((each) => each.trim())) {
    const [, format] = /^date:\s*["']([^"']*)["']$/.exec(filter) ?? [];
    if (format !== undefined && value instanceof Date) value = formatDate(value, format);
    else if (/^slug(ify)?$/.test(filter)) value = eleventySlug(textOf(value));
    else if (/^(downcase|lower)$/.test(filter)) value = textOf(value).toLowerCase();
    else if (filter !== 'url') return undefined;
  }
  return textOf(value) || undefined;
}
