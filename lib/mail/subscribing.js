import { readerWords } from '../base/words.js';
import { messageOf } from '../base/errors.js';
import { createSubscriber, tombstoneOf } from './new-subscriber.js';
/** @import { Clock } from '../base/clock.js' */
/** @import { Log } from '../base/log.js' */
/** @import { Words } from '../base/words.js' */
/** @import { BlogIndex } from '../changes/index/blog-index.js' */
/** @import { Done } from '../content/acts.js' */
/** @import { Mail, Subscriber } from './records.js' */
/** @import { Purpose, Subscribers } from './subscribers.js' */

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
/** For how long the link to confirm is good, and what was not confirmed is kept. */
export const CONFIRM_WITHIN = 7 * DAY;
/** For how long the address of who has unsubscribed is kept. */
export const KEPT_FOR = 30 * DAY;
/** In which who has unsubscribed needs no new link to come back. */
const BACK_WITHIN = DAY;
/** Between two mails to one address that anybody can ask for. */
const ASKED_EVERY = HOUR;
/** For which the answer goes first. */
const AFTER = 100;
/** Forms whose work waits; more are not worked on. */
const WAITING_AT_MOST = 1000;

/**
 * @typedef {ReturnType<typeof createSubscribing>} Subscribing
 *
 * @typedef {object} Asked
 * @property {string} email  normalised
 * @property {string[]} tags
 * @property {string} [language]
 * @property {string} source  the form, or the program
 */

/**
 * How readers subscribe, confirm, unsubscribe and choose. A subscription begins with a mail whose link leads to a
 * button.
 * @param {object} deps
 * @param {Subscribers} deps.subscribers
 * @param {BlogIndex} deps.index
 * @param {() => string} deps.newId
 * @param {(at: number) => Promise<unknown>} [deps.onLeft]  somebody unsubscribed by the link of a mailing of that time
 * @param {Clock} deps.clock
 * @param {Log} deps.log
 */
