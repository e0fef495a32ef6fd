import { BY_MAIL, encodedPath } from '../base/paths.js';
import { readerWords } from '../base/words.js';
import { cut, foldCase } from '../base/unicode.js';
import { pathOf } from '../changes/index/blog-index.js';
import { nameOfMail } from './bounced.js';
import { contentForMail, lacksMailSize, pictureForMail } from './content.js';
import { domainOf } from './queue.js';
import { createReturnPaths } from './return-path.js';
import { wants } from './subscribers.js';
/** @import { BlogIndex } from '../changes/index/blog-index.js' */
/** @import { Outgoing } from '../people/notifications/network.js' */
/** @import { Post, Store } from '../store/types.js' */
/** @import { Mailing, Subscriber } from './records.js' */
/** @import { Subscribers } from './subscribers.js' */

/** Characters of a subject. */
const SUBJECT = 200;

/**
 * @typedef {ReturnType<typeof createCompose>} Composing
 *
 * @typedef {{ off: string, choices: string, language: string }} Reader
 * @typedef {{ subject: string, html: string, text: string }} Written
 */

/**
 * Writes the mails of posts and of digests.
 * @param {object} deps
 * @param {Store} deps.store
 * @param {BlogIndex} deps.index
 * @param {Subscribers} deps.subscribers
 * @param {string} deps.baseUrl
 * @param {string} deps.from
 * @param {string} deps.bounceAddress  or ''
 * @param {(id: string) => Promise<void>} deps.makeMailSize  of a picture
 * @param {(view: string, model: object) => Promise<string>} deps.render  a template of the theme
 */
