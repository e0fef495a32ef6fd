import { equal } from '../base/equal.js';
import { recordOf } from '../base/record-of.js';
import { postFieldsThat } from '../store/fields.js';
import { textNames } from '../store/text-fields.js';
import { settingsThat } from '../store/settings-fields.js';
import { defaultAppearance } from '../changes/index/appearance.js';
import { defaultSettings } from '../changes/index/default-settings.js';
import { isTimeZone } from '../base/time-zones.js';
import { validateAppearance } from './appearance/validate.js';
import { collectProblems } from './validate.js';
import { problemOfWord } from './validate-words.js';
import { checkTheme, isLanguage } from './validate-settings.js';
/** @import { Log } from '../base/log.js' */
/** @import { Values } from '../store/fields.js' */
/** @import { SettingField } from '../store/settings-fields.js' */
/** @import { Appearance, Kind, Store, StoredRecord } from '../store/types.js' */

/**
 * @typedef {(value: unknown) => boolean} Check
 *
 * @typedef {(value: unknown, record: Record<string, unknown>) => unknown} Rule  returns the value if pages can show it,
 *   else one to show instead
 */

const EPOCH = new Date(0).toISOString();
const defaults = defaultSettings();

/** @param {unknown} value @returns {value is string} */
const isText = (value) => typeof value === 'string';
/** @param {unknown} value @returns {value is Record<string, unknown>} */
const isObject = (value) => typeof value === 'object' && value !== null;
/** @type {Check} */
const isTime = (value) => isText(value) && !Number.isNaN(Date.parse(value));
/** @type {Check} */
const isLink = (value) => isObject(value) && isText(value.title) && isText(value.url);
/** @type {Check} */
const isDescription = (value) => isObject(value) && isText(value.tag) && isText(value.text);
/** @type {Check} */
const isCover = (value) => isObject(value) && isText(value.src) && isText(value.alt ?? '');
/** @type {Check} */
const isYesOrNo = (value) => typeof value === 'boolean';
/** @param {number} least @returns {Check} */
const isWhole = (least) => (value) => Number.isInteger(value) && Number(value) >= least;

/** @param {Check} isRight @param {unknown} otherwise @returns {Rule} */
const or = (isRight, otherwise) => (value) => (isRight(value) ? value : otherwise);

/** @param {Check} isRight @returns {Rule} for what a record may lack */
const optional = (isRight) => (value) => (value === null || isRight(value) ? value : undefined);

/** @param {unknown} value @param {Check} isRight of an item */
const isListOf = (value, isRight) => Array.isArray(value) && value.every(isRight);

/** @param {Check} isRight of an item @returns {Rule} */
const list = (isRight) => (value) =>
  isListOf(value, isRight) ? value : [value].flat().filter(isRight);

/** @param {string} value */
function isTheme(value) {
  try {
    return checkTheme(value) === value;
  } catch {
    return false;
  }
}

/** @param {unknown} appearance @returns {appearance is Partial<Appearance>} */
const fits = (appearance) =>
  typeof appearance === 'object' &&
  appearance !== null &&
  equal(withoutMisfits(appearance), appearance);

/** @param {unknown} appearance @returns {Partial<Appearance>} */
const withoutMisfits = (appearance) =>
  collectProblems(validateAppearance, Object(appearance), defaultAppearance).valid;

/** @param {[string, unknown]} word */
const isWord = ([name, text]) => problemOfWord(name, text) === null;

/** @param {unknown} words */
const fitsAll = (words) => isObject(words) && Object.entries(words).every(isWord);

/** Another version of Larder may know others. @param {unknown} words */
const knownWords = (words) => Object.fromEntries(Object.entries(Object(words)).filter(isWord));

/** @param {SettingField} field @returns {Check} */
const isOfRow = ({ is, schema }) =>
  ({ count: isWhole(schema.minimum ?? 0), text: isText, tick: isYesOrNo })[is];

/** By what it is. @type {Record<keyof Values, Rule>} */
const furtherRules = {
  line: optional(isText),
  address: optional(isText),
  tick: optional((value) => value === true),
  picture: optional(isCover),
  people: optional((value) => isListOf(value, isText)),
};

