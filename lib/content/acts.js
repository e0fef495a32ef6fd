import { equal } from '../base/equal.js';
import { cut } from '../base/unicode.js';
import { textNames } from '../store/text-fields.js';
/** @import { Clock } from '../base/clock.js' */
/** @import { BlogIndex } from '../changes/index/blog-index.js' */
/** @import { Act, Put, Removal, Settings, User } from '../store/types.js' */

/**
 * @typedef {(Put | Removal) & { follows?: boolean }} Written
 *
 * @typedef {object} Actor  Who acts.
 * @property {string} user  an id; '' for a command
 * @property {string} via  such as `session 1f2e3d4c5b6a`, `token …` or `command import`
 *
 * @typedef {Pick<Act, 'what'> & Partial<Pick<Act, 'of' | 'about' | 'count'>>} Done  what was done
 *
 * @typedef {(done: Done) => Put[]} Note  what is written together with an act; nothing while nobody acts
 */

/** What acts are about. */
export const nouns = /** @type {const} */ ([
  'post',
  'page',
  'comment',
  'file',
  'tag',
  'redirect',
  'settings',
  'appearance',
  'person',
  'session',
  'token',
  'subscriber',
  'blog',
  'mailing',
]);

/** Characters of a title or a name that are kept. */
const ABOUT_AT_MOST = 100;
/** Milliseconds in which further changes of one thing by one actor are the same act: a draft saves itself often. */
const SAME_WITHIN = 10 * 60_000;
/** Of which as many are remembered. */
const REMEMBERED = 1000;
/** Later than all times, so that the ids of acts sort the newest first. */
const END_OF_TIME = 1e15;

/** @param {number} time  in milliseconds since 1970 @returns {string} where the ids of acts of that time begin */
export const placeOf = (time) => String(END_OF_TIME - Math.floor(time));

/**
 * @param {Actor} actor
 * @param {Done} done
 * @param {{ clock: Pick<Clock, 'now'>, newId: () => string }} deps
 * @returns {Put}
 */
export function putAct({ user, via }, { what, of = '', about = '', count = 1 }, { clock, newId }) {
  const now = clock.now();
  const id = `${placeOf(now)}-${newId().slice(0, 8)}`;
  const at = new Date(now).toISOString();
  const record = { id, at, by: user, via, what, of, about: cut(about, ABOUT_AT_MOST), count };
  return { kind: 'act', record, revision: null };
}

/**
 * What writes are as acts of people, for the record.
 * @param {object} deps
 * @param {BlogIndex} deps.index
 * @param {Clock} deps.clock
 * @param {() => string} deps.newId
 */
export function createActs({ index, clock, newId }) {
  /** When a thing was last changed, by who, how and what. @type {Map<string, number>} */
  const changed = new Map();
  return { put, ofWrites, remember };

  /** @param {Actor} actor @param {Done} done @returns {Put} */
  function put(actor, done) {
    return putAct(actor, done, { clock, newId });
  }

  /**
   * @param {Actor} actor
   * @param {Written[]} writes
   * @returns {Put[]} none for what is no act of a person, or goes on with one
   */
  function ofWrites(actor, writes) {
    const done = doneBy(writes);
    const act = done && put(actor, done);
    return !act || goesOn(act) ? [] : [act];
  }

  /** @param {Put} act */
  function goesOn(act) {
    const before = changed.get(keyOf(act));
    return before !== undefined && Math.abs(clock.now() - before) < SAME_WITHIN;
  }

  /** @param {Put[]} acts  that are written */
  function remember(acts) {
    for (const act of acts.filter(({ record }) => String(record.what).endsWith('.changed'))) {
      changed.delete(keyOf(act));
      changed.set(keyOf(act), clock.now());
    }
    for (const key of [...changed.keys()].slice(0, -REMEMBERED)) changed.delete(key);
  }

  /** @param {Written[]} writes @returns {Done | null} */
  function doneBy(writes) {
    const deciding = writes.findLast(
      ({ kind, follows }) => !follows && Object.hasOwn(readers, kind),
    );
    if (!deciding) return null;
    const { noun, verb, ...done } = readers[/** @type {keyof typeof readers} */ (deciding.kind)](
      deciding,
      index,
    );
    const isBack = 'record' in deciding && writes.some(isTakenOut);
    return verb ? { ...done, what: `${noun}.${isBack ? 'restored' : verb}` } : null;
  }
}

