import { codeLines } from './code-lines.js';
import {
  BLOCKS,
  CONTAINERS,
  HEADINGS,
  MATH_ELEMENTS,
  MATH_TEXTS,
  MEDIA,
  PARENTS,
  TRANSPARENT,
  VOID_ELEMENTS,
  WRAPPERS,
} from './elements.js';
import { element, tokens } from './tree.js';
/** @import { Element } from './tree.js' */

/**
 * Builds the tree of a sanitised text so that it conforms to the content models of HTML (HTML Living Standard, 3.2.5):
 * a block ends the paragraph around it, stray cells and items become plain blocks, and lists and tables contain only
 * their parts.
 * @param {string} html from the sanitiser
 * @returns {Element}
 */
export function nest(html) {
  const tree = new Tree();
  const all = tokens(html);
  for (const token of html.includes('<pre') ? codeLines(all) : all) {
    if (token.open !== undefined) tree.open(token.open, token.attributes ?? new Map());
    else if (token.close !== undefined) tree.close(token.close);
    else tree.text(token.text ?? '');
  }
  return tree.root;
}

/** A tree under construction. `path`: its open elements, starting with the root. */
class Tree {
  root = element('');
  /** @type {Element[]} */
  path = [this.root];
  /** Start tags of the source without an end tag so far. @type {{ tag: string, made: Element | null }[]} */
  openTags = [];

  get current() {
    return this.path[this.path.length - 1];
  }

  /**
   * @param {string} tag
   * @param {Map<string, string>} attributes
   */
  open(tag, attributes) {
    const made = this.place(tag, attributes);
    if (!VOID_ELEMENTS.has(tag)) this.openTags.push({ tag, made });
  }

  /** @param {string} tag */
  close(tag) {
    if (this.openTags.at(-1)?.tag !== tag) return;
    const made = this.openTags.pop()?.made;
    const at = made ? this.path.lastIndexOf(made) : -1;
    if (at > 0) this.path.length = at;
  }

  /** @param {string} text */
  text(text) {
    if (!/\S/.test(text)) return void this.current.children.push(text);
    this.wrap();
    const isFormula = MATH_ELEMENTS.has(this.current.tag) && !MATH_TEXTS.has(this.current.tag);
    this.current.children.push(isFormula ? element('mtext', [], [text]) : text);
  }

  /**
   * @param {string} tag
   * @param {Map<string, string>} attributes
   * @returns {Element | null} null if it is not allowed here; its content stays
   */
  place(tag, attributes) {
    if (this.path.some(({ tag }) => tag === 'math')) {
      return MATH_ELEMENTS.has(tag) && tag !== 'math' ? this.push(tag, attributes) : null;
    }
    if (MATH_ELEMENTS.has(tag) && tag !== 'math') return null;
    if (tag === 'dfn' && this.path.some(({ tag }) => tag === 'dfn')) return null;
    if (PARENTS.has(tag)) {
      if (this.findParent(tag)) return this.push(tag, attributes);
      if (/^(t|r|source)/.test(tag)) return null;
      tag = 'div';
    }
    if (tag === 'div' && this.current.tag === 'dl') return null;
    if (HEADINGS.has(tag) && this.path.some(({ tag }) => tag === 'dt' || tag === 'th')) tag = 'div';
    if (tag === 'a' || tag === 'details' || MEDIA.has(tag))
      this.cut(this.path.findIndex(({ tag }) => tag === 'a'));
    if (BLOCKS.has(tag)) this.leaveLine(tag);
    this.wrap();
    return this.push(tag, attributes);
  }

  /**
   * Closes the elements between here and the parent (a list, table and so on) to which this part belongs.
   * @param {string} tag
   * @returns {boolean} whether there is such a parent
   */
  findParent(tag) {
    const parents = PARENTS.get(tag) ?? new Set();
    const isCell = tag === 'td' || tag === 'th';
    if (isCell && /^t(able|body|foot|head)$/.test(this.current.tag)) this.push('tr', new Map());
    for (let at = this.path.length - 1; at > 0; at -= 1) {
      const here = this.path[at].tag;
      if (parents.has(here)) {
        this.cut(at + 1);
        return true;
      }
      if (isBarrier(here, tag)) return false;
    }
    return false;
  }

  /**
   * Closes the paragraph or inline elements that must not contain a block; a link around the block continues in a copy.
   * @param {string} tag
   */
  leaveLine(tag) {
    if (HEADINGS.has(tag) && this.current.tag === 'summary') return;
    const from = this.path.findLastIndex(({ tag }) => CONTAINERS.has(tag) || WRAPPERS.has(tag)) + 1;
    const line = this.path.slice(from);
    if (line.every(({ tag }) => TRANSPARENT.has(tag))) return;
    this.cut(from);
    for (const left of line.filter(({ tag }) => TRANSPARENT.has(tag))) {
      const copy = this.push(left.tag, new Map(left.attributes));
      copy.attributes.delete('id');
      for (const waiting of this.openTags) if (waiting.made === left) waiting.made = copy;
    }
  }

  /** Opens an item in a list, or a cell in a table, for other content. */
  wrap() {
    for (let tag; (tag = WRAPPERS.get(this.current.tag));) this.push(tag, new Map());
  }

  /** @param {number} at an index of the path; a negative one does nothing */
  cut(at) {
    if (at > 0) this.path.length = Math.min(this.path.length, at);
  }

  /**
   * @param {string} tag
   * @param {Map<string, string>} attributes
   */
  push(tag, attributes) {
    const made = element(tag, [...attributes]);
    this.current.children.push(made);
    if (!VOID_ELEMENTS.has(tag)) this.path.push(made);
    return made;
  }
}

/**
 * @param {string} here an open element
 * @param {string} tag a part of a list, a table or the like
 * @returns {boolean} whether the part cannot belong to a parent outside of that element
 */
function isBarrier(here, tag) {
  if (/^t/.test(tag)) return here === 'table';
  return (CONTAINERS.has(here) || WRAPPERS.has(here)) && here !== 'div' && !sameList(here, tag);
}

/**
 * @param {string} here
 * @param {string} tag
 */
const sameList = (here, tag) => here === tag || (/^d[dt]$/.test(here) && /^d[dt]$/.test(tag));
