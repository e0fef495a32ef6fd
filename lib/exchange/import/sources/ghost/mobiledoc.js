import { escape } from '../../../../markup/tree.js';
import { gate } from '../../shared/hidden.js';
import { recordIn } from '../../shared/read-data.js';
import { cardToHtml } from './cards.js';
import { textOf } from './tables.js';
/** @import { Card, Warn } from './cards.js' */

/** Elements that mark words. */
const MARKUPS = /^(a|b|code|em|i|s|strong|sub|sup|u|mark|del)$/;

/** Elements that a section of text can be. */
const SECTIONS = /^(p|h[1-6]|blockquote|aside|ul|ol)$/;

/**
 * Makes HTML of a text in mobiledoc 0.3.
 * @param {unknown} parsed
 * @param {Warn} warn is called for what is not imported
 * @returns {string}
 */
export function mobiledocToHtml(parsed, warn) {
  const doc = recordIn(parsed);
  return listOf(doc.sections)
    .map((section) => toSection(listOf(section), doc, warn))
    .join('\n');
}

/** @param {unknown[]} section @param {Card} doc @param {Warn} warn */
function toSection([kind, what, parts], doc, warn) {
  if (kind === 10) {
    const [name, card] = listOf(at(doc.cards, what));
    const html = typeof name === 'string' ? cardToHtml(name, recordIn(card), warn) : '';
    return gate(html, recordIn(card).visibility);
  }
  if (kind === 2) return `<p><img src="${escape(textOf(what))}" alt=""></p>`;
  const tag = SECTIONS.test(textOf(what)) ? textOf(what) : 'p';
  if (kind === 3) {
    const items = listOf(parts).map((item) => `<li>${toLine(listOf(item), doc)}</li>`);
    return `<${tag}>${items.join('')}</${tag}>`;
  }
  const name = tag === 'aside' ? 'blockquote' : tag;
  return `<${name}>${toLine(listOf(parts), doc)}</${name}>`;
}

/** @param {unknown[]} markers each `[kind, markups that begin, how many end, text or atom]` @param {Card} doc */
function toLine(markers, doc) {
  /** @type {string[]} */
  const open = [];
  let html = '';
  for (const [kind, begins, ends, what] of markers.map(listOf)) {
    for (const begin of listOf(begins)) {
      const [written, attributes] = listOf(at(doc.markups, begin));
      const tag = MARKUPS.test(textOf(written)) ? textOf(written) : 'span';
      open.push(tag);
      const place = listOf(attributes).indexOf('href');
      const address = textOf(listOf(attributes)[place + 1]);
      const href = place >= 0 ? ` href="${escape(address)}"` : '';
      html += `<${tag}${tag === 'a' ? href : ''}>`;
    }
    html += kind === 1 ? toAtom(listOf(at(doc.atoms, what))) : escape(textOf(what));
    for (
      let left = Math.min(Number.isInteger(ends) ? Number(ends) : 0, open.length);
      left > 0;
      left -= 1
    )
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

/** @param {unknown[]} atom */
const toAtom = ([name, value]) => (name === 'soft-return' ? '<br>' : escape(textOf(value)));

/** @param {unknown} value @returns {unknown[]} */
const listOf = (value) => (Array.isArray(value) ? value : []);

/** @param {unknown} list @param {unknown} place */
const at = (list, place) => (Number.isInteger(place) ? listOf(list)[Number(place)] : undefined);
