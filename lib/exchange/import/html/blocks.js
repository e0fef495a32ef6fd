import { BLOCKS, HEADINGS } from '../../../markup/elements.js';
import { isMark } from '../../../markup/excerpt.js';
import { element, elements, toHtml } from '../../../markup/tree.js';
import { toLine } from './lines.js';
import { codeOf } from './visible-text.js';
/** @import { Element } from '../../../markup/tree.js' */

/** Containers of blocks that Markdown cannot express. */
const BOXES = new Set(['figure', 'blockquote', 'ul', 'ol', 'pre', 'table']);

/**
 * @param {Element} block
 * @returns {string} Markdown, trimmed; HTML where Markdown cannot express it
 */
export function toBlock(block) {
  const { tag, attributes, children } = block;
  if (isMark(block)) return '<!-- more -->';
  if (tag === 'hr') return '---';
  if (tag === 'pre') return toFence(block);
  if (tag === 'figure') return toFigure(block);
  if (HEADINGS.has(tag)) return toHeading(block);
  if (tag === 'ol' && isPlain(attributes, ['start'])) return toList(block);
  if (attributes.size > 0) return toRaw(block);
  if (tag === 'p') return toParagraph(children);
  if (tag === 'ul') return toList(block);
  if (tag === 'blockquote') return quoted(blocksIn(children));
  if (tag === 'table') return toTable(block) ?? toRaw(block);
  return toRaw(block);
}

/**
 * @param {Element} block
 * @returns {string} HTML without empty lines, which would end an HTML block in Markdown
 */
export function toRaw(block) {
  const isWide = block.tag === 'table';
  const raw = rawOf(block, block.tag === 'pre');
  // An HTML block in Markdown must start with a block element.
  const html = BLOCKS.has(block.tag) ? raw : `<div>${raw}</div>`;
  return isWide ? html.replace(/(?=<(?:tr|thead|tbody|tfoot|\/table)\b)/g, '\n') : html;
}

/** @param {Element | string} node @param {boolean} isCode @returns {string} */
function rawOf(node, isCode) {
  if (typeof node === 'string')
    return isCode ? node.replace(/\n/g, '&#10;') : node.replace(/(?<!\s)\s*\n\s*/g, ' ');
  if (isMark(node)) return '<!-- more -->';
  const inside = node.children.map((child) => rawOf(child, isCode || node.tag === 'pre'));
  return toHtml({ ...node, children: inside });
}

/** @param {(Element | string)[]} children */
const blocksIn = (children) => splitBlocks(children).map(toBlock).filter(Boolean).join('\n\n');

/** @param {Map<string, string>} attributes @param {string[]} known */
const isPlain = (attributes, known) => [...attributes.keys()].every((name) => known.includes(name));

/**
 * @param {(Element | string)[]} children
 * @returns {string} with no line that Markdown would read as the start of another block
 */
