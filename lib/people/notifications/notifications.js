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
/** @import { Words } from '../../base/words.js' */
/** @import { Comment, Store, Summary, User } from '../../store/types.js' */
/** @import { Digest } from './digests.js' */
/** @import { AddMail, Network } from './network.js' */

/**
 * @typedef {{ comment: Comment, post: Summary }} Notification
 */

/** Characters of a comment that a mail quotes, and of a title. */
const QUOTE = 1000;
const TITLE = 80;

/** @typedef {ReturnType<typeof createNotifications>} Notifications */

/**
 * Notifies a post's author of a new comment, by mail and by webhook.
 * @param {object} parts
 * @param {{ webhookUrl: string }} parts.config  '' when it is off
 * @param {AddMail | null} parts.addMail  null: mails are off
 * @param {Store} parts.store
 * @param {BlogIndex} parts.index
 * @param {string} parts.baseUrl
 * @param {Network} parts.network
 * @param {Clock} parts.clock
 * @param {Log} parts.log
 */
export function createNotifications({
  config,
  addMail,
  store,
  index,
  baseUrl,
  network,
  clock,
  log,
}) {
  const { webhookUrl } = config;
  const moderateUrl = `${baseUrl}/admin/comments`;
  /** @type {Outbox<object>} */
  const calls = new Outbox({
    send: (body) => network.post(webhookUrl, body),
    what: 'call to WEBHOOK_URL',
    clock,
    log,
  });
  /** @type {Digests<Notification>} */
  const digests = new Digests({
    send: (to, digest) => addMail?.({ to, ...write(digest), by: 'notification' }),
    clock,
  });
  return {
    notify,
    mailUser,
    warnOwners,
    close,
  };

  /**
   * A subscriber of changes: tells of a reader's new comment, in the background.
   * @param {Pick<Change, 'by' | 'kind' | 'record'>} change
   */
  function notify({ by, kind, record: comment }) {
    if (by !== 'reader' || kind !== 'comment' || !comment) return;
    const post = index.post(comment.postId);
    if (!post) return;
    if (webhookUrl) calls.add(describe({ comment, post }));
    if (!addMail) return;
    addressesFor(post)
      .then((all) => all.forEach((to) => digests.add(to, { comment, post })))
      .catch((error) => log.warn({ err: error }, 'No one could be notified of a comment'));
  }

  /**
   * Mails a user, in their language; nothing when mails are off, or without an address.
   * @param {Pick<User, 'email' | 'language'>} user
   * @param {(words: Words) => { subject: string, parts: string[] }} write  parts of the text, with a line between them
   * @param {'reset' | 'notice'} [by]
   */
  function mailUser({ email: to, language }, write, by = 'notice') {
    if (!addMail || !to) return;
    const words = adminWords.in(language || index.settings.language);
    const { subject, parts } = write(words);
    addMail({ to, subject, text: `${parts.join('\n\n')}\n`, by });
  }

  /** Mails to all owners, if mails are on. @param {string} sentence about what they should look at */
  function warnOwners(sentence) {
    if (!addMail) return;
    const write = (/** @type {Words} */ words) => {
      const subject = sayMessage(sentence, words);
      return { subject, parts: [subject, `${baseUrl}/admin`] };
    };
    owners()
      .then((all) => all.forEach((owner) => mailUser(owner, write)))
      .catch((error) => log.warn({ err: error }, 'The owners could not be warned'));
  }

  /** @returns {Promise<void>} when all calls are made or have failed, at the latest after three seconds */
  async function close() {
    digests.close();
    await calls.close();
  }

  /** @param {Summary} post @returns {Promise<string[]>} of its author, or of the owners if the author has none */
  async function addressesFor({ author }) {
    const user = await store.get('user', author);
    return user?.email ? [user.email] : (await owners()).map(({ email }) => email);
  }

  /** @returns {Promise<{ email: string, language?: string }[]>} those with an address, each once */
  async function owners() {
    const ids = [...index.users.values()].flatMap(({ id, role }) => (role === 'owner' ? [id] : []));
    const users = await store.getMany('user', ids);
    const reachable = users.flatMap((each) => (each?.email ? [each] : []));
    return [...new Map(reachable.map((each) => [each.email, each])).values()];
  }

  /** @param {Summary} post */
  function urlOf(post) {
    return baseUrl + encodedPath(pathOf(post));
  }

  /** @param {Notification} notice */
  function describe({ comment, post }) {
    const { slug, title } = post;
    return {
      event: 'comment.received',
      comment: commentJson(comment, index),
      post: { slug, title, url: urlOf(post) },
      moderateUrl,
    };
  }

  /** @param {Digest<Notification>} digest @returns {{ subject: string, text: string }} in the language of the blog */
  function write({ quoted, count }) {
    const { words } = index.looks;
    const [{ post }] = quoted;
    const subject =
      count === 1
        ? words.say('mailComment', { title: line(post.title, TITLE) })
        : words.say('mailComments', { count });
    const rest = count - quoted.length;
    const parts = [
      ...quoted.map((notice) => quote(notice)),
      ...(rest > 0 ? [words.say('mailMore', { count: rest })] : []),
      words.say('mailReview', { url: moderateUrl }),
    ];
    return { subject, text: `${parts.join('\n\n')}\n` };
  }

  /** @param {Notification} notice */
  function quote({ comment, post }) {
    const { words } = index.looks;
    const { name, url, markdown, status } = comment;
    const author = `${line(name, TITLE)}${url && ` (${line(url, QUOTE)})`}`;
    return [
      words.say('mailBy', { author, title: line(post.title, TITLE) }),
      urlOf(post),
      words.say(status === 'approved' ? 'mailPublished' : 'mailWaiting'),
      '',
      cut(markdown, QUOTE).replace(/^/gm, '> '),
    ].join('\n');
  }
}

/** @param {string} text @param {number} longest @returns {string} one line, so that no header can be injected */
const line = (text, longest) => cut(plainText(text).replace(/\s+/g, ' ').trim(), longest);
