import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parse as parseYaml } from 'yaml';
import { LarderError } from '../errors.js';
import { inspect } from '../media/inspect.js';
import { takeUser } from './authors.js';
import { takeComment } from './comments.js';
import { isUuid } from './identity.js';
import { digestOf } from './last-import.js';
import { takeSettings } from './settings.js';
import { refuseTangles } from './tangles.js';

/**
 * Reads back what an export writes beside the posts.
 *
 * @typedef {import('./run.js').Run} Run
 * @typedef {import('../types.js').Settings} Settings
 * @typedef {import('../types.js').User} User
 * @typedef {import('../types.js').Comment} Comment
 *
 * @typedef {object} ExportFacts  larder.yml
 * @property {number} larder the version of the format
 * @property {Record<string, unknown>} settings
 * @property {Record<string, unknown>[]} users
 * @property {Record<string, unknown>[]} media
 */

export const FACTS_FILE = 'larder.yml';
export const FORMAT = 1;

/**
 * @param {string} root
 * @returns {Promise<ExportFacts | null>} null when the folder is not an export
 * @throws {LarderError} `invalid` when a later Larder has written it
 */
export async function readExport(root) {
  const source = await readFile(join(root, FACTS_FILE), 'utf8').catch(() => null);
  if (source === null) return null;
  const facts = /** @type {Partial<ExportFacts> | null} */ (readYaml(source, FACTS_FILE));
  if (typeof facts?.larder !== 'number') return null;
  if (facts.larder > FORMAT)
    throw new LarderError('invalid', `${FACTS_FILE} was written by a later version of Larder`);
  return {
    larder: facts.larder,
    settings: isRecord(facts.settings) ? facts.settings : {},
    users: recordsOf(facts.users),
    media: recordsOf(facts.media),
  };
}

/**
 * Takes settings (when the blog has none), users and media, which must be there before the posts.
 * @param {string} root
 * @param {ExportFacts} facts
 * @param {Run} run
 */
export async function restoreAround(root, facts, run) {
  const owner = facts.users.find(({ role }) => role === 'owner')?.id ?? '';
  await takeSettings(checkSettings(facts.settings, run), `larder ${owner}`, FACTS_FILE, run);
  for (const user of facts.users) await run.attempt(FACTS_FILE, () => restoreUser(user, run));
  for (const media of facts.media)
    await run.attempt(`media/${media.id}`, () => restoreMedia(root, media, run));
}

/** What each setting must be. @type {Record<string, (value: any) => boolean>} */
const SETTINGS = {
  title: isText,
  tagline: (value) => typeof value === 'string',
  language: (value) => isText(value) && /^[a-z]{2,3}(-[a-z0-9]{1,8})*$/i.test(value),
  timeZone: isTimeZone,
  postsPerPage: (value) => Number.isInteger(value) && value >= 1 && value <= 100,
  comments: (value) => ['held', 'shown', 'off'].includes(/** @type {string} */ (value)),
  commentsCloseAfterDays: (value) => Number.isInteger(value) && Number(value) >= 0,
  navigation: (value) =>
    Array.isArray(value) &&
    value.every((item) => isRecord(item) && isText(item.title) && isText(item.url)),
};

/**
 * @param {Record<string, unknown>} settings
 * @param {Run} run
 * @returns {Partial<Settings>}
 */
function checkSettings(settings, run) {
  const known = Object.entries(SETTINGS).filter(([name, fits]) => {
    const value = settings[name];
    if (value !== undefined && !fits(value)) run.warn(FACTS_FILE, `its ${name} cannot be used`);
    return value !== undefined && fits(value);
  });
  return Object.fromEntries(known.map(([name]) => [name, settings[name]]));
}

/**
 * @param {Record<string, unknown>} user
 * @param {Run} run
 */
async function restoreUser({ id, name, role }, run) {
  if (!isText(id) || !isText(name)) throw new LarderError('invalid', 'a user has no id or no name');
  const known = role === 'owner' || role === 'editor' ? role : 'author';
  await takeUser({ id, name, role: known }, run);
}

/**
 * @param {string} root
 * @param {Record<string, unknown>} media
 * @param {Run} run
 */
