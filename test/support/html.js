import assert from 'node:assert/strict';
import { selectAll } from 'css-select';
import { DomUtils, parseDocument } from 'htmlparser2';
import { parse } from 'parse5';
import { adapter as treeAdapter } from 'parse5-htmlparser2-tree-adapter';
/** @import { ChildNode, Element } from 'domhandler' */

/** @typedef {ReturnType<typeof parsePage>} Page */

/**
 * Parses a page, as browsers do, or a feed, and answers questions about it. Selectors are CSS, texts are as one reads them: without
 * entities, and with single spaces.
 * @param {string | { text: string }} source or the response that holds it
 */
export function parsePage(source) {
  const html = typeof source === 'string' ? source : source.text;
  const root = html.startsWith('<?xml')
    ? parseDocument(html, { xmlMode: true })
    : parse(html, { treeAdapter });
  return { has, text, texts, attribute, attributes, handlers, links, fields, problems, flash };

  /** @param {string} selector @returns {Element[]} */
  function all(selector) {
    return selectAll(selector, root.children);
  }

  /** @param {string} selector */
  function has(selector) {
    return all(selector).length > 0;
  }

  /** @param {string} [selector] @returns {string} of the first such element, and of the whole page without a selector */
  function text(selector) {
    return selector === undefined ? textOf(root.children) : first(texts(selector), selector);
  }

  /** @param {string} selector @returns {string[]} */
  function texts(selector) {
    return all(selector).map(({ children }) => textOf(children));
  }

  /** @param {string} selector @param {string} name @returns {string} of the first such element */
  function attribute(selector, name) {
    return first(attributes(selector, name), `${selector} with ${name}`);
  }

  /** @param {string} selector @param {string} name @returns {string[]} of those that have it */
  function attributes(selector, name) {
    return all(`:is(${selector})[${name}]`).map(({ attribs }) => attribs[name]);
  }

  /** @returns {string[]} the names of attributes that hold scripts */
  function handlers() {
    return all('*').flatMap(({ attribs }) =>
      Object.keys(attribs).filter((name) => /^on/i.test(name)),
    );
  }

  /** @param {string} [selector] @returns {string[]} where they lead */
  function links(selector = 'a') {
    return attributes(selector, 'href');
  }

  /**
   * @param {string} [form]
   * @returns {Record<string, any>} what a browser would send without a button; fields of one name are an array
   */
  function fields(form = 'form') {
    /** @type {Record<string, any>} */
    const sent = {};
    for (const field of all(`:is(${form}) :is(input, textarea, select)[name]`)) {
      const { name: tag, attribs, children } = field;
      const { name, type = '', value = type === 'checkbox' ? 'on' : '' } = attribs;
      if (/^(?:checkbox|radio)$/.test(type) && !('checked' in attribs)) continue;
      const typed =
        tag === 'textarea'
          ? DomUtils.textContent(children)
          : tag === 'select'
            ? chosenIn(field)
            : value;
      sent[name] = name in sent ? [sent[name], typed].flat() : typed;
    }
    return sent;
  }

  /** @returns {Record<string, string>} what is wrong, by field */
  function problems() {
    const notes = all('[id$="-problem"]:not([hidden]), [id$="-error"]');
    return Object.fromEntries(
      notes.map(({ attribs, children }) => [attribs.id.replace(/-\w+$/, ''), textOf(children)]),
    );
  }

  /** @returns {string} the sentence that says what happened, or nothing */
  function flash() {
    return texts('p.said')[0] ?? '';
  }
}

/** @param {Element} select */
function chosenIn(select) {
  const options = selectAll('option', select);
  return (options.find(({ attribs }) => 'selected' in attribs) ?? options[0])?.attribs.value ?? '';
}

/** @param {ChildNode[]} nodes */
const textOf = (nodes) => DomUtils.innerText(nodes).replace(/\s+/g, ' ').trim();

/** @param {string[]} found @param {string} what */
const first = ([found], what) => found ?? assert.fail(`The page has no ${what}`);
