import { lookUp } from '../base/look-up.js';

/**
 * The names of what keys stand for; undefined: it is gone.
 * @typedef {object} Names
 * @property {(id: string) => string | undefined} post  its title
 * @property {(id: string) => string | undefined} user
 */

/**
 * By the first part of a key: what it stands for, from the rest of it. One for each key of keys.js.
 * @type {Record<string, (rest: string, names: Names) => string>}
 */
const words = {
  text: (id, names) => `the text of ${post(id, names)}`,
  entry: (id, names) => `what feeds show of ${post(id, names)}`,
  card: (id, names) => `what lists show of ${post(id, names)}`,
  link: (id, names) => `the title and URL of ${post(id, names)}`,
  vacant: (slug) => `that there is no page at /${slug}`,
  neighbours: (id, names) => `the posts before and after ${post(id, names)}`,
  related(rest, names) {
    const [id, tag] = split(rest);
    return `the posts near ${post(id, names)} with the tag “${tag}”`;
  },
  comments: (id, names) => `the comments on ${post(id, names)}`,
  commenting: (id, names) => `whether ${post(id, names)} is open to comments`,
  commentCount: (id, names) => `the number of comments on ${post(id, names)}`,
  front: (of, names) => `which posts are first ${list(of, names)}`,
  page(rest, names) {
    const at = rest.lastIndexOf(':');
    return `which posts are on page ${rest.slice(at + 1)} ${list(rest.slice(0, at), names)}`;
  },
  count: (of, names) => `the number of posts ${list(of, names)}`,
  newest: (of, names) => `which posts are the newest ${list(of, names)}`,
  tagCounts: () => 'the tags, and the number of posts of each',
  yearCounts: () => 'the number of posts of each year',
  yearNeighbours: (year) => `the years before and after ${year}`,
  yearFront: (year) => `the first page of ${year}`,
  yearPage(rest) {
    const [year, number] = split(rest);
    return `page ${number} of ${year}`;
  },
  sitemapParts: () => 'the number of parts of the sitemap',
  sitemap: (number) => `part ${number} of the sitemap`,
  setting: (name) => `the setting “${spaced(name)}”`,
  derived: (name) => lookUp(derived, name) ?? `the setting “${spaced(name)}”`,
  themeSwitch: (name) => `the theme’s switch “${spaced(name)}”`,
  appearance: (name) => `the appearance: ${spaced(name)}`,
  words: () => 'words of the blog’s language',
  media: (id) => `the file ${id}`,
  picture: (id) => `the size and smaller files of the picture ${id}`,
  pictureThere: (id) => `that there is a picture ${id}`,
  theme: (id) => `the theme ${id}`,
  profile: (id, names) => `name, text and picture of ${user(id, names)}`,
  description: (tag) => `the description of the tag “${tag}”`,
  author: (id, names) => `the name of ${user(id, names)}`,
  fonts: () => 'the fonts of this machine',
  source: () => 'the source of Larder',
};

/** @type {Record<string, string>} */
const derived = {
  initial: 'the first letter of the title',
  holdsComments: 'whether comments wait for approval',
  style: 'colours and fonts',
};

/**
 * @param {string} key of keys.js
 * @param {Names} names
 * @returns {string} what it stands for, in words, such as 'the title and URL of “Harbour”'; the key itself when it is
 *   not known
 */
export function sayKey(key, names) {
  const [kind, rest] = split(key);
  return lookUp(words, kind)?.(rest, names) ?? key;
}

/** @param {string} id @param {Names} names */
const post = (id, names) => quoted(names.post(id), 'a deleted post');

/** @param {string} id @param {Names} names */
const user = (id, names) => names.user(id) ?? 'a former author';

/** @param {string | undefined} title @param {string} otherwise */
const quoted = (title, otherwise) => (title === undefined ? otherwise : `“${title}”`);

/** @param {string} list as in keys.js @param {Names} names */
function list(list, names) {
  const [kind, of] = split(list);
  if (kind === 'tag') return `with the tag “${of}”`;
  return kind === 'author' ? `by ${user(of, names)}` : 'of the blog';
}

/** @param {string} text @returns {[string, string]} before and after its first colon */
function split(text) {
  const at = text.indexOf(':');
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

/** @param {string} name such as 'postsPerPage' @returns {string} such as 'posts per page' */
const spaced = (name) => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
