import { foldCase } from '../base/unicode.js';
/** @import { Appearance, Settings } from '../store/types.js' */

/**
 * Dependency keys: what a page can show. A render records them in `dependsOn`, and a change touches them. A page
 * depends on a key if it shows what the key stands for.
 */

/** The whole text of a post or page, with its title, tags, author and dates. @param {string} id */
export const text = (id) => `text:${id}`;

/** What a feed shows of a post: the same, but for its reading time. @param {string} id */
export const entry = (id) => `entry:${id}`;

/** What a list shows of a post: its line, teaser, tags, author and reading time. @param {string} id */
export const card = (id) => `card:${id}`;

/** The title and URL of a post. @param {string} id */
export const link = (id) => `link:${id}`;

/** That there is no page with this slug. @param {string} slug */
export const vacant = (slug) => `vacant:${slug}`;

/** The older and newer neighbours of a post. @param {string} id */
export const neighbours = (id) => `neighbours:${id}`;

/** The posts around a post in the list of one of its tags. @param {string} id @param {string} tag */
export const related = (id, tag) => `related:${id}:${tag}`;

/** The approved comments of a post. @param {string} id */
export const comments = (id) => `comments:${id}`;

/** Whether a post is open to comments. @param {string} id */
export const commenting = (id) => `commenting:${id}`;

/** The number of approved comments on a post. @param {string} id */
export const commentCount = (id) => `commentCount:${id}`;

/** Which posts are on the first page of a list. @param {string} list 'all', 'tag:' and a tag, or 'author:' and an id */
export const front = (list) => `front:${list}`;

/** Which posts are on a numbered page of a list. @param {string} list @param {number} number from 1, the oldest */
export const page = (list, number) => `page:${list}:${number}`;

/** The number of posts of a list. @param {string} list */
export const count = (list) => `count:${list}`;

/** Which posts are in the feed of a list: its newest. @param {string} list */
export const newest = (list) => `newest:${list}`;

/** All tags, and the number of posts of each. */
export const tagCounts = 'tagCounts';

/** The number of posts of each year. */
export const yearCounts = 'yearCounts';

/** The years before and after a year. @param {string} year */
export const yearNeighbours = (year) => `yearNeighbours:${year}`;

/** The titles, URLs and dates of the posts on the first page of a year, and the number of all. @param {string} year */
export const yearFront = (year) => `yearFront:${year}`;

/**
 * The titles, URLs and dates of the posts on a numbered page of a year.
 * @param {string} year
 * @param {number} number from 1, the oldest
 */
export const yearPage = (year, number) => `yearPage:${year}:${number}`;

/** The number of parts of the sitemap. */
export const sitemapParts = 'sitemapParts';

/** The URLs and times in a part of the sitemap. @param {number} number from 1 */
export const sitemap = (number) => `sitemap:${number}`;

/** @type {Partial<Record<keyof Settings, string>>} */
const settings = {};

/** One of the blog's settings; made once, since each page reads a dozen. @param {keyof Settings} name */
export const setting = (name) => (settings[name] ??= `setting:${name}`);

/** What a setting comes to where a page shows no more of it. @param {string} name in derived-settings.js */
export const derived = (name) => `derived:${name}`;

/** A part of the blog's appearance that pages show. @param {keyof Appearance} name */
export const appearance = (name) => `appearance:${name}`;

/** What a theme offers, as the owner wants it. @param {string} name */
export const themeSwitch = (name) => `themeSwitch:${name}`;

/** Words of the blog's language. Which of them a page shows, its entry knows. */
export const words = 'words';

/** One of them, for what knows no entries. @param {string} name */
export const word = (name) => `word:${name}`;

/** The days of moments in an hour of UTC, for what knows no entries. @param {number} hour */
export const hour = (hour) => `hour:${hour}`;

/** An uploaded file. @param {string} id */
export const media = (id) => `media:${id}`;

/** That there is no uploaded file of this id. @param {string} id */
export const absent = (id) => `absent:${id}`;

/** What pages show of an uploaded picture: that it is there, its size and smaller files. @param {string} id */
export const picture = (id) => `picture:${id}`;

/** That an uploaded picture is there. @param {string} id */
export const pictureThere = (id) => `pictureThere:${id}`;

/** That an uploaded theme is there. @param {string} id */
export const theme = (id) => `theme:${id}`;

/** What the page of an author shows of them: name, text and picture. @param {string} id */
export const profile = (id) => `profile:${id}`;

/** The description of a tag. @param {string} tag */
export const description = (tag) => `description:${foldCase(tag)}`;

/** The name of an author. @param {string} id */
export const author = (id) => `author:${id}`;

/** The fonts of this machine. Never touched: what was drawn with them is not saved. */
export const fonts = 'fonts';

/** The engine's own source. Never touched: it does not change while the process runs, and its pages are not saved. */
export const source = 'source';
