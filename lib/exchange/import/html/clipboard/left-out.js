import { DomUtils } from 'htmlparser2';
import { around, hasClass, shortText } from './dom.js';
/** @import { AnyNode, Element } from 'domhandler' */

/** Parts of a page that readers use, and that are no part of its text. */
const TOOLS = /^(?:button|clipboard-copy|style|svg|title|xml)$/;
const ASIDE = /(?:^|\s)(?:mw-editsection|noprint|reference)(?:\s|$)/;
const UNSEEN =
  /(?:^|\s)(?:sr-only|(?:visually|visuallyhidden)-?(?:hidden)?|screen-reader-text|(?:\w{1,20}-)?(?:input|output)_?prompt|jp-(?:In|Out)putPrompt)(?:\s|$)/i;
const HIDDEN = /(?<![\w-])(?:display\s*:\s*none|mso-hide\s*:\s*all)/i;
const COPY = /(?:^|[\s_-])(?:copy|clipboard|copybtn|clippy)(?:[\s_-]|$)/i;
const NUMBERS =
  /(?:^|\s)(?:[\w-]{0,40}(?:line-?no|line-?num(?:ber)?)s?|linenodiv|gutter|rouge-gutter|blob-num|hljs-ln-\w+|lntd?|ln)(?:\s|$)/i;
const HEADING = /^(?:h[1-6]|dt)$/;
const PERMALINK =
  /(?:^|[\s_-])(?:anchor|headerlink|hash-link|hashlink|permalink|anchorjs|deep-?link)(?:[\s_-]|$)/i;
const ITS_WORDS =
  /^(?:[\p{P}\p{S}\p{Cf}\s]*|(?:link|anchor|permalink|direct link|copy link)\b.{0,80})$/iu;

/** What reviewers wrote beside a text is for them alone: in Word, and in Google Docs. */
const REMARK = /mso-(?:element\s*:\s*comment(?:-list)?(?![\w-])|special-character\s*:\s*comment)/i;
const REMARKS = /(?:^|\s)(?:MsoCommentReference|msocomtxt|msoDel)(?:\s|$)/;

/**
 * @param {Element} node as another program wrote it
 * @param {Set<AnyNode>} shown what has a picture that says something by itself
 * @returns {boolean} whether that program or page added it for itself
 */
export function isLeftOut(node, shown) {
  const { name, attribs } = node;
  const { style = '' } = attribs;
  if (TOOLS.test(name) || (/^(?:span|sup)$/.test(name) && hasClass(node, ASIDE))) return true;
  if (REMARK.test(style) || hasClass(node, REMARKS)) return true;
  if (HIDDEN.test(style) || hasClass(node, UNSEEN) || attribs['aria-hidden'] === 'true')
    return !shown.has(node);
  if (hasClass(node, NUMBERS) || 'data-line-number' in attribs)
    return !DomUtils.existsOne(isNoNumber, [node]);
  return !shown.has(node) && (isPermalink(node) || isCopyButton(node));
}

/** @param {Element[]} all @returns {Set<AnyNode>} the pictures that have words, and what they are in */
export function picturesIn(all) {
  /** @type {Set<AnyNode>} */
  const shown = new Set();
  for (const picture of all) {
    if (picture.name !== 'img' || !picture.attribs.alt) continue;
    shown.add(picture);
    for (const node of around(picture))
      if (shown.has(node)) break;
      else shown.add(node);
  }
  return shown;
}

/** @param {Element} node that has words of its own, which are no number */
const isNoNumber = ({ children }) =>
  children.some((child) => DomUtils.isText(child) && !/^[\d\s.:|]*$/.test(child.data));

/** @param {Element} link */
function isPermalink(link) {
  if (link.name !== 'a' || !link.attribs.href?.includes('#')) return false;
  const isMarked =
    hasClass(link, PERMALINK) || [...around(link)].some(({ name }) => HEADING.test(name));
  const words = isMarked ? shortText(link, 100) : null;
  return words !== null && ITS_WORDS.test(words);
}

/** @param {Element} node */
function isCopyButton(node) {
  const isOne =
    'data-clipboard-text' in node.attribs ||
    'data-clipboard-target' in node.attribs ||
    (/^(?:a|div|span)$/.test(node.name) && hasClass(node, COPY));
  return isOne && shortText(node, 20) !== null;
}

/** A heading may be a link to itself. @param {Element} link in a text without permalinks @returns {boolean} */
export function isOwnLink(link) {
  const [, fragment] = /#(.{1,300})$/.exec(link.attribs.href ?? '') ?? [];
  const heading = fragment && [...around(link)].find(({ name }) => HEADING.test(name));
  if (!heading) return false;
  const section = heading.parent;
  const ids = [link, heading, ...(section && DomUtils.isTag(section) ? [section] : [])];
  return ids.some(({ attribs }) => attribs.id === fragment || attribs.name === fragment);
}
