import { keysOf, recordOf } from '../../../../base/record-of.js';
import { postFields } from '../../../../store/fields.js';
import { textFields, textNames, textsThat } from '../../../../store/text-fields.js';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { checkProfile } from '../../../../people/names.js';
import { defaultSettings } from '../../../../changes/index/default-settings.js';
import { check } from '../../../../content/schema.js';
import { shapes } from '../../../../content/shapes.js';
import { isLanguage, problemsOfSettings } from '../../../../content/validate-settings.js';
import { isError, LarderError, messageOf } from '../../../../base/errors.js';
import { inspect } from '../../../../content/media/inspect.js';
import { isDrawing, isPicture } from '../../../../content/media/types.js';
import { isUuid } from '../../shared/identity.js';
import { readData, recordIn, recordsOf } from '../../shared/read-data.js';
/** @import { TextKind, TextName, Texts } from '../../../../store/text-fields.js' */
/** @import { Schema } from '../../../../store/fields.js' */
/** @import { Settings, User } from '../../../../store/types.js' */
/** @import { Item, Source, SourceComment, SourceMedia, Thread } from '../source.js' */

/**
 * Reads back what an export of Larder has beside the posts.
 *
 * @typedef {Record<string, unknown>} Raw
 *
 * @typedef {object} ExportMetadata  larder.yml
 * @property {number} larder the version of the format
 * @property {Raw} fields  the names of those that it knew, by kind; none: it knew those that have columns
 * @property {Raw} settings
 * @property {Raw[]} users
 * @property {Raw[]} media
 * @property {Raw[]} redirects
 */

export const EXPORT_FILE = 'larder.yml';
export const FORMAT = 1;

/**
 * @param {string} root
 * @returns {Promise<ExportMetadata | null>} null when the folder is not an export
 * @throws {LarderError} `invalid` when a later Larder has written it
 */
export async function readExport(root) {
  const source = await readFile(join(root, EXPORT_FILE), 'utf8').catch(() => null);
  if (source === null) return null;
  const metadata = recordIn(readYaml(source, EXPORT_FILE));
  if (typeof metadata.larder !== 'number') return null;
  if (metadata.larder > FORMAT)
    throw new LarderError('invalid', `${EXPORT_FILE} was written by a later version of Larder`);
  return {
    larder: metadata.larder,
    fields: recordIn(metadata.fields),
    settings: recordIn(metadata.settings),
    users: recordsOf(metadata.users),
    media: recordsOf(metadata.media),
    redirects: recordsOf(metadata.redirects),
  };
}

/**
 * @param {string} root
 * @returns {Promise<Partial<Source> | null>} all but the posts; null when the folder is not an export
 * @throws {LarderError} `invalid` when a later Larder has written it
 */
export async function openLarderExport(root) {
  const metadata = await readExport(root);
  if (!metadata) return null;
  const { settings, wrong } = readSettings(metadata.settings);
  return {
    name: EXPORT_FILE,
    origin: `larder ${metadata.users.find(({ role }) => role === 'owner')?.id ?? ''}`,
    isVerbatim: true,
    exported: knownIn(metadata.fields.post, postFields),
    settings,
    users: metadata.users.map((user) => ({
      name: EXPORT_FILE,
      read: () => readUser(user, knownIn(metadata.fields.user, textFields.user)),
    })),
    media: metadata.media.map((media) => ({
      name: `media/${media.id}`,
      read: () => readMedia(root, media),
    })),
    comments: () => threadsIn(root),
    redirects: metadata.redirects.flatMap(({ from, to }) =>
      isText(from) && isText(to) && from.startsWith('/') ? [{ from, to }] : [],
    ),
    warnings: wrong.map((name) => ({ name: EXPORT_FILE, text: `its ${name} cannot be used` })),
  };
}

/**
 * @param {Raw} input
 * @returns {{ settings: Partial<Settings>, wrong: string[] }} those that can be used, and the names of the others
 */
function readSettings(input) {
  const usual = defaultSettings();
  const names = Object.keys(usual).filter((name) => name !== 'id' && input[name] !== undefined);
  const typed = names.filter((name) =>
    fits(input[name], shapes.settings[/** @type {'title'} */ (name)]),
  );
  const pick = (/** @type {string[]} */ some) =>
    Object.fromEntries(some.map((name) => [name, input[name]]));
  const problems = problemsOfSettings({ ...usual, ...pick(typed) });
  const good = typed.filter((name) => !(name in problems));
  return { settings: pick(good), wrong: names.filter((name) => !good.includes(name)) };
}

/** @param {unknown} value @param {Schema} schema @returns {boolean} */
function fits(value, schema) {
  try {
    check(value, schema);
    return true;
  } catch (error) {
    if (!isError(error, 'invalid')) throw error;
    return false;
  }
}