async function restoreMedia(root, { id, type, by, alt, createdAt }, { content, last, keep }) {
  const [, name] = /^[\w-]{16}-([^/\\\0]+)$/.exec(isText(id) ? id : '') ?? [];
  if (!name || !isText(id) || !isText(type))
    throw new LarderError('invalid', 'its name is not one of Larder');
  const bytes = await readFile(join(root, 'media', id)).catch(() => null);
  if (!bytes) throw new LarderError('invalid', 'the file is not there');
  const found = inspect(bytes);
  if (found.type !== type) throw new LarderError('invalid', `it is not what its type ${type} says`);
  const key = `media:${id}`;
  const present = await content.store.get('media', id);
  const shows = isText(alt) ? alt : '';
  const given = digestOf(shows);
  const verdict = await last.judge(key, {
    ...{ here: present && digestOf(present.alt), given, isSame: present?.alt === shows },
    unrecorded: () => present !== null || last.isNamed(id),
  });
  if (verdict === 'deleted') keep(`media/${id}`, 'it was deleted here, and stays so');
  if (verdict === 'edited' || verdict === 'conflict')
    keep(`media/${id}`, 'its description was changed here, and stays so');
  if (verdict !== 'write' && verdict !== 'same')
    return void (last.knows(key) || (await last.remember(key, given, '')));
  const { width, height } = found;
  if (present) await content.describeMedia(id, shows, present.revision);
  // Its bytes stay as they are, since texts know it by a name that tells them.
  const saved = await content.saveMedia({
    ...{ name, type, bytes, width, height },
    by: isText(by) ? by : '',
    alt: shows,
    ...(isText(createdAt) && isDate(createdAt) ? { createdAt } : {}),
  });
  if (saved.id !== id)
    throw new LarderError('invalid', `its bytes have changed; it is now ${saved.id}`);
  await last.remember(key, given, given);
}

/**
 * Takes the comments, when their posts are there.
 * @param {string} root
 * @param {Run} run
 */
export async function restoreComments(root, run) {
  const names = await readdir(join(root, 'comments')).catch(() => /** @type {string[]} */ ([]));
  for (const name of names.filter((each) => each.endsWith('.yml')).sort()) {
    const file = `comments/${name}`;
    await run.attempt(file, async () => {
      const postId = name.slice(0, -'.yml'.length);
      const source = await readFile(join(root, file), 'utf8');
      for (const comment of recordsOf(readYaml(source, file)))
        await run.attempt(file, () => restoreComment(postId, comment, run));
    });
  }
}

/**
 * @param {string} postId
 * @param {Record<string, unknown>} source
 * @param {Run} run
 */
async function restoreComment(postId, source, run) {
  const { content, last } = run;
  const isGone = last.hadPost(postId) || last.knows(`post:${postId}`);
  if (isGone && !content.index.post(postId)) return;
  const comment = { id: source.id, replyTo: source.replyTo, name: source.name, url: source.url };
  const { markdown, status, createdAt } = source;
  const isComment =
    Object.values(comment).every((value) => typeof value === 'string') &&
    typeof markdown === 'string' &&
    (status === 'pending' || status === 'approved' || status === 'spam') &&
    isText(createdAt) &&
    !Number.isNaN(Date.parse(createdAt));
  const [owner, own] = String(source.id).split(':');
  if (!isComment || owner !== postId || !isUuid(own))
    throw new LarderError(
      'invalid',
      `a comment (${String(source.id).slice(0, 80)}) is not complete`,
    );
  if (!/^(https?:\/\/.*)?$/i.test(String(source.url)))
    throw new LarderError('invalid', `the address of the comment ${source.id} is no http address`);
  const input = /** @type {Comment} */ ({
    ...comment,
    postId,
    markdown,
    status,
    createdAt: new Date(createdAt).toISOString(),
  });
  const present = await content.store.get('comment', input.id);
  await takeComment(input, present, `comments/${postId}.yml`, run);
}

/** @param {string} source @param {string} file @returns {unknown} */
function readYaml(source, file) {
  try {
    const facts = parseYaml(source, { logLevel: 'error', maxAliasCount: 100 });
    refuseTangles(facts);
    return facts;
  } catch (error) {
    const [reason] = /** @type {Error} */ (error).message.split('\n');
    throw new LarderError('invalid', `${file} cannot be read: ${reason}`);
  }
}

/** @param {unknown} value @returns {value is string} */
function isText(value) {
  return typeof value === 'string' && value !== '';
}

/** @param {string} value */
const isDate = (value) =>
  /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) && !Number.isNaN(Date.parse(value));

/** @param {unknown} value */
function isTimeZone(value) {
  try {
    return isText(value) && Boolean(new Intl.DateTimeFormat('en', { timeZone: value }));
  } catch {
    return false;
  }
}

/** @param {unknown} value @returns {value is Record<string, unknown>} */
function isRecord(value) {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

/** @param {unknown} value @returns {Record<string, unknown>[]} */
const recordsOf = (value) => (Array.isArray(value) ? value.filter(isRecord) : []);
