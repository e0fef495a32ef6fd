import { withoutUnread } from '../../markup/unread.js';

/** A heading in the HTML of lib/markup, without its end tag. Values of attributes have neither `<` nor `>`. */
const HEADING = /^<(h[2-6])((?: [^>]*)? id="([^"]*)"[^>]*)>([^]*)$/;

const INTERACTIVE = /<(?:a|audio|video|details)[ >]/;

/** A link of lib/markup/embeds.js. Only our own tags begin so: what looks like one in a text is escaped. */
const FRAMES = /<a href="[^"]*" data-frame="(https:\/\/[^/"]+)\//g;

/** Contents are listed from this many headings and words on. */
const HEADINGS_AT_LEAST = 4;
const WORDS_AT_LEAST = 800;

/** Any further ones stay as they are. */
const HEADINGS_AT_MOST = 1000;

/**
 * @typedef {{ id: string, text: string, isDeep: boolean }} ContentsLine  `text`: HTML; `isDeep`: of the second level
 */

/**
 * What helps to read a text, besides its HTML. It is made when a page is rendered: feeds have no use for it.
 * @param {{ html: string, words: number }} text
 * @returns {{ html: string, contents: ContentsLine[] | null, hasCode: boolean, hasWhole: boolean, frames: string[] }}
 *   `html`: its headings link to themselves; `contents`: those of the upper two levels, if the text is long; `hasCode`:
 *   whether there is something to copy; `hasWhole`: whether a picture leads to a larger one; `frames`: the origins of
 *   the players that it may show
 */
export function presentText({ html, words }) {
  /** @type {ContentsLine[]} */
  const contents = [];
  // V8 looks for up to six characters three times as fast as for more.
  const isInLink = inside(html, '<a ', '</a>');
  const isInSummary = inside(html, '<summ', '</summ');
  let linked = '';
  let done = 0;
  // Each miss pays for this: regular expressions for whole headings and links would take three times the time.
  let left = HEADINGS_AT_MOST;
  for (let end = html.indexOf('</h'); end >= 0 && left > 0; end = html.indexOf('</h', end + 3)) {
    left -= 1;
    const start = html.lastIndexOf('<h', end);
    const [, tag, attributes, id, content = ''] = HEADING.exec(html.slice(start, end)) ?? [];
    const text = content.includes('<') ? textOf(content) : content.trim();
    if (!text || content.includes('</h')) continue;
    if (tag <= 'h3') contents.push({ id, text, isDeep: tag === 'h3' });
    if (isInLink(end) || isInSummary(end) || INTERACTIVE.test(content)) continue;
    linked += `${html.slice(done, start)}<${tag}${attributes}><a href="#${id}">${content}</a>`;
    done = end;
  }
  return {
    html: linked + html.slice(done),
    contents: contents.length >= HEADINGS_AT_LEAST && words >= WORDS_AT_LEAST ? contents : null,
    hasCode: html.includes('<pre'),
    hasWhole: html.includes('<a class="whole"'),
    frames: html.includes('-frame')
      ? [...new Set(Array.from(html.matchAll(FRAMES), ([, origin]) => origin))]
      : [],
  };
}

/** @param {string} content  HTML of a heading @returns {string} without its tags */
const textOf = (content) =>
  withoutUnread(content)
    .replace(/<[^<>]*>/g, '')
    .trim();

/**
 * @param {string} html
 * @param {string} start of elements that do not contain each other
 * @param {string} end
 * @returns {(at: number) => boolean} whether this position is in one; to be asked in ascending order
 */
export function inside(html, start, end) {
  const find = (/** @type {string} */ mark, /** @type {number} */ from) =>
    (html.indexOf(mark, from) + 1 || Infinity) - 1;
  let [from, to] = [0, 0];
  return (at) => {
    while (to <= at) to = find(end, (from = find(start, to)));
    return from < at;
  };
}
