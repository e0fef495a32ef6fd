import { placeOf } from '../content/acts.js';
import { sayTime } from '../base/time-zones.js';
/** @import { Clock } from '../base/clock.js' */
/** @import { Log } from '../base/log.js' */
/** @import { Words } from '../base/words.js' */
/** @import { BlogIndex } from '../changes/index/blog-index.js' */
/** @import { Act, Store, User } from '../store/types.js' */
/** @import { createActivity } from './activity.js' */

/** Acts that give somebody access, or take it away, by the keys of their words. */
export const noticed = new Map([
  ['person.passkeyAdded', 'activity.personPasskeyAdded'],
  ['person.passkeyCopied', 'activity.personPasskeyCopied'],
  ['person.password', 'activity.personPassword'],
  ['person.passwordRemoved', 'activity.personPasswordRemoved'],
  ['person.twoFactorOff', 'activity.personTwoFactorOff'],
  ['person.role', 'activity.personRole'],
  ['person.email', 'activity.personEmail'],
  ['token.created', 'activity.tokenCreated'],
]);

/** Milliseconds from one look to the next. */
const EVERY = 30_000;
const DAY = 24 * 60 * 60_000;
/** Of one look. */
const MAILS_AT_MOST = 50;
/** Up to which act people were told, among the tokens. */
const TOLD = 'activity:told';

/**
 * What one process does for the record of acts: it finds what ended processes left, forgets what is old, and tells
 * people of what concerns their account.
 * @param {object} deps
 * @param {Store} deps.store
 * @param {BlogIndex} deps.index
 * @param {ReturnType<typeof createActivity>} deps.activity
 * @param {(user: User, write: (words: Words) => { subject: string, parts: string[] }) => void} deps.mailUser
 * @param {string} deps.baseUrl
 * @param {() => Promise<boolean>} deps.leads  whether this process is the one that does it
 * @param {Clock} deps.clock
 * @param {Log} deps.log
 * @returns {{ look: () => Promise<void>, close: () => Promise<void> }}
 */
export function createNotices({ store, index, activity, mailUser, baseUrl, leads, clock, log }) {
  let forgottenAt = -Infinity;
  let isClosed = false;
  let looking = Promise.resolve();
  let cancel = clock.after(EVERY, again);
  return { look, close };

  function again() {
    looking = look()
      .catch((error) => log.warn({ err: error }, 'The record of acts could not be looked after'))
      .finally(() => {
        if (!isClosed) cancel = clock.after(EVERY, again);
      });
  }

  async function look() {
    if (!(await leads())) return;
    await store.adoptActs();
    await tell();
    if (clock.now() - forgottenAt < DAY) return;
    forgottenAt = clock.now();
    await activity.forget(index.settings.activityDays);
  }

  async function tell() {
    const told = await store.get('token', TOLD);
    const from = told?.upTo ?? placeOf(clock.now() - EVERY);
    /** @type {Act[]} */
    const acts = [];
    let upTo = from;
    for await (const act of store.all('act')) {
      if (act.id >= from) break;
      if (upTo === from) upTo = act.id;
      if (noticed.has(act.what)) acts.push(act);
    }
    if (upTo === from) return;
    const record = { id: TOLD, upTo };
    // Of two processes one tells.
    await store.write([{ kind: 'token', record, revision: told?.revision ?? null }]);
    for (const act of acts.slice(-MAILS_AT_MOST).reverse()) await mail(act);
  }

  /** @param {Act} act */
  async function mail(act) {
    const user = await store.get('user', act.of);
    if (user) mailUser(user, noticeOf(act, { index, baseUrl }));
  }

  async function close() {
    isClosed = true;
    cancel();
    await looking;
  }
}

/**
 * @param {Pick<Act, 'what' | 'of' | 'at' | 'about'>} act
 * @param {{ index: BlogIndex, baseUrl: string }} blog
 * @returns {(words: Words) => { subject: string, parts: string[] }} a mail about it
 */
export function noticeOf({ what, of, at, about }, { index, baseUrl }) {
  const { title, timeZone } = index.settings;
  return (words) => {
    const done = words.say(noticed.get(what) ?? '');
    const detail = what === 'token.created' ? `: ${about.replace(/\s+/g, ' ')}` : '';
    return {
      subject: words.say('mail.noticeSubject', { done, title: title.replace(/\s+/g, ' ') }),
      parts: [
        words.say('mail.notice', {
          done: `${done}${detail}`,
          name: of,
          when: sayTime(at, timeZone, words.language),
        }),
        words.say('mail.noticeWrong', { url: `${baseUrl}/admin/account` }),
      ],
    };
  };
}

/**
 * @param {ReturnType<typeof createActivity>} activity
 * @param {string} user  an id, who is about to sign in
 * @param {string} since  when they did so on this device before; '': never, so that any sign-in counts
 * @returns {Promise<Act[]>} what has concerned their account since
 */
export async function sinceLastSignIn(activity, user, since) {
  const from = since ? Date.parse(since) : 0;
  const { acts } = await activity.list({ of: user, from, limit: LOOKED_AT });
  const before = since ? acts.length : acts.findIndex(({ what }) => what === 'session.begun');
  return acts.slice(0, Math.max(before, 0)).filter(({ what }) => noticed.has(what));
}

/** Acts of an account. */
const LOOKED_AT = 100;
