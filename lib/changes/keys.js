/** @import { Settings } from '../types.js' */

/**
 * The keys of dependencies: what a page can show. A render records them in `dependsOn`, and a change touches
 * them. A page depends on a key if its bytes show what the key stands for.
 */

/** The whole text of a post or page, with its title, tags, author and dates. @param {string} id */
export const text = (id) => `text:${id}`;

/** What a list shows of a post: its line, teaser, tags, author and reading time. @param {string} id */
export const card = (id) => `card:${id}`;

/** A post's title and address. @param {string} id */
export const link = (id) => `link:${id}`;

/** A post's older and newer neighbour. @param {string} id */
export const neighbours = (id) => `neighbours:${id}`;

/** The approved comments of a post. @param {string} id */
export const comments = (id) => `comments:${id}`;

/** Whether a post takes comments. @param {string} id */
export const commenting = (id) => `commenting:${id}`;

/** How many approved comments a post has. @param {string} id */
export const commentCount = (id) => `commentCount:${id}`;

/** Which posts are on the first page of a list. @param {string} list 'all', or 'tag:' and a tag */
export const front = (list) => `front:${list}`;

/** Which posts are on a numbered page of a list. @param {string} list @param {number} number from 1, the oldest */
export const page = (list, number) => `page:${list}:${number}`;

/** Which posts are the newest of a list, as its feed shows them. @param {string} list */
export const newest = (list) => `newest:${list}`;

/** All tags, and how many posts each has. */
export const tagCounts = 'tagCounts';

/** How many posts each year has. */
export const yearCounts = 'yearCounts';

/** The years before and after a year. @param {string} year */
export const yearNeighbours = (year) => `yearNeighbours:${year}`;

/** The titles, addresses and dates of the posts of a year. @param {string} year */
export const year = (year) => `year:${year}`;

/** How many parts the sitemap has. */
export const sitemapParts = 'sitemapParts';

/** The addresses and times in a part of the sitemap. @param {number} number from 1 */
export const sitemap = (number) => `sitemap:${number}`;

/** One of the blog's settings. @param {keyof Settings} name */
export const setting = (name) => `setting:${name}`;

/** An uploaded file. @param {string} id */
export const media = (id) => `media:${id}`;

/** The name of an author. @param {string} id */
export const author = (id) => `author:${id}`;

/** The engine's own source. Never touched: it does not change while a process runs, and its pages are not saved for the next. */
export const source = 'source';
