import { lookUp } from '../base/look-up.js';
import { recordOf } from '../base/record-of.js';
import { ownPictures } from './index/own-pictures.js';

/** @import { Words } from '../base/words.js' */

/**
 * The names of what keys stand for; undefined: it is gone.
 * @typedef {object} Names
 * @property {(id: string) => string | undefined} post  its title
 * @property {(id: string) => string | undefined} user
 * @property {Pick<Words, 'say'>} words  of who reads it
 */

/**
 * By the first part of a key: what it stands for, from the rest of it. One for each key of keys.js.
 * @type {Record<string, (rest: string, names: Names) => string>}
 */
const sentences = {
  text: (id, names) => names.words.say('key.text', { post: post(id, names) }),
  entry: (id, names) => names.words.say('key.entry', { post: post(id, names) }),
  card: (id, names) => names.words.say('key.card', { post: post(id, names) }),
  link: (id, names) => names.words.say('key.link', { post: post(id, names) }),
  vacant: (slug, { words }) => words.say('key.vacant', { slug }),
  neighbours: (id, names) => names.words.say('key.neighbours', { post: post(id, names) }),
  related(rest, names) {
    const [id, tag] = split(rest);
    return names.words.say('key.related', { post: post(id, names), tag });
  },
  comments: (id, names) => names.words.say('key.comments', { post: post(id, names) }),
  commenting: (id, names) => names.words.say('key.commenting', { post: post(id, names) }),
  commentCount: (id, names) => names.words.say('key.commentCount', { post: post(id, names) }),
  front: (of, names) => names.words.say('key.front', { list: list(of, names) }),
  page(rest, names) {
    const at = rest.lastIndexOf(':');
    return names.words.say('key.page', {
      page: rest.slice(at + 1),
      list: list(rest.slice(0, at), names),
    });
  },
  count: (of, names) => names.words.say('key.count', { list: list(of, names) }),
  newest: (of, names) => names.words.say('key.newest', { list: list(of, names) }),
  tagCounts: (_, { words }) => words.say('key.tagCounts'),
  yearCounts: (_, { words }) => words.say('key.yearCounts'),
  yearNeighbours: (year, { words }) => words.say('key.yearNeighbours', { year }),
  yearFront: (year, { words }) => words.say('key.yearFront', { year }),
  yearPage(rest, { words }) {
    const [year, number] = split(rest);
    return words.say('key.yearPage', { number, year });
  },
  sitemapParts: (_, { words }) => words.say('key.sitemapParts'),
  sitemap: (number, { words }) => words.say('key.sitemap', { number }),
  setting: (name, { words }) => words.say('key.setting', { name: spaced(name) }),
  derived: (name, { words }) =>
    words.say(lookUp(derived, name) ?? 'key.setting', { name: spaced(name) }),
  themeSwitch: (name, { words }) => words.say('key.themeSwitch', { name: spaced(name) }),
  appearance: (name, { words }) => words.say('key.appearance', { name: spaced(name) }),
  words: (_, { words }) => words.say('key.words'),
  word: (_, { words }) => words.say('key.words'),
  hour: (_, { words }) => words.say('key.setting', { name: spaced('timeZone') }),
  media: (id, { words }) => words.say('key.media', { id }),
  absent: (id, { words }) => words.say('key.absent', { id }),
  picture: (id, { words }) => words.say('key.picture', { id }),
  pictureThere: (id, { words }) => words.say('key.pictureThere', { id }),
  theme: (id, { words }) => words.say('key.theme', { id }),
  profile: (id, names) => names.words.say('key.profile', { name: user(id, names) }),
  description: (tag, { words }) => words.say('key.description', { tag }),
  author: (id, names) => names.words.say('key.author', { name: user(id, names) }),
  fonts: (_, { words }) => words.say('key.fonts'),
  source: (_, { words }) => words.say('key.source'),
};

/** @type {Record<string, string>} */
const derived = {
  initial: 'key.initial',
  moderatesComments: 'key.holdsComments',
  style: 'key.style',
  ...recordOf(ownPictures, (name) => name),
};

/**
 * @param {string} key of keys.js
 * @param {Names} names
 * @returns {string} what it stands for, in words, such as 'the title and URL of “Harbour”'; the key itself when it is
 *   not known
 */
export function sayKey(key, names) {
  const [kind, rest] = split(key);
  return lookUp(sentences, kind)?.(rest, names) ?? key;
}

/** @param {string} id @param {Names} names */
const post = (id, names) => quoted(names.post(id), names.words.say('common.deletedPost'));

/** @param {string} id @param {Names} names */
const user = (id, names) => names.user(id) ?? names.words.say('common.formerAuthor');

/** @param {string | undefined} title @param {string} otherwise */
const quoted = (title, otherwise) => (title === undefined ? otherwise : `“${title}”`);

/** @param {string} list as in keys.js @param {Names} names */
function list(list, names) {
  const [kind, of] = split(list);
  const { words } = names;
  if (kind === 'tag') return words.say('key.withTag', { tag: of });
  return kind === 'author'
    ? words.say('key.by', { name: user(of, names) })
    : words.say('key.ofBlog');
}

/** @param {string} text @returns {[string, string]} before and after its first colon */
function split(text) {
  const at = text.indexOf(':');
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

/** @param {string} name such as 'postsPerPage' @returns {string} such as 'posts per page' */
const spaced = (name) => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
