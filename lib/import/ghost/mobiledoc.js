import { escape } from '../../content/tree.js';
import { cardToHtml } from './cards.js';

/** Elements that mark words. */
const MARKUPS = /^(a|b|code|em|i|s|strong|sub|sup|u|mark|del)$/;

/** Elements that a section of text can be. */
const SECTIONS = /^(p|h[1-6]|blockquote|aside|ul|ol)$/;

/**
 * Makes HTML of a text in mobiledoc 0.3.
 * @param {any} doc parsed
 * @param {(sentence: string) => void} note is told what is not taken
 * @returns {string}
 */
export function mobiledocToHtml(doc, note) {
  const sections = listOf(doc?.sections);
  return sections.map((section) => toSection(listOf(section), doc, note)).join('\n');
}

/** @param {any[]} section @param {any} doc @param {(sentence: string) => void} note */
function toSection([kind, what, parts], doc, note) {
  if (kind === 10) {
    const [name, card] = listOf(listOf(doc.cards)[what]);
    return typeof name === 'string' ? cardToHtml(name, card, note) : '';
  }
  if (kind === 2) return `<p><img src="${escape(String(what))}" alt=""></p>`;
  const tag = SECTIONS.test(String(what)) ? String(what) : 'p';
  if (kind === 3) {
    const items = listOf(parts).map((item) => `<li>${toLine(listOf(item), doc)}</li>`);
    return `<${tag}>${items.join('')}</${tag}>`;
  }
  const name = tag === 'aside' ? 'blockquote' : tag;
  return `<${name}>${toLine(listOf(parts), doc)}</${name}>`;
}

/**
 * @param {any[]} markers each `[kind, markups that begin, how many end, text or atom]`
 * @param {any} doc
 */
function toLine(markers, doc) {
  /** @type {string[]} */
  const open = [];
  let html = '';
  for (const [kind, begins, ends, what] of markers.map(listOf)) {
    for (const place of listOf(begins)) {
      const [written, attributes] = listOf(listOf(doc.markups)[place]);
      const tag = MARKUPS.test(String(written)) ? String(written) : 'span';
      open.push(tag);
      const at = listOf(attributes).indexOf('href');
      const href = at >= 0 ? ` href="${escape(String(attributes[at + 1]))}"` : '';
      html += `<${tag}${tag === 'a' ? href : ''}>`;
    }
    html += kind === 1 ? toAtom(listOf(listOf(doc.atoms)[what])) : escape(String(what ?? ''));
    for (let left = Math.min(Number(ends) || 0, open.length); left > 0; left -= 1)
      html += `</${open.pop()}>`;
  }
  return (
    html +
    open
      .reverse()
      .map((tag) => `</${tag}>`)
      .join('')
  );
}

/** @param {any[]} atom */
const toAtom = ([name, value]) => (name === 'soft-return' ? '<br>' : escape(String(value ?? '')));

/** @param {unknown} value @returns {any[]} */
const listOf = (value) => (Array.isArray(value) ? value : []);