/**
 * @template {Record<string, { is: string, isColumn?: boolean }>} T
 * @param {unknown} written  names in larder.yml
 * @param {T} rows
 * @returns {(keyof T & string)[]} of the fields that the Larder knew which wrote it; the others stay as they are here
 */
const knownIn = (written, rows) =>
  keysOf(rows).filter((name) =>
    Array.isArray(written) ? written.includes(name) : rows[name].isColumn,
  );

/**
 * @param {Raw} user
 * @param {TextName<'user'>[]} known
 * @returns {Pick<User, 'id' | 'name' | 'role' | 'language'>}
 */
function readUser({ id, name, role, language, ...user }, known) {
  const profile = checkProfile(recordOf(known, (each) => (isText(user[each]) ? user[each] : '')));
  if (!isText(id) || !isText(name)) throw new LarderError('invalid', 'a user has no id or no name');
  return {
    id,
    name,
    role: role === 'owner' || role === 'editor' ? role : 'author',
    ...recordOf(known, (each) => profile[each]),
    ...(isText(language) && isLanguage(language) && { language }),
  };
}

/** @param {string} root @param {Raw} media @returns {Promise<SourceMedia>} */
async function readMedia(root, { id, type, by, createdAt, ...media }) {
  const [, name] = /^[\w-]{16}-([^/\\\0]+)$/.exec(isText(id) ? id : '') ?? [];
  if (!name || !isText(id) || !isText(type))
    throw new LarderError('invalid', 'Larder does not name files like this');
  const bytes = await readFile(join(root, 'media', id)).catch(() => null);
  if (!bytes) throw new LarderError('invalid', 'the file is missing');
  const found = inspect(bytes, isPicture(type) ? '' : name);
  if (found.type !== type) throw new LarderError('invalid', `it is not what its type ${type} says`);
  // An SVG that was stored before they were written anew stays a download, as it was.
  const isOld = isDrawing(type) && !found.bytes.equals(bytes);
  const { width, height } = isOld ? { width: null, height: null } : found;
  return {
    id,
    name,
    type,
    bytes,
    width,
    height,
    by: isText(by) ? by : '',
    ...readTexts('media', media),
    ...(isText(createdAt) && isDate(createdAt) && { createdAt }),
  };
}

/** @param {string} root @returns {AsyncIterable<Item<Thread>>} */
async function* threadsIn(root) {
  const names = await readdir(join(root, 'comments')).catch(() => []);
  for (const name of names.filter((each) => each.endsWith('.yml')).sort()) {
    const file = `comments/${name}`;
    const postId = name.slice(0, -'.yml'.length);
    const read = async () => {
      const records = recordsOf(readYaml(await readFile(join(root, file), 'utf8'), file));
      return { postId, comments: records.map((record) => readComment(postId, record)) };
    };
    yield { name: file, read };
  }
}

/** @param {string} postId @param {Raw} source @returns {SourceComment | LarderError} */
function readComment(postId, { id, replyTo, name, author, markdown, status, createdAt, ...more }) {
  const texts = readTexts('comment', more);
  const [owner, own] = String(id).split(':');
  const isComment =
    [id, replyTo, name, texts.url, markdown].every((value) => typeof value === 'string') &&
    ['pending', 'approved', 'spam'].includes(String(status)) &&
    isText(createdAt) &&
    !Number.isNaN(Date.parse(createdAt));
  if (!isComment || owner !== postId || !isUuid(own))
    return new LarderError('invalid', `a comment (${String(id).slice(0, 80)}) is not complete`);
  for (const [each, { is }] of textsThat('comment'))
    if (is === 'address' && !/^(https?:\/\/.*)?$/i.test(texts[each] ?? ''))
      return new LarderError('invalid', `the address of the comment ${id} is not an http address`);
  return /** @type {SourceComment} */ ({
    id,
    replyTo,
    name,
    ...texts,
    markdown,
    status,
    ...(isText(author) && { author }),
    createdAt: new Date(createdAt).toISOString(),
  });
}

/**
 * @template {TextKind} K
 * @param {K} kind
 * @param {Raw} record
 * @returns {Partial<Texts<K>>} those that it has
 */
const readTexts = (kind, record) =>
  /** @type {any} */ (
    Object.fromEntries(
      textNames(kind).flatMap((name) =>
        typeof record[name] === 'string' ? [[name, record[name]]] : [],
      ),
    )
  );

/** @param {string} source @param {string} file @returns {unknown} */
function readYaml(source, file) {
  try {
    return readData('yaml', source);
  } catch (error) {
    throw new LarderError('invalid', `${file} cannot be read: ${messageOf(error)}`);
  }
}

/** @param {unknown} value @returns {value is string} */
function isText(value) {
  return typeof value === 'string' && value !== '';
}

/** @param {string} value */
const isDate = (value) =>
  /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) && !Number.isNaN(Date.parse(value));
