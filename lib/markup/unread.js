/** @import { Element } from './tree.js' */

/** The mark of a footnote, as it is in the HTML of a post, and the TeX of a formula, which readers do not see. */
const UNREAD =
  /<sup class="footnote"><a href="#[^"]*" id="[^"]*">\d{1,9}<\/a><\/sup>|<annotation(?: [^<>]*)?>[^<]*<\/annotation>/g;

/** @param {string} html of a post @returns {string} without what is no part of its words */
export const withoutUnread = (html) => html.replace(UNREAD, '');

/** @param {Element} node @returns {boolean} whether it is no part of the words around it */
export const isUnread = ({ tag, attributes }) =>
  tag === 'annotation' || (tag === 'sup' && attributes.get('class') === 'footnote');
