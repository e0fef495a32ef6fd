import { HEADINGS, MEDIA } from './elements.js';
import { element, escape, toText } from './tree.js';
/** @import { Element } from './tree.js' */

/** Elements that are removed when they show nothing. */
const REMOVED_WHEN_EMPTY = new Set(['p', ...HEADINGS, 'caption', 'figcaption', 'tr', 'ruby']);

/**
 * Repairs the structure of elements: removes empty headings and paragraphs, gives details a summary at their start, and
 * figures and tables at most one caption, and makes empty header cells plain ones.
 * @param {Element} parent changed in place, with its descendants
 */
export function mend(parent) {
  for (const child of parent.children) if (typeof child !== 'string') mend(child);
  const repair = HEADINGS.has(parent.tag) ? repairHeading : REPAIRS.get(parent.tag);
  if (repair) repair(parent);
  parent.children = parent.children.flatMap((child) =>
    typeof child === 'string' || !isUseless(child) ? [child] : anchorsOf(child),
  );
}

/** @type {Map<string, (parent: Element) => void>} */
const REPAIRS = new Map([
  ['details', repairDetails],
  ['figure', repairFigure],
  ['th', (cell) => void (isBlank(cell) && becomePlainCell(cell))],
  ['img', repairImage],
  ['audio', repairMedia],
  ['video', repairMedia],
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

/** Makes a list plain blocks unless its terms are followed by descriptions. @param {Element} list */
function repairTerms(list) {
  const parts = list.children.filter((child) => typeof child !== 'string');
  const kinds = parts.map(({ tag }) => (tag === 'dt' ? 't' : 'd')).join('');
  if (/^(t+d+)+$/.test(kinds)) return;
  for (const part of [list, ...parts]) part.tag = 'div';
}

/** Leaves a table one caption at its start, then one head, and one foot at its end. @param {Element} table */
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

/** @param {Element} caption a second one */
const bodyOf = ({ attributes, children }) =>
  element('tbody', [], [element('tr', [], [element('td', [...attributes], children)])]);

/** @param {Element} text */
function repairRuby(text) {
  if (!text.children.some((child) => isElement(child, 'rt'))) text.tag = 'span';
}

/**
 * Makes all children with this tag but the first plain blocks.
 * @param {Element} parent
 * @param {string} tag
 * @returns {Element | undefined} the first
 */
function keepOne(parent, tag) {
  const [first, ...others] = parent.children.filter((child) => isElement(child, tag));
  for (const other of others) other.tag = 'div';
  return first;
}

/** Makes a heading without text a paragraph. @param {Element} heading */
function repairHeading(heading) {
  if (isSilent(heading) && showsSomething(heading)) heading.tag = 'p';
}

/** An empty header cell would confuse users of screen readers. @param {Element} cell */
function becomePlainCell(cell) {
  cell.tag = 'td';
  cell.attributes.delete('scope');
  cell.attributes.delete('abbr');
}

/** @param {Element} image or video */
function repairImage({ attributes }) {
  for (const side of ['width', 'height']) {
    if (!/^\d{1,5}$/.test(attributes.get(side) ?? '')) attributes.delete(side);
  }
}

/** Replaces audio and video without a source by their fallback content. @param {Element} media */
function repairMedia(media) {
  repairImage(media);
  const { attributes, children } = media;
  if (attributes.get('src')) {
    media.children = [];
    return;
  }
  const sources = children.filter(
    (child) => isElement(child, 'source') && child.attributes.get('src'),
  );
  if (sources.length > 0) media.children = sources;
  else
    Object.assign(media, {
      tag: 'span',
      attributes: new Map(),
      children: children.map((child) => {
        if (typeof child === 'string') return child;
        const text = escape(toText(child));
        return child.tag === 'a' ? { ...child, children: [text] } : text;
      }),
    });
}

/** @param {Element} child */
function isUseless(child) {
  if (child.tag === 'img') return !child.attributes.get('src')?.trim();
  if (!REMOVED_WHEN_EMPTY.has(child.tag)) return false;
  // A table has no place for the anchors of a part that is removed.
  if (/^(tr|caption)$/.test(child.tag) && anchorsOf(child).length > 0) return false;
  return child.tag === 'tr'
    ? !child.children.some((part) => typeof part !== 'string')
    : isBlank(child);
}

/**
 * What remains of a removed element: the targets of links, and the mark of `<!-- more -->`.
 * @param {Element} child
 * @returns {Element[]}
 */
function anchorsOf(child) {
  const id = child.attributes.get('id');
  const own = id ? [element('span', [['id', id]])] : [];
  return [...own, ...anchorsIn(child)];
}

/** @param {Element} parent @returns {Element[]} */
const anchorsIn = (parent) =>
  parent.children.flatMap((part) => {
    if (typeof part === 'string') return [];
    return part.attributes.has('id') || part.tag === 'wbr' ? [part] : anchorsIn(part);
  });

/**
 * @param {Element} node
 * @returns {boolean} whether it shows nothing
 */
const isBlank = (node) => isSilent(node) && !showsSomething(node);

/** @param {Element} node */
const isSilent = (node) => !/\S/.test(toText(node));

/** @param {Element} node @returns {boolean} whether it contains an image, a rule, audio, a video or a link */
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
