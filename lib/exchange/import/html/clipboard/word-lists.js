import { DomUtils } from 'htmlparser2';
import { allIn, make } from './dom.js';
/** @import { Document, Element } from 'domhandler' */

const { appendChild, isTag, prepend, removeElement } = DomUtils;

/** The list, the level and its format: `mso-list:l0 level1 lfo1`. */
const LEVEL = /mso-list\s*:\s*(l\d{1,6}) level([1-9])/i;
const IGNORED = /mso-list\s*:\s*ignore/i;
const NUMBER = /^\(?(\d{1,9}|[a-z]{1,5})[.)]/i;

/** Word copies lists as paragraphs that say which list and level they belong to. @param {Document} document */
export function listsOfWord(document) {
  /** The open lists, from outside, and the paragraph before. @type {{ name: string, lists: Element[] }} */
  let open = { name: '', lists: [] };
  for (const node of allIn(document)) {
    // It numbers headings, too.
    if (/^h[1-6]$/.test(node.name)) takeLabel(node);
    const [, name, digit] = LEVEL.exec(node.attribs.style ?? '') ?? [];
    if (!name || !/^(?:p|div)$/.test(node.name)) continue;
    const label = takeLabel(node);
    const isNext = open.name === name && DomUtils.prevElementSibling(node) === open.lists[0];
    const lists = isNext ? open.lists.slice(0, Number(digit)) : [];
    // At most one deeper than the item before.
    if (lists.length < Number(digit)) {
      const [, number] = NUMBER.exec(label) ?? [];
      const list = make(number ? 'ol' : 'ul');
      if (Number(number) > 1) list.attribs.start = number;
      const last = lists.at(-1)?.children.at(-1);
      if (last && isTag(last)) appendChild(last, list);
      else prepend(node, list);
      lists.push(list);
    }
    const item = addItem(lists[lists.length - 1]);
    for (const child of [...node.children]) appendChild(item, child);
    removeElement(node);
    open = { name, lists };
  }
}

/** @param {Element} list */
function addItem(list) {
  const item = make('li');
  appendChild(list, item);
  return item;
}

/** @param {Element} node @returns {string} its bullet or number, which is removed */
function takeLabel(node) {
  const label = DomUtils.findOne(
    ({ attribs }) => IGNORED.test(attribs.style ?? ''),
    node.children,
    true,
  );
  if (!label) return '';
  const said = DomUtils.textContent(label).trim();
  removeElement(label);
  return said;
}
