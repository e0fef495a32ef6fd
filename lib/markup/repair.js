import { HEADINGS, MEDIA } from './elements.js';
import { element, escape, toText } from './tree.js';
/** @import { Element } from './tree.js' */

/** What is left out when there is nothing in it to see. */
const POINTLESS_WHEN_EMPTY = new Set(['p', ...HEADINGS, 'caption', 'figcaption', 'tr', 'ruby']);

/**
 * Repairs what the parts of an element must be: no empty headings and paragraphs, details with one
 * summary at their start, a figure with one caption, header cells that say something.
 * @param {Element} parent is changed, with all in it
 */
export function mend(parent) {
  for (const child of parent.children) if (typeof child !== 'string') mend(child);
  const repair = HEADINGS.has(parent.tag) ? repairHeading : REPAIRS.get(parent.tag);
  if (repair) repair(parent);
  parent.children = parent.children.flatMap((child) =>
    typeof child === 'string' || !isPointless(child) ? [child] : anchorsOf(child),
  );
}

/** @type {Map<string, (parent: Element) => void>} */
const REPAIRS = new Map([
  ['details', repairDetails],
  ['figure', repairFigure],
  ['th', (cell) => void (isBlank(cell) && becomePlainCell(cell))],
  ['img', repairImage],
  ['audio', repairMedium],
  ['video', repairMedium],
  ['dl', repairTerms],
  ['ruby', repairRuby],
  ['table', repairTable],
]);

/** @param {Element} details */
function repairDetails(details) {
  const first = keepOne(details, 'summary') ?? element('summary');
  if (isBlank(first)) first.children = ['Details'];
  details.children = [first, ...details.children.filter((child) => child !== first)];
}

/** @param {Element} figure */
function repairFigure(figure) {
  const caption = keepOne(figure, 'figcaption');
  const parts = figure.children.filter((child) => child !== caption && /\S/.test(String(child)));
  if (caption && figure.children.indexOf(caption) > figure.children.indexOf(parts[0])) {
    figure.children = [...figure.children.filter((child) => child !== caption), caption];
  }
}

/** @param {Element} list that does not go from terms to what they mean becomes plain blocks */
function repairTerms(list) {
  const parts = list.children.filter((child) => typeof child !== 'string');
  const kinds = parts.map(({ tag }) => (tag === 'dt' ? 't' : 'd')).join('');
  if (/^(t+d+)+$/.test(kinds)) return;
  for (const part of [list, ...parts]) part.tag = 'div';
}

/** @param {Element} table has one caption at its start, then one head, and a foot only at its end */
function repairTable(table) {
  const parts = table.children.filter((child) => typeof child !== 'string');
  const caption = parts.find(({ tag }) => tag === 'caption');
  const rows = parts.filter((part) => part !== caption);
  rows.forEach((part, place) => {
    const isInPlace = part.tag === 'thead' ? place === 0 : place === rows.length - 1;
    if (part.tag === 'caption') Object.assign(part, bodyOf(part));
    if ((part.tag === 'thead' || part.tag === 'tfoot') && !isInPlace) part.tag = 'tbody';
  });
  if (caption) table.children = [caption, ...table.children.filter((child) => child !== caption)];
}

/** @param {Element} caption that is one too many */
const bodyOf = ({ attributes, children }) =>
  element('tbody', [], [element('tr', [], [element('td', [...attributes], children)])]);

/** @param {Element} text */
function repairRuby(text) {
  if (!text.children.some((child) => isElement(child, 'rt'))) text.tag = 'span';
}

/**
 * @param {Element} parent
 * @param {string} tag all its children of this kind but the first become plain blocks
 * @returns {Element | undefined} the first
 */
function keepOne(parent, tag) {
  const [first, ...others] = parent.children.filter((child) => isElement(child, tag));
  for (const other of others) other.tag = 'div';
  return first;
}

/** @param {Element} heading that says nothing but shows something is none */
function repairHeading(heading) {
  if (isSilent(heading) && showsSomething(heading)) heading.tag = 'p';
}

/** @param {Element} cell a header that says nothing is none (for who hears the table) */
function becomePlainCell(cell) {
  cell.tag = 'td';
  cell.attributes.delete('scope');
  cell.attributes.delete('abbr');
}

/** @param {Element} image or film */
function repairImage({ attributes }) {
  for (const side of ['width', 'height']) {
    if (!/^\d{1,5}$/.test(attributes.get(side) ?? '')) attributes.delete(side);
  }
}

/** @param {Element} medium without anything to play is what stands in it for such a case */
function repairMedium(medium) {
  repairImage(medium);
  const { attributes, children } = medium;
  if (attributes.get('src')) {
    medium.children = [];
    return;
  }
  const sources = children.filter(
    (child) => isElement(child, 'source') && child.attributes.get('src'),
  );
  if (sources.length > 0) medium.children = sources;
  else
    Object.assign(medium, {
      tag: 'span',
      attributes: new Map(),
      children: children.map((child) =>
        typeof child === 'string' || child.tag === 'a' ? child : escape(toText(child)),
      ),
    });
}

/** @param {Element} child */
function isPointless(child) {
  if (child.tag === 'img') return !child.attributes.get('src')?.trim();
  if (!POINTLESS_WHEN_EMPTY.has(child.tag)) return false;
  return child.tag === 'tr'
    ? !child.children.some((part) => typeof part !== 'string')
    : isBlank(child);
}

/**
 * Keeps the places that links point to when the element around them goes.
 * @param {Element} child
 * @returns {Element[]}
 */
function anchorsOf(child) {
  const id = child.attributes.get('id');
  const own = id ? [element('span', [['id', id]])] : [];
  return [...own, ...marksIn(child)];
}

/** @param {Element} parent @returns {Element[]} */
const marksIn = (parent) =>
  parent.children.flatMap((part) => {
    if (typeof part === 'string') return [];
    return part.attributes.has('id') || part.tag === 'wbr' ? [part] : marksIn(part);
  });

/**
 * @param {Element} node
 * @returns {boolean} whether it has neither text nor anything else to see
 */
const isBlank = (node) => isSilent(node) && !showsSomething(node);

/** @param {Element} node */
const isSilent = (node) => !/\S/.test(toText(node));

/** @param {Element} node @returns {boolean} whether a picture, a line or a link without a text is in it */
const showsSomething = ({ children }) =>
  children.some(
    (child) =>
      typeof child !== 'string' &&
      (child.tag === 'img' ||
        child.tag === 'hr' ||
        MEDIA.has(child.tag) ||
        child.attributes.has('href') ||
        showsSomething(child)),
  );

/**
 * @param {Element | string} child
 * @param {string} tag
 * @returns {child is Element}
 */
const isElement = (child, tag) => typeof child !== 'string' && child.tag === tag;
