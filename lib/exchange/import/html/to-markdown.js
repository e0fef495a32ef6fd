import { mend } from '../../../markup/repair.js';
import { postToHtml } from '../../../markup/markdown.js';
import { nest } from '../../../markup/nesting.js';
import { sanitisePost } from '../../../markup/sanitise.js';
import { element, elements } from '../../../markup/tree.js';
import { listsOfQuill } from './lists.js';
import { nestLists } from './tidy.js';
import { splitBlocks, toBlock, toRaw } from './blocks.js';
import { visibleText } from './visible-text.js';
/** @import { LarderError } from '../../../base/errors.js' */
/** @import { Element } from '../../../markup/tree.js' */

/**
 * Parses HTML as the blog would show it, without what the sanitiser removes.
 * @param {string} html anything
 * @returns {Element}
 * @throws {LarderError} `invalid` when it is too large or too deeply nested
 */
export function readHtml(html) {
  const root = nest(sanitisePost(listsOfQuill(html)));
  mend(root);
  for (const node of elements(root))
    if (/^[uo]l$/.test(node.tag)) node.children = nestLists(node.children);
  return root;
}

/**
 * Converts a text to Markdown that looks the same. Parts that Markdown cannot express stay HTML, as does every part
 * that changes in conversion: each result is rendered and compared.
 * @param {Element} root
 * @returns {string}
 */
export function toMarkdown(root) {
  const blocks = splitBlocks(root.children);
  const wanted = visibleText(root);
  const whole = join(blocks.map(toBlock), blocks);
  if (showsTheSame(whole, wanted)) return whole;
  const parts = blocks.map((block) => {
    const markdown = toBlock(block);
    return showsTheSame(markdown, visibleText(element('', [], [block]))) ? markdown : toRaw(block);
  });
  const mixed = join(parts, blocks);
  if (showsTheSame(mixed, wanted)) return mixed;
  return `${blocks.map(toRaw).join('\n\n')}\n`;
}

/** @param {string} markdown @param {string} wanted */
const showsTheSame = (markdown, wanted) => visibleText(readHtml(postToHtml(markdown))) === wanted;

/** @param {string[]} parts @param {Element[]} blocks */
function join(parts, blocks) {
  let text = '';
  parts.forEach((part, at) => {
    if (part === '') return;
    // Two adjacent lists of a kind would become one.
    const isSecond = /^[ou]l$/.test(blocks[at].tag) && blocks[at].tag === blocks[at - 1]?.tag;
    text += `${text === '' ? '' : isSecond ? '\n\n<!-- -->\n\n' : '\n\n'}${part}`;
  });
  return text === '' ? '' : `${text}\n`;
}
