import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listFiles } from './files.js';
import { lookUp } from './look-up.js';

/**
 * Words in many languages: catalogues, and what is said with them.
 *
 * @typedef {string | Record<string, string>} Text  with placeholders such as `{name}`; or one text for each plural
 *   category of Unicode, by `{count}`
 * @typedef {Record<string, Text>} Texts  by key, which in what authors see has a section: `editor.savedAt`
 * @typedef {Record<string, string | number>} Values  of placeholders
 */

const PLACEHOLDER = /\{(\w+)\}/;
const ENGLISH = 'en';
const SHOW = Symbol('show');

/** The scripts that are written from right to left, of languages that have a name in CLDR. */
const RIGHT_TO_LEFT = new Set(['Adlm', 'Arab', 'Hebr', 'Nkoo', 'Rohg', 'Syrc', 'Thaa']);

/** @param {string} tag BCP 47 @returns {'ltr' | 'rtl'} */
export const directionOf = (tag) =>
  RIGHT_TO_LEFT.has(new Intl.Locale(tag).maximize().script ?? '') ? 'rtl' : 'ltr';

/**
 * @param {string} tag BCP 47
 * @param {Iterable<string>} languages  that there are
 * @returns {string | undefined} the same language in the same script, of this region if it can be
 */
export function nearest(tag, languages) {
  const all = [...languages];
  const [wanted, ...found] = [tag, ...all].map((each) => new Intl.Locale(each).maximize());
  const near = found.filter(
    ({ language, script }) => language === wanted.language && script === wanted.script,
  );
  const best = near.find(({ region }) => region === wanted.region) ?? near[0];
  return best && all[found.indexOf(best)];
}

/** A folder with a file of words for each language, such as `de.json`. Each is read when it is first asked for. */
export class Catalogues {
  /** @type {Map<string, Texts>} */
  #read = new Map();
  #folder;

