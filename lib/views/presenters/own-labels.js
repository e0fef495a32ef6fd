import { escape } from '../view-manager.js';
/** @import { Said } from '../../changes/tracked-blog.js' */

/** Titles of callouts whose author has given them none. @type {Record<string, string>} */
const titles = {
  Note: 'calloutNote',
  Tip: 'calloutTip',
  Important: 'calloutImportant',
  Warning: 'calloutWarning',
  Caution: 'calloutCaution',
  Info: 'calloutInfo',
  Example: 'calloutExample',
  Question: 'calloutQuestion',
  Danger: 'calloutDanger',
  Details: 'calloutDetails',
  Abstract: 'calloutAbstract',
  Summary: 'calloutSummary',
  Tldr: 'calloutTldr',
  Todo: 'calloutTodo',
  Quote: 'calloutQuote',
  Cite: 'calloutQuote',
  Hint: 'calloutHint',
  Success: 'calloutSuccess',
  Check: 'calloutDone',
  Done: 'calloutDone',
  Attention: 'calloutAttention',
  Help: 'calloutHelp',
  Faq: 'calloutFaq',
  Error: 'calloutError',
  Failure: 'calloutFailure',
  Fail: 'calloutFailure',
  Missing: 'calloutMissing',
  Bug: 'calloutBug',
};

/** Of pictures, tables and footnotes. @type {Record<string, string>} */
const labels = {
  Table: 'table',
  'Full picture': 'fullPicture',
  'Back to the text': 'backToText',
};

/**
 * @param {Pick<Said, 'say'>} words
 * @returns {Record<string, string>} those titles, by what stands for them in the text
 */
export const calloutTitles = (words) =>
  Object.fromEntries(
    Object.entries(titles).map(([name, key]) => [name.toLowerCase(), words.say(key)]),
  );

/** What `sayLabels` looks for. V8 finds what begins with a rare character in a tenth of the time. */
export const HINTS = ['-title"', '-frame', '-label="', '\u21a9', '(Merma', '="subscribe"'];

const TITLE = /(class="callout-title"><strong>)([A-Z][a-z]{2,8})(?=<\/strong>)/g;
const LABEL = / (aria-label|title)="(Table|Full picture|Back to the text)"/g;
const FRAME = /( data-frame="[^"]*">)(Watch|Read) on ([^<]*)(?=<\/a>)/g;

const SUBSCRIBE = /(<p class="subscribe"><a href="\/subscribe">)Subscribe(?=<\/a><\/p>)/g;

/**
 * The HTML of a text is the same in every language, so that another one needs no new HTML.
 * @param {string} html of lib/markup
 * @param {Pick<Said, 'say' | 'texts'>} words
 * @returns {string} with what is not of its author in the language of the blog
 */
export const sayLabels = (html, words) =>
  html
    .replace(TITLE, (whole, start, name) =>
      Object.hasOwn(titles, name) ? start + escape(words.say(titles[name])) : whole,
    )
    .replace(LABEL, (_, name, label) => ` ${name}="${escape(words.say(labels[label]))}"`)
    .replace(FRAME, (_, start, verb, site) => {
      const text = words.texts[verb === 'Watch' ? 'watchOn' : 'readOn'];
      const { before, after } = typeof text === 'string' ? { before: text, after: '' } : text;
      return `${start}${escape(before)}${site}${escape(after)}`;
    })
    .replace(SUBSCRIBE, (_, start) => `${start}${escape(words.say('subscribe'))}`)
    .replace('>Diagram (Mermaid)<', () => `>${escape(words.say('diagram'))}<`);
