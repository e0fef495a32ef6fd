import { DomUtils, parseDocument } from 'htmlparser2';
import { refuseExpensive } from '../../../markup/sanitise.js';
import { takeCode } from './clipboard/code.js';
import { allIn, around, make, text, unwrap } from './clipboard/dom.js';
import { takeFootnotes } from './clipboard/footnotes.js';
import { takeFormulas } from './clipboard/formulas.js';
import { nameLanguage } from './clipboard/languages.js';
import { isLeftOut, isOwnLink, picturesIn } from './clipboard/left-out.js';
import { boxOf, emojiOf, tick } from './clipboard/signs.js';
import { listsOfWord } from './clipboard/word-lists.js';
import { tooMuch } from './too-much.js';
/** @import { LarderError } from '../../../base/errors.js' */
/** @import { Document, Element } from 'domhandler' */

const { appendChild, removeElement, replaceElement } = DomUtils;

/** Whatever walks through more might exceed the call stack. */
const DEEPEST = 1000;

/** What a style says, in the order of the elements that say the same, from outside. @type {[string, RegExp][]} */
const STYLES = [
  ['strong', /(?<![\w-])font-weight\s*:\s*(?:bold|[6-9]00)/i],
  ['em', /(?<![\w-])font-style\s*:\s*italic/i],
  ['s', /(?<![\w-])text-decoration(?:-line)?\s*:[^;]{0,200}line-through/i],
  ['sup', /(?<![\w-])vertical-align\s*:\s*super/i],
  ['sub', /(?<![\w-])vertical-align\s*:\s*sub(?!\w|-)/i],
  ['code', /(?<![\w-])font-family\s*:[^;]{0,500}(?<!\w)monospace/i],
];

/** Addresses that only count who follows a link: the host, the path, and the parameter with the target. */
const REDIRECTS = [
  { host: /^(?:www\.)?google\.[a-z.]+$/, path: '/url', names: ['q', 'url'] },
  { host: /^[a-z0-9.-]+\.safelinks\.protection\.outlook\.com$/, path: '/', names: ['url'] },
  { host: /^lm?\.(?:facebook|instagram)\.com$/, path: '/l.php', names: ['u'] },
  { host: /^l\.instagram\.com$/, path: '/', names: ['u'] },
  { host: /^slack-redir\.net$/, path: '/link', names: ['url'] },
  { host: /^(?:www\.)?youtube\.com$/, path: '/redirect', names: ['q'] },
];

/**
 * Makes elements of what programs say on the clipboard by styles and classes, and takes away what is no part of the
 * text.
 * @param {string} html
 * @returns {string} with notes as `withNotes` reads them
 * @throws {LarderError} `invalid` when parsing it would take more than a few seconds, or it is nested too deeply
 */
export function fromClipboard(html) {
  refuseExpensive(html);
  const document = parseDocument(html);
  refuseDeep(document);
  takeFormulas(document);
  takeFootnotes(document);
  takeCode(document);
  const all = allIn(document);
  const shown = picturesIn(all);
  const gone = new Set();
  for (const node of all)
    if (gone.has(node.parent)) gone.add(node);
    else if (isLeftOut(node, shown)) {
      gone.add(node);
      leaveOut(node);
    } else change(node);
  listsOfWord(document);
  return DomUtils.getOuterHTML(document, { encodeEntities: 'utf8' });
}

/** @param {Document} document */
function refuseDeep(document) {
  /** @type {Map<unknown, number>} */
  const depths = new Map();
  for (const node of allIn(document)) {
    const depth = (depths.get(node.parent) ?? 0) + 1;
    if (depth > DEEPEST) throw tooMuch();
    depths.set(node, depth);
  }
}

/** A table with numbers of lines has code beside them. @param {Element} node */
function leaveOut(node) {
  const table = /^t[dh]$/.test(node.name) && [...around(node)].find(({ name }) => name === 'table');
  if (table) table.name = 'pre';
  removeElement(node);
}

/** @param {Element} node */
function change(node) {
  const { name, attribs } = node;
  const emoji = emojiOf(node);
  if (emoji) return replaceElement(node, text(emoji));
  if (/^(?:a|b|em|font|i|span|strong|td)$/.test(name)) mark(node);
  if (name === 'a' && attribs.href) attribs.href = targetOf(attribs.href);
  if (isOwnLink(node) || isAccepted(node)) unwrap(node);
  if (name === 'pre' || name === 'code') nameLanguage(node);
  if (name === 'li') tick(node);
  if (name === 'input' && attribs.type === 'checkbox')
    replaceElement(node, text(boxOf('checked' in attribs)));
}

/** A name without a link, or what Word marks as new. @param {Element} node */
const isAccepted = ({ name, attribs, parent }) =>
  (name === 'a' && !attribs.href) ||
  (name === 'ins' && parent && DomUtils.isTag(parent) && parent.attribs.class === 'msoIns');

/** @param {Element} node whose style is replaced by elements */
function mark(node) {
  const { name, attribs } = node;
  const style = attribs.style ?? '';
  if (/^(?:b|strong)$/.test(name) && /(?<![\w-])font-weight\s*:\s*(?:normal|[1-5]00)/i.test(style))
    node.name = 'span';
  if (/^(?:i|em)$/.test(name) && /(?<![\w-])font-style\s*:\s*normal/i.test(style))
    node.name = 'span';
  // Some programs lay out a whole list item or link by a style.
  if (!/^(?:font|span|td)$/.test(name) || /mso-list/i.test(style)) return;
  delete attribs.style;
  const tags = new Set(Array.from(around(node), ({ name }) => name));
  for (const [tag, said] of STYLES.toReversed()) {
    const isKnown = tags.has(tag) || (tag === 'code' && tags.has('pre'));
    if (said.test(style) && !isKnown && (name !== 'td' || isText(tag))) wrapChildren(node, tag);
  }
}

/** The other styles of a cell are about its place. @param {string} tag */
const isText = (tag) => /^(?:strong|em|s)$/.test(tag);

/** @param {Element} node @param {string} tag */
function wrapChildren(node, tag) {
  const inside = node.children;
  if (!DomUtils.textContent(node).trim()) return;
  const wrapper = make(tag);
  node.children = [];
  appendChild(node, wrapper);
  for (const child of inside) appendChild(wrapper, child);
}

/** @param {string} address @returns {string} where it leads in the end */
function targetOf(address) {
  try {
    const { hostname, pathname, searchParams } = new URL(address);
    const found = REDIRECTS.find(({ host, path }) => host.test(hostname) && path === pathname);
    const target = found?.names.map((name) => searchParams.get(name)).find(Boolean) ?? '';
    return /^https?:\/\//i.test(target) ? target : address;
  } catch {
    return address;
  }
}
