import { changeOutsideCode } from './outside-code.js';

const TOP_HEADING =
  /^ {0,3}#[ \t]+(\S.{0,1000}?)(?:[ \t]{1,99}#+)?[ \t]{0,99}$|^(?! {4}|\t|[#>|*+-])(\S.*)\r?\n=+[ \t]*$/m;

const LOWER_HEADING = /^ {0,3}#{2,6}[ \t]/m;

/** The longest title, in characters. */
const LONGEST_HEADING = 1000;

/**
 * @param {string} markdown
 * @returns {string} the first heading, as plain text; '' when it is of a lower level
 */
export function firstHeading(markdown) {
  /** @type {string | undefined} */
  let heading;
  changeOutsideCode(markdown, (text) => {
    if (heading !== undefined) return text;
    const found = TOP_HEADING.exec(text);
    const lower = text.search(LOWER_HEADING);
    if (lower >= 0 && lower < (found?.index ?? Infinity)) heading = '';
    else if (found) heading = plain(found[1] ?? found[2]);
    return text;
  });
  return heading ?? '';
}

/**
 * A page shows its title above the text: a text that begins with the same words would say them twice.
 * @param {string} markdown
 * @param {string} title
 * @returns {string} without a heading of the first level at its start that says what the title says
 */
export function withoutTitle(markdown, title) {
  const start = markdown.length - markdown.trimStart().length;
  const end =
    /\n(?!=+[ \t]*\r?(\n|$))/.exec(markdown.slice(start))?.index ?? markdown.length - start;
  const first = markdown.slice(start, start + end).replace(/\r$/, '');
  const found = TOP_HEADING.exec(first);
  if (!found || found[0].trim() !== first.trim()) return markdown;
  const isTitle = plain(found[1] ?? found[2]).toLowerCase() === title.trim().toLowerCase();
  return isTitle ? markdown.slice(start + end).replace(/^(\s*\n)+/, '') : markdown;
}

/** @param {string} heading in Markdown */
const plain = (heading) =>
  heading
    .slice(0, LONGEST_HEADING)
    .replace(/(?<!\s)\s*\{#[^{}]*\}\s*$/, '')
    .replace(/!?\[([^[\]]*)\]\([^)]*\)/g, '$1')
    .replace(/(?<!\\)(`{1,3}|\*{1,3})(.+?)(?<!\\)\1/g, '$2')
    .replace(/<[^<>]*>/g, '')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .trim();

/** @param {string} markdown @returns {string} without the mark in whose place engines list its headings */
export const withoutContents = (markdown) =>
  /^[ \t]*\[\[?_?toc_?\]/im.test(markdown)
    ? changeOutsideCode(markdown, (text) =>
        text.replace(/^[ \t]*(?:\[toc\]|\[\[_?toc_?\]\])[ \t]*$/gim, ''),
      )
    : markdown;
