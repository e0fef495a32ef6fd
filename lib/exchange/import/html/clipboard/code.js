import { DomUtils } from 'htmlparser2';
import { BLOCKS } from '../../../../markup/elements.js';
import { allIn, make } from './dom.js';
/** @import { ChildNode, Document, Element, ParentNode } from 'domhandler' */

const { appendChild, isTag, isText, prepend } = DomUtils;

const FONT = /(?<![\w-])font(?:-family)?\s*:([^;]{0,500})/i;
/** That of a typewriter is for prose, too. */
const OF_CODE =
  /(?<!\w)(?:monospace|consolas|menlo|monaco|inconsolata|hack|lucida console)(?!\w)|\w (?:mono|code)(?!\w)/i;
const KEPT =
  /(?<![\w-])(?:white-space\s*:\s*(?:pre(?:-wrap)?|break-spaces)(?![\w-])|mso-(?:spacerun|tab-count))/i;

/** @typedef {Record<'isBlock' | 'hasBlock' | 'hasText' | 'isCode' | 'hasBreak' | 'hasLines', boolean>} Known */

/** A style sheet of Apple's says `span.s1 {font: 12.0px Menlo}`. */
const RULE =
  /(?<![\w-])(?:p|span|li)\.([ps]\d{1,4})\s{0,9}\{[^{}]{0,500}?font:\s?([^{};]{0,200})/gi;

/** @param {Element} node */
const hasFont = ({ attribs }) =>
  OF_CODE.test(FONT.exec(attribs.style ?? '')?.[1] ?? '') || OF_CODE.test(attribs.face ?? '');

/**
 * Editors of code copy boxes of coloured lines, and other programs paragraphs in a font of code: such lines become one
 * `pre`.
 * @param {Document} document
 */
export function takeCode(document) {
  const all = allIn(document);
  const ofCode = bySheet(all);
  const held = heldIn(all);
  const isFree = (/** @type {Element} */ node) => !held.has(node);
  /** Those that are a block of code, however few. @type {Set<ChildNode>} */
  const boxes = new Set(all.filter((node) => isBox(node) && isFree(node)));
  for (const node of all) if (/^(?:font|span)$/.test(node.name) && hasFont(node)) ofCode.add(node);
  const known = readAll(all, ofCode);
  const lines = new Set([...linesIn(all, known).filter(isFree), ...boxes]);
  const parents = new Set([...lines].map(({ parent }) => parent));
  for (const parent of parents) if (parent) join(parent, lines, boxes);
  for (const node of all) if (isFree(node) && isLongCode(node, known.get(node))) node.name = 'pre';
}

/** @param {Element[]} all @returns {Set<ChildNode>} what a style sheet gives a font of code */
function bySheet(all) {
  const names = new Set();
  for (const sheet of all.filter(({ name }) => name === 'style'))
    for (const [, name, font] of DomUtils.textContent(sheet).matchAll(RULE))
      if (OF_CODE.test(font)) names.add(name);
  return new Set(all.filter(({ attribs }) => names.has(attribs.class)));
}

/** @param {Element[]} all @returns {Set<ChildNode>} what is code already, or in a cell, which holds no block of it */
function heldIn(all) {
  /** @type {Set<ChildNode>} */
  const held = new Set();
  for (const node of all) {
    const { parent } = node;
    if (parent && isTag(parent) && (/^(?:pre|t[dh])$/.test(parent.name) || held.has(parent)))
      held.add(node);
  }
  return held;
}

/** @param {Element} node */
const isBox = (node) =>
  /^(?:div|p)$/.test(node.name) && KEPT.test(node.attribs.style ?? '') && hasFont(node);

/**
 * @param {Element[]} all
 * @param {Set<ChildNode>} ofCode
 * @returns {Map<ChildNode, Known>}
 */
function readAll(all, ofCode) {
  /** @type {Map<ChildNode, Known>} */
  const known = new Map();
  // From inside.
  for (const node of all.toReversed()) {
    const inside = node.children.flatMap((child) => known.get(child) ?? []);
    const texts = node.children.filter((child) => isText(child)).map(({ data }) => data);
    const hasWords = texts.some((data) => data.trim() !== '');
    const hasBlock = inside.some((each) => each.isBlock || each.hasBlock);
    known.set(node, {
      isBlock: BLOCKS.has(node.name),
      hasBlock,
      hasText: hasWords || inside.some(({ hasText }) => hasText),
      isCode:
        ofCode.has(node) || (!hasWords && inside.every((each) => each.isCode || !each.hasText)),
      hasBreak: hasBlock || node.name === 'br' || inside.some(({ hasBreak }) => hasBreak),
      hasLines:
        texts.some((data) => data.includes('\n')) || inside.some(({ hasLines }) => hasLines),
    });
  }
  return known;
}

/**
 * @param {Element[]} all
 * @param {Map<ChildNode, Known>} known
 * @returns {Element[]} paragraphs all of whose words are in a font of code
 */
const linesIn = (all, known) =>
  all.filter((node) => {
    const { hasText, isCode, hasBlock } = known.get(node) ?? {};
    return /^(?:div|p)$/.test(node.name) && hasText && isCode && !hasBlock;
  });

/**
 * @param {ParentNode} parent
 * @param {Set<ChildNode>} lines
 * @param {Set<ChildNode>} boxes
 */
function join(parent, lines, boxes) {
  /** @type {ChildNode[]} */
  let run = [];
  for (const child of [...parent.children, null]) {
    if (child && (lines.has(child) || (run.length > 0 && isGap(child)))) run.push(child);
    else {
      const last = run.findLastIndex((each) => lines.has(each));
      const block = run.slice(0, last + 1).filter(isTag);
      if (block.filter((each) => lines.has(each)).length > 1 || boxes.has(block[0])) put(block);
      run = [];
    }
  }
}

/** @param {ChildNode} node */
const isGap = (node) =>
  isTag(node)
    ? /^(?:br|div|p)$/.test(node.name) && !DomUtils.textContent(node).trim()
    : !isText(node) || node.data.trim() === '';

/** @param {Element[]} lines */
function put(lines) {
  const block = make('pre');
  prepend(lines[0], block);
  for (const line of lines) {
    appendChild(block, line);
    if (line.name === 'p') line.name = 'div';
    keepSpaces(line, false);
  }
}

/** @param {ChildNode} node @param {boolean} areKept where a browser would not show several in a row as one */
function keepSpaces(node, areKept) {
  if (isText(node) && !areKept) node.data = node.data.replace(/[ \t\r\n]+/g, ' ');
  if (!isTag(node)) return;
  const { style = '', class: name = '' } = node.attribs;
  const isKept = areKept || KEPT.test(style) || /^Apple-(?:converted|tab)/.test(name);
  for (const child of node.children) keepSpaces(child, isKept);
}

/** Some programs have no other element for code of several lines. @param {Element} node @param {Known} [known] */
function isLongCode(node, known) {
  if (node.name !== 'code' || !node.parent || !known) return false;
  const hasLines = known.hasBreak || (KEPT.test(node.attribs.style ?? '') && known.hasLines);
  return hasLines && node.parent.children.every((child) => child === node || isGap(child));
}
