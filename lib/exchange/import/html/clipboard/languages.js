import { DomUtils } from 'htmlparser2';
import { around, shortText } from './dom.js';
/** @import { Element } from 'domhandler' */

const { prevElementSibling, removeElement } = DomUtils;

/** What highlighters say it by. */
const NAMED = /(?:^|\s)(?:lang(?:uage)?-|highlight-(?:source|text)-|hl-|brush:\s?)([\w-]{1,30})/i;
const FIGURE = /^(?:figure )?highlight ([\w-]{1,30})$/;

/** How far around code its language, or a label with it, is looked for. */
const NEAR = 6;

/**
 * Gives code the class of its language, which pages of the blog have in small letters, and takes away the label that a
 * page shows of it.
 * @param {Element} node `pre` or `code`
 */
export function nameLanguage(node) {
  const near = [node];
  for (const each of around(node)) {
    if (near.length > NEAR) break;
    near.push(each);
  }
  const block = near.findLast(({ name }) => name === 'pre');
  const found = (block ? near : [node]).map(languageOf).find(Boolean);
  if (!found) return;
  const language = found.toLowerCase().replace(/^ipython\d?$/, 'python');
  (block ?? node).attribs.class = `language-${language}`;
  if (!block) return;
  for (const each of near.slice(0, 4))
    for (let [label, left] = [prevElementSibling(each), 3]; label && left > 0; left--) {
      const before = prevElementSibling(label);
      if (shortText(label, 30)?.toLowerCase() === found.toLowerCase()) removeElement(label);
      label = before;
    }
}

/** @param {Element} node @returns {string} */
function languageOf({ name, attribs }) {
  const said = attribs['data-language'] ?? attribs['data-lang'];
  const isCode = name === 'pre' || name === 'code';
  const classes = `${attribs.class ?? ''} ${attribs['data-syntaxhighlighter-params'] ?? ''}`.trim();
  const [, named] = NAMED.exec(classes) ?? (name === 'figure' ? FIGURE.exec(classes) : null) ?? [];
  const language = named ?? said ?? (isCode ? attribs.lang : undefined) ?? '';
  return /^[\w-]{1,30}$/.test(language) ? language : '';
}
