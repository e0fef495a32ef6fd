import { DomUtils, parseDocument } from 'htmlparser2';
import { formula } from '../../../../markup/formula.js';
import { tooMuch } from '../too-much.js';
import { allIn, hasClass } from './dom.js';
import { texOf } from './tex.js';
/** @import { Document, Element } from 'domhandler' */
/** @import { LarderError } from '../../../../base/errors.js' */

/** What holds a formula more than once: for the eye, for screen readers, as TeX. */
const BOX = /(?:^|\s)(?:katex(?:-display)?|mwe-math-element|MathJax(?:_\w+)?)(?:\s|$)/;
const PICTURE =
  /(?:^|\s)(?:mwe-math-fallback-image-\w+|latex|tex|ql-img-(?:inline|displayed)-\w+)(?:\s|$)/;
const BY_ITSELF =
  /(?:^|\s)(?:katex-display|MathJax_Display|mwe-math-\w+(?:-image)?-display|ql-img-displayed-\w+)(?:\s|$)/;
const PREVIEW = /(?:^|\s)MathJax_Preview(?:\s|$)/;
const SCRIPT = /^math\/tex/;

/** Characters in all, and formulas: reading one takes a fraction of a millisecond. */
const LONGEST = 20_000;
const MOST = 300;

/**
 * Leaves one formula where scripts wrote the same several times.
 * @param {Document} document
 * @throws {LarderError} `invalid` when there are too many
 */
export function takeFormulas(document) {
  const done = new Set();
  let [count, length] = [0, 0];
  for (const node of allIn(document)) {
    if (done.has(node) || !isFormula(node)) continue;
    for (const inner of allIn(node)) done.add(inner);
    const isAgain = comesAgain(node) || hasClass(node, PREVIEW);
    const found = isAgain ? null : read(node);
    count += 1;
    length += found?.tex.length ?? 0;
    if (count > MOST || length > LONGEST) throw tooMuch();
    if (found) put(node, found);
    else if (isAgain) DomUtils.removeElement(node);
    else show(node);
  }
}

/** @param {Element} node */
const isFormula = (node) =>
  /^(?:math|mjx-container)$/.test(node.name) ||
  (node.name === 'script' && SCRIPT.test(node.attribs.type ?? '')) ||
  hasClass(node, node.name === 'img' ? PICTURE : BOX);

/**
 * @param {Element} node
 * @returns {{ tex: string, math: Element | null, isBlock: boolean } | null}
 */
function read(node) {
  const all = [node, ...allIn(node)];
  const [, isDisplay] = /;\s*(mode=display)/.exec(node.attribs.type ?? '') ?? [];
  const math = all.find(({ name }) => name === 'math') ?? mathIn(node);
  const source = all.find(({ name, attribs }) => isTex(name, attribs));
  const isBlock =
    Boolean(isDisplay) ||
    math?.attribs.display === 'block' ||
    node.attribs.display === 'true' ||
    all.some((each) => hasClass(each, BY_ITSELF));
  const said = all.map(({ attribs }) => attribs['data-latex'] ?? attribs.alttext).find(Boolean);
  const picture = all.find(({ name, attribs }) => name === 'img' && attribs.alt);
  const tex =
    (source && DomUtils.textContent(source)) ||
    said ||
    (picture?.attribs.alt ?? (math ? texOf(math) : ''));
  return tex || math ? { tex: plain(tex ?? ''), math, isBlock } : null;
}

/** @param {string} name @param {Record<string, string>} attribs */
const isTex = (name, { encoding, type }) =>
  (name === 'annotation' && encoding === 'application/x-tex') ||
  (name === 'script' && SCRIPT.test(type ?? ''));

/** @param {Element} node @returns {Element | null} MathML that a script keeps in an attribute */
function mathIn({ attribs }) {
  const source = attribs['data-mathml'];
  if (!source) return null;
  const [math = null] = DomUtils.getElementsByTagName('math', parseDocument(source), true, 1);
  return math;
}

/** An encyclopedia says how large each is. @param {string} tex */
const plain = (tex) =>
  tex
    .trim()
    .replace(/^\{\\(?:display|text)style\s([^]*)\}$/, '$1')
    .trim();

/** A script may keep the TeX behind what it made of it. @param {Element} node */
function comesAgain(node) {
  const next = DomUtils.nextElementSibling(node);
  const all = [next, next && DomUtils.nextElementSibling(next)];
  return node.name !== 'script' && all.some((each) => each && isTex(each.name, each.attribs));
}

/** @param {Element} node @param {{ tex: string, math: Element | null, isBlock: boolean }} found */
function put(node, { tex, math, isBlock }) {
  const problems = [];
  const html = formula(tex, isBlock ? '$$' : '$', { leftOut: (note) => problems.push(note) });
  const isRead = tex !== '' && problems.length === 0;
  if (!isRead && math)
    for (const inner of allIn(math))
      if (/^annotation/.test(inner.name)) DomUtils.removeElement(inner);
  const shown = !isRead && math ? math : parseDocument(html).children[0];
  DomUtils.replaceElement(node, shown);
}

/** It is all there is of it. @param {Element} node */
function show(node) {
  for (const inner of allIn(node)) delete inner.attribs['aria-hidden'];
}
