import { DomUtils } from 'htmlparser2';
import { allIn, around, hasClass, make, text, wordsOf } from './dom.js';
/** @import { Document, Element } from 'domhandler' */

const { appendChild, isTag, removeElement, replaceElement } = DomUtils;

/** Characters that no text has. A number between them is the mark of a note; the other way round, its start. */
const MARK = /\ufdd0(\d{1,4})\ufdd1/g;
const START = /^(?:<p>)?\ufdd1(\d{1,4})\ufdd0(?:<\/p>)?$/m;

const LABEL = /^[[(]?(?:\d{1,4}|[a-z]{1,5}|[*†‡§¶]{1,4})[\])]?$/i;
/** A reviewer's. */
const REMARK = /^(?:cmnt|_msocom|_com_)/;
const WHOLE = /^(?:li|dd|div|p|aside)$/;
const NOTE = /ftn|edn|footnote|endnote/i;
const LIST = /(?:^|\s)(?:[\w-]{0,20}footnotes?|endnotes|references)(?:\s|$)/i;
const LIST_OF_WORD = /mso-element\s*:\s*(?:foot|end)note-list/i;

/** @typedef {{ note: Element, number: number }} Note */

/**
 * Takes notes that are linked with their places and back, and puts them behind the text.
 * @param {Document} document in which `withNotes` finds them
 */
export function takeFootnotes(document) {
  const all = allIn(document);
  /** @type {Map<string, Element>} */
  const named = new Map();
  for (const node of all)
    for (const name of [node.attribs.id, node.attribs.name])
      if (name && !named.has(name)) named.set(name, node);
  const { notes, targets, remarks } = notesIn(all, named);
  for (const link of all) {
    const number = notes.get(targets.get(named.get(fragmentOf(link))));
    if (number && link.parent && LABEL.test(wordsOf(link)))
      replaceElement(wrapped(link), text(`\ufdd0${number}\ufdd1`));
  }
  const gone = [...notes.keys(), ...remarks];
  const lists = new Set(gone.flatMap((note) => [...around(note)]));
  for (const note of gone) {
    const before = DomUtils.prevElementSibling(note);
    removeElement(note);
    if (before?.name === 'hr') removeElement(before);
  }
  for (const list of lists) if (isLeftEmpty(list)) leave(list);
  for (const [note, number] of notes) append(document, note, number);
}

/** @param {Element[]} all @param {Map<string, Element>} named */
function notesIn(all, named) {
  /** @type {Map<Element, number>} */
  const notes = new Map();
  const targets = new Map();
  const remarks = new Set();
  /** A note is behind its place. */
  const before = new Set();
  for (const back of all) {
    before.add(back);
    const link = linkAt(named.get(fragmentOf(back)));
    const target = link && named.get(fragmentOf(link));
    const isRemark = REMARK.test(link ? fragmentOf(link) : '');
    const note = target && (isRemark ? remarkAround(target, link) : noteAround(target));
    if (!note || !before.has(link) || !isIn(back, note) || isIn(link, note)) continue;
    if (!isRemark && !LABEL.test(wordsOf(link))) continue;
    removeElement(wrapped(back));
    if (isRemark) {
      remarks.add(note);
      removeElement(wrapped(link));
      continue;
    }
    targets.set(target, note);
    if (!notes.has(note)) notes.set(note, notes.size + 1);
  }
  return { notes, targets, remarks };
}

/** @param {Document} document @param {Element} note @param {number} number */
function append(document, note, number) {
  const start = make('p');
  appendChild(start, text(`\ufdd1${number}\ufdd0`));
  appendChild(document, start);
  if (note.name !== 'p') note.name = 'div';
  appendChild(document, note);
}

/** @param {string} markdown of a document whose notes were taken @returns {string} with them as those of Markdown */
export function withNotes(markdown) {
  const [words, ...rest] = markdown.split(START);
  const notes = rest.flatMap((number, at) => {
    const body = (rest[at + 1] ?? '').trim();
    return at % 2 === 0 ? [`[^${number}]: ${body.replace(/\n(?=[^\n])/g, '\n    ')}`] : [];
  });
  return [words.trim(), ...notes].join('\n\n').replace(MARK, '[^$1]');
}

/** @param {Element} link @returns {string} the name in the text that it leads to */
const fragmentOf = ({ name, attribs }) =>
  name === 'a' ? (/#(.{1,300})$/.exec(attribs.href ?? '')?.[1] ?? '') : '';

/** @param {Element} [place] with the name that a note leads back to @returns {Element | undefined} */
const linkAt = (place) =>
  place &&
  [place, ...place.children, ...(place.next ? [place.next] : [])].filter(isTag).find(fragmentOf);

/** @param {Element} target @returns {Element | undefined} the whole note that has it */
function noteAround(target) {
  const note = [target, ...around(target)].find(({ name }) => WHOLE.test(name));
  const box = note?.parent;
  if (!box || !isTag(box) || box.name !== 'div' || isList(box)) return note;
  const isOnly = box.children.filter(isTag).length === 1;
  return isOnly || NOTE.test(`${box.attribs.id} ${box.attribs.style}`) ? box : note;
}

/** Whatever is in the box of a remark is private. @param {Element} target @param {Element} link */
const remarkAround = (target, link) =>
  [...around(target)].find((box) => box.name === 'div' && !isIn(link, box)) ?? noteAround(target);

/** @param {Element} node */
const isList = (node) =>
  hasClass(node, LIST) ||
  LIST_OF_WORD.test(node.attribs.style ?? '') ||
  'data-footnotes' in node.attribs;

/** @param {Element} node @param {Element} other */
const isIn = (node, other) => [...around(node)].includes(other);

/** @param {Element} link @returns {Element} it, or what has nothing else */
function wrapped(link) {
  let whole = link;
  for (const node of around(link))
    if (/^(?:sup|span|b|i|em|strong)$/.test(node.name) && isMark(node, link)) whole = node;
    else break;
  return whole;
}

/** @param {Element} node @param {Element} link */
const isMark = (node, link) =>
  hasClass(node, /(?:^|\s)mw-cite-backlink/) || wordsOf(node) === wordsOf(link);

/** Its heading has nothing below it then. @param {Element} list */
function leave(list) {
  const before = DomUtils.prevElementSibling(list);
  const next = DomUtils.nextElementSibling(list);
  if (before && isHeading(before) && (!next || isHeading(next))) removeElement(before);
  removeElement(list);
}

/** @param {Element} node */
const isHeading = ({ name, attribs }) =>
  /^h[1-6]$/.test(name) || /^mw-heading/.test(attribs.class ?? '');

/** @param {Element} list of notes that are gone, which may have a rule or a heading */
const isLeftEmpty = (list) =>
  isList(list) ? wordsOf(list).length <= 30 : !DomUtils.existsOne(hasContent, [list]);

/** @param {Element} node */
const hasContent = ({ name, children }) =>
  name === 'img' || children.some((child) => DomUtils.isText(child) && child.data.trim() !== '');