  /** @param {URL} folder  it has `en.json`, in which every text is */
  constructor(folder) {
    this.#folder = fileURLToPath(folder);
    /** BCP 47 tags. */
    this.languages = listFiles(this.#folder, '.json')
      .filter((name) => !name.includes('/'))
      .map((name) => name.slice(0, -'.json'.length));
  }

  /** @returns {Texts} */
  get english() {
    return this.texts(ENGLISH);
  }

  /** @param {string} language  one of `languages` @returns {Texts} of this language alone */
  texts(language) {
    const known = this.#read.get(language);
    if (known) return known;
    const texts = JSON.parse(readFileSync(join(this.#folder, `${language}.json`), 'utf8'));
    this.#read.set(language, texts);
    return texts;
  }

  /**
   * @param {string} tag  of the language of who reads them, BCP 47
   * @param {{ theme?: Map<string, Texts>, own?: Record<string, string> }} [others]  words that go before ours: of a
   *   theme, by language, and of the owner, by key, or key and plural category such as `posts.one`
   * @returns {Words} English, where there are none of this language
   */
  in(tag, { theme = new Map(), own = {} } = {}) {
    const language = nearest(tag, this.languages) ?? ENGLISH;
    const ofTheme = theme.get(nearest(tag, theme.keys()) ?? '');
    const translated = language === ENGLISH ? {} : this.texts(language);
    const texts = { ...this.english, ...theme.get(ENGLISH), ...translated, ...ofTheme };
    for (const [name, text] of Object.entries(own)) {
      const [key, category] = name.split('.');
      const whole = lookUp(texts, key);
      if (typeof whole === 'object' && category) texts[key] = { ...whole, [category]: text };
      if (typeof whole === 'string' && !category) texts[key] = text;
    }
    return new Words(texts, { tag, language });
  }
}

/** The words of one language, ready to be shown. */
export class Words {
  /** @type {Map<string, (values: Values) => string>} */
  #say = new Map();
  /** Of plurals: their forms. @type {Map<string, Map<string, string[]>>} */
  #forms = new Map();
  #plurals;
  /** @type {Map<number, string[]>} */
  #joints = new Map();
  #lists;
  /** Getters are quicker than a proxy, and made once. @type {object | undefined} */
  #watched;

  /** @param {Texts} texts @param {{ tag: string, language: string }} of  `tag`: of numbers; `language`: of plurals */
  constructor(texts, { tag, language }) {
    this.language = language;
    /** As they are written. */
    this.source = texts;
    this.direction = directionOf(tag);
    const { direction } = this;
    // British, as for dates.
    this.#lists = new Intl.ListFormat(tag === ENGLISH ? 'en-GB' : tag);
    const numbers = new Intl.NumberFormat(tag);
    /** @param {number} count @returns {string} as it is written in the language */
    this.number = (count) => numbers.format(count);
    this.#plurals = new Intl.PluralRules(language);
    // In a line from right to left, a name must not turn the words around it.
    const show = (/** @type {string | number} */ value) => {
      if (typeof value === 'number') return numbers.format(value);
      return direction === 'rtl' && /\D/.test(value) ? `\u2068${value}\u2069` : value;
    };
    /**
     * For templates: a text with one placeholder in two parts, so that a link can stand between them; those with a
     * section by it.
     * @type {Record<string, any>}
     */
    this.texts = {};
    for (const [key, text] of Object.entries(texts)) {
      if (typeof text === 'string') {
        const parts = text.split(PLACEHOLDER);
        this.#say.set(key, (values) => fill(parts, values, show));
        const [name, section] = key.split('.').reverse();
        const shown = section ? (this.texts[section] ??= {}) : this.texts;
        if (parts.length === 1) shown[name] = text;
        if (parts.length === 3) shown[name] = { before: parts[0], after: parts[2] };
        continue;
      }
      const forms = new Map(
        Object.entries(text).map(([name, form]) => [name, form.split(PLACEHOLDER)]),
      );
      const other = forms.get('other') ?? [''];
      this.#forms.set(key, forms);
      this.#say.set(key, (values) =>
        fill(forms.get(this.#category(values)) ?? other, values, show),
      );
    }
  }

  /** @param {string} key @returns {boolean} */
  has(key) {
    return this.#say.has(key);
  }

  /**
   * @param {(key: string) => void} show  called with each key that is read
   * @returns {Words['texts']}
   */
  watched(show) {
    this.#watched ??= Object.defineProperties(
      {},
      Object.fromEntries(
        Object.entries(this.texts).map(([key, text]) => [
          key,
          {
            /** @this {{ [SHOW]: (key: string) => void }} */
            get() {
              this[SHOW](key);
              return text;
            },
          },
        ]),
      ),
    );
    return Object.assign(Object.create(this.#watched), { [SHOW]: show });
  }

  /**
   * @param {string} key
   * @param {Values} [values]  numbers are written as in this language; `count` chooses the plural form
   * @returns {string} plain text
   * @throws {Error} when there is no such key
   */
  say(key, values = {}) {
    const say = this.#say.get(key);
    if (!say) throw new Error(`There is no text ${key}`);
    return say(values);
  }

  /**
   * @param {string} key
   * @param {Values} [values]
   * @returns {string[]} the key, or of a plural those of the forms that decide what is said, such as `posts.one`
   */
  shown(key, values = {}) {
    const forms = this.#forms.get(key);
    if (!forms) return [key];
    const category = this.#category(values);
    const names = forms.has(category) ? [category] : [category, 'other'];
    return names.map((name) => `${key}.${name}`);
  }

  /** @param {Values} values */
  #category({ count }) {
    return this.#plurals.select(Number(count));
  }

  /**
   * @param {number} count  of the parts of a list
   * @returns {string[]} what stands between them, such as ', ' and ' and '
   */
  joints(count) {
    const known = this.#joints.get(count);
    if (known) return known;
    const parts = this.#lists.formatToParts(Array(count).fill('x'));
    const joints = parts.flatMap(({ type, value }) => (type === 'literal' ? [value] : []));
    this.#joints.set(count, joints);
    return joints;
  }
}

/**
 * @param {string[]} parts  texts and, between them, names
 * @param {Values} values
 * @param {(value: string | number) => string} show
 */
function fill(parts, values, show) {
  let filled = parts[0];
  for (let place = 1; place < parts.length; place += 2)
    filled += show(values[parts[place]] ?? '') + parts[place + 1];
  return filled;
}

/** @param {string} text @returns {string[]} the names of its placeholders, sorted */
export const placeholdersIn = (text) =>
  text
    .split(PLACEHOLDER)
    .filter((_, place) => place % 2)
    .sort();

/** Characters of a text. */
export const TEXT_AT_MOST = 1000;
/** Of plurals, in all languages. */
export const CATEGORIES = ['zero', 'one', 'two', 'few', 'many', 'other'];

/**
 * @param {unknown} text  that may be anything
 * @param {Text} [english]  in the place of which it is; undefined: nowhere, so that it may have any placeholders
 * @returns {string | null} what is wrong with it, as the end of a sentence; null: nothing
 */
export function problemOfText(text, english) {
  const isPlural = typeof text === 'object' && text !== null && !Array.isArray(text);
  if (typeof text !== 'string' && !isPlural) return 'is not text';
  if (english !== undefined && (typeof english === 'object') !== isPlural)
    return isPlural ? 'has no plural' : 'needs a text for each plural, such as other';
  /** @type {[string, unknown][]} */
  const forms = isPlural ? Object.entries(text) : [['other', text]];
  const stranger = forms.find(([name]) => !CATEGORIES.includes(name));
  if (stranger) return `has a plural “${stranger[0].slice(0, 20)}”, which does not exist`;
  if (!forms.some(([name]) => name === 'other')) return 'lacks the plural other';
  for (const [, form] of forms) {
    if (typeof form !== 'string') return 'is not text';
    if (form.length > TEXT_AT_MOST) return `has more than ${TEXT_AT_MOST} characters`;
    const problem = english === undefined ? null : problemOfPlaceholders(form, english);
    if (problem) return problem;
  }
  return null;
}

/** @param {string} form @param {Text} english @returns {string | null} */
function problemOfPlaceholders(form, english) {
  const wanted = placeholdersIn(typeof english === 'string' ? english : english.other);
  const found = placeholdersIn(form);
  const extra = found.find((name) => !wanted.includes(name));
  if (extra) return `has {${extra.slice(0, 40)}}, which is not a placeholder there`;
  // “One post” needs no number.
  const lost = wanted.find(
    (name) => !found.includes(name) && !(typeof english === 'object' && name === 'count'),
  );
  return lost ? `lacks {${lost}}` : null;
}

/** What authors see. */
export const adminWords = new Catalogues(new URL('../../words/admin/', import.meta.url));

/** Of the posts and pages that Larder writes for the owner of a new blog, in Markdown. */
export const firstTexts = new Catalogues(new URL('../../words/texts/', import.meta.url));

/** What readers and commenters see. */
export const readerWords = new Catalogues(new URL('../../words/', import.meta.url));

/**
 * @param {{ language: string, words: Record<string, string> }} settings of a blog
 * @returns {Words} that its readers see, without those of a theme
 */
export const wordsOf = ({ language, words }) => readerWords.in(language, { own: words });