/** By kind and field: what a database’s console can set to anything. @type {Record<string, Record<string, Rule>>} */
const rulesByField = {
  post: {
    tags: list(isText),
    ...Object.fromEntries(postFieldsThat().map(([name, { is }]) => [name, furtherRules[is]])),
    publishedAt: (value, { updatedAt }) =>
      value === null || isTime(value) ? value : or(isTime, EPOCH)(updatedAt, {}),
    createdAt: or(isTime, EPOCH),
    updatedAt: or(isTime, EPOCH),
  },
  comment: {
    ...recordOf(textNames('comment'), () => or(isText, '')),
    createdAt: or(isTime, EPOCH),
  },
  user: {
    ...recordOf(textNames('user'), () => optional(isText)),
    email: optional(isText),
    language: optional(isText),
  },
  media: {
    ...recordOf(textNames('media'), () => or(isText, '')),
    type: or(isText, 'application/octet-stream'),
    createdAt: or(isTime, EPOCH),
  },
  settings: {
    language: or((value) => isText(value) && isLanguage(value), defaults.language),
    timeZone: or((value) => isText(value) && isTimeZone(value), defaults.timeZone),
    ...Object.fromEntries(
      settingsThat().map(([name, field]) => [name, or(isOfRow(field), field.usual)]),
    ),
    navigation: list(isLink),
    tagDescriptions: list(isDescription),
    logo: or(isText, ''),
    icon: or(isText, ''),
    theme: or((value) => isText(value) && isTheme(value), defaults.theme),
    appearance: (value) => (fits(value) ? value : withoutMisfits(value)),
    words: (value) => (fitsAll(value) ? value : knownWords(value)),
  },
};

/** @type {Map<string, [field: string, rule: Rule][]>} */
const rules = new Map(
  Object.entries(rulesByField).map(([kind, fields]) => [kind, Object.entries(fields)]),
);

/**
 * @param {Kind} kind
 * @param {Record<string, unknown>} record  from a store, or its summary
 * @returns {Record<string, unknown>} what pages show instead of fields that hold what Larder never writes, such as a
 *   time zone that there is not; usually empty
 */
export function repairs(kind, record) {
  /** @type {Record<string, unknown>} */
  const changed = {};
  for (const [field, rule] of rules.get(kind) ?? []) {
    const value = record[field];
    if (value === undefined) continue;
    const fitting = rule(value, record);
    if (fitting !== value) changed[field] = fitting;
  }
  return changed;
}

/**
 * Somebody may set a field to anything in the database’s console. Such a record neither stops the blog nor breaks a
 * page.
 * @param {Store} store
 * @param {Log} log  told once of each such record
 * @returns {Store} the same one; what is read from it can be shown
 */
export function withRepairs(store, log) {
  /** The revision of each that the log was told of. @type {Map<string, string | undefined>} */
  const reported = new Map();

  /** @template {StoredRecord | null} R @param {Kind} kind @param {R} record @returns {R} */
  function repaired(kind, record) {
    if (record === null) return record;
    const changed = repairs(kind, record);
    const fields = Object.keys(changed);
    if (fields.length === 0) return record;
    const { id, revision } = record;
    const name = `${kind}:${id}`;
    if (reported.get(name) !== revision)
      log.warn({ kind, id, fields }, 'A record has values that Larder cannot show; run doctor');
    reported.set(name, revision);
    const whole = { ...record, ...changed };
    for (const field of fields)
      if (changed[field] === undefined) Reflect.deleteProperty(whole, field);
    return whole;
  }
  /** @template {StoredRecord | null} R @param {Kind} kind @param {R[]} records @returns {R[]} */
  const repairedAll = (kind, records) => records.map((record) => repaired(kind, record));

  return {
    ...store,
    get: async (kind, id) => repaired(kind, await store.get(kind, id)),
    getMany: async (kind, ids, without) =>
      repairedAll(kind, await store.getMany(kind, ids, without)),
    async *all(kind, without, after) {
      for await (const record of store.all(kind, without, after)) yield repaired(kind, record);
    },
    commentsOf: async (postId) => repairedAll('comment', await store.commentsOf(postId)),
    commentsWith: async (status, page) =>
      repairedAll('comment', await store.commentsWith(status, page)),
    async summaries() {
      const summaries = await store.summaries();
      return {
        ...summaries,
        posts: repairedAll('post', summaries.posts),
        users: repairedAll('user', summaries.users),
        settings: repaired('settings', summaries.settings),
      };
    },
  };
}
