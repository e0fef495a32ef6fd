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
  text: (id, names) => names.words.say('keyText', { post: post(id, names) }),
  entry: (id, names) => names.words.say('keyEntry', { post: post(id, names) }),
  card: (id, names) => names.words.say('keyCard', { post: post(id, names) }),
  link: (id, names) => names.words.say('keyLink', { post: post(id, names) }),
  vacant: (slug, { words }) => words.say('keyVacant', { slug }),
  neighbours: (id, names) => names.words.say('keyNeighbours', { post: post(id, names) }),
  related(rest, names) {
    const [id, tag] = split(rest);
    return names.words.say('keyRelated', { post: post(id, names), tag });
  },
  comments: (id, names) => names.words.say('keyComments', { post: post(id, names) }),
  commenting: (id, names) => names.words.say('keyCommenting', { post: post(id, names) }),
  commentCount: (id, names) => names.words.say('keyCommentCount', { post: post(id, names) }),
  front: (of, names) => names.words.say('keyFront', { list: list(of, names) }),
  page(rest, names) {
    const at = rest.lastIndexOf(':');
    return names.words.say('keyPage', {
      page: rest.slice(at + 1),
      list: list(rest.slice(0, at), names),
    });
  },
  count: (of, names) => names.words.say('keyCount', { list: list(of, names) }),
  newest: (of, names) => names.words.say('keyNewest', { list: list(of, names) }),
  tagCounts: (_, { words }) => words.say('keyTagCounts'),
  yearCounts: (_, { words }) => words.say('keyYearCounts'),
  yearNeighbours: (year, { words }) => words.say('keyYearNeighbours', { year }),
  yearFront: (year, { words }) => words.say('keyYearFront', { year }),
  yearPage(rest, { words }) {
    const [year, number] = split(rest);
    return words.say('keyYearPage', { number, year });
  },
  sitemapParts: (_, { words }) => words.say('keySitemapParts'),
  sitemap: (number, { words }) => words.say('keySitemap', { number }),
  setting: (name, { words }) => words.say('keySetting', { name: spaced(name) }),
  derived: (name, { words }) =>
    words.say(lookUp(derived, name) ?? 'keySetting', { name: spaced(name) }),
  themeSwitch: (name, { words }) => words.say('keyThemeSwitch', { name: spaced(name) }),
  appearance: (name, { words }) => words.say('keyAppearance', { name: spaced(name) }),
  words: (_, { words }) => words.say('keyWords'),
  media: (id, { words }) => words.say('keyMedia', { id }),
  absent: (id, { words }) => words.say('keyAbsent', { id }),
  picture: (id, { words }) => words.say('keyPicture', { id }),
  pictureThere: (id, { words }) => words.say('keyPictureThere', { id }),
  theme: (id, { words }) => words.say('keyTheme', { id }),
  profile: (id, names) => names.words.say('keyProfile', { name: user(id, names) }),
  description: (tag, { words }) => words.say('keyDescription', { tag }),
  author: (id, names) => names.words.say('keyAuthor', { name: user(id, names) }),
  fonts: (_, { words }) => words.say('keyFonts'),
  source: (_, { words }) => words.say('keySource'),
};

/** @type {Record<string, string>} */
const derived = {
  initial: 'keyInitial',
  moderatesComments: 'keyHoldsComments',
  style: 'keyStyle',
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
const post = (id, names) => quoted(names.post(id), names.words.say('aDeletedPost'));

/** @param {string} id @param {Names} names */
const user = (id, names) => names.user(id) ?? names.words.say('aFormerAuthor');

/** @param {string | undefined} title @param {string} otherwise */
const quoted = (title, otherwise) => (title === undefined ? otherwise : `“${title}”`);

/** @param {string} list as in keys.js @param {Names} names */
function list(list, names) {
  const [kind, of] = split(list);
  const { words } = names;
  if (kind === 'tag') return words.say('keyWithTag', { tag: of });
  return kind === 'author' ? words.say('keyBy', { name: user(of, names) }) : words.say('keyOfBlog');
}

/** @param {string} text @returns {[string, string]} before and after its first colon */
function split(text) {
  const at = text.indexOf(':');
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

/** @param {string} name such as 'postsPerPage' @returns {string} such as 'posts per page' */
const spaced = (name) => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