export function createSubscribing({
  subscribers,
  index,
  newId,
  onLeft = async () => {},
  clock,
  log,
}) {
  /** @type {Set<Promise<void>>} */
  const working = new Set();
  /** @type {Set<() => void>} */
  const pauses = new Set();
  let isClosed = false;
  return {
    askLater,
    ask,
    find,
    confirm,
    leave,
    comeBack,
    mayComeBack,
    choose,
    forget,
    close,
  };

  /**
   * Returns at once. All work is done after the answer, so that neither its text nor its time tells whether the address
   * is known.
   * @param {Asked} asked
   */
  function askLater(asked) {
    if (working.size >= WAITING_AT_MOST) {
      log.warn('Too many forms to subscribe came at once: one was dropped');
      return;
    }
    const work = pause()
      .then(() => ask(asked))
      .then(() => {})
      .catch((error) => log.warn({ reason: messageOf(error) }, 'A subscription was not stored'))
      .finally(() => working.delete(work));
    working.add(work);
  }

  /** Does what waits. */
  async function close() {
    isClosed = true;
    for (const end of pauses) end();
    await Promise.all(working);
  }

  /** @returns {Promise<void>} */
  function pause() {
    if (isClosed) return Promise.resolve();
    return new Promise((resolve) => {
      const end = () => {
        cancel();
        pauses.delete(end);
        resolve();
      };
      const cancel = clock.after(AFTER, end);
      pauses.add(end);
    });
  }

  /**
   * Mails the link to confirm, or, to whom it is no news, the one to choose. An address gets one in an hour.
   * @param {Asked} asked
   * @param {{ by?: Subscribers, done?: Done }} [noting]  what it is as an act, and who notes it
   * @returns {Promise<Subscriber | null>}
   * @throws {LarderError} `unavailable`
   */
  async function ask({ email, tags, language = '', source }, { by = subscribers, done } = {}) {
    const at = now();
    return by.change(await subscribers.idOf(email), async (before) => {
      if (before && isWithin(before.askedAt, ASKED_EVERY)) return null;
      if (before?.state === 'confirmed') {
        const after = { ...before, askedAt: at };
        return { after, mails: [await mailToKnown(after)] };
      }
      const asked = { email, tags, language, source, askedAt: at };
      const after = { ...(before ?? createSubscriber(at)), ...asked };
      const id = before?.id ?? (await subscribers.idOf(email));
      return { after, mails: [await mailToConfirm({ ...after, id })], done };
    });
  }

  /**
   * Whose link it is, as long as it is good.
   * @param {string} token  anything
   * @param {Purpose} purpose
   * @returns {Promise<Subscriber | null>}
   */
  async function find(token, purpose) {
    const opened = await subscribers.open(token, purpose);
    if (!opened) return null;
    const found = await subscribers.find(opened.id);
    return found && isGood(found, purpose, opened.at) ? found : null;
  }

  /** @param {Subscriber} subscriber @param {Purpose} purpose @param {number} at  when the link was made */
  function isGood({ email, state, unsubscribedAt }, purpose, at) {
    if (purpose === 'off') return true;
    if (purpose === 'choices') return state === 'confirmed' || state === 'paused';
    const isFresh = Math.abs(clock.now() - at) <= CONFIRM_WITHIN;
    // Who has unsubscribed since is not brought back by a mail that was there before.
    const isLeft = state === 'unsubscribed' && Date.parse(unsubscribedAt) >= at;
    return isFresh && !isLeft && email !== '';
  }

  /** @param {string} token @returns {Promise<Subscriber | null>} null: it is not good */
  function confirm(token) {
    return changeBy(token, 'confirm', (before) =>
      before.state === 'confirmed' ? before : confirmed(before),
    );
  }

  /**
   * Unsubscribes.
   * @param {string} token
   * @returns {Promise<Subscriber | null>} null: it is not ours, or nothing is left of it
   */
  async function leave(token) {
    let isNews = false;
    const found = await changeBy(token, 'off', (before) => {
      isNews = before.state === 'confirmed';
      return unsubscribed(before);
    });
    const opened = await subscribers.open(token, 'off');
    if (isNews && opened && opened.at > 0)
      await onLeft(opened.at).catch((error) =>
        log.warn({ err: error }, 'Who has unsubscribed could not be counted'),
      );
    // Who was deleted has left as well.
    return found ?? (opened && tombstoneOf({ ...createSubscriber(''), id: opened.id }));
  }

  /** @param {string} token of the link to unsubscribe @returns {Promise<Subscriber | null>} null: it is too late */
  function comeBack(token) {
    return changeBy(token, 'off', (before) => {
      if (before.state === 'confirmed') return before;
      return mayComeBack(before) ? { ...before, state: 'confirmed', unsubscribedAt: '' } : null;
    });
  }

  /**
   * @param {string} token
   * @param {Pick<Subscriber, 'tags' | 'language'>} chosen
   * @returns {Promise<Subscriber | null>}
   */
  function choose(token, chosen) {
    return changeBy(token, 'choices', (before) => ({ ...before, ...chosen }));
  }

  /**
   * @param {string} token
   * @param {Purpose} purpose
   * @param {(before: Subscriber) => Subscriber | null} decide  null: it is not possible
   */
  async function changeBy(token, purpose, decide) {
    const opened = await subscribers.open(token, purpose);
    if (!opened) return null;
    let isPossible = false;
    const found = await subscribers.change(opened.id, (before) => {
      const after = before && isGood(before, purpose, opened.at) ? decide(before) : null;
      isPossible = after !== null;
      return after && after !== before ? { after } : null;
    });
    return isPossible ? found : null;
  }

  /** @param {Subscriber} before @returns {Subscriber} */
  function confirmed({ complaint: _, ...before }) {
    return { ...before, state: 'confirmed', confirmedAt: now(), unsubscribedAt: '', bounces: 0 };
  }

  /** @param {Subscriber} before @returns {Subscriber} */
  function unsubscribed(before) {
    if (before.state === 'unsubscribed') return before;
    return { ...before, state: 'unsubscribed', unsubscribedAt: now() };
  }

  /** @param {Subscriber} subscriber */
  function mayComeBack({ state, confirmedAt, unsubscribedAt, email }) {
    const wasIn = state === 'unsubscribed' && confirmedAt !== '' && email !== '';
    return wasIn && isWithin(unsubscribedAt, BACK_WITHIN);
  }

  /** Deletes addresses that were not confirmed, and of those that left all but the hash. */
  async function forget() {
    for await (const { id, state } of subscribers.all()) {
      if (state !== 'unconfirmed' && state !== 'unsubscribed') continue;
      await subscribers.change(id, (before) => {
        if (!before || isWithin(before.askedAt || before.createdAt, CONFIRM_WITHIN)) return null;
        if (before.state === 'unconfirmed') return { after: null };
        const isOver =
          before.state === 'unsubscribed' && !isWithin(before.unsubscribedAt, KEPT_FOR);
        return isOver && before.email !== '' ? { after: tombstoneOf(before) } : null;
      });
    }
  }

  function now() {
    return new Date(clock.now()).toISOString();
  }

  /** @param {string} time  ISO, or '' @param {number} milliseconds  a clock that jumps may be before it */
  function isWithin(time, milliseconds) {
    return time !== '' && Math.abs(clock.now() - Date.parse(time)) < milliseconds;
  }

  /** @param {Subscriber} subscriber */
  function mailToConfirm(subscriber) {
    return write(subscriber, ['confirm', clock.now()], (words, title, { link, off }) => ({
      subject: words.say('confirmSubject', { title }),
      parts: [
        words.say('confirmMail', { title }),
        link,
        words.say('confirmMailUntil'),
        words.say('confirmMailOff', { url: off }),
      ],
    }));
  }

  /** @param {Subscriber} subscriber */
  function mailToKnown(subscriber) {
    return write(subscriber, ['choices'], (words, title, { link, off }) => ({
      subject: words.say('knownSubject', { title }),
      parts: [words.say('knownMail', { title }), link, words.say('unsubscribeMail', { url: off })],
    }));
  }

  /**
   * @param {Subscriber} subscriber
   * @param {[purpose: Purpose, at?: number]} about  its link
   * @param {(words: Words, title: string, links: { link: string, off: string }) =>
   *   { subject: string, parts: string[] }} say
   * @returns {Promise<Mail>}
   */
  async function write(subscriber, about, say) {
    const { email, language } = subscriber;
    const [link, off] = await Promise.all([
      subscribers.linkOf(subscriber, ...about),
      subscribers.linkOf(subscriber, 'off'),
    ]);
    const { settings, looks } = index;
    const words = language ? readerWords.in(language) : looks.words;
    const { subject, parts } = say(words, settings.title.replace(/\s+/g, ' '), { link, off });
    return {
      id: newId(),
      to: email,
      subject,
      text: `${[...parts, settings.postalAddress.trim()].join('\n\n').trimEnd()}\n`,
      headers: {
        'List-Unsubscribe': `<${off}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
      by: 'confirmation',
      createdAt: now(),
      notBefore: 0,
      tries: 0,
      reason: '',
    };
  }
}