const toParagraph = (children) =>
  toLine(children)
    .trim()
    .split('\n')
    .map((line) =>
      line
        .trim()
        .replace(/^(#{1,6})(?=\s|$)|^[-+>](?=\s|$)|^>|^(?==+\s*$)|^(?=-{2,}\s*$)/, '\\$&')
        .replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2'),
    )
    .join('\n');

/** @param {Element} block */
function toHeading({ tag, attributes, children }) {
  const id = attributes.get('id') ?? '';
  const text = toLine(children).replaceAll('\\\n', ' ').trim();
  if (!isPlain(attributes, ['id']) || (id && !/^[\w.:-]{1,99}$/.test(id)))
    return toRaw({ tag, attributes, children });
  return `${'#'.repeat(Number(tag[1]))} ${text.replace(/(?<!#)(#+)$/, '\\$1')}${id ? ` {#${id}}` : ''}`;
}

/** @param {Element} block */
function toFence(block) {
  const tags = [...elements(block)].slice(1).map(({ tag }) => tag);
  if (tags.some((tag) => !/^(code|span|br|wbr)$/.test(tag))) return toRaw(block);
  const text = codeOf(block).replace(/^\n/, '').trimEnd();
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${languageOf(block)}\n${text}\n${fence}`;
}

/** Highlighters say it by a class or, against its meaning, by `lang`. @param {Element} block */
function languageOf(block) {
  for (const { attributes } of elements(block)) {
    const [, name] = /\blanguage-([a-z0-9_-]+)/.exec(attributes.get('class') ?? '') ?? [];
    const language = name ?? attributes.get('lang') ?? '';
    if (/^[a-z0-9+#_-]{1,30}$/i.test(language)) return language;
  }
  return '';
}

/** @param {Element} block */
function toFigure(block) {
  const caption = elementsIn(block).find(({ tag }) => tag === 'figcaption');
  const inside = block.children.filter((child) => child !== caption);
  const isBox = inside.some((child) => typeof child !== 'string' && BOXES.has(child.tag));
  if (!caption) return blocksIn(inside);
  if (!isBox) return toRaw(block);
  const below = blocksIn(caption.children);
  return [blocksIn(inside), below].filter(Boolean).join('\n\n');
}

/** @param {string} text */
const quoted = (text) =>
  text
    .split('\n')
    .map((line) => (line ? `> ${line}` : '>'))
    .join('\n');

/** @param {Element} list @returns {string} */
function toList(list) {
  const items = list.children.filter((child) => typeof child !== 'string');
  if (items.some(({ attributes }) => attributes.size > 0) || items.length === 0) return toRaw(list);
  const isTight = items.every(({ children }) => !children.some(isLoose));
  const first = Number(list.attributes.get('start') ?? 1);
  if (!Number.isInteger(first) || first < 0) return toRaw(list);
  const lines = items.map(({ children }, place) => {
    const mark = list.tag === 'ol' ? `${first + place}.` : '-';
    const indent = ' '.repeat(mark.length + 1);
    const inside = splitBlocks(children)
      .map(toBlock)
      .filter(Boolean)
      .join(isTight ? '\n' : '\n\n');
    const text = inside.replace(/^[☑☐](?= )/, (box) => (box === '☑' ? '[x]' : '[ ]'));
    return `${mark} ${text.replace(/\n(?=[^\n])/g, `\n${indent}`)}`.trimEnd();
  });
  return lines.join(isTight ? '\n' : '\n\n');
}

/** @param {Element | string} child of an item */
const isLoose = (child) =>
  typeof child !== 'string' && isAlone(child) && child.tag !== 'ul' && child.tag !== 'ol';

/** @param {Element} table @returns {string | null} null when Markdown cannot express it */
function toTable(table) {
  const all = [...elements(table)].slice(1);
  const rows = all.filter(({ tag }) => tag === 'tr');
  const cells = rows.map((row) => row.children.filter((child) => typeof child !== 'string'));
  const isSimple = all.every(
    ({ tag, attributes }) =>
      !/^(caption|table|ul|ol|p|div|pre|blockquote|figure|dl|h\d|hr)$/.test(tag) &&
      (!/^t/.test(tag) || attributes.size === 0),
  );
  const width = cells[0]?.length ?? 0;
  const isEven = width > 0 && cells.every((row) => row.length === width);
  const hasHead = cells[0]?.every(({ tag }) => tag === 'th');
  const hasOtherHeads = cells.slice(1).some((row) => row.some(({ tag }) => tag === 'th'));
  if (!isSimple || !isEven || !hasHead || hasOtherHeads) return null;
  const lines = cells.map((row) => `| ${row.map(toCell).join(' | ')} |`);
  lines.splice(1, 0, `|${' --- |'.repeat(width)}`);
  return lines.join('\n');
}

/** @param {Element} cell */
const toCell = ({ children }) =>
  toLine(children).trim().replaceAll('\\\n', '<br>').replaceAll('|', '\\|');

/**
 * Splits the content of a container into blocks: lines of text become paragraphs, and a `div` without a meaning is
 * replaced by its content.
 * @param {(Element | string)[]} children
 * @returns {Element[]}
 */
export function splitBlocks(children) {
  /** @type {Element[]} */
  const blocks = [];
  /** @type {(Element | string)[]} */
  let line = [];
  const endLine = () => {
    if (line.some((part) => typeof part !== 'string' || /\S/.test(part)))
      blocks.push(element('p', [], line));
    line = [];
  };
  for (const child of children) {
    if (typeof child === 'string' || !isAlone(child)) line.push(child);
    else {
      endLine();
      blocks.push(...(isPlainBox(child) ? splitBlocks(child.children) : split(child)));
    }
  }
  endLine();
  return blocks;
}

/** @param {Element} node @returns {boolean} whether it is a block element */
const isAlone = (node) =>
  BLOCKS.has(node.tag) || isMark(node) || (isTransparent(node) && node.children.some(isBlockIn));

/** @param {Element | string} child */
const isBlockIn = (child) => typeof child !== 'string' && isAlone(child);

/** @param {Element} node */
const isTransparent = ({ tag }) => /^(a|del|ins|span)$/.test(tag);

/** @param {Element} node */
const isPlainBox = ({ tag, attributes }) =>
  (tag === 'div' && attributes.size === 0) || tag === 'span';

/** @param {Element} block @returns {Element[]} */
const elementsIn = ({ children }) => children.filter((child) => typeof child !== 'string');

/** The mark of the excerpt's end may be inside a paragraph. @param {Element} block @returns {Element[]} */
function split(block) {
  const mark = elementsIn(block).find(isMark);
  if (block.tag !== 'p' || !mark) return [block];
  const at = block.children.indexOf(mark);
  const attributes = [...block.attributes];
  const before = element('p', attributes, block.children.slice(0, at));
  const after = element('p', attributes, block.children.slice(at + 1));
  return [before, mark, ...split(after)].filter(
    (part) =>
      isMark(part) || part.children.some((child) => typeof child !== 'string' || /\S/.test(child)),
  );
}