/** @param {Put} act @returns {string} the same for changes of one thing in one way; of settings each is one */
const keyOf = ({ record: { by, via, what, of, about } }) => [by, via, what, of || about].join(' ');

/** @param {Put | Removal} write */
const isTakenOut = (write) =>
  'removed' in write && (write.kind === 'trash' || write.kind === 'trashedComment');

/** What a write of each kind is; without a verb it is no act. */
const readers = {
  post: (/** @type {Put | Removal} */ write, /** @type {BlogIndex} */ index) => {
    const of = idOf(write);
    const before = index.post(of);
    const post = recordOf(write) ?? before;
    const verb = 'removed' in write ? 'deleted' : verbOf(before?.status, post.status);
    return { noun: post?.type ?? 'post', verb, of, about: post?.title };
  },
  comment: (/** @type {Put | Removal} */ write, /** @type {BlogIndex} */ index) => {
    const of = idOf(write);
    const comment = recordOf(write);
    const postId = of.slice(0, of.indexOf(':'));
    const isShown = comment?.status === 'approved' && index.comments(postId).has(of);
    const change = write.revision === null ? 'created' : isShown ? 'changed' : comment?.status;
    const verb = comment ? change : 'deleted';
    return { noun: 'comment', verb, of, about: index.post(postId)?.title };
  },
  media: (/** @type {Put | Removal} */ write) => {
    const of = idOf(write);
    const verb = 'removed' in write ? 'deleted' : write.revision === null ? 'created' : 'changed';
    return { noun: 'file', verb: SMALLER_SIZE.test(of) ? '' : verb, of, about: of };
  },
  settings: (/** @type {Put | Removal} */ write, /** @type {BlogIndex} */ { settings }) => {
    const after = recordOf(write) ?? {};
    const names = /** @type {(keyof Settings)[]} */ (Object.keys(after)).filter(
      (name) => name !== 'revision' && !equal(after[name], settings[name]),
    );
    const isLook = names.every((name) => LOOKS.has(name));
    return {
      noun: isLook ? 'appearance' : 'settings',
      verb: 'changed',
      of: '',
      about: names.join(', '),
    };
  },
};

/** Of a file that is not one of its own. */
const SMALLER_SIZE = /\.\d+w\.\w+$/;
/** Settings of the page of the appearance. */
const LOOKS = new Set(['theme', 'appearance', 'logo', 'icon']);

/** @param {string | undefined} before @param {string} after  the states of a post */
function verbOf(before, after) {
  if (before === after) return 'changed';
  if (after === 'published') return 'published';
  return before ? 'unpublished' : 'created';
}

/** @param {Put | Removal} write @returns {string} */
const idOf = (write) => ('removed' in write ? write.id : write.record.id);
/** @param {Put | Removal} write @returns {any} null: it is removed */
const recordOf = (write) => ('removed' in write ? null : write.record);

/**
 * What a change of an account may be: the first that holds.
 * @type {[verb: string, holds: (before: User, after: User) => boolean][]}
 */
const accountVerbs = [
  ['role', (before, after) => before.role !== after.role],
  ['passwordRemoved', (before, after) => Boolean(before.password && !after.password)],
  ['password', (before, after) => before.passwordAt !== after.passwordAt],
  ['passkeyAdded', (before, after) => passkeysOf(before) < passkeysOf(after)],
  ['passkeyRemoved', (before, after) => passkeysOf(before) > passkeysOf(after)],
  ['twoFactorOn', (before, after) => Boolean(!before.secondFactor && after.secondFactor)],
  ['twoFactorOff', (before, after) => Boolean(before.secondFactor && !after.secondFactor)],
  ['email', (before, after) => (before.email ?? '') !== (after.email ?? '')],
  ['changed', (before, after) => profile.some((name) => !equal(before[name], after[name]))],
];

/** @param {User} user */
const passkeysOf = ({ passkeys = [] }) => passkeys.length;

/** @type {(keyof User)[]} */
const profile = ['name', 'language', ...textNames('user')];

/**
 * @param {User | null} before
 * @param {User} after
 * @returns {Done | null} null: no act, or part of another one
 */
export function accountAct(before, after) {
  const verb = before ? accountVerbs.find(([, holds]) => holds(before, after))?.[0] : 'created';
  return verb ? { what: `person.${verb}`, of: after.id } : null;
}
