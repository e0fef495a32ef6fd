import { Attempts } from '../base/attempts.js';
import { sayTime } from '../base/time-zones.js';
import { slugify } from '../base/slug.js';
import { adminWords } from '../base/words.js';
import { Outbox } from './notifications/outbox.js';
import { canSignIn } from './users.js';
/** @import { Clock } from '../base/clock.js' */
/** @import { Log } from '../base/log.js' */
/** @import { BlogIndex } from '../changes/index/blog-index.js' */
/** @import { Store, User } from '../store/types.js' */
/** @import { Invitations } from './invitations.js' */
/** @import { Mail } from './notifications/network.js' */

/** Milliseconds for which the answer goes first. */
const AFTER = 100;

/** Mails to one account without a wait, and the longest wait in milliseconds. */
const LIMITS = { free: 3, longestWait: 15 * 60_000 };

/**
 * Mails links with which users choose a new password. All work is done after the answer, so that neither its text nor
 * its time tells whether there is such an account.
 */
export class PasswordResets {
  #store;
  #index;
  #invitations;
  #mail;
  #baseUrl;
  #clock;
  #log;
  #attempts;
  #asked;
  #isClosed = false;
  #endPause = () => {};

  /**
   * @param {object} deps
   * @param {Store} deps.store
   * @param {BlogIndex} deps.index
   * @param {Invitations} deps.invitations
   * @param {(mail: Omit<Mail, 'from'>) => void} deps.mail
   * @param {string} deps.baseUrl
   * @param {Clock} deps.clock
   * @param {Log} deps.log
   */
  constructor({ store, index, invitations, mail, baseUrl, clock, log }) {
    this.#store = store;
    this.#index = index;
    this.#invitations = invitations;
    this.#mail = mail;
    this.#baseUrl = baseUrl;
    this.#clock = clock;
    this.#log = log;
    this.#attempts = new Attempts({ clock, ...LIMITS });
    /** @type {Outbox<string>} */
    this.#asked = new Outbox({
      send: (typed) => this.#answer(typed),
      what: 'link to choose a new password',
      clock,
      log,
    });
  }

  /** Returns at once. @param {string} typed an e-mail address or a sign-in name */
  ask(typed) {
    this.#asked.add(typed);
  }

  /** @returns {Promise<void>} as that of `Outbox` */
  close() {
    this.#isClosed = true;
    this.#endPause();
    return this.#asked.close();
  }

  /** @param {string} typed */
  async #answer(typed) {
    await this.#pause();
    for (const user of await this.#find(typed.trim())) {
      if (this.#attempts.waitOf(user.id) > 0) continue;
      this.#attempts.count(user.id);
      const { token, expiresAt } = await this.#invitations.create(user.id, 'reset');
      this.#mail({ to: user.email ?? '', ...this.#write(user, token, expiresAt) });
      this.#log.info({ user: user.id }, 'A link to choose a new password was mailed');
    }
  }

  async #pause() {
    if (this.#isClosed) return;
    await new Promise((resolve) => {
      const cancel = this.#clock.after(AFTER, () => resolve(null));
      this.#endPause = () => {
        cancel();
        resolve(null);
      };
    });
  }

  /** @param {string} typed @returns {Promise<User[]>} who have an address and may sign in */
  async #find(typed) {
    const found = [];
    if (typed.includes('@')) {
      const wanted = typed.toLowerCase();
      for await (const user of this.#store.all('user'))
        if (user.email?.toLowerCase() === wanted) found.push(user);
    } else {
      const user = await this.#store.get('user', slugify(typed));
      if (user?.email) found.push(user);
    }
    return found.filter(canSignIn);
  }

  /** @param {User} user @param {string} token @param {string} expiresAt */
  #write({ id, language }, token, expiresAt) {
    const { settings } = this.#index;
    const words = adminWords.words(language || settings.language);
    const title = settings.title.replace(/\s+/g, ' ');
    const url = `${this.#baseUrl}/admin/join?token=${encodeURIComponent(token)}`;
    const until = sayTime(expiresAt, settings.timeZone, words.language);
    const parts = [
      words.say('resetMailAsked', { title, name: id }),
      url,
      words.say('resetMailUntil', { until }),
      words.say('resetMailOtherwise'),
    ];
    return { subject: words.say('resetMailSubject', { title }), text: `${parts.join('\n\n')}\n` };
  }
}
