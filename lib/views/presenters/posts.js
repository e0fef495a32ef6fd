import { recordOf } from '../../base/record-of.js';
import { pathOf, readingMinutes } from '../../changes/index/blog-index.js';
import { namesThat } from '../../store/fields.js';
import { textNames, textsThat } from '../../store/text-fields.js';
import { authorsOf } from '../../changes/index/public-lists.js';
import { authorPath, encodedPath, tagPath } from '../../base/paths.js';
import {
  isCoverIn,
  presentCardCover,
  presentCover,
  presentPictures,
  presentPortrait,
} from './pictures.js';
import { HINTS, sayLabels } from './own-labels.js';
import { presentText } from './reading-aids.js';
import { paragraphsOf } from './plain-text.js';
/** @import { Card, Line, Link, Said, Text, TrackedIndex } from '../../changes/tracked-blog.js' */
/** @import { BlogIndex } from '../../changes/index/blog-index.js' */
/** @import { Appearance, Authored, Comment } from '../../store/types.js' */
/** @import { Pictures } from './pictures.js' */

/**
 * @typedef {{ users: { get: (id: string) => { name: string } | undefined } }} Users
 * @typedef {Pick<BlogIndex, 'date'>} Dated
 * @typedef {{ words: Said }} Saying
 * @typedef {Saying & { appearance: Readonly<Appearance> }} Looking
 */

/** @param {{ type: 'post' | 'page', slug: string }} post @returns {string} its path, as it stands in a link */
export const urlOf = (post) => encodedPath(pathOf(post));

/** @param {{ type: 'post' | 'page', slug: string }} post @returns {string} where comments on it are sent */
export const commentsPath = (post) => `${urlOf(post)}/comments`;

/** @param {Link | null} post @returns {{ title: string, url: string } | null} */
export const presentLink = (post) => (post ? { title: post.title, url: urlOf(post) } : null);

/**
 * @param {Line} post
 * @param {TrackedIndex} index
 */
export const presentLine = (post, index) => ({
  title: post.title,
  url: urlOf(post),
  date: presentDate(index, post.publishedAt ?? '', 'day'),
});

/**
 * What a list shows of a post.
 * @param {Card} post
 * @param {TrackedIndex} index
 * @param {number} place in the list: readers see the first one at once
 */
export const presentCard = (post, index, place) => ({
  isFirst: place === 0,
  title: post.title,
  url: urlOf(post),
  teaser: post.teaser && index.appearance.frontTeasers ? post.teaser : '',
  cover:
    post.cover && index.appearance.frontCovers
      ? presentCardCover(post.cover, index, place === 0)
      : null,
  ...presentByline(post, index),
  tags: presentTags(post.tags),
});

/**
 * When and by whom a post was written, as far as the owner shows it.
 * @param {Authored & Pick<Card, 'publishedAt' | 'words'> & { createdAt?: string, updatedAt?: string }} post
 * @param {Dated & Users & Looking} index
 */
export function presentByline(post, index) {
  const { postDate, postAuthor, postMinutes } = index.appearance;
  const written = post.publishedAt ?? post.createdAt ?? post.updatedAt ?? '';
  return {
    date: postDate ? presentDate(index, written) : null,
    ...(postAuthor ? presentAuthors(post, index) : { author: '', authors: [] }),
    minutes: postMinutes ? new Minutes(readingMinutes(post.words), index) : null,
  };
}

/** How long one reads; written in the way that the template wants, so that a page depends on no other word. */
class Minutes {
  #count;
  #words;

  /** @param {number} count @param {Saying} index */
  constructor(count, { words }) {
    this.#count = count;
    this.#words = words;
  }

  get text() {
    return this.#words.say('minutes', { count: this.#count });
  }

  get short() {
    return this.#words.say('minutesShort', { count: this.#count });
  }