export function createCompose(deps) {
  const { store, index, subscribers, baseUrl, from, bounceAddress, makeMailSize, render } = deps;
  const returnPathOf = bounceAddress && createReturnPaths(subscribers, bounceAddress);
  const domain = domainOf(from);
  /**
   * Of the last mailing.
   * @type {{ key: string, posts: Post[] }}
   */
  let lastRead = { key: '', posts: [] };
  /** @type {{ post: Post | null, content: ReturnType<typeof contentForMail> | null }} */
  let lastShown = { post: null, content: null };
  return { compose, sample };

  /**
   * @param {Pick<Mailing, 'id' | 'kind' | 'posts' | 'createdAt'>} mailing
   * @param {Subscriber} subscriber
   * @returns {Promise<Omit<Outgoing, 'from' | 'to'> | null>} null: there is nothing to tell them
   */
  async function compose({ id, kind, posts: ids, createdAt }, subscriber) {
    const all = await read(kind, ids);
    const posts = all.filter((post) => wants(subscriber, foldedTags(post)));
    if (posts.length === 0) return null;
    const [off, choices] = await Promise.all([
      subscribers.linkOf(subscriber, 'off', Date.parse(createdAt)),
      subscribers.linkOf(subscriber, 'choices'),
    ]);
    const reader = { off, choices, language: subscriber.language };
    return {
      ...(await write(kind, posts, reader)),
      ...(returnPathOf && { envelopeFrom: await returnPathOf(subscriber, id) }),
      messageId: `<${nameOfMail(id)}.${subscriber.id}@${domain}>`,
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
   * @param {Mailing['kind']} kind
   * @param {string[]} ids  of posts
   * @returns {Promise<Written | null>} null: there is none of them
   */
  async function sample(kind, ids) {
    const posts = await read(kind, ids, () => true);
    const link = `${baseUrl}/subscribe`;
    return posts.length > 0 ? write(kind, posts, { off: link, choices: link, language: '' }) : null;
  }

  /**
   * @param {Mailing['kind']} kind
   * @param {string[]} ids
   * @param {(post: Pick<Post, 'status' | 'publishedAt'>) => boolean} [isWanted]
   * @returns {Promise<Post[]>} those that there are
   */
  async function read(kind, ids, isWanted = (post) => index.isPublic(post)) {
    const known = ids.flatMap((id) => index.post(id) ?? []).filter(isWanted);
    const key = [kind, ...known.map(({ id, revision }) => `${id} ${revision}`)].join();
    if (key !== lastRead.key) {
      const found = await store.getMany(
        'post',
        known.map(({ id }) => id),
      );
      const posts = found.filter((post) => post !== null && isWanted(post));
      await makeMailSizes(kind, posts);
      lastRead = { key, posts };
    }
    return lastRead.posts;
  }

  /** @param {Mailing['kind']} kind @param {Post[]} posts @param {Reader} reader @returns {Promise<Written>} */
  async function write(kind, posts, { off, choices, language }) {
    const words = language ? readerWords.in(language) : index.looks.words;
    const { settings } = index;
    const title = settings.title.replace(/\s+/g, ' ');
    const shown = kind === 'post' ? showPost(posts[0]) : showDigest(posts, title);
    const said = {
      read: words.say('mailReadOn'),
      because: words.say('mailBecause', { title }),
      off: words.say('unsubscribe'),
      choices: words.say('choicesTitle'),
      digest: words.say('mailDigest', { title }),
    };
    const heading = kind === 'post' ? posts[0].title.replace(/\s+/g, ' ') : said.digest;
    const subject = cut(heading, SUBJECT);
    const address = settings.postalAddress.trim();
    const html = await render(`mail/${kind}`, {
      subject,
      blog: { title, url: `${baseUrl}/` },
      ...shown.model,
      address: address.split('\n'),
      language: settings.language,
      offUrl: off,
      choicesUrl: choices,
      say: said,
    });
    const parts = [
      ...shown.parts(said.read),
      `--\n${said.because}\n${said.choices}: ${choices}\n${said.off}: ${off}`,
      address,
    ];
    const text = `${parts.filter(Boolean).join('\n\n')}\n`;
    return { subject, html, text };
  }

  /** @param {Post} post */
  function showPost(post) {
    const { url, readUrl } = linksTo(post);
    if (lastShown.post !== post)
      lastShown = { post, content: contentForMail(post.html, url, pictureOf) };
    const { html: content, text = '', isCut } = lastShown.content ?? {};
    return {
      model: { post: { title: post.title, content, url, readUrl, isCut } },
      /** @param {string} read */
      parts: (read) => [post.title, text, `${read}: ${readUrl}`],
    };
  }

  /** @param {Post[]} posts @param {string} title */
  function showDigest(posts, title) {
    const items = posts.map((post) => {
      const { url, readUrl } = linksTo(post);
      const picture = post.cover && pictureForMail(post.cover.src, url, pictureOf);
      const cover = picture && { ...picture, alt: post.cover?.alt ?? '' };
      return { title: post.title, excerpt: post.teaser, readUrl, cover };
    });
    return {
      model: { posts: items },
      parts: () => [
        title,
        ...items.map((each) => [each.title, each.excerpt, each.readUrl].filter(Boolean).join('\n')),
      ],
    };
  }

  /** @param {Post} post */
  function linksTo(post) {
    const url = baseUrl + encodedPath(pathOf(post));
    return { url, readUrl: url + BY_MAIL };
  }

  /**
   * Of pictures that mail programs could not show, or that are large for them.
   * @param {Mailing['kind']} kind
   * @param {Post[]} posts
   */
  async function makeMailSizes(kind, posts) {
    /** @type {Set<string>} */
    const wanted = new Set();
    /** @type {typeof pictureOf} */
    const note = (id) => {
      const picture = pictureOf(id);
      if (picture && lacksMailSize(picture)) wanted.add(id);
      return picture;
    };
    for (const post of posts) {
      const { url } = linksTo(post);
      if (kind === 'post') contentForMail(post.html, url, note);
      else if (post.cover) pictureForMail(post.cover.src, url, note);
    }
    for (const id of wanted) await makeMailSize(id);
  }

  /** @param {string} id */
  function pictureOf(id) {
    return index.pictures.withMailSize(id);
  }
}

/** @param {Pick<Post, 'tags'>} post */
const foldedTags = ({ tags }) => new Set(tags.map(foldCase));
