import { Attempts } from '../base/attempts.js';
import { limits } from '../base/limits.js';
import { sayTime } from '../base/time-zones.js';
import { slugify } from '../base/slug.js';
import { Outbox } from './notifications/outbox.js';
import { canSignIn } from './users.js';
/** @import { Clock } from '../base/clock.js' */
/** @import { Log } from '../base/log.js' */
/** @import { BlogIndex } from '../changes/index/blog-index.js' */
/** @import { Store, User } from '../store/types.js' */
/** @import { Invitations } from './invitations.js' */
/** @import { Notifications } from './notifications/notifications.js' */
/** @import { Words } from '../base/words.js' */

/** Milliseconds for which the answer goes first. */
const AFTER = 100;

/** @typedef {ReturnType<typeof createPasswordResets>} PasswordResets */

/**
 * Mails links with which users choose a new password. All work is done after the answer, so that neither its text nor
 * its time tells whether there is such an account.
 * @param {object} deps
 * @param {Store} deps.store
 * @param {BlogIndex} deps.index
 * @param {Invitations} deps.invitations
 * @param {Notifications['mailUser']} deps.mailUser
 * @param {string} deps.baseUrl
 * @param {Clock} deps.clock
 * @param {Log} deps.log
 */
export function createPasswordResets({ store, index, invitations, mailUser, baseUrl, clock, log }) {
  let isClosed = false;
  let endPause = () => {};
  const attempts = new Attempts({ clock, ...limits.reset });
  /** @type {Outbox<string>} */
  const asked = new Outbox({
    send: (typed) => answer(typed),
    what: 'link to choose a new password',
    clock,
    log,
  });
  return { ask, close };

  /** Returns at once. @param {string} typed an e-mail address or a sign-in name */
  function ask(typed) {
    asked.add(typed);
  }

  /** @returns {Promise<void>} as that of `Outbox` */
  function close() {
    isClosed = true;
    endPause();
    return asked.close();
  }

  /** @param {string} typed */
  async function answer(typed) {
    await pause();
    for (const user of await find(typed.trim())) {
      if (attempts.waitOf(user.id) > 0) continue;
      attempts.count(user.id);
      const { token, expiresAt } = await invitations.create(user.id, 'reset');
      mailUser(user, (words) => write(words, user, token, expiresAt), 'reset');
      log.info({ user: user.id }, 'A link to choose a new password is mailed');
    }
  }

  async function pause() {
    if (isClosed) return;
    await new Promise((resolve) => {
      const cancel = clock.after(AFTER, () => resolve(null));
      endPause = () => {
        cancel();
        resolve(null);
      };
    });
  }

  /** @param {string} typed @returns {Promise<User[]>} who have an address and may sign in */
  async function find(typed) {
    const found = [];
    if (typed.includes('@')) {
      const wanted = typed.toLowerCase();
      for await (const user of store.all('user'))
        if (user.email?.toLowerCase() === wanted) found.push(user);
    } else {
      const user = await store.get('user', slugify(typed));
      if (user?.email) found.push(user);
    }
    return found.filter(canSignIn);
  }

  /** @param {Words} words @param {User} user @param {string} token @param {string} expiresAt */
  function write(words, { id }, token, expiresAt) {
    const { settings } = index;
    const title = settings.title.replace(/\s+/g, ' ');
    const url = `${baseUrl}/admin/join?token=${encodeURIComponent(token)}`;
    const until = sayTime(expiresAt, settings.timeZone, words.language);
    const parts = [
      words.say('signIn.resetMailAsked', { title, name: id }),
      url,
      words.say('signIn.resetMailUntil', { until }),
      words.say('signIn.resetMailOtherwise'),
    ];
    return { subject: words.say('signIn.resetMailSubject', { title }), parts };
  }
}
