import { encodedPath } from '../base/paths.js';
import { readerWords } from '../base/words.js';
import { cut } from '../base/unicode.js';
import { pathOf } from '../changes/index/blog-index.js';
import { contentForMail } from './content.js';
import { domainOf } from './queue.js';
import { createReturnPaths } from './return-path.js';
/** @import { BlogIndex } from '../changes/index/blog-index.js' */
/** @import { Outgoing } from '../people/notifications/network.js' */
/** @import { Post, Store } from '../store/types.js' */
/** @import { Subscriber } from './records.js' */
/** @import { Subscribers } from './subscribers.js' */

/** Characters of a subject. */
const SUBJECT = 200;

/** @typedef {ReturnType<typeof createCompose>} Composing */

/**
 * Writes the mail of a post.
 * @param {object} deps
 * @param {Store} deps.store
 * @param {BlogIndex} deps.index
 * @param {Subscribers} deps.subscribers
 * @param {string} deps.baseUrl
 * @param {string} deps.from
 * @param {string} deps.bounceAddress  or ''
 * @param {(model: object) => Promise<string>} deps.render  the theme's template for mail
 */
export function createCompose({ store, index, subscribers, baseUrl, from, bounceAddress, render }) {
  const returnPathOf = bounceAddress && createReturnPaths(subscribers, bounceAddress);
  const domain = domainOf(from);
  /**
   * Of the last post: a mailing has one.
   * @type {{ revision: string, content: ReturnType<typeof contentForMail> } | null}
   */
  let last = null;
  return { compose, sample };

  /**
   * @param {{ id: string }} mailing  of a post
   * @param {Subscriber} subscriber
   * @returns {Promise<Omit<Outgoing, 'from' | 'to'> | null>} null: the post is gone
   */
  async function compose({ id }, subscriber) {
    const post = await store.get('post', id);
    if (!post) return null;
    const [off, choices] = await Promise.all([
      subscribers.linkOf(subscriber, 'off'),
      subscribers.linkOf(subscriber, 'choices'),
    ]);
    return {
      ...(await write(post, { off, choices, language: subscriber.language })),
      ...(returnPathOf && { envelopeFrom: await returnPathOf(subscriber, id) }),
      messageId: `<${id}.${subscriber.id}@${domain}>`,
      headers: {
        'Auto-Submitted': 'auto-generated',
        'List-Id': `<posts.${new URL(baseUrl).hostname}>`,
        'List-Unsubscribe': `<${off}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
    };
  }

  /**
   * For authors: its links to unsubscribe lead to nobody.
   * @param {string} id  of a post
   * @returns {Promise<{ subject: string, html: string, text: string } | null>}
   */
  async function sample(id) {
    const post = await store.get('post', id);
    const link = `${baseUrl}/subscribe`;
    return post && write(post, { off: link, choices: link, language: '' });
  }

  /** @param {Post} post @param {{ off: string, choices: string, language: string }} reader */
  async function write(post, { off, choices, language }) {
    const words = language ? readerWords.in(language) : index.looks.words;
    const { settings } = index;
    const url = baseUrl + encodedPath(pathOf(post));
    const { html: content, text, isCut } = contentOf(post, url);
    const title = settings.title.replace(/\s+/g, ' ');
    const readUrl = `${url}?ref=mail`;
    const said = {
      read: words.say('mailReadOn'),
      because: words.say('mailBecause', { title }),
      off: words.say('unsubscribe'),
      choices: words.say('choicesTitle'),
    };
    const address = settings.postalAddress.trim();
    const html = await render({
      blog: { title, url: `${baseUrl}/` },
      post: { title: post.title, content, url, readUrl, isCut },
      address: address.split('\n'),
      language: settings.language,
      offUrl: off,
      choicesUrl: choices,
      say: said,
    });
    const parts = [
      post.title,
      text,
      isCut ? '…' : '',
      `${said.read}: ${readUrl}`,
      `--\n${said.because}\n${said.choices}: ${choices}\n${said.off}: ${off}`,
      address,
    ];
    const subject = cut(post.title.replace(/\s+/g, ' '), SUBJECT);
    return { subject, html, text: `${parts.filter(Boolean).join('\n\n')}\n` };
  }

  /** @param {Post} post @param {string} url */
  function contentOf({ id, revision = '', html }, url) {
    const key = `${id} ${revision}`;
    if (last?.revision !== key) last = { revision: key, content: contentForMail(html, url) };
    return last.content;
  }
}
