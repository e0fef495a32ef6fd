import { commentJson } from '../../content/comments/comment-json.js';
import { plainText } from '../../content/validate.js';
import { encodedPath } from '../../base/paths.js';
import { sayMessage } from '../../base/messages.js';
import { adminWords } from '../../base/words.js';
import { pathOf } from '../../changes/index/blog-index.js';
import { cut } from '../../base/unicode.js';
import { Digests } from './digests.js';
import { Outbox } from './outbox.js';
/** @import { Change } from '../../changes/changes.js' */
/** @import { Clock } from '../../base/clock.js' */
/** @import { BlogIndex } from '../../changes/index/blog-index.js' */
/** @import { Log } from '../../base/log.js' */
/** @import { Comment, Store, Summary } from '../../store/types.js' */
/** @import { Digest } from './digests.js' */
/** @import { Mail, Network } from './network.js' */

/**
 * @typedef {{ comment: Comment, post: Summary }} Notification
 */

/** Characters of a comment that a mail quotes, and of a title. */
const QUOTE = 1000;
const TITLE = 80;

/** Notifies a post's author of a new comment, by mail and by webhook. */
export class Notifications {
  #config;
  #store;
  #index;
  #baseUrl;
  #log;
  #mails;
  #calls;
  #digests;

  /**
   * @param {object} parts
   * @param {{ smtpUrl: string, mailFrom: string, webhookUrl: string }} parts.config  each '' when it is off
   * @param {Store} parts.store
   * @param {BlogIndex} parts.index
   * @param {string} parts.baseUrl
   * @param {Network} parts.network
   * @param {Clock} parts.clock
   * @param {Log} parts.log
   */
  constructor({ config, store, index, baseUrl, network, clock, log }) {
    this.#config = config;
    this.#store = store;
    this.#index = index;
    this.#baseUrl = baseUrl;
    this.#log = log;
    const { smtpUrl, mailFrom, webhookUrl } = config;
    /** @type {Outbox<Mail>} */
    this.#mails = new Outbox({
      send: (mail) => network.sendMail(smtpUrl, mail),
      what: 'mail',
      clock,
      log,
    });
    /** @type {Outbox<object>} */
    this.#calls = new Outbox({
      send: (body) => network.post(webhookUrl, body),
      what: 'call to WEBHOOK_URL',
      clock,
      log,
    });
    /** @type {Digests<Notification>} */
    this.#digests = new Digests({
      send: (to, digest) => this.#mails.add({ from: mailFrom, to, ...this.#write(digest) }),
      clock,
    });
  }

  /**
   * A subscriber of changes: tells of a reader's new comment, in the background.
   * @param {Pick<Change, 'by' | 'kind' | 'record'>} change
   */
  notify({ by, kind, record: comment }) {
    if (by !== 'reader' || kind !== 'comment' || !comment) return;
    const post = this.#index.post(comment.postId);
    if (!post) return;
    if (this.#config.webhookUrl) this.#calls.add(this.#describe({ comment, post }));
    if (!this.#config.smtpUrl) return;
    this.#addressesFor(post)
      .then((all) => all.forEach((to) => this.#digests.add(to, { comment, post })))
      .catch((error) => this.#log.warn({ err: error }, 'No one could be notified of a comment'));
  }

  /** @returns {string | undefined} why the last mail could not be sent, or ''; undefined: mails are off */
  get mailProblem() {
    return this.#config.smtpUrl ? this.#mails.problem : undefined;
  }

  /** Mails are on. @param {Omit<Mail, 'from'>} mail */
  mail(mail) {
    this.#mails.add({ from: this.#config.mailFrom, ...mail });
  }

  /** Mails to all owners, if mails are on. @param {string} sentence about what they should look at */
  warnOwners(sentence) {
    const { smtpUrl, mailFrom: from } = this.#config;
    if (!smtpUrl) return;
    this.#owners()
      .then((all) =>
        all.forEach(({ email: to, language }) => {
          const words = adminWords.words(language || this.#index.settings.language);
          const subject = sayMessage(sentence, words);
          this.#mails.add({ from, to, subject, text: `${subject}\n\n${this.#baseUrl}/admin\n` });
        }),
      )
      .catch((error) => this.#log.warn({ err: error }, 'The owners could not be warned'));
  }

  /** @returns {Promise<void>} when all messages are sent or have failed, at the latest after three seconds */
  async close() {
    this.#digests.close();
    await Promise.all([this.#mails.close(), this.#calls.close()]);
  }

  /** @param {Summary} post @returns {Promise<string[]>} of its author, or of the owners if the author has none */
  async #addressesFor({ author }) {
    const user = await this.#store.get('user', author);
    return user?.email ? [user.email] : (await this.#owners()).map(({ email }) => email);
  }

  /** @returns {Promise<{ email: string, language?: string }[]>} those with an address, each once */
  async #owners() {
    const owners = [...this.#index.users.values()].filter(({ role }) => role === 'owner');
    const users = await this.#store.getMany(
      'user',
      owners.map(({ id }) => id),
    );
    const reachable = users.flatMap((each) => (each?.email ? [each] : []));
    return [...new Map(reachable.map((each) => [each.email, each])).values()];
  }

  /** @param {Summary} post */
  #urlOf(post) {
    return this.#baseUrl + encodedPath(pathOf(post));
  }

  get #moderateUrl() {
    return `${this.#baseUrl}/admin/comments`;
  }

  /** @param {Notification} notice */
  #describe({ comment, post }) {
    const { slug, title } = post;
    return {
      event: 'comment.received',
      comment: commentJson(comment, this.#index),
      post: { slug, title, url: this.#urlOf(post) },
      moderateUrl: this.#moderateUrl,
    };
  }

  /** @param {Digest<Notification>} digest @returns {{ subject: string, text: string }} in the language of the blog */
  #write({ quoted, count }) {
    const { words } = this.#index.looks;
    const [{ post }] = quoted;
    const subject =
      count === 1
        ? words.say('mailComment', { title: line(post.title, TITLE) })
        : words.say('mailComments', { count });
    const rest = count - quoted.length;
    const parts = [
      ...quoted.map((notice) => this.#quote(notice)),
      ...(rest > 0 ? [words.say('mailMore', { count: rest })] : []),
      words.say('mailReview', { url: this.#moderateUrl }),
    ];
    return { subject, text: `${parts.join('\n\n')}\n` };
  }

  /** @param {Notification} notice */
  #quote({ comment, post }) {
    const { words } = this.#index.looks;
    const { name, url, markdown, status } = comment;
    const author = `${line(name, TITLE)}${url && ` (${line(url, QUOTE)})`}`;
    return [
      words.say('mailBy', { author, title: line(post.title, TITLE) }),
      this.#urlOf(post),
      words.say(status === 'approved' ? 'mailPublished' : 'mailWaiting'),
      '',
      cut(markdown, QUOTE).replace(/^/gm, '> '),
    ].join('\n');
  }
}

/** @param {string} text @param {number} longest @returns {string} one line, so that no header can be injected */
const line = (text, longest) => cut(plainText(text).replace(/\s+/g, ' ').trim(), longest);