  /** For themes with words of their own. */
  toString() {
    return String(this.#count);
  }
}

/**
 * @param {Card} post
 * @param {TrackedIndex} index
 */
export function presentCommentCount(post, index) {
  const count = index.commentCount(post.id);
  return count > 0
    ? { count, text: index.words.say('comments', { count }), url: `${urlOf(post)}#comments` }
    : null;
}

/**
 * A whole post.
 * @param {Text & { createdAt?: string }} post `createdAt`: of a draft, which has no other date
 * @param {Dated & Users & Pictures & Looking & { baseUrl?: string }} index
 */
export function presentPost(post, index) {
  const cover = post.cover ? presentCover(post.cover, index) : null;
  const isAbove = cover && !isCoverIn(cover, post.html) && index.appearance.postCover;
  const coverAbove = isAbove ? cover : null;
  const byline = presentByline(post, index);
  const isChanged = byline.date && post.updatedAt > (post.publishedAt ?? '');
  const updated = isChanged ? presentDate(index, post.updatedAt) : null;
  return {
    id: post.id,
    title: post.title,
    url: urlOf(post),
    ...byline,
    // An edit on the day itself is no news.
    updated: updated && updated.text !== byline.date?.text ? updated : null,
    tags: presentTags(post.tags),
    cover,
    coverAbove,
    ...presentBody(post, index, coverAbove !== null),
    ...presentFurther(post),
    draft: post.status === 'draft',
  };
}

const askedFor = textsThat('comment', ({ asked }) => asked);
const shownOfComments = textNames('comment', ({ isOnPage }) => isOnPage);
const onPage = namesThat(({ isOnPage }) => isOnPage);

/** What the template gets by its name; a template would take what is missing from around it. @param {Text} post */
const presentFurther = (post) =>
  Object.fromEntries(onPage.map((name) => [name, post[name] ?? null]));

/**
 * A page such as /about: it is of no day and of no author.
 * @param {Text} page
 * @param {Pictures & Looking & { baseUrl?: string }} index
 */
export const presentPage = (page, index) => ({
  id: page.id,
  title: page.title,
  url: urlOf(page),
  ...presentBody(page, index, false),
  ...presentFurther(page),
  draft: page.status === 'draft',
});

/** What only some texts have, and a miss need not do anything about in others. */
const AIDED = ['</h', '<pre', '"whole', '-frame'];

/**
 * @param {Pick<Text, 'html' | 'words'>} text
 * @param {Pictures & Looking & { baseUrl?: string }} index
 * @param {boolean} hasCover
 */
export function presentBody({ html, words }, index, hasCover) {
  const whole = html.includes('<img') ? presentPictures(html, index, { hasCover }) : html;
  const shown = HINTS.some((each) => whole.includes(each)) ? sayLabels(whole, index.words) : whole;
  const text = AIDED.some((each) => shown.includes(each))
    ? presentText({ html: shown, words })
    : { html: shown, contents: null, hasCode: false, hasWhole: false, frames: [] };
  const contents = text.contents && index.appearance.postContents ? text.contents : null;
  return { ...text, contents, pieces: presentForms(text.html) };
}

const FORM = /<p class="subscribe"><a href="\/subscribe">[^<]*<\/a><\/p>/;

/**
 * @param {string} html
 * @returns {{ html: string, form: boolean }[] | null} what is around the forms that subscribe, each behind its piece;
 *   null: there is none
 */
function presentForms(html) {
  if (!html.includes('class="subscribe"')) return null;
  const pieces = html.split(FORM);
  return pieces.map((piece, place) => ({ html: piece, form: place < pieces.length - 1 }));
}

/** Where a post can be shared, without a script of those who run it. */
const SHARING = [
  { name: 'Mastodon', at: 'https://mastodonshare.com/?text={title}&url={url}' },
  { name: 'Bluesky', at: 'https://bsky.app/intent/compose?text={title}%20{url}' },
  { name: 'LinkedIn', at: 'https://www.linkedin.com/sharing/share-offsite/?url={url}' },
  { name: 'WhatsApp', at: 'https://wa.me/?text={title}%20{url}' },
  { name: '', at: 'mailto:?subject={title}&body={url}' },
];

/**
 * @param {{ title: string, url: string }} post
 * @param {Looking} index
 * @param {string} baseUrl
 * @returns {{ name: string, url: string }[]} none where the owner wants none
 */
export const presentSharing = ({ title, url }, { appearance, words }, baseUrl) =>
  appearance.postShare
    ? SHARING.map(({ name, at }) => ({
        name: name || words.say('email'),
        url: at
          .replace('{title}', () => encodeURIComponent(title))
          .replace('{url}', () => encodeURIComponent(baseUrl + url)),
      }))
    : [];

/**
 * What search engines are told of a post or page.
 * @param {Text} post
 */
export const presentMetadata = ({ description, teaser, canonicalUrl, noindex }) => ({
  description: description || teaser,
  canonicalUrl,
  noindex,
});

/**
 * @param {Comment[]} comments approved, oldest first
 * @param {Card} post
 * @param {TrackedIndex} index
 * @returns {object | null} replies stand under what they answer, one level deep; null where there is nothing to say
 */
export function presentComments(comments, post, index) {
  const state = index.commenting(post);
  if (state === 'off' && comments.length === 0) return null;
  const topOf = findTops(comments);
  // As in its byline: a change of one who is not named does not clear the post.
  const named = authorsOf(post).filter((id) => index.users.get(id)?.name);
  const presented = comments.map(({ id, name, author, createdAt, html, ...comment }) => ({
    id: id.slice(id.indexOf(':') + 1),
    top: topOf(id),
    whole: id,
    name,
    ...recordOf(shownOfComments, (each) => comment[each]),
    byAuthor: author !== undefined && named.includes(author),
    date: presentDate(index, createdAt),
    html,
  }));
  /** @type {Map<string, typeof presented>} */
  const replies = new Map();
  for (const each of presented)
    if (each.whole !== each.top) replies.set(each.top, [...(replies.get(each.top) ?? []), each]);
  return {
    count: comments.length,
    heading:
      comments.length > 0
        ? index.words.say('comments', { count: comments.length })
        : index.words.say('commentsTitle'),
    list: presented
      .filter(({ whole, top }) => top === whole)
      .map((each) => Object.assign(each, { replies: replies.get(each.whole) ?? [] })),
    form: state === 'open' && {
      action: commentsPath(post),
      held: index.settings.comments === 'held',
      asked: presentAsked(index.words),
    },
    closed: state !== 'open' && index.words.say(closedWords[state]),
  };
}

/**
 * What those who write a comment are asked beside name and text.
 * @param {{ say: (key: string) => string }} words
 * @param {Partial<Record<string, string>>} [typed]
 * @param {Partial<Record<string, string>>} [problems]
 */
export const presentAsked = (words, typed = {}, problems = {}) =>
  askedFor.map(([name, { is, asked, schema }]) => ({
    name,
    label: words.say(asked?.label ?? ''),
    isAddress: is === 'address',
    maxLength: schema.maxLength,
    value: typed[name],
    problem: problems[name],
    focus: Object.keys(problems)[0] === name,
  }));

/** By what they are. */
export const closedWords = { closed: 'commentsClosedHere', off: 'commentsClosed' };

/**
 * @param {Comment[]} comments
 * @returns {(id: string) => string} the comment without a parent under which one stands
 */
function findTops(comments) {
  const parents = new Map(comments.map(({ id, replyTo }) => [id, replyTo]));
  return (id) => {
    const seen = new Set();
    let top = id;
    for (let parent = parents.get(id); parent && parents.has(parent); parent = parents.get(top)) {
      // Two that answer each other have no top.
      if (seen.has(parent)) return id;
      seen.add(parent);
      top = parent;
    }
    return top;
  };
}

/**
 * @param {Authored} post
 * @param {Users} index
 * @returns {{ name: string, url: string }[]} those whose names are known
 */
export const namedAuthors = (post, index) =>
  authorsOf(post).flatMap((id) => {
    const { name } = index.users.get(id) ?? {};
    return name ? [{ name, url: authorPath(id) }] : [];
  });

/**
 * What the end of a post says of those who wrote it.
 * @param {Authored} post
 * @param {TrackedIndex} index
 */
export const presentWriters = (post, index) =>
  authorsOf(post).flatMap((id) => {
    const { name = '', about = '', picture } = index.profile(id) ?? {};
    if (!name || !(about || picture)) return [];
    const portrait = presentPortrait(picture, index);
    return [{ name, url: authorPath(id), portrait, paragraphs: paragraphsOf(about) }];
  });

/** @param {Authored} post @param {Users & Saying} index */
function presentAuthors(post, index) {
  const authors = namedAuthors(post, index);
  const joints = authors.length > 1 ? index.words.joints(authors.length) : [];
  return {
    author: authors.map(({ name }) => name).join(', '),
    authors: authors.map(({ name, url }, place) => ({
      name,
      url,
      joint: place < authors.length - 1 ? joints[place] : '',
    })),
  };
}

/** @param {string[]} tags */
const presentTags = (tags) =>
  tags.map((name, place) => ({ name, url: tagPath(name), last: place === tags.length - 1 }));

/**
 * @param {Dated} index
 * @param {string} iso
 * @param {'full' | 'day'} [style]
 */
export const presentDate = (index, iso, style = 'full') => ({ iso, text: index.date(style, iso) });
