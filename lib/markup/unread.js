import { LABELS } from './syntax/callouts.js';
/** @import { Element } from './tree.js' */

/**
 * As they are in the HTML of a post: the mark of a footnote, the TeX of a formula, and labels that are not its
 * author's.
 */
const UNREAD = new RegExp(
  [
    '<sup class="footnote"><a href="#[^"]*" id="[^"]*">\\d{1,9}</a></sup>',
    '<annotation(?: [^<>]*)?>[^<]*</annotation>',
    `<(?:p|summary) class="callout-title"><strong>(?:${LABELS.join('|')})</strong>`,
    '<a href="[^"]*" data-frame="[^"]*">(?:Watch|Read) on [^<]*',
  ].join('|'),
  'g',
);

/** @param {string} html of a post @returns {string} without what is no part of its words */
export const withoutUnread = (html) => html.replace(UNREAD, '');

/** @param {Element} node @returns {boolean} whether it is no part of the words around it */
export const isUnread = ({ tag, attributes }) =>
  tag === 'annotation' || (tag === 'sup' && attributes.get('class') === 'footnote');
